// SPDX-License-Identifier: MIT
public import PopoverModel

extension Decision {
    /// Reads what `popover.explain` answers.
    ///
    /// - Throws: `Failure.badParameter` with the path of the first member that is missing or wrong,
    ///   `Failure.unknownID` where an id is no such id.
    public static func list(decoding result: JSONNode) throws(Failure) -> [Decision] {
        try Member(root: result).member("decisions").list { decision throws(Failure) in
            try decision.decision()
        }
    }
}

extension Member {
    fileprivate func decision() throws(Failure) -> Decision {
        Decision(
            time: try member("time").instant(), subject: try member("subject").choice(),
            popover: try optional("popover")?.identifier(),
            alert: try optional("alert")?.identifier(),
            app: try optional("app")?.string(), display: try optional("display")?.string(),
            outcome: try member("outcome").string(), because: try member("because").string(),
            testimonies: try member("testimonies").list { testimony throws(Failure) in
                try testimony.testimony()
            })
    }

    private func testimony() throws(Failure) -> Testimony {
        let respondent = try respondent()
        let question = try question()
        return Testimony(
            respondent: respondent, question: question,
            verdict: try member("verdict").verdict(at: question.hook),
            failure: try optional("failure")?.choice())
    }

    private func respondent() throws(Failure) -> Respondent {
        guard let behavior = optional("behavior") else {
            return .policy(try member("policy").string())
        }
        return .behavior(try behavior.string())
    }
}

extension JSONWriter {
    mutating func decisions(_ decisions: [Decision]) {
        list("decisions", decisions) { object, decision in
            object.member("time", decision.time.microseconds)
            object.member("subject", decision.subject)
            object.member("popover", ifPresent: decision.popover)
            object.member("alert", ifPresent: decision.alert)
            object.member("app", ifPresent: decision.app)
            object.member("display", ifPresent: decision.display)
            object.member("outcome", decision.outcome)
            object.member("because", decision.because)
            object.list("testimonies", decision.testimonies) { $0.testimony($1) }
        }
    }

    private mutating func testimony(_ testimony: Testimony) {
        switch testimony.respondent {
        case .policy(let name): member("policy", name)
        case .behavior(let name): member("behavior", name)
        }
        question(testimony.question)
        member("verdict", testimony.verdict)
        member("failure", ifPresent: testimony.failure)
    }
}
