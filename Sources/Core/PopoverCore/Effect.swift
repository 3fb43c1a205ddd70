// SPDX-License-Identifier: MIT

public import PopoverModel

/// An order to the shell. Effects are comparable data; carrying one out never calls back into the
/// arbiter: its result arrives as an event.
public enum Effect: Codable, Hashable, Sendable {
    /// Answers a request; each request is answered once.
    case answer(ClientID, RequestID, Answer)
    case notify(ClientID, Notification)
    /// Sends a notification to several clients, in the order of their ids.
    case announce(Notification, to: [ClientID])
    /// Sends a request to a client; answered by `clientAnswered`, or never.
    case call(ClientID, CallID, Call)
    /// Delivers an event to these subscribers, in the order of their ids.
    indirect case publish(BusEvent, to: [ClientID])
    /// Notifies a subscriber that the events `from` to `to`, both included, are missing.
    case notifyGap(ClientID, from: Int64, to: Int64)
    /// Writes to the disk after all earlier orders; answer: `draftsStored` or `draftsNotStored`.
    case store(TicketID, [DraftChange])
    /// Asks a plugin; answered by `answered`, or never. Every respondent gets the same question.
    case ask(QuestionID, Respondent, Question)
    /// Withdraws a question; with `isLate`, because its deadline has passed.
    case withdraw(QuestionID, Respondent, isLate: Bool)
    /// Carries out an administrator's order; answered by `administered`.
    case administer(TicketID, Administration)
    /// Logs that a client hangs; its popovers and views are closed.
    case reportHung(ClientID)
    /// Closes a connection after everything is written; a reason is sent in a last `bye` line.
    case disconnect(ClientID, ByeReason?)
    /// Exits: everything is closed and stored.
    case exit
}
