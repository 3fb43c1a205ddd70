// SPDX-License-Identifier: MIT

import PopoverModel

/// The drafts of one owner, by key, in boxes of some dozens.
///
/// Boxes are why a copy of it is cheap to keep: it shares them, and whoever changes a draft
/// afterwards copies one box instead of all drafts. A box is found by a hash of the key that is the
/// same everywhere; nothing depends on which it is.
struct DraftShelf: Sendable {
    struct Entry: Sendable {
        var draft: StoredDraft
        /// Nil when it has no date yet.
        var birth: Birth?
    }

    struct Birth: Codable, Sendable {
        /// Of the last save, in microseconds of CLOCK_MONOTONIC; negative before the machine ran.
        let since: Int64
        /// It was on the disk at the start: only the wall clock says how old it is.
        let isFound: Bool
    }

    /// Of drafts in a box, on average.
    private static let mostInBox = 32

    private(set) var count = 0
    /// So many as a power of two.
    private var boxes: [[String: Entry]] = [[:]]
    /// Which boxes changed since the last `redacted`; all, before the first.
    private var isChanged: [Bool] = [true]

    subscript(key: String) -> Entry? { boxes[place(of: key)][key] }

    /// In no order.
    var entries: some Sequence<Entry> { boxes.lazy.flatMap(\.values) }

    /// Keeps a draft in place of what its key had, whose date it keeps too.
    ///
    /// - Returns: what its key had.
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

    /// Twice the boxes, each for half as many.
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
