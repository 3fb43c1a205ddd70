// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import KioskSimulation
@testable import PopoverSessions

/// What one user may have the loop do before others are served. Each look at the clock takes a tenth of
/// a turn.
@Suite struct TurnTests {
    private let time = TickingTime()
    private let engine: Engine
    private var sessions: Sessions { engine.sessions }
    private var counters: SessionCounters { sessions.counters }
    private let connections = (1...100).map { _ in Wire() }

    init() {
        var settings = Settings(displays: [], administrators: [])
        settings.limits.connectionsPerSecond = connections.count
        settings.limits.clientsPerUser = connections.count
        engine = Engine(
            time, settings: settings, observer: NullEventObserver(), log: SilentLog())
        for wire in connections {
            sessions.accept(wire, Credentials(pid: 1, uid: 7, gid: 7))
        }
        sessions.accounts.turn += 1_000_000
    }

    private func refuses(_ wire: Wire) -> Bool {
        let refused = counters.connectionsRefused
        sessions.accept(wire, Credentials(pid: 1, uid: 7, gid: 7))
        return counters.connectionsRefused > refused
    }

    private var left: Int64 { counters.disconnects(.client) }

    @Test("Of many clients that leave at once, each turn ends a few, until all have left")
    func departures() {
        for wire in connections { wire.reader?.hungUp() }
        let first = left
        #expect(first > 0 && first < 20)
        #expect(connections.filter { !$0.isOpen }.count == Int(first))
        // Who has left takes no place.
        #expect(!refuses(Wire()))
        sessions.resumeWaitingSessions()
        #expect(left < 40)
        for _ in 0..<1000 { sessions.resumeWaitingSessions() }
        #expect(left == 100)
        #expect(sessions.accounts[7]?.connections == 1)
        #expect(connections.allSatisfy { !$0.isOpen })
    }

    @Test("Of many connections over their user's share, each turn ends a few, until enough are")
    func relief() {
        var settings = Settings(displays: [], administrators: [])
        settings.limits.buffersTotal = 100_000
        sessions.configure(settings)
        engine.batch {
            for number in 1...UInt64(connections.count) {
                sessions.send(to: ClientID(number: number)) {
                    $0 += [UInt8](repeating: 10, count: 5000)
                }
            }
        }
        let first = counters.sharesExceeded
        #expect(first > 0 && first < 20)
        for _ in 0..<1000 { sessions.resumeWaitingSessions() }
        #expect(sessions.accounts.bufferedBytes <= 50_000)
        #expect(counters.sharesExceeded >= 90)
    }
}

/// A clock that goes on whenever somebody looks at it.
final class TickingTime: TimeProvider {
    private var microseconds: Int64 = 0

    var now: Instant {
        microseconds += UserAccount.timePerTurn.microseconds / 10
        return Instant(microseconds: microseconds)
    }
    var wallClockAhead: Int64 { 0 }

    func alarm(_ handler: @escaping () -> Void) -> any Alarm { NoAlarm() }
}

private final class NoAlarm: Alarm {
    var isSet: Bool { false }
    func set(after delay: Interval) {}
    func set(at instant: Instant) {}
    func stop() {}
    func close() {}
}

/// A connection whose peer reads nothing.
private final class Wire: Connection {
    weak var reader: (any ConnectionReader)?
    private(set) var isOpen = true
    private(set) var pendingBytes = 0

    func startReading() {}
    func stopReading() {}
    func write(_ bytes: ArraySlice<UInt8>) { pendingBytes += bytes.count }
    func watchHangUp() {}
    func close() { isOpen = false }
}
