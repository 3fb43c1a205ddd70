// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

@Suite("Answers")
struct AnswerTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    private func keeper(
        answering code: String, _ definitions: [String] = [], microsecondsPerReading: Int64 = 0
    ) throws -> HostFixture {
        try zoo.breed("popover-good.so", ["ANSWER=\(code)"] + definitions)
        let keeper = HostFixture(zoo, microsecondsPerReading: microsecondsPerReading)
        try #require(keeper.host.rescan().map(\.state) == [.loaded])
        return keeper
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let question: Question
        let code: String
        let verdict: Verdict
        var testDescription: String { code }

        init(_ question: Question, _ code: String, _ verdict: Verdict) {
            self.question = question
            self.code = code
            self.verdict = verdict
        }
    }

    static let choice = Question.choice(Facts.popover, choice: Facts.choice)
    static let tap = Question.outsideTap(Facts.popover, isKey: true)
    static let detach = Question.detach(Facts.popover)
    static let open = Question.open(Facts.open)

    static let honest = [
        Row(open, "verdict->kind = 0", .abstain),
        Row(open, "verdict->kind = 1", .open(.admit(sides: nil, widthRange: nil))),
        Row(
            open,
            """
            verdict->kind = 1; verdict->sides[0] = 3; verdict->sides[1] = 2; \
            verdict->minimum_width = 100; verdict->maximum_width = 100
            """,
            .open(.admit(sides: [.left, .bottom], widthRange: 100...100))),
        Row(
            open, "verdict->kind = 2",
            .open(.refuse(reason: .policy, message: RefusalReason.policy.message))),
        Row(
            open,
            """
            verdict->kind = 2; verdict->reason = 1; verdict->message_length = 4; \
            memcpy(verdict->message, "n\\303\\266!?", 5)
            """,
            .open(.refuse(reason: .notForWarnings, message: "nö!"))),
        Row(
            open,
            """
            verdict->kind = 2; verdict->message_length = 256; \
            memset(verdict->message, 'x', 256)
            """,
            .open(.refuse(reason: .policy, message: String(repeating: "x", count: 256)))),
        Row(
            open, "verdict->kind = 2; memcpy(verdict->message, \"no!\", 4)",
            .open(.refuse(reason: .policy, message: "no!"))),
        Row(
            open, "verdict->kind = 2; memset(verdict->message, 'x', 256)",
            .open(.refuse(reason: .policy, message: String(repeating: "x", count: 256)))),
        Row(choice, "verdict->kind = 3", .choice(.close(nil))),
        Row(choice, "verdict->kind = 4", .choice(.stay)),
        Row(tap, "verdict->kind = 3; verdict->disposition = 1", .outsideTap(.close(.save))),
        Row(tap, "verdict->kind = 3; verdict->disposition = 2", .outsideTap(.close(.discard))),
        Row(tap, "verdict->kind = 4", .outsideTap(.stay)),
        Row(detach, "verdict->kind = 5", .detach(allowed: true)),
        Row(detach, "verdict->kind = 6", .detach(allowed: false)),
    ]

    @Test("Every valid verdict is read", arguments: honest)
    func honesty(_ row: Row) throws {
        let keeper = try keeper(answering: row.code)
        #expect(keeper.host.answer(row.question, by: .behavior("good")) == row.verdict)
        #expect(keeper.host.statistics(of: "good")?.questions == 1)
        #expect(keeper.host.statistics(of: "good")?.badVerdicts == 0)
    }

    static let lies = [
        Row(open, "verdict->kind = 99", .abstain),
        Row(open, "verdict->kind = 0x100", .abstain),
        Row(open, "verdict->kind = 3", .abstain),
        Row(open, "verdict->kind = 5", .abstain),
        Row(choice, "verdict->kind = 1", .abstain),
        Row(tap, "verdict->kind = 2", .abstain),
        Row(detach, "verdict->kind = 4", .abstain),
        Row(open, "verdict->kind = 1; verdict->sides[0] = 5", .abstain),
        Row(open, "verdict->kind = 1; verdict->sides[0] = verdict->sides[1] = 1", .abstain),
        Row(open, "verdict->kind = 1; verdict->sides[1] = 1", .abstain),
        Row(open, "verdict->kind = 1; verdict->maximum_width = 300", .abstain),
        Row(
            open, "verdict->kind = 1; verdict->minimum_width = 2; verdict->maximum_width = 1e9",
            .abstain),
        Row(
            open, "verdict->kind = 1; verdict->minimum_width = verdict->maximum_width = -1",
            .abstain),
        Row(
            open,
            "double n = 0; verdict->kind = 1; verdict->minimum_width = n / n; "
                + "verdict->maximum_width = n / n", .abstain),
        Row(open, "verdict->kind = 2; verdict->reason = 2", .abstain),
        Row(open, "verdict->kind = 2; verdict->message_length = 257", .abstain),
        Row(
            open,
            "verdict->kind = 2; verdict->message_length = 1; verdict->message[0] = '\\377'",
            .abstain),
        Row(tap, "verdict->kind = 3; verdict->disposition = 3", .abstain),
    ]

    @Test("An invalid verdict counts as no answer and is counted and reported", arguments: lies)
    func lie(_ row: Row) throws {
        let keeper = try keeper(answering: row.code)
        #expect(keeper.host.answer(row.question, by: .behavior("good")) == nil)
        #expect(keeper.host.statistics(of: "good")?.badVerdicts == 1)
        guard case .badAnswer(plugin: "good", call: _, message: _) = keeper.reports.last
        else {
            Issue.record("it was not reported")
            return
        }
    }

    @Test("The facts of an open reach the plugin")
    func openFacts() throws {
        let keeper = try keeper(
            answering: """
                if (question->struct_size == sizeof *question && question->flags == 3 && \
                question->display_width == 1280 && question->display_height == 800 && \
                question->width == 400 && question->height == 300) say("as asked"); \
                say_string(question->behavior); say_string(question->app); \
                say_string(question->display); say_string(question->popover); \
                say_string(question->key); say_string(question->title); \
                say_string(question->choice)
                """)
        _ = keeper.host.answer(Self.open, by: .behavior("good"))
        #expect(
            lines(keeper) == [
                "as asked", "good", "shop", "main", "(none)", "", "(none)", "(none)",
            ])
    }

    @Test("The facts of a choice reach the plugin")
    func choiceFacts() throws {
        let keeper = try keeper(
            answering: """
                if (question->kind == POPOVER_QUESTION_CHOICE && question->flags == 0) \
                say("as asked"); \
                say_string(question->app); say_string(question->popover); \
                say_string(question->key); say_string(question->title); \
                say_string(question->choice)
                """)
        _ = keeper.host.answer(Self.choice, by: .behavior("good"))
        #expect(
            lines(keeper) == ["as asked", "shop", "p12", "cart", "Körbe", #"{"n":1}"#])
    }

    @Test("A key outside is told from a tap")
    func keyFact() throws {
        let keeper = try keeper(
            answering: "verdict->kind = question->flags & POPOVER_FACT_KEY ? 3 : 4")
        #expect(keeper.host.answer(Self.tap, by: .behavior("good")) == .outsideTap(.close(nil)))
        let tap = Question.outsideTap(Facts.popover, isKey: false)
        #expect(keeper.host.answer(tap, by: .behavior("good")) == .outsideTap(.stay))
    }

    @Test("A question that the plugin did not ask for is not put")
    func unasked() throws {
        let keeper = try keeper(answering: "verdict->kind = 5", ["QUIET"])
        #expect(keeper.host.answer(Self.detach, by: .behavior("good")) == .abstain)
        #expect(keeper.host.answer(Self.detach, by: .behavior("nobody")) == nil)
        #expect(keeper.host.answer(Self.detach, by: .policy("nobody")) == nil)
        #expect(keeper.host.answer(Self.detach, by: .policy("good")) == .abstain)
        #expect(keeper.host.statistics(of: "good")?.questions == 0)
    }

    @Test("An answer over the budget is used, counted and reported; one within it is not")
    func budget() throws {
        let budget = PluginLimits.softBudget
        let slow = try keeper(
            answering: "verdict->kind = 5", microsecondsPerReading: budget.microseconds + 1)
        let took = Interval(microseconds: budget.microseconds + 1)
        #expect(slow.host.answer(Self.detach, by: .behavior("good")) == .detach(allowed: true))
        #expect(slow.host.statistics(of: "good")?.slowAnswers == 1)
        #expect(slow.host.statistics(of: "good")?.slowest == took)
        #expect(slow.reports.last == .slow(plugin: "good", call: .detach, took: took))

        let prompt = try keeper(
            answering: "verdict->kind = 5", microsecondsPerReading: budget.microseconds)
        #expect(prompt.host.answer(Self.detach, by: .behavior("good")) == .detach(allowed: true))
        #expect(prompt.host.statistics(of: "good")?.slowAnswers == 0)
    }

    private func lines(_ keeper: HostFixture) -> [String] {
        keeper.reports.dropFirst().compactMap { report in
            guard case .logged(plugin: _, level: _, message: let line) = report else { return nil }
            return line
        }
    }
}
