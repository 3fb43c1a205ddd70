// SPDX-License-Identifier: MIT

import PopoverModel

/// A tap on a display, in its coordinates.
struct Tap: Codable, Hashable, Sendable {
    let display: String
    let point: Point
    /// Of its press, never in the future.
    let time: Instant
    /// When it was reported.
    let arrived: Instant
    /// The latest popover at the press: what was granted later, be it in the same instant, is not
    /// this tap's business.
    let latest: UInt64
    /// Rises with every tap that is no double report.
    let number: UInt64

    /// How far apart in time, whichever came first.
    func distance(to other: Instant) -> Interval { max(time - other, other - time) }
}

/// A tap that was reported a moment ago: another observer may report it too.
struct RecentTap: Remembered {
    let tap: Tap
    let reporter: ClientID
    var wasSwallowed: Bool
    /// nil while plugins are asked.
    var outcome: Outcome?
    /// Other observers' reports that wait for the same verdict.
    var followers: [Follower] = []
    /// It went to its source: nobody else is to act on it.
    var wasHandedOver = false

    struct Follower: Codable, Sendable {
        let client: ClientID
        let id: RequestID?
        let wasSwallowed: Bool
    }

    /// What became of it, from which each reporter's own answer follows.
    struct Outcome: Codable, Hashable, Sendable {
        var verdict: TapVerdict
        var ground: Ground
        var popover: PopoverID?
        /// Whose popover or alert was hit.
        var owner: ClientID?
        /// The source that it fell on, which is not the popover's own.
        var source: RegionKey?
    }

    /// What it met, and why that was so decided.
    enum Ground: Codable, Hashable, Sendable {
        case nothing
        case alert
        case popover
        /// What a popover lets through, or an occluder.
        case passage
        case closing
        case modal
        /// Outside a popover that stays.
        case stays
        case ownSource
        case otherSource
        case elsewhere
        /// Something that was visible at the time of the tap.
        case past
    }

    /// How many are remembered on a display; the oldest give way.
    static let limit = 16
}

/// The tap on its own source that closed a popover: an open from there would only undo it.
struct ToggleMark: Codable, Hashable, Sendable {
    let client: ClientID
    let source: String?
    /// In the display's coordinates.
    let anchor: Rect?
    let pressed: Instant
    let arrived: Instant
}

/// Something that was visible a moment ago; a tap is judged by what was visible at its own time.
struct PastVisible: Hashable, Remembered {
    let what: What
    let from: Instant
    let until: Instant

    enum What: Codable, Hashable, Sendable {
        /// `shapes` are never empty; the last one lasted until the end.
        case popover(PopoverID, owner: ClientID, shapes: [PastShape])
        case alert(renderer: ClientID?, frame: Rect)

        var isAlert: Bool {
            switch self {
            case .popover: false
            case .alert: true
            }
        }
    }

    /// How many are remembered on a display, and for how long; the oldest give way.
    static let limit = 16
}

/// Where a tap was in a popover, and what it passed through, until the popover moved or changed.
struct PastShape: Hashable, Remembered {
    let rects: [Rect]
    let passthrough: [Rect]
    let until: Instant

    func contains(_ point: Point) -> Bool { rects.contains { $0.contains(point) } }

    /// How many are remembered of a popover, enough for a keyboard that slides in while a finger
    /// rests; the oldest give way.
    static let limit = 32
}

/// Where an occluder was until it moved or went: a key that hides the keyboard was in it.
struct PastOccluder: Hashable, Remembered {
    let rect: Rect
    let from: Instant
    let until: Instant

    /// How many are remembered on a display; the oldest give way.
    static let limit = 32
}

/// A finger or button that is down.
struct Press: Codable, Hashable, Sendable {
    /// Its number, as the client counts.
    let finger: Int64
    /// The surface that it was reported in: without it the press has lost its ground.
    let surface: String?
    let display: String
    let point: Point
    let time: Instant
    let isPrimary: Bool
    /// The latest popover, as for the tap.
    let latest: UInt64
    /// Of the popover that was visible then; the release must be on the same side of its edge.
    let shape: [Rect]
    var wasSwallowed: Bool
    /// It went farther than a tap may stray.
    var hasStrayed = false

    /// How many fingers of one client are followed.
    static let limit = 32
}
