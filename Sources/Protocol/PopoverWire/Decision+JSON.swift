// SPDX-License-Identifier: MIT
public import PopoverModel

extension Decision {
    /// Reads the result of `popover.explain`. Throws `badParameter` with the path of the first
    /// missing or wrong member, `unknownID` where an id is no such id.
    public static func list(decoding result: JSONNode) throws(RequestError) -> [Decision] {
        try Member(root: result).member("decisions").list { decision throws(RequestError) in
            try decision.decision()
        }
    }
}

extension Member {
    fileprivate func decision() throws(RequestError) -> Decision {
        Decision(
            time: try member("time").instant(), subject: try member("subject").choice(),
            popover: try optional("popover")?.identifier(),
            alert: try optional("alert")?.identifier(),
            app: try optional("app")?.string(), display: try optional("display")?.string(),
            outcome: try member("outcome").string(), because: try member("because").string(),
            records: try member("testimonies").list { record throws(RequestError) in
                try record.record()
            })
    }

    private func record() throws(RequestError) -> VerdictRecord {
        let respondent = try respondent()
        let question = try question()
        return VerdictRecord(
            respondent: respondent, question: question,
            verdict: try member("verdict").verdict(at: question.hook),
            fallback: try optional("failure")?.choice())
    }

    private func respondent() throws(RequestError) -> Respondent {
        guard let behavior = optional("behavior") else {
            return .policy(try member("policy").string())
        }
        return .behavior(try behavior.string())
    }
}

extension Decision: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("time", time.microseconds)
            object.member("subject", subject)
            object.member("popover", ifPresent: popover)
            object.member("alert", ifPresent: alert)
            object.member("app", ifPresent: app)
            object.member("display", ifPresent: display)
            object.member("outcome", outcome)
            object.member("because", because)
            object.list("testimonies", records) { $0.record($1) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func record(_ record: VerdictRecord) {
        switch record.respondent {
        case .policy(let name): member("policy", name)
        case .behavior(let name): member("behavior", name)
        }
        question(record.question)
        member("verdict", record.verdict)
        member("failure", ifPresent: record.fallback)
    }
}
