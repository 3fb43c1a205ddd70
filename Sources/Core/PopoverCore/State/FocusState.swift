// SPDX-License-Identifier: MIT

import PopoverModel

/// The focus of a display: what clients know, and where it goes when nothing is on top.
struct FocusState: Codable, Sendable {
    /// The client that was notified that it has it.
    var told: FocusHolder?
    /// The source with the ring; a keypad is used.
    var ring: Ring?
    /// The client beneath whatever is on top, with its control.
    var beneath: Beneath?

    /// Whether the ring or the focus beneath is on a source.
    func concerns(_ source: RegionKey) -> Bool {
        ring?.source == source
            || beneath?.client == source.client && beneath?.source === source.name
    }

    struct Ring: Codable, Hashable, Sendable {
        var source: RegionKey
        /// Where it was last, so that the way goes on from there when the source is gone.
        var rect: Rect
    }

    struct Beneath: Codable, Hashable, Sendable {
        var client: ClientID
        var source: String?

        static func == (left: Beneath, right: Beneath) -> Bool {
            left.client == right.client && left.source === right.source
        }
    }
}

/// A client with the keyboard, and where in it the focus is.
struct FocusHolder: Codable, Hashable, Sendable {
    var client: ClientID
    var target: FocusTarget
    /// Whether it is on top of another client's, which must get no keys.
    var isForeign = false
    /// Where the ring is, if a keypad is used.
    var ring: Rect?
}
