// SPDX-License-Identifier: MIT

import PopoverModel

/// Whose drafts these are: clients with the same user and app share them.
struct DraftOwner: Codable, Hashable, Sendable {
    var uid: UInt32
    var app: String
}

/// All work that was handed over and not consumed since. The disk holds the same, a moment later.
struct Drafts: Codable, Sendable {
    private var shelves: [DraftOwner: [String: StoredDraft]] = [:]
    private(set) var count = 0
    private(set) var bytes = 0
    /// What the disk could not take yet.
    var unstored = UnstoredDrafts()
    var needsScrub = false
    /// No draft that was found at the start expires before.
    var trustedFrom = Instant(microseconds: 0)
    private var births: [DraftKey: Birth] = [:]

    private struct Birth: Codable, Sendable {
        /// Of the last save, in microseconds of CLOCK_MONOTONIC; negative before the machine ran.
        let since: Int64
        /// It was on the disk at the start: only the wall clock says how old it is.
        let isFound: Bool
    }

    subscript(key: DraftKey) -> StoredDraft? {
        shelves[DraftOwner(uid: key.uid, app: key.app)]?[key.key]
    }

    func count(of owner: DraftOwner) -> Int { shelves[owner]?.count ?? 0 }

    /// Who has the most; of several, the first by user and app, so that no order matters.
    var most: (owner: DraftOwner, count: Int)? {
        let most = shelves.max {
            ($0.value.count, $1.key.uid, $1.key.app) < ($1.value.count, $0.key.uid, $0.key.app)
        }
        return most.map { (owner: $0.key, count: $0.value.count) }
    }

    /// By key.
    func list(of owner: DraftOwner) -> [StoredDraft] {
        (shelves[owner] ?? [:]).values.sorted { $0.key.key < $1.key.key }
    }

    /// By user, app and key, those last open on a display or all.
    func list(on display: String?) -> [StoredDraft] {
        shelves.values.flatMap { $0.values }
            .filter { display == nil || $0.display == display }
            .sorted {
                ($0.key.uid, $0.key.app, $0.key.key) < ($1.key.uid, $1.key.app, $1.key.key)
            }
    }

    /// Whether one was last open on this display.
    func isAny(on display: String) -> Bool {
        shelves.values.contains { $0.values.contains { $0.display == display } }
    }

    mutating func load(_ stored: [StoredDraft]) {
        for draft in stored { keep(draft) }
    }

    var isEmpty: Bool { shelves.isEmpty }

    /// Its last save, in microseconds of CLOCK_MONOTONIC; nil when it has no date yet.
    func since(_ key: DraftKey) -> Int64? { births[key]?.since }

    /// Whether it was on the disk at the start, and not saved since.
    func isFound(_ key: DraftKey) -> Bool { births[key]?.isFound ?? true }

    mutating func date(_ key: DraftKey, since: Int64, isFound: Bool) {
        births[key] = Birth(since: since, isFound: isFound)
    }

    /// Keeps a draft in place of what its key had, whose date it keeps too.
    mutating func keep(_ draft: StoredDraft) {
        let birth = births[draft.key]
        remove(draft.key)
        births[draft.key] = birth
        let owner = DraftOwner(uid: draft.key.uid, app: draft.key.app)
        shelves[owner, default: [:]][draft.key.key] = draft
        count += 1
        bytes += draft.content.count
    }

    mutating func remove(_ key: DraftKey) {
        let owner = DraftOwner(uid: key.uid, app: key.app)
        guard let draft = shelves[owner]?.removeValue(forKey: key.key) else { return }
        births[key] = nil
        if shelves[owner]?.isEmpty == true { shelves[owner] = nil }
        count -= 1
        bytes -= draft.content.count
    }

    /// Each by itself, so that no order matters.
    mutating func replaceContents(_ standIn: (JSONText) -> JSONText) {
        shelves = shelves.mapValues { shelf in shelf.mapValues { $0.replacingContent(standIn) } }
    }
}

/// An answer to `popover.willClose` that missed its deadline may still hand work over.
struct LateWork: Codable, Sendable {
    let client: ClientID
    let call: CallID
    let key: DraftKey
    let reason: CloseReason
    let display: String

    /// How many are remembered; the oldest give way.
    static let limit = 64
}

/// An order to the shell that is not answered yet.
enum PendingOrder: Codable, Sendable {
    case administration(ClientID, RequestID?)
    case storage(Storage)

    struct Storage: Codable, Sendable {
        var changes: [DraftChange]
        /// New revisions, announced when the disk has them, and who handed them over.
        var announces: [Announcement]
        var waiters: [Waiter] = []
    }

    struct Announcement: Codable, Sendable {
        let draft: StoredDraft
        let client: ClientID?
    }

    /// Who waits for the disk.
    enum Waiter: Codable, Sendable {
        case closed(ClientID, ClosedPopover)
        case save(ClientID, RequestID?, revision: Int64)
        case session(ClientID?, RequestID?, display: String?)
    }
}
