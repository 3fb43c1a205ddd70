// SPDX-License-Identifier: MIT

import PopoverModel

/// The deadlines of all pending states. Every pending state has one, so that nothing waits for ever;
/// the shell arms a single timer for the earliest.
struct Deadlines: Codable, Sendable {
    /// A pending state.
    enum Subject: Codable, Hashable, Sendable {
        /// A client has not said `hello`.
        case hello(ClientID)
        /// The client has shown no sign of life since `client.ping`, or its next ping is not due.
        case ping(ClientID)
        /// The owner has not answered `popover.willClose` or `panel.willClose`.
        case close(HolderID)
        /// An open or view waits on this display.
        case waiting(display: Name)
        /// The renderer has not answered `alert.present`.
        case presentation(AlertID)
        /// No client can show this alert.
        case renderer(AlertID)
        /// An alert with `timeoutMs` is not answered.
        case alert(AlertID)
        /// The respondent at this index has not answered the question.
        case verdict(QuestionID, index: Int)
        /// An alert is presented on this display while another user's of its severity waits.
        case alertTurn(display: Name)
        /// A policy holds an alert.
        case hold(AlertID)
        /// A policy waits for input on a display, before its question or after its warning.
        case idle(display: Name, policy: String)
        /// A hint is shown.
        case hint(PopoverID)
        /// The shell has not carried out an order to the disk or by an administrator.
        case order(TicketID)
        /// Drafts that the disk refused are to be stored again.
        case retry
        /// The oldest draft reaches its maximum age.
        case expiry
        /// The daemon collects drafts before it exits.
        case shutdown
    }

    private struct Entry: Codable, Sendable {
        var moment: Instant
        var subject: Subject
    }

    /// Latest first: the earliest is removed from the end.
    private var entries: [Entry] = []
    private var moments: [Subject: Instant] = [:]

    var earliest: Instant? { entries.last?.moment }

    func isArmed(_ subject: Subject) -> Bool { moments[subject] != nil }

    /// The time until the deadline, never negative; nil when it is not armed.
    func left(of subject: Subject, at now: Instant) -> Interval? {
        moments[subject].map { max($0 - now, Interval(microseconds: 0)) }
    }

    /// Arms a deadline and replaces an earlier one of the same subject.
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
        // Mostly it is the only one of its moment, and a comparison takes long.
        while index + 1 < entries.count, entries[index + 1].moment == moment,
            entries[index].subject != subject
        { index += 1 }
        entries.remove(at: index)
    }

    /// Removes the next deadline that has passed; of equal ones the one that was armed first.
    mutating func popDue(at now: Instant) -> Subject? {
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
