// SPDX-License-Identifier: MIT

/// The order in which policies' verdicts count: what `before` and `after` demand, and names where
/// they leave it open, so that it never depends on a folder's listing.
struct PluginOrder {
    /// What one plugin demands, by itself or by the administrator's word.
    struct Place: Hashable {
        var name: String
        /// Plugins that come later; those that are not there do not matter.
        var before: [String]
        /// Plugins that come earlier.
        var after: [String]
    }

    /// A circle of demands: each name comes before the next, and the last before the first.
    struct Cycle: Error, Hashable, CustomStringConvertible {
        var names: [String]

        var description: String {
            let circle = (names + names.prefix(1)).joined(separator: " before ")
            return "before and after go in a circle: \(circle)"
        }
    }

    /// The names, first to last.
    static func names(of places: [Place]) throws(Cycle) -> [String] {
        let names = places.map(\.name).sorted()
        var earlier: [String: Set<String>] = [:]
        for place in places {
            earlier[place.name, default: []].formUnion(place.after.filter(names.contains))
            for name in place.before where names.contains(name) {
                earlier[name, default: []].insert(place.name)
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

    /// Walks from plugin to plugin that has to come earlier until one comes again.
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
        let circle = Array(walked[start...].reversed())
        // Begins with the least name, so that the same circle reads the same.
        let least = circle.indices.min { circle[$0] < circle[$1] } ?? 0
        return Cycle(names: Array(circle[least...] + circle[..<least]))
    }
}
