// SPDX-License-Identifier: MIT

/// The order in which policies' verdicts are combined: a topological sort by `before` and `after`,
/// then by name, so that the order never depends on a folder's listing.
struct PluginOrder {
    /// The order constraints of one plugin, from its manifest and the configuration.
    struct Constraint: Hashable {
        var name: String
        /// Plugins that come later; unknown names are ignored.
        var before: [String]
        /// Plugins that come earlier.
        var after: [String]
    }

    /// A cycle of constraints: each name comes before the next, and the last before the first.
    struct Cycle: Error, Hashable, CustomStringConvertible {
        var names: [String]

        var description: String {
            let circle = (names + names.prefix(1)).joined(separator: " before ")
            return "before and after go in a circle: \(circle)"
        }
    }

    /// The names, first to last.
    static func names(of constraints: [Constraint]) throws(Cycle) -> [String] {
        let names = constraints.map(\.name).sorted()
        var earlier: [String: Set<String>] = [:]
        for constraint in constraints {
            earlier[constraint.name, default: []].formUnion(
                constraint.after.filter(names.contains))
            for name in constraint.before where names.contains(name) {
                earlier[name, default: []].insert(constraint.name)
            }
        }
        var order: [String] = []
        var left = names
        while !left.isEmpty {
            let next = left.firstIndex { name in
                !(earlier[name] ?? []).contains(where: left.contains)
            }
            guard let next else { throw cycle(among: left, earlier) }
            order.append(left.remove(at: next))
        }
        return order
    }

    /// Follows the constraints backward until a name repeats.
    private static func cycle(among left: [String], _ earlier: [String: Set<String>]) -> Cycle {
        var walked: [String] = []
        var name = left[0]
        while !walked.contains(name) {
            walked.append(name)
            let causes = (earlier[name] ?? []).filter(left.contains)
            guard let cause = causes.min() else { break }
            name = cause
        }
        let start = walked.firstIndex(of: name) ?? 0
        let cycle = Array(walked[start...].reversed())
        // Starts with the least name, so that equal cycles have equal texts.
        let least = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
        return Cycle(names: Array(cycle[least...] + cycle[..<least]))
    }
}
