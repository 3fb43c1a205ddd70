// SPDX-License-Identifier: MIT

import PopoverModel

/// Expiry: drafts older than `limits.draftDays` are erased. A wrong wall clock must not erase
/// drafts. So the age of a draft that was saved while the daemon runs is measured by the monotonic
/// clock. The wall clock only dates drafts that were found on the disk, and only `clockGrace` after
/// it was set or first read: time enough for the network to correct it.
extension Arbiter {
    /// The time for which the wall clock must not have been set before it is trusted.
    static let clockGrace = Interval.milliseconds(3_600_000)

    /// 1 January 2020. Drafts with an earlier date were saved with a clock that was never set.
    private static let earliestDate: Int64 = 1_577_836_800_000_000

    /// The age at which drafts expire; nil keeps them for ever.
    private var draftAge: Interval? {
        let days = settings.limits.draftDays
        return days > 0 ? .milliseconds(Int64(days) * 86_400_000) : nil
    }

    /// Whether a draft can expire but no deadline is armed.
    var isExpiryForgotten: Bool {
        draftAge != nil && !drafts.isEmpty && stage == .running && !deadlines.isArmed(.expiry)
    }

    mutating func setWallClock(ahead: Int64) {
        wallClockAhead = ahead
        trustWallClockLater()
    }

    /// Postpones trust in the wall clock: it was set, or has just dated the drafts on the disk.
    mutating func trustWallClockLater() {
        for draft in drafts.list(on: nil) where drafts.isFound(draft.key) {
            dateFound(draft)
        }
        drafts.trustedFrom = now + Self.clockGrace
        armExpiry()
    }

    private mutating func dateFound(_ draft: StoredDraft) {
        let date = now.microseconds &+ wallClockAhead
        let isCredible = draft.savedAt >= Self.earliestDate && draft.savedAt <= date
        let age = isCredible ? date - draft.savedAt : 0
        drafts.date(draft.key, since: now.microseconds - age, isFound: true)
    }

    mutating func dateSaved(_ draft: StoredDraft) {
        drafts.date(draft.key, since: now.microseconds, isFound: false)
        // The existing drafts are older.
        if !deadlines.isArmed(.expiry) { armExpiry() }
    }

    mutating func armExpiry() {
        deadlines.disarm(.expiry)
        guard let draftAge, stage == .running else { return }
        let moments = drafts.list(on: nil).map { moment(of: $0, draftAge) }
        if let earliest = moments.min() { deadlines.arm(.expiry, at: earliest) }
    }

    /// The time at which a draft expires. The draft of an open popover or panel does not expire.
    private func moment(of draft: StoredDraft, _ age: Interval) -> Instant {
        let due = max((drafts.since(draft.key) ?? now.microseconds) + age.microseconds, 0)
        var moment = Instant(microseconds: due)
        // A clock that is set repeatedly does not delay the expiry of drafts saved since the start.
        if drafts.isFound(draft.key) { moment = max(moment, drafts.trustedFrom) }
        let isOpen = openDisplay(of: draft.key) != nil
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
