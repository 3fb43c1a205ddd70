// SPDX-License-Identifier: MIT

import PopoverModel

/// Work that nobody came back for: it is erased when it is older than `limits.draftDays`.
///
/// A clock that is wrong must not erase what people left. So the age of what is saved while the
/// daemon runs is counted by the monotonic clock; the wall clock only says how old work was that
/// was found on the disk, and what it says counts no sooner than `clockGrace` after it was set, or
/// read at the start: time enough for the network to set it right.
extension Arbiter {
    /// How long the wall clock must not have been set before it is believed.
    static let clockGrace = Interval.milliseconds(3_600_000)

    /// Work that was dated before was saved with a clock that had not been set: 1 January 2020.
    private static let earliestDate: Int64 = 1_577_836_800_000_000

    /// nil keeps work for ever.
    private var draftAge: Interval? {
        let days = settings.limits.draftDays
        return days > 0 ? .milliseconds(Int64(days) * 86_400_000) : nil
    }

    /// Whether something can expire, but nothing waits for it.
    var isExpiryForgotten: Bool {
        draftAge != nil && !drafts.isEmpty && stage == .running && !deadlines.isArmed(.expiry)
    }

    mutating func setWallClock(ahead: Int64) {
        wallClockAhead = ahead
        trustWallClockLater()
    }

    /// The wall clock was set, or has told the age of what was found.
    mutating func trustWallClockLater() {
        for draft in drafts.list(on: nil) where drafts.isFound(draft.key) {
            dateFound(draft)
        }
        drafts.trustedFrom = now + Self.clockGrace
        armExpiry()
    }

    /// Says how old work is that was found on the disk.
    private mutating func dateFound(_ draft: StoredDraft) {
        let date = now.microseconds &+ wallClockAhead
        let isCredible = draft.savedAt >= Self.earliestDate && draft.savedAt <= date
        let age = isCredible ? date - draft.savedAt : 0
        drafts.date(draft.key, since: now.microseconds - age, isFound: true)
    }

    /// It was saved right now.
    mutating func dateSaved(_ draft: StoredDraft) {
        drafts.date(draft.key, since: now.microseconds, isFound: false)
        // What is there already is older.
        if !deadlines.isArmed(.expiry) { armExpiry() }
    }

    mutating func armExpiry() {
        deadlines.disarm(.expiry)
        guard let draftAge, stage == .running else { return }
        let moments = drafts.list(on: nil).map { moment(of: $0, draftAge) }
        if let earliest = moments.min() { deadlines.arm(.expiry, at: earliest) }
    }

    /// When a draft expires. Open work is not old, whenever it was saved.
    private func moment(of draft: StoredDraft, _ age: Interval) -> Instant {
        let due = max((drafts.since(draft.key) ?? now.microseconds) + age.microseconds, 0)
        var moment = Instant(microseconds: due)
        // A clock that is set again and again says nothing about what was saved since the start.
        if drafts.isFound(draft.key) { moment = max(moment, drafts.trustedFrom) }
        let isOpen = popovers.values.contains { $0.draftKey == draft.key }
        return isOpen ? max(moment, now + Self.clockGrace) : moment
    }

    mutating func expireDrafts() {
        guard let draftAge, stage == .running else { return }
        let expired = drafts.list(on: nil).filter { moment(of: $0, draftAge) <= now }
        erase(expired, because: "expired")
        for draft in expired { touch(draft.display) }
        if !expired.isEmpty { order(expired.map { .erase($0.key) } + [.scrub], announcing: []) }
        armExpiry()
    }
}
