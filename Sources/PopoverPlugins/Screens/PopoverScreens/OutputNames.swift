// SPDX-License-Identifier: MIT

import PopoverModel

/// Maps outputs to displays: as configured (`wall=HDMI-1`); else the primary output, or the first,
/// is `main`, and another one has its own name in lower case.
public struct OutputNames: Hashable, Sendable {
    private var displays: [Name: String] = [:]

    /// - Parameter entries: each `display=output`; another one is thrown.
    public init(entries: [String]) throws(BadEntry) {
        for entry in entries {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw BadEntry(text: entry)
            }
            displays[Name(String(parts[1]))] = String(parts[0])
        }
    }

    public struct BadEntry: Error, Hashable, CustomStringConvertible {
        public let text: String

        public var description: String {
            "\"\(text)\" is not display=output (such as main=HDMI-1)"
        }
    }

    /// - Parameter isMain: the primary output, or the first where there is none.
    public func display(of output: String, isMain: Bool) -> String {
        if let named = displays[Name(output)] { return named }
        // The configuration names another output main.
        let isTaken = displays.values.contains("main")
        return isMain && !isTaken ? "main" : output.lowercased()
    }
}
