// SPDX-License-Identifier: MIT

public import PopoverModel

/// An order to the shell. Orders are comparable data; carrying one out never calls back into the
/// arbiter: what comes of it is told as an event.
public enum Effect: Codable, Hashable, Sendable {
    /// Answers a request; each request is answered once.
    case answer(ClientID, RequestID, Answer)
    case notify(ClientID, Notification)
    /// Tells all of these the same, in the order of their ids.
    case announce(Notification, to: [ClientID])
    /// Asks a client; answered by `clientAnswered`, or never.
    case call(ClientID, CallID, Call)
    /// Hands one event to these subscribers, in the order of their ids.
    indirect case publish(BusEvent, to: [ClientID])
    /// Tells a subscriber that events are missing, `from` and `to` included.
    case tellGap(ClientID, from: Int64, to: Int64)
    /// Writes to disk, after all earlier orders; answered by `draftsStored` or `draftsNotStored`.
    case store(TicketID, [DraftChange])
    /// Asks a plugin; answered by `answered`, or never. The same question goes to everyone who
    /// wants to be asked it.
    case ask(QuestionID, Respondent, Question)
    /// Nobody waits for this answer any more; with `isLate` because its deadline has passed.
    case withdraw(QuestionID, Respondent, isLate: Bool)
    /// Carries out an administrator's order; answered by `administered`.
    case administer(TicketID, Administration)
    /// Closes a connection once everything is written; with a reason, `bye` is its last line.
    case disconnect(ClientID, ByeReason?)
    /// Everything is closed and stored: end.
    case exit
}
