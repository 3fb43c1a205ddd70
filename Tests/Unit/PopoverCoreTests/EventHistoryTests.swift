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
        #expect(bus.missed(since: 0).events.map(\.sequence) == expected.map { Int64($0) + 1 })
        #expect(
            bus.missed(since: 0).events.map(\.fact.published)
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
        #expect(copy.missed(since: 0).events.map(\.sequence) == (11...50).map(Int64.init))
        let later = bus.missed(since: 140).events
        #expect(later.map(\.fact.app) == Array(repeating: "shop", count: 10))
    }

    @Test("survives encoding, also from recordings with evicted events")
    func recordings() throws {
        let bus = Self.bus(events: 50, known: 40)
        var text = String(decoding: try JSONEncoder().encode(bus), as: UTF8.self)
        func read() throws -> [Int64] {
            try JSONDecoder().decode(Bus.self, from: Data(text.utf8)).missed(since: 0).events
                .map(\.sequence)
        }
        #expect(try read() == (11...50).map(Int64.init))
        text = text.replacingOccurrences(of: "\"forgotten\":0", with: "\"forgotten\":3")
        #expect(try read() == (14...50).map(Int64.init))
    }
}
