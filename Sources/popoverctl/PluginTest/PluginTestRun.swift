// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// Asks a plugin questions and holds its verdicts.
struct PluginTestRun {
    let title: String
    let rows: [Row]

    struct Row {
        var asked: RecordedQuestion
        var outcome: Outcome

        var isFine: Bool { error == nil }
    }

    enum Outcome {
        /// The plugin has no such hook, which counts as `abstain`.
        case notAsked
        case answered(Verdict, after: Interval)
        case failed(String)
    }

    /// - Parameter questions: nil asks the standard questions, about the plugin's own behavior if any.
    init(of tester: any PluginTester, questions: [RecordedQuestion]?) {
        title = tester.title
        let questions =
            questions ?? StandardQuestions.all(about: tester.behaviors.first ?? "menu")
        rows = questions.map { Row(asked: $0, outcome: Self.ask(tester, $0.question)) }
    }

    var wrongCount: Int { rows.count { !$0.isFine } }

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

extension PluginTestRun.Row {
    /// Why the verdict is wrong; nil if it is right.
    var error: String? {
        switch outcome {
        case .failed(let message): return "no verdict: \(message)"
        case .answered(let verdict, _) where !verdict.answers(asked.question.hook):
            return "answered \(verdict.json), which is not valid for this hook"
        case .answered(let verdict, _):
            guard let expected = asked.expected, !verdict.matches(expected) else { return nil }
            return """
                expected \(expected.json)
                    answered \(verdict.json)
                """
        case .notAsked:
            guard let expected = asked.expected, expected != .abstain else { return nil }
            return """
                expected \(expected.json)
                    the plugin has no such hook
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
