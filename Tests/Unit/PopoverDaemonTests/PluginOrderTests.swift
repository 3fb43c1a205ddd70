// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverDaemon

@Suite("The order of plugins")
struct PluginOrderTests {
    private typealias Place = PluginOrder.Place

    private static func order(_ places: Place...) throws -> String {
        try PluginOrder.names(of: places).joined(separator: " ")
    }

    @Test("Names decide where nobody demands anything, whatever the order of the files")
    func names() throws {
        let places = ["c", "a", "b"].map { Place(name: $0, before: [], after: []) }
        #expect(try PluginOrder.names(of: places) == ["a", "b", "c"])
        #expect(try PluginOrder.names(of: places.reversed()) == ["a", "b", "c"])
    }

    @Test("Both sides of a demand count the same")
    func demands() throws {
        let plain = Place(name: "a", before: [], after: [])
        #expect(try Self.order(plain, Place(name: "b", before: ["a"], after: [])) == "b a")
        #expect(
            try Self.order(
                Place(name: "a", before: [], after: ["b"]),
                Place(name: "b", before: [], after: [])) == "b a")
        #expect(
            try Self.order(
                Place(name: "a", before: [], after: ["c"]),
                Place(name: "b", before: [], after: []),
                Place(name: "c", before: ["b"], after: [])) == "c a b")
    }

    @Test("A demand on a plugin that is not there holds nobody up")
    func absent() throws {
        let place = Place(name: "a", before: ["x"], after: ["y"])
        #expect(try Self.order(place) == "a")
    }

    @Test("A circle is named, in its order, from its least name on")
    func cycle() throws {
        let places = [
            Place(name: "d", before: [], after: ["c"]),
            Place(name: "c", before: ["a"], after: []),
            Place(name: "a", before: ["b"], after: []),
            Place(name: "b", before: ["c"], after: []),
        ]
        let cycle = #expect(throws: PluginOrder.Cycle.self) {
            try PluginOrder.names(of: places)
        }
        #expect(cycle?.names == ["a", "b", "c"])
        #expect(
            cycle?.description
                == "before and after go in a circle: a before b before c before a")
    }

    @Test("A plugin that demands to come before itself is a circle too")
    func itself() {
        let cycle = #expect(throws: PluginOrder.Cycle.self) {
            try PluginOrder.names(of: [Place(name: "a", before: ["a"], after: [])])
        }
        #expect(cycle?.names == ["a"])
    }
}
