// SPDX-License-Identifier: MIT

import PopoverModel

/// A raised alert, until it is answered.
struct Alert: Codable, Sendable {
    let raiser: Raiser
    /// Of the raise, which is answered when people have answered the alert.
    var request: RequestID?
    let app: String
    var uid: UInt32 = 0
    let display: String
    let title: String
    let message: String?
    let severity: Severity
    let buttons: [Button]
    var key: String?
    var rendering = AlertRequest.Renderer.shell
    /// Its place among those of its severity and rank.
    var arrival: UInt64 = 0
    /// Of equal severity the lowest is presented first.
    var rank = 0
    var turn = Turn.due
    /// Since when it has been held back.
    var heldSince: Instant?
    /// Who shows it now, since when, and the call that asked for it.
    var renderer: ClientID?
    var presentedAt: Instant?
    var call: CallID?
    /// Renderers that could not show it.
    var tried: [ClientID] = []

    /// Whether it may be presented.
    enum Turn: Codable, Hashable, Sendable {
        /// Policies are asked. Can go to: `due`, `held`.
        case undecided(QuestionID)
        /// A policy holds it; a deadline is armed. Can go to: `undecided`, `due`.
        case held
        /// It is presented when no other comes before it.
        case due
    }

    /// Before which others it is presented.
    func precedes(_ other: Alert) -> Bool {
        if severity != other.severity { return severity > other.severity }
        return (rank, arrival) < (other.rank, other.arrival)
    }

    /// In points.
    static let size = Size(width: 320, height: 160)
}

/// Who has raised an alert, and is told what becomes of it.
enum Raiser: Codable, Hashable, Sendable {
    case client(ClientID)
    /// The daemon itself: this policy wants people warned that nobody has touched their display.
    case policy(String)

    var client: ClientID? {
        switch self {
        case .client(let client): client
        case .policy: nil
        }
    }
}
