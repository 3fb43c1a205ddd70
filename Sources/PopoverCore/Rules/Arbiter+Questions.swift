// SPDX-License-Identifier: MIT

import PopoverModel

/// A question to a behaviour, and the rule that goes on with its verdict.
enum PendingQuestion: Sendable {
    case open(OpenRequest, id: RequestID?, wish: UInt64, arrived: Instant)
    case choice(PopoverID, JSONText, id: RequestID?)
    case outsideTap(Tap, id: RequestID?)
    case outsideKey(display: String, PopoverID, id: RequestID?)
    case detach(PopoverID, frame: Rect?, id: RequestID?)
}

/// Asking behaviours. They advise (K6): late, wrong and missing verdicts count as `abstain`, and the
/// rule that goes on judges the state as it is then, not as it was when it asked.
extension Arbiter {
    mutating func ask(
        _ behavior: Behavior, _ question: Question, _ pending: PendingQuestion,
        of client: ClientID
    ) {
        let id = questionNumbers.next()
        questions[id] = Asked(client: client, question: pending)
        deadlines.arm(.question(id), at: now + settings.timing.policy)
        effects.append(.ask(id, .behavior(behavior.name), question))
    }

    /// Goes on where the question was asked; a second verdict finds nothing.
    mutating func take(_ verdict: Verdict, to question: QuestionID) {
        guard let asked = questions[question] else { return }
        drop(question)
        let client = asked.client
        switch asked.question {
        case .open(let request, let id, let wish, let arrived):
            admit(request, client, id, wish: wish, arrived: arrived, verdict: verdict)
        case .choice(let popover, let choice, let id):
            choose(popover, choice, client, id, verdict: verdict)
        case .outsideTap(let tap, let id):
            judge(tap, client, id, verdict: verdict)
        case .outsideKey(let display, let popover, let id):
            escape(popover, on: display, client, id, verdict: verdict)
        case .detach(let popover, let frame, let id):
            detach(popover, frame, client, id, verdict: verdict)
        }
    }

    mutating func drop(_ question: QuestionID) {
        questions.remove(question)
        deadlines.disarm(.question(question))
    }

    /// Judges a tap without its behaviour, whose verdict would come too late.
    mutating func decideTaps(where isConcerned: (Tap) -> Bool) {
        for (question, asked) in zip(questions.ids, questions.values) {
            if case .outsideTap(let tap, _) = asked.question, isConcerned(tap) {
                take(.abstain, to: question)
            }
        }
    }

    /// Forgets what a client that is gone has asked for; what it said about fingers and keys
    /// remains a fact.
    mutating func dropQuestions(of client: ClientID) {
        for (question, asked) in zip(questions.ids, questions.values) where asked.client == client {
            switch asked.question {
            case .open, .choice, .detach: drop(question)
            case .outsideTap, .outsideKey: break
            }
        }
    }

    /// Whether the request was an open that waits for a verdict; it is refused `cancelled`.
    mutating func cancelQuestion(_ request: RequestID, of client: ClientID) -> Bool {
        for (question, asked) in zip(questions.ids, questions.values) where asked.client == client {
            if case .open(let open, let id, _, _) = asked.question, id == request {
                drop(question)
                refuse(open, client, id, .refused(.cancelled), display: nil)
                return true
            }
        }
        return false
    }
}

struct Asked: Sendable {
    let client: ClientID
    let question: PendingQuestion
}
