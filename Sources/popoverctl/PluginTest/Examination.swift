// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// What a plugin says to some questions.
struct Examination {
    let title: String
    let rows: [Row]

    struct Row {
        var asked: RecordedQuestion
        var outcome: Outcome

        /// Nothing is wrong with it.
        var isFine: Bool { fault == nil }
    }

    enum Outcome {
        /// A daemon would not ask it this: it has no opinion.
        case notAsked
        case answered(Verdict, after: Interval)
        case failed(String)
    }

    /// - Parameter questions: nil asks the usual ones, about its own behaviour where it has one.
    init(of tester: any PluginTester, questions: [RecordedQuestion]?) {
        title = tester.title
        let questions =
            questions ?? StandardQuestions.all(about: tester.behaviors.first ?? "menu")
        rows = questions.map { Row(asked: $0, outcome: Self.ask(tester, $0.question)) }
    }

    var faults: Int { rows.count { !$0.isFine } }

    private static func ask(_ tester: any PluginTester, _ question: Question) -> Outcome {
        guard tester.isAsked(question) else { return .notAsked }
        do throws(PluginTestError) {
            let reply = try tester.ask(question)
            return .answered(reply.verdict, after: reply.interval)
        } catch {
            return .failed(error.message)
        }
    }
}

extension Examination.Row {
    /// What is wrong with the answer, on lines of their own; nil where nothing is.
    var fault: String? {
        switch outcome {
        case .failed(let message): return "gave no answer: \(message)"
        case .answered(let verdict, _) where !verdict.answers(asked.question.hook):
            return "answered \(verdict.json), which is no answer to this"
        case .answered(let verdict, _):
            guard let expected = asked.expected, expected != verdict else { return nil }
            return """
                expected \(expected.json)
                    answered \(verdict.json)
                """
        case .notAsked:
            guard let expected = asked.expected, expected != .abstain else { return nil }
            return """
                expected \(expected.json)
                    but it does not want to be asked
                """
        }
    }

    func writeMembers(to object: inout JSONWriter) {
        object.question(asked.question)
        object.member("expect", ifPresent: asked.expected)
        switch outcome {
        case .notAsked: object.member("asked", false)
        case .answered(let verdict, let interval):
            object.member("asked", true)
            object.member("verdict", verdict)
            object.member("microseconds", interval.microseconds)
        case .failed(let message):
            object.member("asked", true)
            object.member("failure", message)
        }
        object.member("fine", isFine)
    }
}
