// SPDX-License-Identifier: MIT

import PopoverModel

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

    /// The parts of an entry such as `wall=180`; nil: it has no display.
    package static func parts(of entry: String) -> (display: String, rest: String)? {
        // A path may have a `=`, too.
        guard !entry.hasPrefix("/") else { return nil }
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}
