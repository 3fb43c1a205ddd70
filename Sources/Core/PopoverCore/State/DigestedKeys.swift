// SPDX-License-Identifier: MIT

import PopoverModel

/// Keys whose drafts are over: what is saved late under one of them may be what was submitted, or an earlier
/// customer's. Salted digests stand for them, since the end of a session leaves no names.
struct DigestedKeys: Codable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        let uid: UInt32
        let digest: UInt64
        let salt: UInt64
        var at: Instant
        /// The highest revision that was consumed or discarded; 0 where the session has ended.
        var revision: Int64 = 0
        /// Where its key was last open; empty where the session has ended.
        var display = ""
        /// A new draft may have begun since: every revision is taken. The disk forgets such an entry.
        var isBegun = false
    }

    /// The keys to remember for each user; the earliest are evicted.
    static let limit = 256

    /// The number of a session; another one when the last key is forgotten.
    private var salt: UInt64 = 0
    /// Used for lookups only: it has no order.
    private var byUser: [UInt32: [UInt64: Entry]] = [:]

    var isEmpty: Bool { byUser.isEmpty }

    subscript(key: DraftKey) -> Entry? {
        guard let entries = byUser[key.uid] else { return nil }
        return entries[SipHash.digest(of: key, salt: salt)]
    }

    func count(of uid: UInt32) -> Int { byUser[uid]?.count ?? 0 }

    /// - Parameter session: that of one of the keys.
    /// - Returns: the new entries, and those that are too many.
    mutating func add(
        _ keys: some Sequence<DraftKey>, of session: SessionID, at now: Instant,
        with describe: (inout Entry) -> Void = { _ in }
    ) -> (added: [Entry], evicted: [Entry]) {
        if isEmpty { salt = session.number }
        let entries = keys.map { key in
            var entry = Entry(
                uid: key.uid, digest: SipHash.digest(of: key, salt: salt), salt: salt, at: now)
            describe(&entry)
            return entry
        }
        for entry in entries { byUser[entry.uid, default: [:]][entry.digest] = entry }
        var evicted: [Entry] = []
        for uid in Set(entries.map(\.uid)).sorted() {
            let excess = count(of: uid) - Self.limit
            guard excess > 0 else { continue }
            let earliest = sorted(of: uid).prefix(excess)
            for entry in earliest { remove(entry) }
            evicted += earliest
        }
        return (
            entries.filter { byUser[$0.uid]?[$0.digest] != nil }
                .sorted { ($0.uid, $0.digest) < ($1.uid, $1.digest) }, evicted
        )
    }

    /// Returns the entry that a new draft begins after, if that is news.
    mutating func begin(_ key: DraftKey) -> Entry? {
        guard !isEmpty, let entry = self[key], !entry.isBegun else { return nil }
        byUser[entry.uid]?[entry.digest]?.isBegun = true
        return entry
    }

    /// Returns the entry of the key, if there was one.
    mutating func remove(_ key: DraftKey) -> Entry? {
        guard !isEmpty, let entry = self[key] else { return nil }
        remove(entry)
        return entry
    }

    /// Returns the entries that were removed.
    mutating func removeAll(where isConcerned: (Entry) -> Bool) -> [Entry] {
        let removed = entries.filter(isConcerned)
        for entry in removed { remove(entry) }
        return removed
    }

    /// Takes over an entry that the disk has; it ages from now on.
    mutating func adopt(_ entry: Entry) {
        if isEmpty { salt = entry.salt }
        // A digest with another salt was left behind; it matches nothing.
        guard entry.salt == salt else { return }
        byUser[entry.uid, default: [:]][entry.digest] = entry
    }

    /// Sorted by user, then the earliest first.
    var entries: [Entry] { byUser.keys.sorted().flatMap { sorted(of: $0) } }

    private func sorted(of uid: UInt32) -> [Entry] {
        (byUser[uid] ?? [:]).values.sorted { ($0.at, $0.digest) < ($1.at, $1.digest) }
    }

    private mutating func remove(_ entry: Entry) {
        byUser[entry.uid]?[entry.digest] = nil
        if byUser[entry.uid]?.isEmpty == true { byUser[entry.uid] = nil }
    }
}
