// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverDaemon

@Suite("The order of plugins")
struct PluginOrderTests {
    private typealias Constraint = PluginOrder.Constraint

    private static func order(_ constraints: Constraint...) throws -> String {
        try PluginOrder.names(of: constraints).joined(separator: " ")
    }

    @Test("Names decide where nobody demands anything, whatever the order of the files")
    func names() throws {
        let constraints = ["c", "a", "b"].map { Constraint(name: $0, before: [], after: []) }
        #expect(try PluginOrder.names(of: constraints) == ["a", "b", "c"])
        #expect(try PluginOrder.names(of: constraints.reversed()) == ["a", "b", "c"])
    }

    @Test("Both sides of a demand count the same")
    func demands() throws {
        let plain = Constraint(name: "a", before: [], after: [])
        #expect(try Self.order(plain, Constraint(name: "b", before: ["a"], after: [])) == "b a")
        #expect(
            try Self.order(
                Constraint(name: "a", before: [], after: ["b"]),
                Constraint(name: "b", before: [], after: [])) == "b a")
        #expect(
            try Self.order(
                Constraint(name: "a", before: [], after: ["c"]),
                Constraint(name: "b", before: [], after: []),
                Constraint(name: "c", before: ["b"], after: [])) == "c a b")
    }

    @Test("A demand on a plugin that is not there holds nobody up")
    func absent() throws {
        let place = Constraint(name: "a", before: ["x"], after: ["y"])
        #expect(try Self.order(place) == "a")
    }

    @Test("A circle is named, in its order, from its least name on")
    func cycle() throws {
        let constraints = [
            Constraint(name: "d", before: [], after: ["c"]),
            Constraint(name: "c", before: ["a"], after: []),
            Constraint(name: "a", before: ["b"], after: []),
            Constraint(name: "b", before: ["c"], after: []),
        ]
        let cycle = #expect(throws: PluginOrder.Cycle.self) {
            try PluginOrder.names(of: constraints)
        }
        #expect(cycle?.names == ["a", "b", "c"])
        #expect(
            cycle?.description
                == "before and after go in a circle: a before b before c before a")
    }

    @Test("A plugin that demands to come before itself is a circle too")
    func itself() {
        let cycle = #expect(throws: PluginOrder.Cycle.self) {
            try PluginOrder.names(of: [Constraint(name: "a", before: ["a"], after: [])])
        }
        #expect(cycle?.names == ["a"])
    }
}
