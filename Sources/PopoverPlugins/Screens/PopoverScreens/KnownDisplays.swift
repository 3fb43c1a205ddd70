// SPDX-License-Identifier: MIT

package import PopoverModel

/// The displays as the daemon knows them, and what it has to be told of those that a screen has.
package struct KnownDisplays: Sendable {
    /// A display as an output of the screen makes it.
    package struct Wanted: Hashable, Sendable {
        package let name: String
        /// In points.
        package let size: Size
        /// Pixels a point.
        package let scale: Double

        package init(name: String, size: Size, scale: Double) {
            self.name = name
            self.size = size
            self.scale = scale
        }
    }

    /// By name; nil: it has not said.
    private var known: [String: ScreenDisplay]?
    /// Those that are there because of an output.
    private var added: Set<String> = []

    package init() {}

    package mutating func welcome(_ displays: [ScreenDisplay]) {
        known = [:]
        for display in displays { note(display) }
    }

    package mutating func note(_ display: ScreenDisplay) { known?[display.name] = display }

    package mutating func forget(_ name: String) { known?[name] = nil }

    package func scale(of name: String) -> Double? { known?[name]?.scale }

    /// Whether it has said what it knows: what it is told before of a display would be lost.
    package var isKnown: Bool { known != nil }

    /// The lines with which the daemon knows how large displays really are. Insets and the like stay.
    package mutating func lines(for wanted: [Wanted]) -> [String] {
        guard let known else { return [] }
        var lines: [String] = []
        for wanted in wanted {
            var display =
                known[wanted.name] ?? ScreenDisplay(name: wanted.name, scale: wanted.scale)
            guard display.size != wanted.size || display.scale != wanted.scale else { continue }
            if known[wanted.name] == nil { added.insert(wanted.name) }
            display.size = wanted.size
            display.scale = wanted.scale
            lines.append(display.line)
        }
        return lines
    }

    /// The names of displays whose outputs are gone; they are to be removed.
    package mutating func takeRemoved(besides wanted: [Wanted]) -> [String] {
        let removed = added.subtracting(wanted.map(\.name))
        added.subtract(removed)
        return removed.sorted()
    }
}
