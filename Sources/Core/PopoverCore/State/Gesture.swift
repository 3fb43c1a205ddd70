// SPDX-License-Identifier: MIT

import PopoverModel

/// A tap, swipe or key in an app, which lets the app open one popover (F8).
struct Gesture: Codable, Hashable, Sendable {
    let id: GestureID
    /// The client that was touched; any client of its app can use the gesture.
    let client: ClientID
    /// The display that was touched.
    let display: String
    /// The end of its use.
    let until: Instant

    /// The number kept for a client.
    static let limit = 8
}

/// The gesture that a tap became, and the client that was touched.
struct GivenGesture: Codable, Hashable, Sendable {
    let client: ClientID
    let id: GestureID
}
