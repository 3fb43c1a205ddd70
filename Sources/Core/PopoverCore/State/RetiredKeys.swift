// SPDX-License-Identifier: MIT

import PopoverModel

/// The keys of ended sessions: what is saved late under one of them, by a client that does not name its
/// session, may be an earlier customer's. Salted digests stand for them, since the end of a session
/// leaves no names.
struct RetiredKeys: Codable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        let uid: UInt32
        let digest: UInt64
        let salt: UInt64
        var at: Instant
    }

    /// The keys to remember for each user; the earliest are evicted.
    static let limit = 256
    /// For this long.
    static let age = Interval.milliseconds(3_600_000)

    /// The number of an ended session; another one when the last key is forgotten.
    private var salt: UInt64 = 0
    /// Used for lookups only: it has no order.
    private var byUser: [UInt32: [UInt64: Entry]] = [:]

    var isEmpty: Bool { byUser.isEmpty }

    func contains(_ key: DraftKey, at now: Instant) -> Bool {
        entry(of: key).map { now < $0.at + Self.age } ?? false
    }

    func count(of uid: UInt32) -> Int { byUser[uid]?.count ?? 0 }

    private func entry(of key: DraftKey) -> Entry? {
        guard let entries = byUser[key.uid] else { return nil }
        return entries[SipHash.digest(of: key, salt: salt)]
    }

    /// - Parameter session: the one that has ended.
    /// - Returns: the new entries, and those that are too old or too many.
    mutating func retire(
        _ keys: some Sequence<DraftKey>, of session: SessionID, at now: Instant
    ) -> (added: [Entry], evicted: [Entry]) {
        var evicted = entries.filter { $0.at + Self.age <= now }
        for entry in evicted { remove(entry) }
        if isEmpty { salt = session.number }
        let entries = keys.map { key in
            Entry(
                uid: key.uid, digest: SipHash.digest(of: key, salt: salt), salt: salt, at: now)
        }
        for entry in entries { byUser[entry.uid, default: [:]][entry.digest] = entry }
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

    /// The key is open in the new session. Returns its entry, if there was one.
    mutating func release(_ key: DraftKey) -> Entry? {
        guard let entry = entry(of: key) else { return nil }
        remove(entry)
        return entry
    }

    /// Takes over an entry that the disk has; it ages from now on.
    mutating func adopt(_ entry: Entry) {
        if isEmpty { salt = entry.salt }
        // A digest with another salt was left behind; it matches nothing.
        if entry.salt == salt { byUser[entry.uid, default: [:]][entry.digest] = entry }
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
