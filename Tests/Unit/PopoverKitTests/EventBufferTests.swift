// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverKit

private func event(_ number: Int64, _ topic: String = "app.shop.sold") -> BusItem {
    .event(
        BusMessage(
            topic: topic, sequence: number, time: Instant(microseconds: number), data: .null))
}

@Suite("EventBuffer")
struct EventBufferTests {
    @Test("Events arrive in order, followed by the end")
    func order() async {
        let buffer = EventBuffer(capacity: 4)
        for number in 1...3 { buffer.put(event(Int64(number))) }
        buffer.end()
        buffer.put(event(4))
        for number in 1...3 { #expect(await buffer.next() == event(Int64(number))) }
        #expect(await buffer.next() == nil)
    }

    @Test("A full buffer drops the oldest events and gaps, and reports one gap")
    func overflow() async {
        let buffer = EventBuffer(capacity: 2)
        buffer.put(.gap(from: 1, to: 4))
        for number in 5...8 { buffer.put(event(Int64(number))) }
        #expect(await buffer.next() == .gap(from: 1, to: 6))
        #expect(await buffer.next() == event(7))
        #expect(await buffer.next() == event(8))
    }

    @Test("A buffer has room for one event at least")
    func leastRoom() async {
        let buffer = EventBuffer(capacity: 0)
        for number in 1...2 { buffer.put(event(Int64(number))) }
        #expect(await buffer.next() == .gap(from: 1, to: 1))
        #expect(await buffer.next() == event(2))
    }

    @Test("A waiting reader gets the next event, or nil when canceled")
    func waiting() async {
        let buffer = EventBuffer(capacity: 1)
        async let first = buffer.next()
        buffer.put(event(1))
        #expect(await first == event(1))
        let reader = Task { await buffer.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        buffer.put(event(2))
        #expect(await buffer.next() == event(2))
    }
}

@Suite("Subscriber")
struct SubscriberTests {
    private func subscriber(_ topics: [String], since: Int64? = nil) -> Subscriber {
        Subscriber(ticket: 1, topics: topics, buffer: EventBuffer(capacity: 8), last: since)
    }

    private func all(_ subscriber: Subscriber) async -> [BusItem] {
        subscriber.buffer.end()
        var items: [BusItem] = []
        while let item = await subscriber.buffer.next() { items.append(item) }
        return items
    }

    @Test(
        "Globs match as in the daemon",
        arguments: [
            ("*", "app.shop.sold", true), ("app.*", "app.shop.sold", true), ("app.*", "app", false),
            ("*.sold", "app.shop.sold", true), ("app.*.sold", "app.shop.sold", true),
            ("app.*p.sold", "app.shop.sold", true), ("a*a", "a", false), ("a*a", "aa", true),
            ("app", "app.shop", false), ("*shop*", "app.shop.sold", true),
            ("*shop*tea*", "app.shop.sold", false), ("a*a*a", "aa", false),
            ("app.caf\u{E9}", "app.cafe\u{301}", false), ("app.*", "app.\u{301}", true),
        ])
    func globs(_ glob: String, _ topic: String, _ matches: Bool) {
        #expect(Subscriber.matches(topic[...], glob[...]) == matches)
    }

    @Test("Repeated events and other topics are skipped")
    func repeated() async {
        var one = subscriber(["app.*"], since: 4)
        one.receive(event(5))
        one.begin(at: 6, isNewDaemon: false)
        for number in 4...6 { one.receive(event(Int64(number))) }
        one.receive(event(7, "popover.opened"))
        #expect(await all(one) == [event(5), event(6)])
    }

    @Test("A gap starts after the last event")
    func gaps() async {
        var one = subscriber(["app.*"], since: 4)
        one.begin(at: 20, isNewDaemon: false)
        one.receive(.gap(from: 2, to: 9))
        one.receive(.gap(from: 2, to: 9))
        one.receive(event(10))
        #expect(await all(one) == [.gap(from: 5, to: 9), event(10)])
    }

    @Test("After a restart of the daemon there is a gap without an end")
    func newDaemon() async {
        var one = subscriber(["app.*"], since: 40)
        one.begin(at: 3, isNewDaemon: true)
        one.receive(event(2))
        #expect(await all(one) == [.gap(from: 41, to: nil), event(2)])
    }

    @Test("Nothing arrives before the subscription is answered")
    func early() async {
        var one = subscriber(["app.*"], since: 4)
        one.receive(event(9))
        one.begin(at: 4, isNewDaemon: false)
        one.receive(event(5))
        #expect(await all(one) == [event(5)])
    }

    @Test("Events of a daemon that counts from a lower number arrive")
    func lowerNumbers() async {
        var one = subscriber(["app.*"], since: 40)
        one.begin(at: 3, isNewDaemon: false)
        one.receive(event(4))
        #expect(await all(one) == [event(4)])
    }
}
