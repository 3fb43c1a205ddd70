// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import KioskSimulation
@testable import PopoverSessions
@testable import PopoverStorage

@Suite struct SimulationTests {
    @Test("A seed gives the same day every time, to the microsecond")
    func repeats() {
        let days = [0, 1].map { _ in
            let day = Kiosk(seed: 5, events: 600)
            day.run()
            return day
        }
        #expect(days[0].digest == days[1].digest)
        #expect(days[0].events == days[1].events)
        #expect(days[0].lines > 100)
    }

    @Test("A seed gives the same day every time, with programs that run the core of the C library")
    func repeatsWithCores() {
        let days = [0, 1].map { _ in
            let day = Kiosk(seed: 5, events: 600, cores: CoreSupply(.c))
            day.run()
            return day
        }
        #expect(days[0].digest == days[1].digest)
        #expect(days[0].violations == days[1].violations)
        #expect(days[0].lines > 100)
    }

    @Test("No fault breaks a promise to a client", arguments: UInt64(1)...8)
    func holds(seed: UInt64) {
        let day = Kiosk(seed: seed, events: 800)
        day.run()
        #expect(day.violations == [])
        #expect(day.events >= 800)
    }

    @Test("Faults occur: the daemon crashes, shuts down and disconnects clients")
    func faults() {
        var deaths = 0
        var shutdowns = 0
        var byes: Set<String> = []
        var transactions = 0
        var hasSeenAll: Bool {
            deaths > 0 && shutdowns > 0 && transactions > 0
                && byes.isSuperset(of: ["shutdown", "malformed"])
        }
        // Which days have what is drawn.
        for seed in UInt64(1)...40 where !hasSeenAll {
            let day = Kiosk(seed: seed, events: 1500)
            day.run()
            #expect(day.violations == [])
            deaths += day.deaths
            shutdowns += day.shutdowns
            transactions += day.transactions
            byes.formUnion(day.byes.keys)
        }
        #expect(hasSeenAll)
    }
}

@Suite struct WorkTests {
    private var work = Work()

    private func secret(_ customer: Int, _ number: Int) -> Secret {
        Secret(customer: customer, number: number)
    }

    @Test("What was typed is offered, and only to the customer who has typed it")
    mutating func typed() {
        work.type(secret(3, 1))
        work.type(secret(3, 2))
        #expect(work.fault(in: secret(3, 2), for: 3) == nil)
        #expect(work.fault(in: secret(3, 1), for: 3) != nil)
        #expect(work.fault(in: nil, for: 3) != nil)
        #expect(work.fault(in: secret(3, 2), for: 4) != nil)
        #expect(work.fault(in: nil, for: 4) == nil)
    }

    @Test("What was submitted or discarded is not offered again")
    mutating func decided() {
        work.type(secret(3, 1))
        work.decide()
        #expect(work.fault(in: nil, for: 3) == nil)
        #expect(work.fault(in: secret(3, 1), for: 3) != nil)
        #expect(work.fault(onDisk: secret(3, 1), isComplete: true, for: 3, isInForm: false) != nil)
    }

    @Test("What a crash has left open counts as the next form shows it")
    mutating func doubted() {
        work.type(secret(3, 1))
        work.doubt()
        #expect(work.fault(in: secret(3, 1), for: 3) == nil)
        #expect(work.fault(in: nil, for: 3) != nil)
        work.doubt()
        // The next daemon may have found what a dead one could not erase.
        #expect(work.fault(in: nil, for: 3, isDead: true) == nil)
        #expect(work.fault(in: nil, for: 3) == nil)
        #expect(work.fault(in: secret(3, 1), for: 3) != nil)
    }

    @Test("After a crash the disk has what it was said to have")
    mutating func durable() {
        work.type(secret(3, 1))
        #expect(work.fault(onDisk: nil, isComplete: false, for: 3, isInForm: true) == nil)
        work.noteDurable()
        #expect(work.fault(onDisk: nil, isComplete: false, for: 3, isInForm: false) != nil)
        #expect(work.fault(onDisk: secret(3, 1), isComplete: false, for: 3, isInForm: false) == nil)
    }
}

@Suite struct LineBookTests {
    private var book = LineBook()

    @Test("A missing line is detected by the next one")
    mutating func missing() {
        book.expect(.answer(1))
        book.expect(.call("c1"))
        #expect(book.receive(.call("c1"), mayBeSessions: false) != nil)
    }

    @Test("A duplicate line is detected")
    mutating func doubled() {
        book.expect(.answer(1))
        #expect(book.receive(.answer(1), mayBeSessions: false) == nil)
        #expect(book.isEmpty)
        #expect(book.receive(.answer(1), mayBeSessions: false) != nil)
    }

    @Test("A line that the session may have sent itself does not replace a line of the rules")
    mutating func ownLine() {
        book.expect(.answer(1))
        #expect(book.receive(.answer(2), mayBeSessions: true) == nil)
        #expect(!book.isEmpty)
    }

    @Test("An event may be missing only if a gap reports it")
    mutating func events() {
        for sequence in Int64(1)...5 { book.expectEvent(sequence) }
        #expect(book.takeEvent(1) == nil)
        #expect(book.takeEvent(3) != nil)
        #expect(book.takeGap(2, 3) == nil)
        #expect(book.takeEvent(4) == nil)
        #expect(book.takeEvent(4) != nil)
        #expect(book.takeGap(6, 5) != nil)
        #expect(book.takeEvent(5) == nil)
    }

    @Test("Repeated old events may be lost after higher numbers")
    mutating func oldEvents() {
        for sequence in [Int64(1), 7, 8, 2, 3] { book.expectEvent(sequence) }
        #expect(book.takeEvent(1) == nil)
        #expect(book.takeGap(2, 8) == nil)
        #expect(book.takeEvent(3) == nil)
        #expect(book.isEmpty)
    }

    @Test("Earlier events do not overtake the answer to a subscription")
    mutating func barrier() {
        for sequence in Int64(1)...3 { book.expectEvent(sequence) }
        book.expect(.answer(1), afterEvents: true)
        book.expectEvent(4)
        #expect(book.takeEvent(1) == nil)
        var early = book
        #expect(early.receive(.answer(1), mayBeSessions: false) != nil)
        #expect(book.takeGap(2, 2) == nil)
        #expect(book.takeEvent(3) == nil)
        #expect(book.receive(.answer(1), mayBeSessions: false) == nil)
    }

    @Test("A queue is first in, first out, at any length")
    func queue() {
        var queue = Queue<Int>()
        for number in 0..<500 { queue.append(number) }
        var taken: [Int] = []
        while let first = queue.first {
            taken.append(first)
            queue.removeFirst()
        }
        #expect(taken == Array(0..<500))
    }
}

@Suite struct DraftBookTests {
    private var book = DraftBook()

    private func draft(_ revision: Int64) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 1, app: "a", key: "k"), content: .null, revision: revision,
            savedAt: 0, reason: "save", display: "main")
    }

    private func ticket(_ number: UInt64) -> TicketID { TicketID(number: number) }

    @Test("A stored draft, or a later version, is on the disk")
    mutating func stored() {
        book.order(ticket(1), [.store(draft(1))])
        #expect(book.fault(in: []) == nil)
        book.noteStored(ticket(1))
        #expect(book.fault(in: []) != nil)
        book.order(ticket(2), [.store(draft(2))])
        #expect(book.fault(in: [draft(1)]) == nil)
        #expect(book.fault(in: [draft(2)]) == nil)
        #expect(book.fault(in: [draft(3)]) != nil)
        book.noteStored(ticket(2))
        #expect(book.fault(in: [draft(1)]) != nil)
        book.order(ticket(3), [.erase(draft(1).key)])
        #expect(book.fault(in: []) == nil)
        book.noteStored(ticket(3))
        #expect(book.fault(in: [draft(2)]) != nil)
    }

    @Test("A draft that the disk refused may be on the disk or not, until it is read")
    mutating func refusal() {
        book.order(ticket(1), [.store(draft(1))])
        book.noteStored(ticket(1))
        book.order(ticket(2), [.store(draft(2))])
        book.noteRefused(ticket(2))
        #expect(book.fault(in: [draft(1)], isComplete: true) == nil)
        #expect(book.fault(in: [draft(2)], isComplete: true) == nil)
        #expect(book.fault(in: []) != nil)
        book.begin(with: [draft(1)])
        #expect(book.fault(in: [draft(2)]) != nil)
    }

    @Test("After a regular shutdown all drafts are on the disk")
    mutating func end() {
        book.begin(with: [draft(1)])
        book.order(ticket(1), [.store(draft(2))])
        #expect(book.fault(in: [draft(1)]) == nil)
        #expect(book.fault(in: [draft(1)], isComplete: true) != nil)
        #expect(book.fault(in: [draft(2)], isComplete: true) == nil)
    }
}

@Suite struct VirtualTimeTests {
    private let time = VirtualTime(from: Instant(microseconds: 0))

    @Test("Actions run in order of time, and at the same time in order of scheduling")
    func order() {
        var order: [Int] = []
        for number in 0..<100 {
            time.after(.milliseconds(Int64(number * 37 % 10))) { order.append(number) }
        }
        while time.step() {}
        #expect(order == (0..<100).sorted { ($0 * 37 % 10, $0) < ($1 * 37 % 10, $1) })
        #expect(time.now == Instant(microseconds: 9000))
    }

    @Test("An alarm fires once, at the time that was set last")
    func alarm() {
        var rung: [Int64] = []
        let alarm = time.alarm { [time] in rung.append(time.now.microseconds) }
        alarm.set(after: .milliseconds(5))
        alarm.set(after: .milliseconds(9))
        alarm.set(after: .milliseconds(7))
        #expect(alarm.isSet)
        while time.step() {}
        #expect(rung == [7000])
        #expect(!alarm.isSet)
        alarm.set(after: .milliseconds(1))
        alarm.stop()
        while time.step() {}
        #expect(rung == [7000])
    }
}
