// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverCore
internal import PopoverModel
internal import PopoverWire

extension Effect {
    /// The effect on one line; messages to clients appear as sent.
    var words: String {
        let encoder = MessageEncoder()
        return switch self {
        case .answer(let client, let id, let answer):
            "to \(client): \(Self.text(encoder.answer(answer, id: id)))"
        case .notify(let client, let notification):
            "to \(client): \(Self.text(encoder.notification(notification)))"
        case .announce(let notification, let clients):
            "to \(clients.map(\.description).joined(separator: " ")): "
                + Self.text(encoder.notification(notification))
        case .call(let client, let id, let call):
            "to \(client): \(Self.text(encoder.call(call, id: id)))"
        case .publish(let event, let clients):
            "to \(clients.map(\.description).joined(separator: " ")): "
                + Self.text(encoder.event(event))
        case .notifyGap(let client, let from, let to):
            "to \(client): \(Self.text(encoder.gap(from: from, to: to)))"
        case .store(let ticket, let changes):
            "to the disk, \(ticket): \(changes.map(\.words).joined(separator: ", "))"
        case .ask(let question, let respondent, let facts):
            "ask \(respondent.words) about \(facts.hook.rawValue), \(question)"
        case .withdraw(let question, let respondent, let isLate):
            "stop waiting for \(respondent.words) about \(question)"
                + (isLate ? ": timed out" : "")
        case .administer(let ticket, _): "execute the administrator's request, \(ticket)"
        case .reportHung(let client): "log that \(client) hangs"
        case .disconnect(let client, let reason):
            "close the connection of \(client)" + (reason.map { ": \($0.rawValue)" } ?? "")
        case .exit: "end"
        }
    }

    /// The message without its JSON-RPC envelope.
    private static func text(_ line: [UInt8]) -> String {
        let text = String(decoding: line.dropLast(), as: UTF8.self)
        let envelope = #"{"jsonrpc":"2.0","#
        return text.hasPrefix(envelope) ? "{" + text.dropFirst(envelope.count) : text
    }
}

extension DraftChange {
    fileprivate var words: String {
        switch self {
        case .store(let draft):
            "store \(draft.key.app)/\(draft.key.key) revision \(draft.revision), "
                + "\(draft.content.count) bytes"
        case .erase(let key): "erase \(key.app)/\(key.key)"
        case .scrub: "overwrite erased drafts"
        case .eraseTraces: "erase recordings, and files set aside"
        }
    }
}
