// SPDX-License-Identifier: MIT

import PopoverModel

/// A raised alert, until it is answered.
struct Alert: Codable, Sendable {
    let raiser: Raiser
    /// The request that raised it, answered together with the alert.
    var request: RequestID?
    let app: String
    var uid: UInt32 = 0
    let display: String
    let title: String
    let message: String?
    let severity: Severity
    let buttons: [Button]
    /// In points, within ``widths`` and ``heights``.
    var size = Alert.usualSize
    var key: String?
    /// It is never announced.
    var isPrivate = false
    var rendering = AlertRequest.Renderer.shell
    /// Its order among alerts of the same severity and rank.
    var arrival: UInt64 = 0
    /// Among alerts of the same severity, the lowest rank is presented first.
    var rank = 0
    var admission = Admission.admitted
    /// The start of the hold; kept while policies are asked again.
    var heldSince: Instant?
    /// When no client could show it any more; nil once one has shown it.
    var unrenderedSince: Instant?
    /// Nil while it is not on the screen.
    var showing: Showing?
    /// The renderers that failed to show it.
    var tried: [ClientID] = []
    /// It comes in the place of the presented alert, which it replaces, and does not appear anew.
    var isInPlace = false
    /// How often it has moved away from an occluder.
    var moves = 0

    /// It stays then, so that nobody's occluder can chase it across the screen.
    var mayMove: Bool { moves < 3 }

    /// An alert on the screen of a renderer.
    struct Showing: Codable, Sendable {
        let renderer: ClientID
        let presentedAt: Instant
        /// Where it was presented.
        let frame: Rect
        /// The unanswered `alert.present`.
        var call: CallID?
    }

    enum Admission: Codable, Hashable, Sendable {
        /// Policies are asked. Next: `admitted` or `held`.
        case undecided(QuestionID)
        /// A policy holds it until a deadline. Next: `undecided` or `admitted`.
        case held
        /// It was raised while its display was locked. Next: `undecided` or `admitted`.
        case locked
        /// No client can show it until a shell comes, or a deadline. Next: `admitted`.
        case unrendered
        /// It is presented when no other alert precedes it.
        case admitted
    }

    func precedes(_ other: Alert) -> Bool {
        if severity != other.severity { return severity > other.severity }
        return (rank, arrival) < (other.rank, other.arrival)
    }

    /// Of an alert that asks for none, in points.
    static let usualSize = Size(width: 320, height: 160)
    static let widths: ClosedRange<Double> = 240...600
    static let heights: ClosedRange<Double> = 120...480

    static func bounded(_ wanted: Size) -> Size {
        Size(
            width: max(widths.lowerBound, min(wanted.width, widths.upperBound)),
            height: max(heights.lowerBound, min(wanted.height, heights.upperBound)))
    }
}

/// The client or policy that raised an alert.
enum Raiser: Codable, Hashable, Sendable {
    case client(ClientID)
    /// This policy warns that the display is unattended; the daemon raises the alert for it.
    case policy(String)

    var client: ClientID? {
        switch self {
        case .client(let client): client
        case .policy: nil
        }
    }
}
