// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing

@testable import PopoverCore

@Suite("Event history")
struct EventHistoryTests {
    private static func bus(events: Int, known: Int) -> Bus {
        var bus = Bus()
        var limits = Limits()
        limits.historyEvents = known
        for number in 0..<events {
            _ = bus.record(
                .app("app.a"), at: Instant(microseconds: 0), limits: limits, isHeard: false
            ) { $0.published = JSONText(validated: Array("\(number)".utf8)) }
        }
        return bus
    }

    @Test(
        "returns the latest events in order, however many came before",
        arguments: [0, 1, 31, 32, 33, 100, 1000], [0, 1, 31, 32, 33, 64, 100])
    func latest(events: Int, known: Int) {
        let bus = Self.bus(events: events, known: known)
        let count = min(events, known)
        let expected = (events - count)..<events
        #expect(bus.missedEvents(since: 0).map(\.sequence) == expected.map { Int64($0) + 1 })
        #expect(
            bus.missedEvents(since: 0).map(\.fact.published)
                == expected.map { JSONText(validated: Array("\($0)".utf8)) })
        #expect(bus.remembered.events == count)
        #expect(bus.remembered.bytes == expected.reduce(0) { $0 + "\($1)".utf8.count })
    }

    @Test("a copy is independent of the original")
    func copies() {
        var bus = Self.bus(events: 50, known: 40)
        let copy = bus
        for _ in 0..<100 {
            _ = bus.record(
                .tap, at: Instant(microseconds: 0), limits: Limits(), isHeard: false
            ) { $0.app = "shop" }
        }
        #expect(copy.missedEvents(since: 0).map(\.sequence) == (11...50).map(Int64.init))
        let later = bus.missedEvents(since: 140)
        #expect(later.map(\.fact.app) == Array(repeating: "shop", count: 10))
    }

    @Test("survives encoding and decoding")
    func coding() throws {
        let encoded = try JSONEncoder().encode(Self.bus(events: 50, known: 40))
        let events = try JSONDecoder().decode(Bus.self, from: encoded).missedEvents(since: 0)
        #expect(events.map(\.sequence) == (11...50).map(Int64.init))
    }
}

extension Bus {
    /// The missed events of a client that may see everything.
    fileprivate func missedEvents(since: Int64) -> [BusEvent] {
        missed(since: since, latest: sequence) { _ in true }
            .compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
}
