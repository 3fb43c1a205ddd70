// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// What plugins see of questions that are written on one paper, one after the other.
@Suite("The question buffer")
struct PaperTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    private func keeper(_ name: String = "good", answering code: String) throws -> HostFixture {
        let policy = [
            "KIND=POPOVER_PLUGIN_POLICY", "HOOKS=0x3001f", "IDLE=1000", "NAME=\"\(name)\"",
        ]
        try zoo.breed("popover-\(name).so", policy + ["ANSWER=\(code)"])
        let keeper = HostFixture(zoo)
        try #require(keeper.host.rescan().allSatisfy { $0.state == .loaded })
        return keeper
    }

    static let questions: [Question] = [
        .open(Facts.open),
        .choice(Facts.popover, choice: Facts.choice),
        .outsideTap(Facts.popover, isKey: true),
        .detach(Facts.popover),
        .disposition(Facts.popover, because: .idle, standing: .save),
        .alert(
            Question.AlertFacts(
                alert: AlertID(number: 3), app: "shop", display: "main", severity: .warning,
                title: "Low paper", key: "paper", held: .milliseconds(5))),
        .idle(
            Question.IdleFacts(
                display: "main", idle: .milliseconds(9000), isOccupied: true, language: "de")),
    ]

    /// Says a letter for each member that is not zero.
    private static let census = """
        char found[24]; size_t count = 0; \
        if (question->behavior.bytes) found[count++] = 'b'; \
        if (question->app.bytes) found[count++] = 'a'; \
        if (question->display.bytes) found[count++] = 'd'; \
        if (question->popover.bytes) found[count++] = 'p'; \
        if (question->key.bytes) found[count++] = 'k'; \
        if (question->title.bytes) found[count++] = 't'; \
        if (question->choice.bytes) found[count++] = 'c'; \
        if (question->display_width != 0) found[count++] = 'W'; \
        if (question->display_height != 0) found[count++] = 'H'; \
        if (question->width != 0) found[count++] = 'w'; \
        if (question->height != 0) found[count++] = 'h'; \
        if (question->reason) found[count++] = 'r'; \
        if (question->standing) found[count++] = 's'; \
        if (question->alert.bytes) found[count++] = 'A'; \
        if (question->severity) found[count++] = 'S'; \
        if (question->held_ms) found[count++] = 'l'; \
        if (question->idle_ms) found[count++] = 'i'; \
        if (question->language.bytes) found[count++] = 'L'; \
        if (question->reserved || question->reserved_severity) found[count++] = '!'; \
        if (question->flags >> 5) found[count++] = '!'; \
        if (question->struct_size != sizeof *question) found[count++] = '!'; \
        found[count] = 0; say(found)
        """

    @Test("Each kind of question has its own members alone, whatever plugins wrote to the last one")
    func members() throws {
        let scribbling = "; memset((void *)question, 0xff, sizeof *question)"
        let keeper = try keeper(answering: Self.census + scribbling)
        for question in Self.questions + Self.questions.reversed() {
            _ = keeper.host.answer(question, by: .policy("good"))
        }
        let members = [
            "badkWHwh", "badpktc", "badpkt", "badpkt", "badpktrs", "adktASl", "diL",
        ]
        #expect(keeper.logged.dropFirst() == members[...] + members.reversed())
    }

    @Test("A verdict is empty at first, whatever another plugin wrote to the one before")
    func emptyVerdict() throws {
        let code = """
            size_t at = sizeof verdict->struct_size, dirty = 0; \
            while (at < sizeof *verdict) dirty |= ((unsigned char *)verdict)[at++]; \
            say(dirty ? "dirty" : "empty"); \
            memset(verdict, 0xff, sizeof *verdict); verdict->kind = 0
            """
        _ = try keeper("other", answering: code)
        let keeper = try keeper(answering: code)
        for name in ["other", "good", "good"] {
            #expect(keeper.host.answer(.detach(Facts.popover), by: .policy(name)) == .abstain)
        }
        #expect(keeper.logged.suffix(3) == ["empty", "empty", "empty"])
    }

    @Test("Strings that there is no room for leave those before them as they are")
    func growth() throws {
        let keeper = try keeper(
            answering: """
                say_string(question->behavior); say_string(question->app); \
                say_string(question->display); say_string(question->popover); \
                say_string(question->key); say_string(question->title)
                """)
        // More than the paper had after each: it grows again and again within one question.
        var facts = Facts.popover
        facts.behavior = "behavior" + String(repeating: "b", count: 3000)
        facts.app = "app" + String(repeating: "a", count: 9000)
        facts.display = "display" + String(repeating: "d", count: 90_000)
        facts.key = "key" + String(repeating: "k", count: 900_000)
        facts.title = "title"
        for _ in 1...2 {
            _ = keeper.host.answer(.detach(facts), by: .policy("good"))
            let expected = [
                facts.behavior, facts.app, facts.display, "p12", facts.key ?? "", "title",
            ].map { String($0.prefix(PluginLimits.logLine)) }
            #expect(keeper.logged.suffix(6) == expected[...])
        }
    }

    @Test("A string of any length reaches a plugin whole", arguments: [0, 1, 4070, 4095, 4096])
    func lengths(_ length: Int) throws {
        let keeper = try keeper(
            answering: """
                char last[2] = {question->display.length == 0 ? '-' \
                : question->display.bytes[question->display.length - 1], 0}; say(last); \
                say(question->display.bytes[question->display.length] == 0 ? "ended" : "open")
                """)
        let display = length == 0 ? "" : String(repeating: "x", count: length - 1) + "y"
        let idle = Question.IdleFacts(
            display: display, idle: .milliseconds(1), isOccupied: false)
        _ = keeper.host.answer(.idle(idle), by: .policy("good"))
        #expect(keeper.logged.suffix(2) == [length == 0 ? "-" : "y", "ended"])
    }
}
