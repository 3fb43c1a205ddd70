// SPDX-License-Identifier: MIT

import PopoverModel

/// A connection.
struct Client: Sendable {
    let credentials: Credentials
    /// Empty until it has said hello.
    var app = ""
    var roles: Set<Role> = []
    var isGreeted = false
    /// It sends no more; it leaves when its last request is answered.
    var hasFinished = false
    /// Requests that somebody waits for.
    var unanswered = 0
    /// Globs, as subscribed.
    var topics: [Glob] = []
    /// Fingers that are down, by their number.
    var presses: [Int64: Press] = [:]

    init(credentials: Credentials) {
        self.credentials = credentials
    }

    var owner: DraftOwner { DraftOwner(uid: credentials.uid, app: app) }
}

/// A request of the daemon's that a client has not answered.
struct PendingCall: Sendable {
    let client: ClientID
    let subject: Subject

    enum Subject: Hashable, Sendable {
        case willClose(PopoverID)
        case presentAlert(AlertID)
    }
}
