// SPDX-License-Identifier: MIT
public import PopoverModel

/// A recorded question, to be put to a plugin without a daemon, and what has to be
/// answered: `{"hook":"detach","facts":{…},"expect":{"verdict":"keep"}}`.
public struct RecordedQuestion: Hashable, Sendable {
    public var question: Question
    /// nil: every answer is accepted.
    public var expected: Verdict?

    public init(_ question: Question, expected: Verdict? = nil) {
        self.question = question
        self.expected = expected
    }

    /// Reads a question, or all in an answer of `popover.explain`; ignores unknown members. Throws
    /// `badParameter` with the path of the first missing or wrong member.
    public static func list(decoding node: JSONNode) throws(RequestError) -> [RecordedQuestion] {
        let root = Member(root: node)
        if root.optional("decisions") != nil {
            return try Decision.list(decoding: node).flatMap(\.records)
                .map { RecordedQuestion($0.question) }
        }
        let question = try root.question()
        let expected = try root.optional("expect")?.verdict(at: question.hook)
        return [RecordedQuestion(question, expected: expected)]
    }
}

extension RecordedQuestion: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.question(question)
            object.member("expect", ifPresent: expected)
        }
    }
}

extension JSONWriter {
    /// Writes a question's members: where it is asked, and its facts.
    public mutating func question(_ question: Question) {
        member("hook", question.hook)
        name("facts")
        object(question.writeMembers)
    }
}

extension Member {
    /// A question from another daemon, whose limits are unknown.
    func question() throws(RequestError) -> Question {
        let hook: Hook = try member("hook").choice()
        let facts = try member("facts")
        return try facts.within { node throws(RequestError) in
            try Question(decoding: node, at: hook, limits: .none)
        }
    }

    func verdict(at hook: Hook) throws(RequestError) -> Verdict {
        try within { node throws(RequestError) in
            try Verdict(decoding: node, at: hook, limits: .none)
        }
    }

    /// Reads this value alone; errors name the path from the root.
    private func within<Value>(
        _ read: (JSONNode) throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try read(node)
        } catch .badParameter(let member, let message) {
            throw .badParameter(
                member: member.isEmpty ? path : "\(path).\(member)", message: message)
        }
    }
}

extension Limits {
    /// No limits: a daemon has checked the lengths.
    fileprivate static let none = {
        var limits = Limits()
        limits.key = .max
        limits.text = .max
        limits.content = .max
        return limits
    }()
}
