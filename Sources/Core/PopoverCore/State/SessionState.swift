// SPDX-License-Identifier: MIT

import PopoverModel

/// The names of the sessions, the lock of all displays, and the ends and locks that wait for popovers
/// and panels to close.
struct SessionState: Codable, Sendable {
    /// Also applies to displays that are connected later.
    var isLocked = false
    var tasks: [SessionTask] = []
    /// The orders to the disk that erase ended sessions: every open looks here, and orders are large.
    var erasing: [TicketID] = []
    var names = SessionNames()
    /// Of ended sessions: a save that names no session is late.
    var retiredKeys = DigestedKeys()
    /// A save of what was consumed or discarded is late.
    var consumedKeys = DigestedKeys()
    /// Retired keys are forgotten after this time.
    static let retiredAge = Interval.milliseconds(3_600_000)

    init() {}

    /// Recordings of earlier versions have no names and no keys.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isLocked = try container.decode(Bool.self, forKey: .isLocked)
        tasks = try container.decode([SessionTask].self, forKey: .tasks)
        erasing = try container.decodeIfPresent([TicketID].self, forKey: .erasing) ?? erasing
        names = try container.decodeIfPresent(SessionNames.self, forKey: .names) ?? names
        retiredKeys =
            try container.decodeIfPresent(DigestedKeys.self, forKey: .retiredKeys) ?? retiredKeys
        consumedKeys =
            try container.decodeIfPresent(DigestedKeys.self, forKey: .consumedKeys) ?? consumedKeys
    }
}

/// An action on a session, to be carried out when these popovers and panels have closed.
struct SessionTask: Codable, Sendable {
    let purpose: Purpose
    /// nil means all.
    let display: String?
    let holders: [HolderID]

    enum Purpose: Codable, Sendable {
        /// The drafts are erased, then the request is answered, if there is one.
        case end(ClientID?, RequestID?)
        /// The lock is announced; its request was answered at once.
        case lock
    }

    var isLock: Bool {
        if case .lock = purpose { true } else { false }
    }

    func concerns(_ name: String) -> Bool { display == nil || display === name }
}
