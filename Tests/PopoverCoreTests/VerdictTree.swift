// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// A story that goes on, depth first, with every answer that the plugins may give to each question.
///
/// The arbiter is a value: a copy of it is another way that the story may go. The product of all
/// answers to all questions would be too much, so that one respondent to one question of a run, the
/// pivot, gives every answer there is, and the others one of each kind that makes a difference.
struct VerdictTree {
    /// A step of the story.
    enum Step {
        case request(ClientID, Request)
        case event(Event)
        /// Milliseconds.
        case pass(Int64)
        /// Also while plugins are asked: before and after each of their answers.
        indirect case meanwhile(Step)
    }

    /// What a respondent may do.
    enum Reply {
        case says(Verdict?)
        case saysTwice(Verdict)
        /// After its deadline.
        case saysLate(Verdict)
        case never
    }

    let steps: [Step]
    /// Which of those who are asked gives every answer, counted from 0.
    let pivot: Int
    private(set) var leaves = 0
    private(set) var events = 0
    private(set) var problems: [String] = []

    init(_ steps: [Step], pivot: Int) {
        self.steps = steps
        self.pivot = pivot
    }

    /// One way that the story may go.
    private struct Branch {
        var arbiter: Arbiter
        var ledger: Ledger
        var now: Instant
        var number = 0
        var asked: [(id: QuestionID, respondent: Respondent, hook: Hook, number: Int)] = []
        /// How many were asked before.
        var asks = 0
        var orders: [TicketID] = []
    }

    mutating func grow(from world: World) {
        let root = Branch(arbiter: world.arbiter, ledger: world.ledger, now: world.now)
        grow(root, at: 0)
    }

    private mutating func grow(_ branch: Branch, at step: Int) {
        guard problems.count < 5 else { return }
        guard let next = branch.asked.first else {
            guard step < steps.count else { return finish(branch) }
            return walk(branch, steps[step], at: step)
        }
        if step < steps.count, case .meanwhile = steps[step] {
            walk(branch, steps[step], at: step)
        }
        for reply in next.number == pivot ? Self.everyReply : Self.telling(next.hook) {
            var copy = branch
            copy.asked.removeFirst()
            take(reply, next.id, next.respondent, &copy)
            grow(copy, at: step)
        }
    }

    private mutating func walk(_ branch: Branch, _ step: Step, at index: Int) {
        var copy = branch
        perform(step, &copy)
        grow(copy, at: index + 1)
    }

    private mutating func perform(_ step: Step, _ branch: inout Branch) {
        switch step {
        case .request(let client, let request):
            branch.number += 1
            let id = RequestID.number("\(branch.number)")
            send(.clientRequested(client, id: id, request), &branch)
        case .event(let event): send(event, &branch)
        case .pass(let milliseconds): pass(milliseconds, &branch)
        case .meanwhile(let step): perform(step, &branch)
        }
    }

    private mutating func take(
        _ reply: Reply, _ id: QuestionID, _ respondent: Respondent, _ branch: inout Branch
    ) {
        switch reply {
        case .says(let verdict): send(.answered(id, respondent, verdict), &branch)
        case .saysTwice(let verdict):
            send(.answered(id, respondent, verdict), &branch)
            send(.answered(id, respondent, .abstain), &branch)
        case .saysLate(let verdict):
            pass(50, &branch)
            send(.answered(id, respondent, verdict), &branch)
        case .never: pass(50, &branch)
        }
    }

    private mutating func pass(_ milliseconds: Int64, _ branch: inout Branch) {
        let end = branch.now + .milliseconds(milliseconds)
        while let deadline = branch.arbiter.nextDeadline, deadline <= end {
            branch.now = max(branch.now, deadline)
            send(.deadlineReached, &branch)
        }
        branch.now = end
    }

    private mutating func send(_ event: Event, _ branch: inout Branch) {
        events += 1
        branch.ledger.note(event)
        for effect in branch.arbiter.handle(event, at: branch.now) {
            branch.ledger.note(effect)
            switch effect {
            case .ask(let id, let respondent, let question):
                branch.asked.append((id, respondent, question.hook, branch.asks))
                branch.asks += 1
            case .withdraw(let id, let respondent, _):
                branch.asked.removeAll { $0.id == id && $0.respondent == respondent }
            case .store(let ticket, _): branch.orders.append(ticket)
            case .answer, .notify, .call, .publish, .tellGap, .administer, .disconnect, .exit: break
            }
        }
        var violations = branch.ledger.violations
        // Where assertions are checked, the arbiter has checked itself.
        var isChecked = false
        assert(Self.note(&isChecked))
        if !isChecked { violations += branch.arbiter.invariantViolations }
        if !violations.isEmpty { problems.append("after \(event): \(violations)") }
        while !branch.orders.isEmpty {
            send(.draftsStored(branch.orders.removeFirst()), &branch)
        }
    }

    private static func note(_ isChecked: inout Bool) -> Bool {
        isChecked = true
        return true
    }

    /// Nobody says anything any more, and the policies go: it comes to rest, and everybody has been told.
    private mutating func finish(_ branch: Branch) {
        leaves += 1
        var branch = branch
        pass(1000, &branch)
        send(.policiesChanged([]), &branch)
        pass(1000, &branch)
        let waiting = branch.ledger.asked.values.flatMap(\.values).filter {
            if case .raiseAlert = $0 { false } else { true }
        }
        if !waiting.isEmpty { problems.append("never answered: \(waiting)") }
        if !branch.ledger.untold.isEmpty { problems.append("untold: \(branch.ledger.untold)") }
        if !branch.ledger.awaited.isEmpty { problems.append("awaited: \(branch.ledger.awaited)") }
    }
}

extension VerdictTree {
    static let warning = IdleWarning(
        title: "Still there?", message: nil, button: "Yes", timeout: .milliseconds(1000),
        then: .endSession)
    private static let mute = IdleWarning(
        title: "", message: nil, button: "", timeout: .milliseconds(0), then: .close)

    /// Every kind, with every disposition, within its range and outside it.
    static let everyVerdict: [Verdict] = [
        .abstain, .admit(sides: nil, widthRange: nil),
        .admit(sides: [.top], widthRange: 100...150), .admit(sides: [], widthRange: -5...0),
        .refuse(reason: .policy, message: "no"), .refuse(reason: .locked, message: ""),
        .replace(behavior: "task"), .replace(behavior: "split-pane"),
        .replace(behavior: "unheard-of"), .close(nil), .close(.save), .close(.discard), .stay,
        .detach(allowed: true), .detach(allowed: false), .present(rank: 0), .present(rank: -5),
        .present(rank: 9999), .hold(.milliseconds(0)), .hold(.milliseconds(200)),
        .hold(.milliseconds(99_999_999)), .warn(warning), .warn(mute), .idle(.close),
        .idle(.endSession),
    ]

    private static var everyReply: [Reply] {
        everyVerdict.map { .says($0) }
            + [.says(nil), .saysTwice(.close(.discard)), .saysLate(.stay), .never]
    }

    /// One of each that makes a difference at this hook.
    private static func telling(_ hook: Hook) -> [Reply] {
        switch hook {
        case .open:
            [.says(.abstain), .says(.refuse(reason: .policy, message: ""))]
        case .choice: [.says(.close(nil)), .says(.stay)]
        case .outsideTap: [.says(.close(.discard)), .says(.stay), .never]
        case .detach: [.says(.detach(allowed: true)), .says(nil)]
        case .disposition: [.says(.close(.discard)), .says(.abstain)]
        case .alert: [.says(.hold(.milliseconds(200))), .says(.present(rank: -5))]
        case .idle:
            [
                .says(.warn(warning)), .says(.idle(.close)), .says(.idle(.endSession)), .never,
            ]
        }
    }
}
