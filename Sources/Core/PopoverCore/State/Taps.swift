// SPDX-License-Identifier: MIT

import PopoverModel

/// A tap on a display, in its coordinates.
struct Tap: Codable, Hashable, Sendable {
    let display: String
    let point: Point
    /// The time of the press, never in the future.
    let time: Instant
    /// The time of the report.
    let arrived: Instant
    /// The latest popover at the press: later ones, even of that instant, are not concerned.
    let latest: UInt64
    /// Rises with every tap; a second observer's report is no new tap.
    let number: UInt64

    /// The absolute difference in time.
    func distance(to other: Instant) -> Interval { max(time - other, other - time) }
}

/// A recent tap, which another observer may report too.
struct RecentTap: Remembered {
    let tap: Tap
    let reporter: ClientID
    var wasSwallowed: Bool
    /// Nil while plugins are asked.
    var outcome: Outcome?
    /// The reports of other observers.
    var followers: [Follower] = []
    /// It was forwarded to its source: no other client is to act on it.
    var wasHandedOver = false
    /// What its app may open a popover with.
    var gesture: GivenGesture?

    struct Follower: Codable, Sendable {
        let client: ClientID
        let id: RequestID?
        let wasSwallowed: Bool
    }

    /// The verdict on a tap; each observer's own answer follows from it.
    struct Outcome: Codable, Hashable, Sendable {
        var verdict: TapVerdict
        var ground: Ground
        var popover: PopoverID?
        /// The owner of the popover or alert that was hit.
        var owner: ClientID?
        /// The source that was hit, unless it is the popover's own.
        var source: RegionKey?
    }

    /// The reason of a verdict.
    enum Ground: Codable, Hashable, Sendable {
        case nothing
        case alert
        case popover
        /// It hit an area that a popover passes through, or an occluder.
        case passage
        case closing
        case modal
        /// It was outside a popover that stays open.
        case stays
        case ownSource
        case otherSource
        case elsewhere
        /// A swipe from a source's edge.
        case edge
        /// A swipe back to the edge of the popover's source.
        case swipedBack
        /// It concerns something that was visible at the time of the tap and no more.
        case past
    }

    static let limit = 16
}

/// A tap on its own source that closed a popover: an open from there would undo it.
struct ToggleMark: Codable, Hashable, Sendable {
    let client: ClientID
    let source: String?
    /// In the display's coordinates.
    let anchor: Rect?
    let pressed: Instant
    let arrived: Instant
}

/// Something that was visible until recently: taps are decided by what was visible at their time.
struct PastVisible: Hashable, Remembered {
    let what: What
    let from: Instant
    let until: Instant

    enum What: Codable, Hashable, Sendable {
        /// `shapes` is never empty; the last one lasted until the end.
        case popover(PopoverID, owner: ClientID, shapes: [PastShape])
        case alert(renderer: ClientID?, frame: Rect)

        var isAlert: Bool {
            switch self {
            case .popover: false
            case .alert: true
            }
        }
    }

    static let limit = 16
}

/// The shape of a popover, until it moved or changed.
struct PastShape: Hashable, Remembered {
    let rects: [Rect]
    let passthrough: [Rect]
    let until: Instant

    func contains(_ point: Point) -> Bool { rects.contains { $0.contains(point) } }

    /// The number per popover: enough for a keyboard that slides in under a resting finger.
    static let limit = 32
}

/// An occluder's rectangle until it moved or was removed: the key that hides a keyboard was in it.
struct PastOccluder: Hashable, Remembered {
    let rect: Rect
    let from: Instant
    let until: Instant

    static let limit = 32
}

/// A finger or button that is down.
struct Press: Codable, Hashable, Sendable {
    /// The client's number for it.
    let finger: Int64
    /// The surface that it was reported in; the press is forgotten with its surface.
    let surface: String?
    let display: String
    let point: Point
    let time: Instant
    let isPrimary: Bool
    /// A finger or a pen.
    let maySwipe: Bool
    /// The latest popover at the press, as for a tap.
    let latest: UInt64
    /// The shape visible then; the release must be on the same side of its edge.
    let shape: [Rect]
    /// Its client may act on it also where it makes no tap.
    let delivers: Bool
    var wasSwallowed: Bool
    /// It has moved farther than a tap may.
    var hasStrayed = false

    /// The number tracked for a client.
    static let limit = 32
}
