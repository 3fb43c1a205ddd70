// SPDX-License-Identifier: MIT

import PopoverModel

/// A question that waits for its verdicts, and the rule that goes on with them.
enum PendingQuestion: Codable, Sendable {
    case open(OpenRequest, ClientID, RequestID?, openSequence: UInt64, arrived: Instant)
    case choice(PopoverID, JSONText, ClientID, RequestID?)
    case outsideTap(Tap, ClientID, RequestID?)
    case outsideKey(display: String, PopoverID, ClientID, RequestID?)
    case detach(PopoverID, frame: Rect?, ClientID, RequestID?)
    /// It counts as closing meanwhile.
    case disposition(PopoverID)
    /// It is not presented meanwhile.
    case alert(AlertID)
    case idle(display: String, policy: String)

    /// The client whose doing led to it; nil where nobody's did.
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

/// A question that was put to one respondent or several.
struct Asked: Codable, Sendable {
    let question: Question
    let pending: PendingQuestion
    /// In the order in which their verdicts count; never empty, and one is still awaited.
    var hearings: [PendingVerdicts]

    var isHeard: Bool { hearings.allSatisfy { $0.said != nil } }
}

/// One respondent to a question: what it has said, or what counts where it stays silent.
struct PendingVerdicts: Codable, Sendable {
    let respondent: Respondent
    let fallback: Verdict
    /// Nil while its deadline is armed.
    var said: Said?

    struct Said: Codable, Sendable {
        let verdict: Verdict
        let failure: VerdictRecord.Fallback?
    }

    /// Takes what it has said; nil where it could not say anything.
    mutating func take(_ verdict: Verdict?, at hook: Hook) {
        guard let verdict else { return fall(back: .failed, at: hook) }
        guard verdict.fits(hook) else { return fall(back: .unfit, at: hook) }
        said = Said(verdict: verdict, failure: nil)
    }

    /// Its fallback counts from now on.
    mutating func fall(back failure: VerdictRecord.Fallback, at hook: Hook) {
        said = Said(verdict: fallback.fits(hook) ? fallback : .abstain, failure: failure)
    }
}

/// What came of a question.
struct CombinedVerdict: Codable, Sendable {
    let verdict: Verdict
    /// In the order in which they count. Nobody's choice is in it.
    let records: [VerdictRecord]

    /// What everyone who was asked has said, combined.
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
    /// The same question as it may be remembered: people's choices are theirs.
    fileprivate var withoutWork: Question {
        guard case .choice(let facts, _) = self else { return self }
        return .choice(facts, choice: .null)
    }
}
