// SPDX-License-Identifier: MIT

import PopoverModel

/// The drafts of one owner, by key, in buckets of some dozens: a copy shares them, and a later
/// change copies one bucket, not all drafts. A key's bucket follows from a hash that is the same on
/// every machine; nothing depends on it.
struct OwnerDrafts: Sendable {
    struct Entry: Sendable {
        var draft: StoredDraft
        /// Nil before the draft is dated.
        var birth: Birth?
    }

    struct Birth: Codable, Sendable {
        /// The time of the last save, in microseconds of CLOCK_MONOTONIC; negative before the boot.
        let since: Int64
        /// It was on the disk at the start: only the wall clock can tell its age.
        let isFound: Bool
    }

    /// The average number of drafts in a bucket.
    private static let averageBucket = 32

    private(set) var count = 0
    /// Their number is a power of two.
    private var buckets: [[Name: Entry]] = [[:]]
    /// The buckets that changed since the latest call of `redacted`; all before the first one.
    private var isChanged: [Bool] = [true]

    subscript(key: String) -> Entry? { buckets[index(of: key)][Name(key)] }

    /// In unspecified order.
    var entries: some Sequence<Entry> { buckets.lazy.flatMap(\.values) }

    /// Stores a draft under its key, keeps its earlier draft's date, and returns that draft.
    @discardableResult
    mutating func keep(_ draft: StoredDraft) -> StoredDraft? {
        let index = index(of: draft.key.key)
        let name = Name(draft.key.key)
        isChanged[index] = true
        guard let old = buckets[index][name] else {
            buckets[index][name] = Entry(draft: draft, birth: nil)
            count += 1
            if count > buckets.count * Self.averageBucket { spread() }
            return nil
        }
        buckets[index][name]?.draft = draft
        return old.draft
    }

    mutating func date(_ key: String, _ birth: Birth) {
        let index = index(of: key)
        isChanged[index] = true
        buckets[index][Name(key)]?.birth = birth
    }

    mutating func remove(_ key: String) -> StoredDraft? {
        let index = index(of: key)
        guard let old = buckets[index].removeValue(forKey: Name(key)) else { return nil }
        isChanged[index] = true
        count -= 1
        return old.draft
    }

    /// The same drafts with redacted contents.
    /// - Parameter old: the previous result of the same `redact`; its unchanged buckets are reused.
    mutating func redacted(
        after old: consuming OwnerDrafts?, by redact: (JSONText) -> JSONText
    ) -> OwnerDrafts {
        let isNew = old?.buckets.count != buckets.count
        var copy = old.take() ?? OwnerDrafts()
        copy.count = count
        if isNew {
            copy.buckets = Array(repeating: [:], count: buckets.count)
            copy.isChanged = Array(repeating: true, count: buckets.count)
        }
        for index in buckets.indices where isNew || isChanged[index] {
            copy.buckets[index] = buckets[index].mapValues { entry in
                Entry(draft: entry.draft.redacted(by: redact), birth: entry.birth)
            }
            isChanged[index] = false
        }
        return copy
    }

    /// Doubles the number of buckets.
    private mutating func spread() {
        let full = buckets
        buckets = Array(repeating: [:], count: full.count * 2)
        isChanged = Array(repeating: true, count: buckets.count)
        for (key, entry) in full.lazy.joined() {
            buckets[index(of: key.text)][key] = entry
        }
    }

    /// FNV-1a.
    private func index(of key: String) -> Int {
        if buckets.count == 1 { return 0 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(buckets.count - 1))
    }
}
