// SPDX-License-Identifier: MIT

import PopoverWire

/// A `key` notification: a key that a plugin has kept from all windows. Escape closes what is on top;
/// the name of any other is the web platform's for keys that it does not know.
public struct KeyReport: Hashable, Sendable {
    public var key: String
    public var display: String

    public init(isEscape: Bool, display: String) {
        key = isEscape ? "Escape" : "Unidentified"
        self.display = display
    }

    /// Input that is not reported to the daemon: people use a display.
    public init(activityOn display: String) {
        key = "Unidentified"
        self.display = display
    }

    /// The line for the daemon, without its line feed.
    public var line: String { line(id: nil) }

    /// - Parameter id: of the request; nil: a notification.
    package func line(id: String?) -> String {
        requestLine("key", id: id) { params in
            params.member("key", key)
            params.member("display", display)
        }
    }
}
