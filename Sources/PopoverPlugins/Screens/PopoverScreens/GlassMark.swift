// SPDX-License-Identifier: MIT

/// The popover or alert that a window shows: `popover:p1` or `alert:a1`. On X11 it is the window's title, on
/// Wayland its title, its app id or its layer surface's namespace.
package struct GlassMark: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case popover, alert
    }

    package let kind: Kind
    package let id: String

    package init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Nil for any other title.
    package init?(title: String) {
        guard let colon = title.firstIndex(of: ":"),
            let kind = Kind(rawValue: String(title[..<colon]))
        else { return nil }
        let id = title[title.index(after: colon)...]
        guard !id.isEmpty else { return nil }
        self.init(kind, String(id))
    }
}
