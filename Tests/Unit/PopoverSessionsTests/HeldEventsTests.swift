// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite final class HeldEventsTests {
    private let held = HeldEvents()

    private func event(_ sequence: Int64, _ topic: Topic, _ display: String? = nil) -> BusEvent {
        var fact = Fact()
        fact.display = display
        return BusEvent(
            sequence: sequence, time: Instant(microseconds: 0), topic: topic, fact: fact)
    }

    private func hold(_ event: BusEvent, room: Int = 1000) {
        held.hold(event, Array("<\(event.sequence)>".utf8), room: room)
    }

    private func released() -> String {
        String(decoding: held.release { Array("(\($0)-\($1))".utf8) }, as: UTF8.self)
    }

    @Test("Events without a subject are lost; adjacent losses make one gap")
    func moments() {
        for sequence in 4...9 { hold(event(Int64(sequence), .tap)) }
        #expect(held.lost == 6)
        #expect(released() == "(4-9)")
        #expect(held.isEmpty)
        #expect(released() == "")
    }

    @Test("The newest event of each subject is kept, in order")
    func states() {
        hold(event(1, .displayChanged, "left"))
        hold(event(2, .tap))
        hold(event(3, .displayChanged, "right"))
        hold(event(4, .displayChanged, "left"))
        hold(event(5, .sessionLocked, "left"))
        hold(event(6, .sessionUnlocked, "left"))
        #expect(held.coalesced == 2)
        #expect(released() == "(1-2)<3><4>(5-5)<6>")
    }

    @Test("Drafts of two users are two subjects; a draft without a key is none")
    func drafts() {
        func saved(_ sequence: Int64, _ user: UInt32?, _ key: String?) -> BusEvent {
            var fact = Fact()
            fact.app = "notes"
            fact.owner = user
            fact.key = key
            return BusEvent(
                sequence: sequence, time: Instant(microseconds: 0), topic: .draftSaved, fact: fact)
        }
        hold(saved(1, 1000, "k"))
        hold(saved(2, 1001, "k"))
        hold(saved(3, 1000, "k"))
        hold(saved(4, 1002, nil))
        hold(saved(5, 1002, nil))
        #expect(held.coalesced == 1)
        #expect(released() == "(1-1)<2><3>(4-5)")
    }

    @Test("Beyond the limit, the oldest held event is lost")
    func bound() {
        for sequence in 1...5 {
            hold(event(Int64(sequence), .displayChanged, "d\(sequence)"), room: 6)
        }
        #expect(held.bytes == 6)
        hold(event(6, .displayChanged), room: 2)
        #expect(released() == "(1-3)<4><5>(6-6)")
        for sequence in 1...300 {
            hold(event(Int64(sequence), .displayChanged, "d\(sequence)"), room: 100_000)
        }
        #expect(held.lost == 4 + 44)
    }
}
