// SPDX-License-Identifier: MIT

import PopoverModel

/// Questions to plugins: the policies in their order, then the behavior. Plugins advise (K6): a
/// fallback replaces late, wrong and missing verdicts, and the rule continues with the state at the
/// verdict, not at the question.
extension Arbiter {
    // MARK: Asking

    /// Whether any plugin is asked about an action of this client. An unloaded behavior is not, a
    /// policy is not asked about its own actions, and during shutdown nobody is.
    func isAsked(at hook: Hook, _ behavior: Shared<Behavior>? = nil, by client: ClientID?) -> Bool {
        guard stage == .running else { return false }
        if !plugins.policies.isEmpty {
            let own = plugin(of: client)
            if plugins.policies.contains(where: { $0.hooks.contains(hook) && $0.name != own }) {
                return true
            }
        }
        guard let behavior, behavior.hooks.contains(hook) else { return false }
        return plugins.behavior(named: behavior.name) != nil
    }

    /// The same about the popover at this index, without a copy of its behavior.
    func isAsked(at hook: Hook, aboutPopoverAt index: Int, by client: ClientID?) -> Bool {
        isAsked(at: hook, by: client)
            || stage == .running && popovers[index].behavior.hooks.contains(hook)
                && plugins.behavior(named: popovers[index].behavior.name) != nil
    }

    /// The policy that acts as this client.
    private func plugin(of client: ClientID?) -> String? {
        client.flatMap { clients[$0]?.credentials.plugin }
    }

    /// Asks every plugin with this hook about an action of this client; there must be one.
    @discardableResult
    mutating func ask(
        _ behavior: Shared<Behavior>?, _ question: Question, _ pending: PendingQuestion,
        by client: ClientID?
    ) -> QuestionID {
        let hook = question.hook
        let own = plugin(of: client)
        var respondents: [(Respondent, Hooks.Terms)] = []
        for policy in plugins.policies where policy.name != own {
            if let terms = policy.hooks[hook] { respondents.append((.policy(policy.name), terms)) }
        }
        if let behavior, let terms = behavior.hooks[hook],
            plugins.behavior(named: behavior.name) != nil
        {
            respondents.append((.behavior(behavior.name), terms))
        }
        return ask(respondents, question, pending)
    }

    @discardableResult
    mutating func ask(
        _ respondents: [(Respondent, Hooks.Terms)], _ question: Question,
        _ pending: PendingQuestion
    ) -> QuestionID {
        let id = identifiers.questions.next()
        let hearings = respondents.map { PendingVerdicts(respondent: $0, fallback: $1.fallback) }
        questions[id] = Asked(question: question, pending: pending, hearings: hearings)
        for (index, (respondent, terms)) in respondents.enumerated() {
            let deadline = terms.deadline ?? settings.timing.policy
            deadlines.arm(.verdict(id, index: index), at: now + deadline)
            emit(.ask(id, respondent, question))
        }
        return id
    }

    // MARK: PendingVerdicts

    /// Accepts a verdict; late and repeated ones are ignored.
    mutating func handle(
        _ verdict: Verdict?, to question: QuestionID, by respondent: Respondent
    ) {
        hear(question) { hearing, hook in
            guard hearing.respondent == respondent else { return false }
            hearing.accept(verdict, at: hook)
            return true
        }
    }

    mutating func verdictTimedOut(_ question: QuestionID, index: Int) {
        guard let asked = questions[question], asked.hearings.indices.contains(index) else {
            return
        }
        let respondent = asked.hearings[index].respondent
        emit(.withdraw(question, respondent, isLate: true))
        hear(question) { hearing, hook in
            guard hearing.respondent == respondent else { return false }
            hearing.fall(back: .late, at: hook)
            return true
        }
    }

    /// Applies the fallbacks of respondents that are gone.
    mutating func dismissRespondents(where isGone: (Respondent) -> Bool) {
        for question in questions.ids {
            for hearing in questions[question]?.hearings ?? []
            where hearing.said == nil && isGone(hearing.respondent) {
                emit(.withdraw(question, hearing.respondent, isLate: false))
            }
            hear(question) { hearing, hook in
                guard isGone(hearing.respondent) else { return false }
                hearing.fall(back: .failed, at: hook)
                return true
            }
        }
    }

    /// Lets the open respondents of a question decide, and continues its rule when all have.
    private mutating func hear(
        _ question: QuestionID, _ says: (inout PendingVerdicts, Hook) -> Bool
    ) {
        guard var asked = questions[question] else { return }
        var hasChanged = false
        for index in asked.hearings.indices where asked.hearings[index].said == nil {
            guard says(&asked.hearings[index], asked.question.hook) else { continue }
            deadlines.disarm(.verdict(question, index: index))
            hasChanged = true
        }
        guard hasChanged else { return }
        if asked.isHeard {
            questions.remove(question)
            goOn(asked)
        } else {
            questions[question] = asked
        }
    }

    /// Continues at once: the fallbacks of the open respondents apply.
    mutating func decideNow(_ question: QuestionID) {
        withdrawAwaited(question)
        hear(question) { hearing, hook in
            hearing.fall(back: .late, at: hook)
            return true
        }
    }

    /// Drops a question without continuing its rule.
    mutating func drop(_ question: QuestionID) {
        withdrawAwaited(question)
        guard let asked = questions.remove(question) else { return }
        for index in asked.hearings.indices where asked.hearings[index].said == nil {
            deadlines.disarm(.verdict(question, index: index))
        }
    }

    private mutating func withdrawAwaited(_ question: QuestionID) {
        for hearing in questions[question]?.hearings ?? [] where hearing.said == nil {
            emit(.withdraw(question, hearing.respondent, isLate: false))
        }
    }

    private mutating func goOn(_ asked: Asked) {
        let combined = CombinedVerdict(asked)
        switch asked.pending {
        case .open(let request, let client, let id, let openSequence, let arrived):
            admit(
                request, client, id, openSequence: openSequence, arrived: arrived,
                combined: combined)
        case .choice(let popover, let choice, let client, let id):
            choose(popover, choice, nil, client, id, combined: combined)
        case .outsideTap(let tap, let client, let id):
            judge(tap, client, id, combined: combined)
        case .outsideKey(let display, let popover, let client, let id):
            escape(popover, on: display, client, id, combined: combined)
        case .detach(let popover, let frame, let client, let id):
            detach(popover, frame, client, id, combined: combined)
        case .disposition(let popover): dispose(popover, combined)
        case .alert(let alert): decideAdmission(of: alert, combined)
        case .idle(let display, let policy): decideIdle(display, policy, combined)
        }
    }

    // MARK: Who goes

    mutating func policiesChanged(_ policies: [Policy]) {
        // A policy is identified by its name: listed twice, it would answer once.
        var names: Set<String> = []
        plugins.policies = policies.filter { names.insert($0.name).inserted }
        dismissRespondents { respondent in
            guard case .policy(let name) = respondent else { return false }
            return !policies.contains { $0.name == name }
        }
        reconsiderHeldAlerts()
        watchIdleness()
    }

    mutating func behaviorUnloaded(_ name: String) {
        plugins.removeBehavior(named: name)
        dismissRespondents { $0 == .behavior(name) }
    }

    /// Decides pending taps now, with fallbacks for the missing verdicts.
    mutating func decideTaps(where isConcerned: (Tap) -> Bool) {
        for (question, asked) in zip(questions.ids, questions) {
            if case .outsideTap(let tap, _, _) = asked.pending, isConcerned(tap) {
                decideNow(question)
            }
        }
    }

    /// Drops a disconnected client's questions. Its taps and keys stay: they are facts.
    mutating func dropQuestions(of client: ClientID) {
        for (question, asked) in zip(questions.ids, questions)
        where asked.pending.client == client {
            switch asked.pending {
            case .open, .choice, .detach: drop(question)
            case .outsideTap, .outsideKey, .disposition, .alert, .idle: break
            }
        }
    }

    /// Refuses a client's open in question as `cancelled`; false where it has none of this id.
    mutating func cancelQuestion(_ request: RequestID, of client: ClientID) -> Bool {
        for (question, asked) in zip(questions.ids, questions) {
            if case .open(let open, client, let id, _, _) = asked.pending, id == request {
                drop(question)
                refuse(open, client, id, .refused(.cancelled), display: nil)
                return true
            }
        }
        return false
    }
}
