// SPDX-License-Identifier: MIT

import PopoverModel

struct Client: Codable, Sendable {
    /// Of the process that it speaks for, if it does.
    private(set) var credentials: Credentials
    /// Of the process at the connection, if it speaks for one that is no client.
    private(set) var opener: Credentials?
    /// Empty before `hello`.
    var app = ""
    /// The roles of its `hello`, minus those that the configuration has since bound to other users.
    var roles: [Role] = []
    /// In the order of `Role.allCases`.
    var greetedRoles: [Role] = []
    var isGreeted = false
    /// It gets the shields of all displays.
    var followsShields = false
    /// It asked for them.
    var wantsShields = false
    /// It is notified of the focus.
    var wantsFocus = false
    /// It sends no more, and is disconnected when its last request is answered.
    var hasFinished = false
    var unanswered = 0
    /// The latest ping, until the next may be sent.
    var ping: Ping?
    /// It did not answer a ping, and has sent no line since; its popovers and views are closed.
    var isHung = false
    /// What its user is charged for its objects, in bytes.
    var charged = 0
    /// The patterns that it has subscribed to.
    var topics: [Glob] = []
    /// The fingers that are down, in order of their presses.
    var presses: [Press] = []

    init(credentials: Credentials) {
        self.credentials = credentials
    }

    /// The client speaks for this process, whose groups nobody knows.
    mutating func represent(_ process: RepresentedProcess) {
        opener = credentials
        credentials = Credentials(
            pid: Int32(clamping: process.pid), uid: UInt32(clamping: process.uid), gid: .max)
    }

    mutating func noteSignOfLife() {
        ping?.isAlive = true
        isHung = false
    }

    func press(of finger: Int64) -> Press? { presses.first { $0.finger == finger } }

    /// Tracks a press. It replaces an earlier one of the same finger, and evicts the oldest one
    /// over the limit, whose release may have been lost.
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

/// A ping of a client for which another one waits: at most one in `timing.ping`.
struct Ping: Codable, Hashable, Sendable {
    let call: CallID
    /// The client has sent a line since.
    var isAlive = false
    /// Somebody has met it in their way since.
    var isWantedAgain = false
}

struct PendingCall: Codable, Sendable {
    let client: ClientID
    let subject: Subject

    enum Subject: Codable, Hashable, Sendable {
        case willClose(HolderID)
        case presentAlert(AlertID)
        case ping
    }
}
