// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// Whether effects can be carried out: each line that they become is one that a client can read.
final class EffectChecks {
    private let checks = WireChecks()
    private let encoder = MessageEncoder()
    private let programs = PluginMessageEncoder()

    func failure(_ failure: RequestError, id: RequestID) throws(Broken) {
        try checks.failure(failure, id: id)
    }

    func check(_ effect: Effect) throws(Broken) {
        switch effect {
        case .answer(_, let id, .failed(let failure)): try checks.failure(failure, id: id)
        case .answer(_, let id, let answer):
            let node = try checks.line(encoder.answer(answer, id: id))
            try require(node.member("result") != nil, "an answer without a result")
        case .notify(_, let notification), .announce(let notification, _):
            _ = try checks.line(encoder.notification(notification))
        case .call(_, let id, let call): _ = try checks.line(encoder.call(call, id: id))
        case .publish(let event, _): _ = try checks.line(encoder.event(event))
        case .notifyGap(_, let from, let to):
            try require(from <= to, "a gap from \(from) to \(to)")
            _ = try checks.line(encoder.gap(from: from, to: to))
        case .ask(let id, _, let question):
            let deadline = Interval.milliseconds(50)
            _ = try checks.line(programs.question(question, id: id, deadline: deadline))
            try again(question)
        case .store(_, let changes):
            for case .store(let draft) in changes { _ = try checks.json(draft.content.bytes) }
        case .disconnect(_, let reason?):
            _ = try checks.line(encoder.bye(reason, retryAfter: .milliseconds(100)))
        case .withdraw, .administer, .reportHung, .disconnect(_, nil), .exit: break
        }
    }

    /// A question that is written down says the same when it is read.
    private func again(_ question: Question) throws(Broken) {
        var writer = JSONWriter()
        writer.value(RecordedQuestion(question))
        let node = try checks.json(writer.bytes)
        do throws(RequestError) {
            let read = try RecordedQuestion.list(decoding: node)
            var other = JSONWriter()
            for question in read { other.value(question) }
            try same(other.bytes, writer.bytes)
        } catch {
            throw Broken("\(question) is written, and refused: \(error)")
        }
    }

    private func same(_ bytes: [UInt8], _ others: [UInt8]) throws(RequestError) {
        if bytes != others { throw .failed(message: "it has changed") }
    }
}
