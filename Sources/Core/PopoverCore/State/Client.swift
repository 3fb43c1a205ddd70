// SPDX-License-Identifier: MIT

import PopoverModel

/// A connection.
struct Client: Codable, Sendable {
    let credentials: Credentials
    /// Empty until it has said hello.
    var app = ""
    /// What it said hello with, less what the configuration has given to others since.
    var roles: Set<Role> = []
    var greetedRoles: Set<Role> = []
    var isGreeted = false
    /// It sends no more; it leaves when its last request is answered.
    var hasFinished = false
    /// Requests that somebody waits for.
    var unanswered = 0
    /// Globs, as subscribed.
    var topics: [Glob] = []
    /// Fingers that are down, each once, in the order in which they came.
    var presses: [Press] = []

    init(credentials: Credentials) {
        self.credentials = credentials
    }

    /// - Parameter topic: its name, as UTF-8.
    func hasSubscribed(to topic: [UInt8]) -> Bool { topics.contains { $0.matches(topic) } }

    func press(of finger: Int64) -> Press? { presses.first { $0.finger == finger } }

    /// A second press of the same finger forgets the first; of too many fingers the oldest give way,
    /// whose releases may have been lost.
    mutating func follow(_ press: Press) {
        if let index = presses.firstIndex(where: { $0.finger == press.finger }) {
            presses[index] = press
        } else {
            if presses.count >= Press.limit { presses.removeFirst() }
            presses.append(press)
        }
    }

    var owner: DraftOwner { DraftOwner(uid: credentials.uid, app: app) }
}

/// A request of the daemon's that a client has not answered.
struct PendingCall: Codable, Sendable {
    let client: ClientID
    let subject: Subject

    enum Subject: Codable, Hashable, Sendable {
        case willClose(PopoverID)
        case presentAlert(AlertID)
    }
}
