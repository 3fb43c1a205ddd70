// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import KioskSimulation
@testable import PopoverSessions

/// What becomes of the lines of one turn.
@Suite struct ShieldTests {
    private let engine: Engine
    private var sessions: Sessions { engine.sessions }
    private let wire = Wire()
    private let client = ClientID(number: 1)

    init() {
        engine = Engine(
            TickingTime(), settings: Settings(displays: [], administrators: []),
            observer: NullEventObserver(), log: SilentLog())
        sessions.accept(wire, Credentials(pid: 1, uid: 7, gid: 7))
    }

    private func turn(answer: [UInt8]?, shields: [[UInt8]]) {
        engine.batch {
            for shield in shields { sessions.show(shield, of: "main", to: [client]) }
            if let answer { sessions.send(to: client) { $0 += answer } }
        }
    }

    @Test("An answer and the latest shield of a turn are one write, in this order")
    func oneWrite() {
        turn(answer: [1, 10], shields: [[2, 10], [3, 10]])
        #expect(wire.writes == [[1, 10, 3, 10]])
        turn(answer: nil, shields: [[4, 10]])
        #expect(wire.writes.last == [4, 10])
    }

    @Test("A shield follows what is too long for one write at once")
    func afterLongOutput() {
        let long = [UInt8](repeating: 1, count: OutputQueue.chunkBytes) + [10]
        turn(answer: long, shields: [[2, 10]])
        #expect(Array(wire.writes.joined()) == long + [2, 10])
    }

    @Test("While the kernel takes nothing, newer shields replace older ones")
    func replaced() {
        wire.takes = false
        turn(answer: [1, 10], shields: [])
        for number in 2...9 { turn(answer: nil, shields: [[UInt8(number), 10]]) }
        #expect(wire.writes == [[1, 10]])
        wire.takes = true
        wire.reader?.drained()
        #expect(wire.writes == [[1, 10], [9, 10]])
    }
}

private final class Wire: Connection {
    weak var reader: (any ConnectionReader)?
    private(set) var isOpen = true
    private(set) var writes: [[UInt8]] = []
    /// Whether the kernel takes what is written.
    var takes = true { didSet { if takes { pendingBytes = 0 } } }
    private(set) var pendingBytes = 0

    func startReading() {}
    func stopReading() {}
    func write(_ bytes: ArraySlice<UInt8>) {
        writes.append(Array(bytes))
        if !takes { pendingBytes += bytes.count }
    }
    func watchHangUp() {}
    func close() { isOpen = false }
}
