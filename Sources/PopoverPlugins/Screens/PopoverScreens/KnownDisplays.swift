// SPDX-License-Identifier: MIT

package import PopoverModel

/// The displays as the daemon knows them, and the requests that make them match a screen's outputs.
package struct KnownDisplays: Sendable {
    /// A display as an output of the screen requires it.
    package typealias Wanted = ScreenDisplay

    /// By name; nil: the daemon has not listed them yet.
    private var known: [Name: ScreenDisplay]?
    /// Displays that exist because of an output.
    private var added: Set<Name> = []

    package init() {}

    package mutating func reset(to displays: [ScreenDisplay]) {
        known = [:]
        for display in displays { update(display) }
    }

    package mutating func update(_ display: ScreenDisplay) { known?[Name(display.name)] = display }

    package mutating func remove(_ name: String) { known?[Name(name)] = nil }

    /// The daemon is gone, and may list others when it is back.
    package mutating func forget() { known = nil }

    /// In points.
    package func size(of name: String) -> Size? { known?[Name(name)]?.size }

    package func scale(of name: String) -> Double? { known?[Name(name)]?.scale }

    /// Whether the daemon has listed them: requests about a display are lost before.
    package var isKnown: Bool { known != nil }

    /// The requests that make displays as the outputs are. All else of a known display stays.
    package mutating func lines(for wanted: [Wanted]) -> [String] {
        guard let known else { return [] }
        var lines: [String] = []
        for wanted in wanted {
            let known = known[Name(wanted.name)]
            if known.map(wanted.matches) == true { continue }
            if known == nil { added.insert(Name(wanted.name)) }
            lines.append(wanted.line(after: known))
        }
        return lines
    }

    /// Forgets displays whose outputs are gone, and returns their names: the daemon has to remove them.
    package mutating func removeUnplugged(besides wanted: [Wanted]) -> [String] {
        let removed = added.subtracting(wanted.map { Name($0.name) })
        added.subtract(removed)
        return removed.sorted().map(\.text)
    }
}
