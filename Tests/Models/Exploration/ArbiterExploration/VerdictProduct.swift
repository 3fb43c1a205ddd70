// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel

/// A story that goes on with every answer that the plugins may give to each question: those of two
/// respondents in all their combinations, with states merged.
///
/// The arbiter is a value: a copy of it is another way that the story may go.
package struct VerdictProduct {
    /// A step of the story.
    enum Step: Sendable {
        case request(ClientID, Request)
        case event(Event)
        /// Milliseconds.
        case pass(Int64)
        /// Also while plugins are asked: before and after each of their answers.
        indirect case meanwhile(Step)
    }

    /// What a respondent may do.
    private enum Reply {
        case says(Verdict?)
        case saysTwice(Verdict)
        /// After its deadline.
        case saysLate(Verdict)
        case never
    }

    let steps: [Step]
    package private(set) var states = 0
    package private(set) var transitions = 0
    /// Questions that were answered in every way.
    package private(set) var questions = 0
    /// Different ends.
    package private(set) var ends = 0
    package private(set) var problems: [String] = []
    private var known: Set<Fingerprint> = []
    private let walker: Walker

    private struct Branch {
        var moment: Moment
        var step = 0
        /// What has happened, in words.
        var trail: [String] = []
    }

    init(_ steps: [Step]) {
        self.steps = steps
        var horizon = Walker.Horizon()
        horizon.toggles = .milliseconds(550)
        horizon.clocks = .milliseconds(2000)
        horizon.duplicates = .milliseconds(30)
        horizon.changes("policies", "behaviors")
        walker = Walker(horizon)
    }

    mutating func grow(from root: Moment) {
        var open = [Branch(moment: root)]
        while let branch = open.popLast(), problems.isEmpty {
            let next = branch.moment.ledger.awaited.first
            if next == nil && branch.step >= steps.count {
                finish(branch)
                continue
            }
            if branch.step < steps.count, next == nil || isMeanwhile(branch.step) {
                var copy = branch
                copy.step += 1
                copy.trail.append("\(steps[branch.step])")
                perform(steps[branch.step], &copy.moment)
                keep(copy, &open)
            }
            guard let next else { continue }
            questions += 1
            for reply in Self.everyReply(at: next.hook) {
                var copy = branch
                copy.trail.append("\(next.respondent) \(reply)")
                apply(reply, next, &copy.moment)
                keep(copy, &open)
            }
        }
    }

    private func isMeanwhile(_ step: Int) -> Bool {
        if case .meanwhile = steps[step] { true } else { false }
    }

    private mutating func keep(_ branch: Branch, _ open: inout [Branch]) {
        transitions += 1
        let violations = branch.moment.violations
        if !violations.isEmpty {
            problems = branch.trail + violations
            return
        }
        branch.moment.walk(walker)
        walker.note(branch.step)
        guard known.insert(walker.fingerprint).inserted else { return }
        states += 1
        open.append(branch)
    }

    private func perform(_ step: Step, _ moment: inout Moment) {
        switch step {
        case .request(let client, let request):
            // One of a kind may still wait.
            var label = "step"
            while moment.isAsked(client, label) { label += "+" }
            moment.ask(client, label, request)
        case .event(let event): moment.send(event)
        case .pass(let milliseconds): moment.live(milliseconds)
        case .meanwhile(let step): perform(step, &moment)
        }
    }

    private func apply(_ reply: Reply, _ asked: Ledger.Awaited, _ moment: inout Moment) {
        switch reply {
        case .says(let verdict):
            moment.send(.answered(asked.question, asked.respondent, verdict))
        case .saysTwice(let verdict):
            moment.send(.answered(asked.question, asked.respondent, verdict))
            moment.send(.answered(asked.question, asked.respondent, .abstain))
        case .saysLate(let verdict):
            moment.live(50)
            moment.send(.answered(asked.question, asked.respondent, verdict))
        case .never: moment.live(50)
        }
    }

    /// Nobody says anything any more, and the policies go: it comes to rest, and everybody has been
    /// told.
    private mutating func finish(_ branch: Branch) {
        ends += 1
        var moment = branch.moment
        moment.live(1000)
        moment.send(.policiesChanged([]))
        moment.live(1000)
        var wrong = moment.violations
        if moment.ledger.isWaiting { wrong.append("never answered: \(moment.ledger.asked)") }
        if !moment.ledger.untold.isEmpty { wrong.append("untold: \(moment.ledger.untold)") }
        if !moment.ledger.awaited.isEmpty { wrong.append("awaited: \(moment.ledger.awaited)") }
        if !wrong.isEmpty { problems = branch.trail + wrong }
    }
}

extension Moment {
    /// Lets time pass, telling every deadline on the way.
    mutating func live(_ milliseconds: Int64) {
        let end = now + .milliseconds(milliseconds)
        while let deadline = arbiter.nextDeadline, deadline <= end, !ledger.hasExited {
            now = max(now, deadline)
            send(.deadlineReached)
        }
        now = end
    }
}

extension VerdictProduct {
    static let warning = IdleWarning(
        title: "Still there?", message: nil, button: "Yes", timeout: .milliseconds(1000),
        then: .endSession)
    private static let mute = IdleWarning(
        title: "", message: nil, button: "", timeout: .milliseconds(0), then: .close)

    /// Every kind, with every disposition, within its range and outside it.
    package static func everyVerdict(at hook: Hook) -> [Verdict] {
        [
            .abstain, .open(.admit(sides: nil, widthRange: nil)),
            .open(.admit(sides: [.top], widthRange: 100...150)),
            .open(.admit(sides: [], widthRange: -5...0)),
            .open(.refuse(reason: .policy, message: "no")),
            .open(.refuse(reason: .locked, message: "")), .open(.replace(behavior: "task")),
            .open(.replace(behavior: "split-pane")), .open(.replace(behavior: "unheard-of")),
            .closing(.close(nil), at: hook), .closing(.close(.save), at: hook),
            .closing(.close(.discard), at: hook), .closing(.stay, at: hook),
            .detach(allowed: true), .detach(allowed: false), .alert(.present(rank: 0)),
            .alert(.present(rank: -5)), .alert(.present(rank: 9999)),
            .alert(.hold(.milliseconds(0))), .alert(.hold(.milliseconds(200))),
            .alert(.hold(.milliseconds(99_999_999))), .idle(.warn(warning)), .idle(.warn(mute)),
            .idle(.act(.close)), .idle(.act(.endSession)),
        ]
    }

    private static func everyReply(at hook: Hook) -> [Reply] {
        everyVerdict(at: hook).map { .says($0) }
            + [
                .says(nil), .saysTwice(.closing(.close(.discard), at: hook)),
                .saysLate(.closing(.stay, at: hook)), .never,
            ]
    }
}

extension Verdict {
    /// The verdict on closing as this hook's answer, where the hook has one.
    package static func closing(_ verdict: ClosingVerdict, at hook: Hook) -> Verdict {
        switch (hook, verdict) {
        case (.choice, _): .choice(verdict)
        case (.disposition, .close(let disposition?)): .disposition(disposition)
        default: .outsideTap(verdict)
        }
    }
}
