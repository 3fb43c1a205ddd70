// SPDX-License-Identifier: MIT

import PopoverWire

/// A report that people use a display by input that the daemon is not told: a key without a meaning, whose
/// name is the web platform's for keys that it does not know.
public struct ActivityReport: Hashable, Sendable {
    public var display: String

    public init(display: String) { self.display = display }

    /// The line for the daemon, without its line feed.
    public var line: String {
        requestLine("key") { params in
            params.member("key", "Unidentified")
            params.member("display", display)
        }
    }
}
