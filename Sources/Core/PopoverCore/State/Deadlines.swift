// SPDX-License-Identifier: MIT

import PopoverModel

/// What waits, and until when. Every state that waits has an entry here, so that nothing can wait
/// for ever; the shell arms one timer for the earliest.
struct Deadlines: Codable, Sendable {
    /// What waits.
    enum Subject: Codable, Hashable, Sendable {
        /// For a client's `hello`.
        case hello(ClientID)
        /// For the answer to `popover.willClose`.
        case close(PopoverID)
        /// For the turn of the open that waits on this display.
        case open(display: String)
        /// For the turn of the view that waits on this display.
        case view(display: String)
        /// For the answer to `alert.present`.
        case presentation(AlertID)
        /// For the answer of people to an alert with `timeoutMs`.
        case alert(AlertID)
        /// For the verdict of one of those who were asked, counted from 0.
        case verdict(QuestionID, place: Int)
        /// For the end of an alert's hold.
        case hold(AlertID)
        /// For input on a display, before this policy is asked or its warning has run out.
        case idle(display: String, policy: String)
        /// For the shell: the disk, or an administrator's order.
        case order(TicketID)
        /// For the next try to store what the disk refused.
        case retry
        /// For the age at which the oldest draft expires.
        case expiry
        /// For everyone's work while shutting down.
        case shutdown
    }

    private struct Entry: Codable, Sendable {
        var moment: Instant
        var subject: Subject
    }

    /// Latest first, so that the earliest is taken off the end.
    private var entries: [Entry] = []
    private var moments: [Subject: Instant] = [:]

    var earliest: Instant? { entries.last?.moment }

    func isArmed(_ subject: Subject) -> Bool { moments[subject] != nil }

    /// What is left until the deadline; nil when it is not armed, never negative.
    func left(of subject: Subject, at now: Instant) -> Interval? {
        moments[subject].map { max($0 - now, Interval(microseconds: 0)) }
    }

    /// Arms a deadline, in place of an earlier one of the same subject.
    mutating func arm(_ subject: Subject, at moment: Instant) {
        if let earlier = moments.updateValue(moment, forKey: subject) {
            remove(subject, at: earlier)
        }
        entries.insert(Entry(moment: moment, subject: subject), at: position(of: moment))
    }

    mutating func disarm(_ subject: Subject) {
        guard let moment = moments.removeValue(forKey: subject) else { return }
        remove(subject, at: moment)
    }

    private mutating func remove(_ subject: Subject, at moment: Instant) {
        var index = position(of: moment)
        while entries[index].subject != subject { index += 1 }
        entries.remove(at: index)
    }

    /// Takes the next deadline that has passed; of equal ones the one armed first.
    mutating func takeDue(at now: Instant) -> Subject? {
        guard let entry = entries.last, entry.moment <= now else { return nil }
        entries.removeLast()
        moments[entry.subject] = nil
        return entry.subject
    }

    /// The first position whose moment is not later.
    private func position(of moment: Instant) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].moment > moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
