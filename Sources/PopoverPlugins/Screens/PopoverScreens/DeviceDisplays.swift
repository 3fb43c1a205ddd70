// SPDX-License-Identifier: MIT

package import PopoverModel

/// The displays of input devices. An entry is `wall=/dev/input/by-id/right`, or without a display: it
/// belongs to the usual one.
package struct DeviceDisplays: Equatable {
    private let usual: String
    private var displays: [Name: String] = [:]

    package init(usual: String) {
        self.usual = usual
    }

    package func display(of path: String) -> String { displays[Name(path)] ?? usual }

    /// - Returns: The entries without displays.
    package mutating func add(_ entries: [String]) -> [String] {
        entries.map { entry in
            guard let (display, path) = Self.parts(of: entry) else { return entry }
            displays[Name(path)] = display
            return path
        }
    }

    /// Settings of displays, such as `wall=180`.
    /// - Throws: An entry without a display.
    package static func values(of entries: [String]) throws(BadEntry) -> [Name: String] {
        var values: [Name: String] = [:]
        for entry in entries {
            guard let (display, value) = parts(of: entry) else { throw BadEntry(text: entry) }
            values[Name(display)] = value
        }
        return values
    }

    package struct BadEntry: Error, Equatable, CustomStringConvertible {
        package let text: String

        package var description: String { "\"\(text)\" is not display=value (such as wall=180)" }
    }

    private static func parts(of entry: String) -> (display: String, rest: String)? {
        // A path may have a `=`, too.
        guard !entry.hasPrefix("/") else { return nil }
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}
