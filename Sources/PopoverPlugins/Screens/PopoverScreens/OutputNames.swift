// SPDX-License-Identifier: MIT

import PopoverModel

/// Maps outputs to displays: as configured (`wall=HDMI-1`); else the primary output, or the first,
/// is `main`, and another one has its own name in lower case.
public struct OutputNames: Hashable, Sendable {
    private var displays: [Name: String] = [:]

    /// `display=output`.
    public struct Entry: Hashable, Sendable {
        public static let form = "display=output (such as main=HDMI-1)"
        fileprivate let display: String
        fileprivate let output: Name

        /// Nil: it has another form.
        public init?(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            display = String(parts[0])
            output = Name(String(parts[1]))
        }
    }

    /// The last entry of an output counts.
    public init(_ entries: [Entry]) {
        for entry in entries { displays[entry.output] = entry.display }
    }

    /// - Parameter entries: each the text of an entry; the first that is none is thrown.
    public init(entries: [String]) throws(BadEntry) {
        for text in entries {
            guard let entry = Entry(text) else { throw BadEntry(text: text) }
            displays[entry.output] = entry.display
        }
    }

    public struct BadEntry: Error, Hashable, CustomStringConvertible {
        public let text: String

        public var description: String { "\"\(text)\" is not \(Entry.form)" }
    }

    /// - Parameter isMain: the primary output, or the first where there is none.
    public func display(of output: String, isMain: Bool) -> String {
        if let named = displays[Name(output)] { return named }
        // The configuration names another output main.
        let isTaken = displays.values.contains("main")
        return isMain && !isTaken ? "main" : output.lowercased()
    }
}
