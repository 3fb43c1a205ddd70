// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import KioskSimulation
@testable import PopoverSessions

/// What a client and a user may do, to the number. The clock stands still.
@Suite struct LimitTests {
    private let engine: Engine
    private var sessions: Sessions { engine.sessions }
    private var counters: SessionCounters { sessions.counters }
    private var settings = Settings(displays: [], administrators: [])

    init() {
        settings.limits.clients = 3
        settings.limits.clientsPerUser = 2
        settings.limits.requestsPerSecond = 2
        settings.limits.malformedLines = 3
        settings.limits.message = 100
        settings.limits.linesPerTurn = 64
        engine = Engine(
            VirtualTime(from: Instant(microseconds: 0)), settings: settings,
            observer: NullEventObserver(), log: SilentLog())
    }

    private func connect(_ uid: UInt32) -> Wire {
        let wire = Wire()
        sessions.accept(wire, Credentials(pid: 1, uid: uid, gid: uid))
        return wire
    }

    @Test("Connections are limited to the number, of a user and in all, and are counted")
    func connections() {
        let own = [7, 7, 7].map(connect)
        #expect(own.map(\.hasBye) == [false, false, true])
        #expect(!connect(8).hasBye)
        #expect(connect(9).hasBye)
        #expect(counters.connectionsAccepted == 3)
        #expect(counters.refusals(.clientsPerUser) == 1)
        #expect(counters.refusals(.clients) == 1)
        for wire in own { wire.reader?.hungUp() }
        #expect(!connect(9).hasBye)
        #expect(counters.connectionsAccepted == 4)
        #expect(counters.mostClients == 3)
    }

    @Test("A new rate of connections holds for users who are connected")
    func newRate() {
        _ = connect(7)
        var settings = settings
        settings.limits.clients = 9
        settings.limits.clientsPerUser = 9
        settings.limits.connectionsPerSecond = 1
        sessions.configure(settings)
        #expect((0..<3).map { _ in connect(7).hasBye } == [false, false, true])
        #expect(counters.refusals(.connectionsPerSecond) == 1)
        // Nothing else renews it.
        sessions.configure(settings)
        #expect(connect(7).hasBye)
    }

    @Test("A line over the rate is a flood; answers to nothing are counted")
    func flood() {
        let wire = connect(7)
        let most = 2 * Session.floodFactor
        for _ in 0..<most { wire.receive(#"{"jsonrpc":"2.0","id":1,"result":0}"#) }
        #expect(counters.answersUnasked == most)
        #expect(counters.disconnects(.flood) == 0)
        wire.receive(#"{"jsonrpc":"2.0","id":1,"result":0}"#)
        #expect(counters.answersUnasked == most)
        #expect(counters.disconnects(.flood) == 1)
        #expect(wire.hasBye)
    }

    @Test("Each bad line is counted by its kind, and one too many ends the connection")
    func badLines() {
        let wire = connect(7)
        wire.receive("no JSON")
        wire.receive(String(repeating: " ", count: 101))
        #expect(counters.linesMalformed == 1)
        #expect(counters.linesTooLong == 1)
        #expect(!wire.hasBye)
        wire.receive("no JSON")
        #expect(counters.linesMalformed == 2)
        #expect(counters.disconnects(.malformed) == 1)
        #expect(wire.hasBye)
    }
}

/// A connection whose peer reads everything.
private final class Wire: Connection {
    weak var reader: (any ConnectionReader)?
    private(set) var isOpen = true
    private var text = ""
    let pendingBytes = 0

    var hasBye: Bool { text.contains(#""method":"bye""#) }

    func receive(_ line: String) { reader?.received(Array("\(line)\n".utf8), isFull: false) }

    func startReading() {}
    func stopReading() {}
    func write(_ bytes: ArraySlice<UInt8>) { text += String(decoding: bytes, as: UTF8.self) }
    func watchHangUp() {}
    func close() { isOpen = false }
}
