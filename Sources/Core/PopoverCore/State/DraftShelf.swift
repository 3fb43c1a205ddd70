// SPDX-License-Identifier: MIT

import PopoverModel

/// The drafts of one owner, by key, in buckets of some dozens.
///
/// Buckets make copies cheap to keep: a copy shares them, and a later change copies one bucket, not
/// all drafts. A key's bucket follows from a hash that is the same on every machine; nothing
/// depends on it.
struct DraftShelf: Sendable {
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
    private static let mostInBox = 32

    private(set) var count = 0
    /// Their number is a power of two.
    private var boxes: [[String: Entry]] = [[:]]
    /// Which boxes changed since the last `redacted`; all, before the first.
    private var isChanged: [Bool] = [true]

    subscript(key: String) -> Entry? { boxes[place(of: key)][key] }

    /// In unspecified order.
    var entries: some Sequence<Entry> { boxes.lazy.flatMap(\.values) }

    /// Stores a draft under its key and keeps the date of the key's earlier draft.
    ///
    /// - Returns: the earlier draft.
    @discardableResult
    mutating func keep(_ draft: StoredDraft) -> StoredDraft? {
        let place = place(of: draft.key.key)
        isChanged[place] = true
        guard let old = boxes[place][draft.key.key] else {
            boxes[place][draft.key.key] = Entry(draft: draft, birth: nil)
            count += 1
            if count > boxes.count * Self.mostInBox { spread() }
            return nil
        }
        boxes[place][draft.key.key]?.draft = draft
        return old.draft
    }

    mutating func date(_ key: String, _ birth: Birth) {
        let place = place(of: key)
        isChanged[place] = true
        boxes[place][key]?.birth = birth
    }

    mutating func remove(_ key: String) -> StoredDraft? {
        let place = place(of: key)
        guard let old = boxes[place].removeValue(forKey: key) else { return nil }
        isChanged[place] = true
        count -= 1
        return old.draft
    }

    /// A copy with the contents replaced.
    ///
    /// - Parameter old: the result of the last call with the same `redact`; boxes that have not
    ///   changed since come from it.
    mutating func redacted(
        after old: consuming DraftShelf?, by redact: (JSONText) -> JSONText
    ) -> DraftShelf {
        let isNew = old?.boxes.count != boxes.count
        var copy = old.take() ?? DraftShelf()
        copy.count = count
        if isNew {
            copy.boxes = Array(repeating: [:], count: boxes.count)
            copy.isChanged = Array(repeating: true, count: boxes.count)
        }
        for place in boxes.indices where isNew || isChanged[place] {
            copy.boxes[place] = boxes[place].mapValues { entry in
                Entry(draft: entry.draft.redacted(by: redact), birth: entry.birth)
            }
            isChanged[place] = false
        }
        return copy
    }

    /// Doubles the number of buckets.
    private mutating func spread() {
        let full = boxes
        boxes = Array(repeating: [:], count: full.count * 2)
        isChanged = Array(repeating: true, count: boxes.count)
        for (key, entry) in full.lazy.joined() { boxes[place(of: key)][key] = entry }
    }

    /// FNV-1a.
    private func place(of key: String) -> Int {
        if boxes.count == 1 { return 0 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(boxes.count - 1))
    }
}
