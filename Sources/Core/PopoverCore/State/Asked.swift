// SPDX-License-Identifier: MIT

import PopoverModel

/// What continues when a question has its verdicts.
enum PendingQuestion: Codable, Sendable {
    case open(Shared<OpenRequest>, ClientID, RequestID?, openSequence: UInt64, arrived: Instant)
    case choice(PopoverID, JSONText, ClientID, RequestID?)
    case outsideTap(Tap, ClientID, RequestID?)
    case outsideKey(display: String, PopoverID, ClientID, RequestID?)
    case detach(PopoverID, frame: Rect?, ClientID, RequestID?)
    /// The popover counts as closing meanwhile.
    case disposition(PopoverID)
    /// The alert is not presented meanwhile.
    case alert(AlertID)
    case idle(display: String, policy: String)

    /// The client whose action led to the question; nil without one.
    var client: ClientID? {
        switch self {
        case .open(_, let client, _, _, _), .choice(_, _, let client, _),
            .outsideTap(_, let client, _), .outsideKey(_, _, let client, _),
            .detach(_, _, let client, _):
            client
        case .disposition, .alert, .idle: nil
        }
    }

    /// The request that waits for the verdict.
    var request: RequestID? {
        switch self {
        case .open(_, _, let id, _, _), .choice(_, _, _, let id), .outsideTap(_, _, let id),
            .outsideKey(_, _, _, let id), .detach(_, _, _, let id):
            id
        case .disposition, .alert, .idle: nil
        }
    }
}

/// A question to one or more respondents.
struct Asked: Codable, Sendable {
    let question: Question
    let pending: PendingQuestion
    /// In the order in which verdicts count; never empty, and at least one is pending.
    var hearings: [PendingVerdicts]

    var isHeard: Bool { hearings.allSatisfy { $0.said != nil } }
}

/// A respondent to a question, with its verdict or its fallback.
struct PendingVerdicts: Codable, Sendable {
    let respondent: Respondent
    let fallback: Verdict
    /// Nil while its deadline is armed.
    var said: Said?

    struct Said: Codable, Sendable {
        let verdict: Verdict
        let failure: VerdictRecord.Fallback?
    }

    /// Accepts a verdict; nil where the respondent failed.
    mutating func accept(_ verdict: Verdict?, at hook: Hook) {
        guard let verdict else { return fall(back: .failed, at: hook) }
        guard verdict.fits(hook) else { return fall(back: .unfit, at: hook) }
        said = Said(verdict: verdict, failure: nil)
    }

    mutating func fall(back failure: VerdictRecord.Fallback, at hook: Hook) {
        said = Said(verdict: fallback.fits(hook) ? fallback : .abstain, failure: failure)
    }
}

struct CombinedVerdict: Codable, Sendable {
    let verdict: Verdict
    /// In the order in which verdicts count; without choices.
    let records: [VerdictRecord]

    /// A refusal as its plugin words it; one without words of its own names the plugin.
    func words(of reason: RefusalReason, _ message: String) -> String {
        guard reason == .policy, message == reason.message,
            let record = records.first(where: { $0.verdict == verdict })
        else { return message }
        return switch record.respondent {
        case .behavior(let name): "the behavior \(name) refuses it"
        case .policy(let name): "the policy \(name) refuses it"
        }
    }

    init(_ asked: Asked) {
        let hook = asked.question.hook
        verdict = .combined(asked.hearings.compactMap { $0.said?.verdict }, at: hook)
        let question = asked.question.withoutWork
        records = asked.hearings.compactMap { hearing in
            hearing.said.map {
                VerdictRecord(
                    respondent: hearing.respondent, question: question, verdict: $0.verdict,
                    fallback: $0.failure)
            }
        }
    }
}

extension Question {
    /// The question as it may be recorded: without the user's choice.
    fileprivate var withoutWork: Question {
        guard case .choice(let facts, _) = self else { return self }
        return .choice(facts, choice: .null)
    }
}
