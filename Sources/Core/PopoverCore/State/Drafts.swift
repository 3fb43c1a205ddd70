// SPDX-License-Identifier: MIT

import PopoverModel

/// The owner of drafts: all clients of the same user and app.
struct DraftOwner: Codable, Hashable, Sendable {
    var uid: UInt32
    var app: String
}

/// All drafts. The disk holds the same, a moment later.
struct Drafts: Sendable {
    private var byOwner: [DraftOwner: OwnerDrafts] = [:]
    private(set) var count = 0
    /// The bytes of each user's contents.
    private(set) var contents = Shares()
    /// The number of drafts last open on each display, so that no search is needed.
    private var countOnDisplay: [Name: Int] = [:]
    /// The drafts that the disk has refused.
    var unstored = UnstoredDrafts()
    var needsScrub = false
    /// The disk has refused to erase the traces of an ended session.
    var needsErasure = false
    /// The calls to owners that missed their deadline, oldest first.
    var lateWork: [LateWork] = []
    var recentKeys = RecentKeys()
    /// The earliest expiry of drafts that were found at the start.
    var trustedFrom = Instant(microseconds: 0)
    /// The result of the latest `redactedIncrementally`, and the owners whose drafts changed since;
    /// nil before the first call.
    private var redacted: [DraftOwner: OwnerDrafts]?
    private var changed: Set<DraftOwner> = []

    subscript(key: DraftKey) -> StoredDraft? { byOwner[key.owner]?[key.key]?.draft }

    func count(of owner: DraftOwner) -> Int { byOwner[owner]?.count ?? 0 }

    /// The owner with the most drafts; of several, the first by user and app: deterministic.
    var most: (owner: DraftOwner, count: Int)? {
        let most = byOwner.max {
            ($0.value.count, $1.key.uid, $1.key.app) < ($1.value.count, $0.key.uid, $0.key.app)
        }
        return most.map { (owner: $0.key, count: $0.value.count) }
    }

    /// Sorted by key.
    func list(of owner: DraftOwner) -> [StoredDraft] {
        byOwner[owner].map {
            $0.entries.map(\.draft).sorted { Name($0.key.key) < Name($1.key.key) }
        } ?? []
    }

    /// The drafts last open on a display, or all, sorted by user, app and key.
    func list(on display: String?) -> [StoredDraft] {
        byOwner.values.flatMap { $0.entries.map(\.draft) }
            .filter { display == nil || $0.display === display }
            .sorted {
                ($0.key.uid, $0.key.app, Name($0.key.key))
                    < ($1.key.uid, $1.key.app, Name($1.key.key))
            }
    }

    /// All drafts, in unspecified order.
    func forEach(_ body: (borrowing StoredDraft) -> Void) {
        for owner in byOwner.values {
            for entry in owner.entries { body(entry.draft) }
        }
    }

    /// Whether a draft was last open on this display.
    func isAny(on display: String) -> Bool { countOnDisplay[Name(display)] != nil }

    var bytes: Int { contents.total }

    var isEmpty: Bool { byOwner.isEmpty }

    /// The last save, in microseconds of CLOCK_MONOTONIC; nil before the draft is dated.
    func since(_ key: DraftKey) -> Int64? { byOwner[key.owner]?[key.key]?.birth?.since }

    /// Whether a draft was on the disk at the start and not saved since.
    func isFound(_ key: DraftKey) -> Bool { byOwner[key.owner]?[key.key]?.birth?.isFound ?? true }

    mutating func date(_ key: DraftKey, since: Int64, isFound: Bool) {
        byOwner[key.owner]?.date(key.key, OwnerDrafts.Birth(since: since, isFound: isFound))
        noteChange(of: key.owner)
    }

    /// Stores a draft under its key, keeps the date of the key's earlier draft, and returns that draft.
    @discardableResult
    mutating func keep(_ draft: StoredDraft) -> StoredDraft? {
        let old = byOwner[draft.key.owner, default: OwnerDrafts()].keep(draft)
        noteChange(of: draft.key.owner)
        if old?.display !== draft.display {
            if let old { noteGone(from: old.display) }
            countOnDisplay[Name(draft.display), default: 0] += 1
        }
        count += old == nil ? 1 : 0
        contents.charge(draft.content.count - (old?.content.count ?? 0), to: draft.key.uid)
        return old
    }

    @discardableResult
    mutating func remove(_ key: DraftKey) -> StoredDraft? {
        guard let old = byOwner[key.owner]?.remove(key.key) else { return nil }
        if byOwner[key.owner]?.count == 0 { byOwner[key.owner] = nil }
        noteChange(of: key.owner)
        noteGone(from: old.display)
        count -= 1
        contents.charge(-old.content.count, to: key.uid)
        return old
    }

    private mutating func noteGone(from display: String) {
        let name = Name(display)
        let left = (countOnDisplay[name] ?? 0) - 1
        countOnDisplay[name] = left > 0 ? left : nil
    }

    private mutating func noteChange(of owner: DraftOwner) {
        if redacted != nil { changed.insert(owner) }
    }

    /// Each owner separately: the order does not matter.
    mutating func redact(by redact: (JSONText) -> JSONText) {
        for owner in byOwner.keys {
            byOwner[owner] = byOwner[owner]?.redacted(after: nil, by: redact)
        }
        redacted = nil
        changed = []
    }

    /// The same drafts with redacted contents. Only what changed since the previous call is
    /// redacted, the rest is shared; `redact` must return the same result each time.
    mutating func redactedIncrementally(by redact: (JSONText) -> JSONText) -> Drafts {
        let changed = redacted == nil ? Set(byOwner.keys) : changed
        var redacted = redacted.take() ?? [:]
        for owner in changed {
            // Moved out of the dictionary, an unshared copy is changed in place.
            let old = redacted.removeValue(forKey: owner)
            redacted[owner] = byOwner[owner]?.redacted(after: old, by: redact)
        }
        self.redacted = redacted
        self.changed = []
        var copy = self
        copy.byOwner = redacted
        copy.redacted = nil
        return copy
    }
}

extension DraftKey {
    fileprivate var owner: DraftOwner { DraftOwner(uid: uid, app: app) }
}

/// The format in recordings, without the derived properties.
extension Drafts: Codable {
    private enum CodingKeys: String, CodingKey {
        case byOwner, count, contents, unstored, needsScrub, needsErasure, lateWork, trustedFrom,
            births
        case recentKeys = "lastDisplays"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(
            byOwner.mapValues { DraftsByName(drafts: $0.entries.map(\.draft)) }, forKey: .byOwner)
        try container.encode(count, forKey: .count)
        try container.encode(contents, forKey: .contents)
        try container.encode(unstored, forKey: .unstored)
        try container.encode(needsScrub, forKey: .needsScrub)
        try container.encode(needsErasure, forKey: .needsErasure)
        try container.encode(lateWork, forKey: .lateWork)
        try container.encode(recentKeys, forKey: .recentKeys)
        try container.encode(trustedFrom, forKey: .trustedFrom)
        var births: [DraftKey: OwnerDrafts.Birth] = [:]
        for entry in byOwner.values.lazy.flatMap(\.entries) {
            births[entry.draft.key] = entry.birth
        }
        try container.encode(births, forKey: .births)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let byOwner = try container.decode([DraftOwner: DraftsByName].self, forKey: .byOwner)
        for draft in byOwner.values.lazy.flatMap(\.drafts) { keep(draft) }
        let births = try container.decode([DraftKey: OwnerDrafts.Birth].self, forKey: .births)
        for (key, birth) in births { self.byOwner[key.owner]?.date(key.key, birth) }
        count = try container.decode(Int.self, forKey: .count)
        contents = try container.decode(Shares.self, forKey: .contents)
        unstored = try container.decode(UnstoredDrafts.self, forKey: .unstored)
        needsScrub = try container.decode(Bool.self, forKey: .needsScrub)
        needsErasure = try container.decode(Bool.self, forKey: .needsErasure)
        lateWork = try container.decode([LateWork].self, forKey: .lateWork)
        recentKeys = try container.decode(RecentKeys.self, forKey: .recentKeys)
        trustedFrom = try container.decode(Instant.self, forKey: .trustedFrom)
    }
}

/// The drafts of an owner in recordings: an object with a member for each key.
private struct DraftsByName: Codable {
    let drafts: [StoredDraft]

    init(drafts: [StoredDraft]) { self.drafts = drafts }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        drafts = try container.allKeys.map { try container.decode(StoredDraft.self, forKey: $0) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for draft in drafts.sorted(by: { Name($0.key.key) < Name($1.key.key) }) {
            try container.encode(draft, forKey: Name(draft.key.key))
        }
    }
}

/// A call to `popover.willClose` or `panel.willClose` that missed its deadline; its answer may still
/// return a draft.
struct LateWork: Codable, Sendable {
    let client: ClientID
    let call: CallID
    let key: DraftKey
    /// No later open gets its draft back.
    let hasOwnKey: Bool
    let reason: CloseReason
    let display: String

    /// The number of late calls to remember for each user; the oldest are evicted.
    static let limit = 64
}

/// An order to the shell that is not carried out yet.
enum PendingOrder: Codable, Sendable {
    case administration(ClientID, RequestID?)
    case storage(Storage)

    struct Storage: Codable, Sendable {
        var changes: [DraftChange]
        /// New revisions with their clients, announced when the disk has them.
        var announces: [Announcement]
        /// What this order tries again; nil for a first try.
        var refused: UnstoredDrafts?
        var waiters: [Waiter] = []
    }

    struct Announcement: Codable, Sendable {
        let draft: StoredDraft
        let client: ClientID?
    }

    /// An answer or notification that waits for the disk.
    enum Waiter: Codable, Sendable {
        case closed(ClientID, ClosedPopover)
        case panelClosed(ClientID, ClosedPanel)
        case save(ClientID, RequestID?, revision: Int64)
        case session(ClientID?, RequestID?, display: String?, sessions: [SessionID]?)
    }

    /// - Parameter display: nil: on any.
    func endsSession(on display: String?) -> Bool {
        guard case .storage(let storage) = self else { return false }
        return storage.waiters.contains {
            guard case .session(_, _, let ended, _) = $0 else { return false }
            return ended == nil || display == nil || ended === display
        }
    }
}
