// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

@Suite("Policies")
struct PolicyTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    static let policy = ["KIND=POPOVER_PLUGIN_POLICY", "COUNT=0"]
    static let hooks =
        "HOOKS=POPOVER_ASKS_OPEN | POPOVER_ASKS_DISPOSITION | POPOVER_ASKS_ALERT | "
        + "POPOVER_ASKS_IDLE"

    private func keeper(
        _ definitions: [String], settings: PluginSettings = PluginSettings()
    ) throws -> HostFixture {
        try zoo.breed("popover-good.so", definitions)
        let keeper = HostFixture(zoo, settings: settings)
        try #require(keeper.host.rescan().map(\.message) == [nil])
        return keeper
    }

    @Test("A policy tells its hooks and its order")
    func described() throws {
        var settings = PluginSettings()
        settings.before = ["late"]
        settings.after = ["early"]
        let keeper = try keeper(
            Self.policy + [
                Self.hooks, "IDLE=60000", "BEFORE={TEXT(\"b\"), TEXT(\"c\")}",
                "AFTER={TEXT(\"a\")}", "FALLBACK=POPOVER_FALLBACK_REFUSE",
            ], settings: settings)
        let hooks: Hooks = [.open, .disposition, .alert, .idle]
        #expect(
            keeper.host.policies == [
                Policy(name: "good", hooks: hooks, idleAfter: .milliseconds(60_000))
            ])
        #expect(keeper.host.states.map(\.kind) == [.policy])
        #expect(keeper.host.states.map(\.hooks) == [[.open, .disposition, .alert, .idle]])
        #expect(keeper.host.behaviors == [])
        #expect(keeper.host.before(of: "good") == ["b", "c", "late"])
        #expect(keeper.host.after(of: "good") == ["a", "early"])
        #expect(keeper.host.fallback(of: "good") == .refuse)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let question: Question
        let code: String
        let verdict: Verdict
        var testDescription: String { code }
    }

    static let open = Question.open(Facts.open)
    static let disposition = Question.disposition(
        Facts.popover, because: .outsideTap, standing: .discard)
    static let alert = Question.alert(
        Question.AlertFacts(
            alert: AlertID(number: 120), app: "printer", display: "main", severity: .critical,
            title: "Paper", key: nil, held: .milliseconds(70)))
    static let idle = Question.idle(
        Question.IdleFacts(display: "main", idle: .milliseconds(61_000), isOccupied: true))

    static let warning = """
        verdict->kind = POPOVER_VERDICT_WARN; verdict->title_length = 5; \
        memcpy(verdict->title, "Still", 5); verdict->message_length = 2; \
        memcpy(verdict->message, "ö", 2); verdict->button_length = 3; \
        memcpy(verdict->button, "Yes", 3); verdict->timeout_ms = 20000; \
        verdict->then = POPOVER_THEN_END_SESSION
        """

    static let honest = [
        Row(
            question: open,
            code: "verdict->kind = 7; verdict->behavior_length = 4; "
                + "memcpy(verdict->behavior, \"menu\", 4)",
            verdict: .open(.replace(behavior: "menu"))),
        Row(
            question: open, code: "verdict->kind = 7; memcpy(verdict->behavior, \"menu\", 5)",
            verdict: .open(.replace(behavior: "menu"))),
        Row(
            question: disposition, code: "verdict->kind = 3; verdict->disposition = 1",
            verdict: .disposition(.save)),
        Row(question: alert, code: "verdict->kind = 0x100", verdict: .alert(.present(rank: 0))),
        Row(
            question: alert, code: "verdict->kind = 0x100; verdict->rank = -1000",
            verdict: .alert(.present(rank: -1000))),
        Row(
            question: alert, code: "verdict->kind = 0x101; verdict->hold_ms = 60000",
            verdict: .alert(.hold(.milliseconds(60_000)))),
        Row(
            question: idle, code: warning,
            verdict: .idle(
                .warn(
                    IdleWarning(
                        title: "Still", message: "ö", button: "Yes", timeout: .milliseconds(20_000),
                        then: .endSession)))),
        Row(
            question: idle,
            code: "verdict->kind = POPOVER_VERDICT_WARN; memcpy(verdict->title, \"Still\", 6); "
                + "memcpy(verdict->button, \"Yes\", 4); verdict->timeout_ms = 20000; verdict->then = 1",
            verdict: .idle(
                .warn(
                    IdleWarning(
                        title: "Still", message: nil, button: "Yes", timeout: .milliseconds(20_000),
                        then: .close)))),
        Row(question: idle, code: "verdict->kind = 0x103", verdict: .idle(.act(.endSession))),
        Row(question: idle, code: "verdict->kind = 3", verdict: .idle(.act(.close))),
    ]

    @Test("Every valid verdict of a policy is read", arguments: honest)
    func honesty(_ row: Row) throws {
        let keeper = try keeper(
            Self.policy + [Self.hooks, "IDLE=1000", "ANSWER=\(row.code)"])
        #expect(keeper.host.answer(row.question, by: .policy("good")) == row.verdict)
        #expect(keeper.host.statistics(of: "good")?.badVerdicts == 0)
    }

    static let lies = [
        Row(
            question: open,
            code: "verdict->kind = 7; verdict->behavior_length = 1; verdict->behavior[0] = '/'",
            verdict: .abstain),
        Row(question: open, code: "verdict->kind = 7", verdict: .abstain),
        Row(
            question: open, code: "verdict->kind = 7; verdict->behavior_length = 65",
            verdict: .abstain),
        Row(question: open, code: "verdict->kind = 0x103", verdict: .abstain),
        Row(question: disposition, code: "verdict->kind = 3", verdict: .abstain),
        Row(question: disposition, code: "verdict->kind = 4", verdict: .abstain),
        Row(
            question: alert, code: "verdict->kind = 0x100; verdict->rank = 1001",
            verdict: .abstain),
        Row(question: alert, code: "verdict->kind = 0x101", verdict: .abstain),
        Row(
            question: alert, code: "verdict->kind = 0x101; verdict->hold_ms = 60001",
            verdict: .abstain),
        Row(question: alert, code: "verdict->kind = 3", verdict: .abstain),
        Row(question: idle, code: "verdict->kind = 0x102", verdict: .abstain),
        Row(question: idle, code: warning + "; verdict->then = 3", verdict: .abstain),
        Row(question: idle, code: warning + "; verdict->timeout_ms = 999", verdict: .abstain),
        Row(question: idle, code: warning + "; verdict->button_length = 65", verdict: .abstain),
        Row(question: idle, code: warning + "; verdict->title[0] = '\\377'", verdict: .abstain),
        Row(question: idle, code: "verdict->kind = 0x104", verdict: .abstain),
    ]

    @Test(
        "An invalid verdict of a policy counts as no answer and is counted and reported",
        arguments: lies)
    func lie(_ row: Row) throws {
        let keeper = try keeper(
            Self.policy + [Self.hooks, "IDLE=1000", "ANSWER=\(row.code)"])
        #expect(keeper.host.answer(row.question, by: .policy("good")) == nil)
        #expect(keeper.host.statistics(of: "good")?.badVerdicts == 1)
        guard case .badAnswer(plugin: "good", call: _, message: _) = keeper.reports.last else {
            Issue.record("it was not reported")
            return
        }
    }

    @Test("The facts of a close, an alert and idleness reach a policy")
    func facts() throws {
        let keeper = try keeper(
            Self.policy + [
                Self.hooks, "IDLE=1000",
                """
                ANSWER=if (question->kind == POPOVER_QUESTION_DISPOSITION && \
                question->reason == POPOVER_CLOSE_OUTSIDE_TAP && \
                question->standing == POPOVER_DISPOSITION_DISCARD && \
                question->flags == POPOVER_FACT_POLICY) say("a close"); \
                if (question->kind == POPOVER_QUESTION_ALERT && \
                question->severity == POPOVER_SEVERITY_CRITICAL && question->held_ms == 70) \
                say("an alert"); \
                if (question->kind == POPOVER_QUESTION_IDLE && question->idle_ms == 61000 && \
                question->flags == (POPOVER_FACT_POLICY | POPOVER_FACT_OCCUPIED)) say("idle"); \
                say_string(question->behavior); say_string(question->app); \
                say_string(question->display); say_string(question->popover); \
                say_string(question->alert); say_string(question->title)
                """,
            ])
        for question in [Self.disposition, Self.alert, Self.idle] {
            _ = keeper.host.answer(question, by: .policy("good"))
        }
        #expect(
            keeper.logged == [
                "create", "a close", "good", "shop", "main", "p12", "(none)", "Körbe",
                "an alert", "(none)", "printer", "main", "(none)", "a120", "Paper",
                "idle", "(none)", "(none)", "main", "(none)", "(none)", "(none)",
            ])
    }

    @Test("A plugin in both roles learns the role in which it is asked")
    func both() throws {
        let keeper = try keeper([
            "KIND=POPOVER_PLUGIN_POLICY", "HOOKS=POPOVER_ASKS_DETACH",
            "ANSWER=verdict->kind = question->flags & POPOVER_FACT_POLICY ? 6 : 5",
        ])
        let question = Question.detach(Facts.popover)
        #expect(keeper.host.answer(question, by: .policy("good")) == .detach(allowed: false))
        #expect(keeper.host.answer(question, by: .behavior("good")) == .detach(allowed: true))
    }

    @Test("A title longer than any that came before reaches a policy whole")
    func longTitle() throws {
        let keeper = try keeper(
            Self.policy + [Self.hooks, "IDLE=1000", "ANSWER=say_string(question->title)"])
        var facts = Facts.open
        facts.title = String(repeating: "ä", count: 10_000)
        _ = keeper.host.answer(.open(facts), by: .policy("good"))
        #expect(keeper.logged.last == String(repeating: "ä", count: PluginLimits.logLine / 2))
    }

    struct Misfit: CustomTestStringConvertible, Sendable {
        let definitions: [String]
        let reason: String
        var testDescription: String { reason }
    }

    static let misfits = [
        Misfit(definitions: ["HOOKS=1"], reason: "only a policy has hooks"),
        Misfit(definitions: policy + [hooks], reason: "its idle_ms is 0"),
        Misfit(definitions: policy + [hooks, "IDLE=999"], reason: "its idle_ms is 999"),
        Misfit(
            definitions: policy + ["BEFORE={TEXT(\"A\")}"],
            reason: "the name of one in its list before has other characters than a-z, 0-9 and -"),
        Misfit(
            definitions: ["OPTIONS={OPTION(\"a\", 9)}"],
            reason: "the option a is of an unknown type"),
        Misfit(
            definitions: ["OPTIONS={OPTION_OR(\"a\", POPOVER_OPTION_INTEGER, \"1.5\")}"],
            reason: "the default of a is not an integer"),
        Misfit(
            definitions: ["OPTIONS={OPTION(\"a\", 1), OPTION(\"a\", 2)}"],
            reason: "it has two options named a"),
    ]

    @Test("A policy with an invalid table is refused with the reason", arguments: misfits)
    func misfit(_ misfit: Misfit) throws {
        let path = try zoo.breed("popover-good.so", misfit.definitions)
        let keeper = HostFixture(zoo)
        #expect(keeper.cause(try keeper.host.load(path: path)) == .malformed(misfit.reason))
    }
}
