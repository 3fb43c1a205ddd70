// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// Calls and tables that are just within a limit of the header, and just over it.
@Suite("Limits of the header")
struct HeaderLimitTests {
    private let zoo: Zoo
    private let loop = PaperLoop()

    init() throws {
        zoo = try Zoo()
    }

    private static let capable =
        "CAPABILITIES=POPOVER_CAPABILITY_REQUESTS | POPOVER_CAPABILITY_LOOP"

    private func keeper(_ definitions: [String], hasLoop: Bool = true) throws -> HostFixture {
        try zoo.breed("popover-good.so", [Self.capable] + definitions)
        var settings = PluginSettings()
        settings.isTrusted = true
        let keeper = HostFixture(zoo, settings: settings)
        if hasLoop { keeper.host.loop = loop }
        try #require(keeper.host.rescan().map(\.message) == [nil])
        return keeper
    }

    private func ask(_ keeper: HostFixture) {
        _ = keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
    }

    @Test("A call that is just within the limits is accepted")
    func calls() throws {
        let keeper = try keeper([
            """
            ANSWER=static char line[POPOVER_LINE_CAPACITY]; memset(line, 'x', sizeof line); \
            popover_string full = {line, sizeof line}; uint32_t i = 0; \
            const popover_host *h = host; void *c = h->context; \
            if (!h->send(c, full)) say("a full line"); \
            for (i = 0; i < POPOVER_TIMERS_CAPACITY; i++) h->start_timer(c, i, 5, 0); \
            for (i = 0; i < POPOVER_WATCHES_CAPACITY; i++) h->watch(c, i, 100 + i, POPOVER_READABLE); \
            if (!h->start_timer(c, 3, POPOVER_TIMER_LONGEST_MS, 1)) say("a day"); \
            if (!h->watch(c, 3, 103, POPOVER_READABLE | POPOVER_WRITABLE)) say("both events")
            """
        ])
        ask(keeper)
        #expect(keeper.logged == ["create", "a full line", "a day", "both events"])
    }

    @Test("The lines of a call do not count for the next one")
    func lines() throws {
        let send = """
            ANSWER=popover_string line = {"{}", 2}; int i = 0; \
            for (i = 0; i < POPOVER_LINES_CAPACITY; i++) host->send(host->context, line)
            """
        let keeper = try keeper([send])
        for _ in 1...3 { ask(keeper) }
        #expect(keeper.sentLines.count == 3 * 64)
    }

    @Test("Timers that cannot be started do not count")
    func noLoop() throws {
        let start = """
            ANSWER=uint32_t i = 0; int failed = 0; for (i = 0; i < 20; i++) \
            failed += host->start_timer(host->context, i, 5, 0) == POPOVER_STATUS_FAILED; \
            if (failed == 20) say("failed")
            """
        let keeper = try keeper([start], hasLoop: false)
        ask(keeper)
        #expect(keeper.logged.last == "failed")
    }

    @Test("Before its start a plugin may call so often, and after its end not at all")
    func early() throws {
        let start = """
            CREATE=int i = 0; int started = 0; for (i = 0; i < 300; i++) \
            started += !table->start_timer(table->context, 1, 5, 0); \
            if (started == 256) say("so often")
            """
        let end = """
            DESTROY=popover_string line = {"{}", 2}; if (host->send(host->context, line) == 3 && \
            host->start_timer(host->context, 2, 5, 0) == POPOVER_STATUS_INVALID) say("not at all")
            """
        let keeper = try keeper([start, end])
        #expect(keeper.logged == ["create", "so often"])
        loop.orders = []
        try keeper.host.unload(name: "good")
        #expect(keeper.logged.suffix(2) == ["destroy", "not at all"])
        #expect(keeper.sentLines == [])
        #expect(loop.orders == ["stop 1", "stop resumption"])
    }

    struct Claim: CustomTestStringConvertible, Sendable {
        let isTrusted: Bool
        let capabilities: String
        let roles: [String]
        var testDescription: String { "\(capabilities), trusted: \(isTrusted)" }
    }

    static let claims = [
        Claim(isTrusted: true, capabilities: "POPOVER_CAPABILITY_REQUESTS", roles: ["input"]),
        Claim(isTrusted: false, capabilities: "POPOVER_CAPABILITY_REQUESTS", roles: []),
        Claim(isTrusted: true, capabilities: "POPOVER_CAPABILITY_LOOP", roles: []),
    ]

    @Test("A plugin sends requests in its roles if it says so and is trusted", arguments: claims)
    func claim(_ claim: Claim) throws {
        let definitions = ["CAPABILITIES=\(claim.capabilities)", "ROLES={TEXT(\"input\")}"]
        try zoo.breed("popover-good.so", definitions)
        var settings = PluginSettings()
        settings.isTrusted = claim.isTrusted
        let keeper = HostFixture(zoo, settings: settings)
        _ = keeper.host.rescan()
        #expect(keeper.host.roles(of: "good") == claim.roles)
        #expect(keeper.host.sendsRequests("good") == !claim.roles.isEmpty)
    }

    // MARK: Tables

    private static func list(_ count: Int, of text: String) -> String {
        "{\(Array(repeating: "TEXT(\"\(text)\")", count: count).joined(separator: ","))}"
    }

    private static func options(_ count: Int) -> String {
        let options = (0..<count).map { "OPTION(\"o\($0)\", POPOVER_OPTION_STRING)" }
        return "OPTIONS={\(options.joined(separator: ","))}"
    }

    private static func option(_ type: String, _ text: String) -> String {
        "OPTIONS={OPTION_OR(\"a\", POPOVER_OPTION_\(type), \"\(text)\")}"
    }

    private static let idle = PolicyTests.policy + [PolicyTests.hooks]

    static let fitting: [[String]] = [
        ["NAME=\"\(String(repeating: "n", count: 64))\""],
        ["TOPICS=\(list(64, of: "a"))"],
        ["TOPICS=\(list(1, of: String(repeating: "a", count: 128)))"],
        ["BEFORE=\(list(16, of: "a"))"], ["ROLES=\(list(8, of: "a"))"],
        idle + ["IDLE=1000"], idle + ["IDLE=86400000"],
        [option("STRING", String(repeating: "x", count: 4096))], [option("STRINGS", "a\\n")],
        [option("STRINGS", "")], [option("BOOLEAN", "true")], [option("NUMBER", "0.5")],
    ]

    @Test("A table that is just within the limits is accepted", arguments: fitting)
    func fits(_ definitions: [String]) throws {
        try zoo.breed("popover-good.so", definitions)
        #expect(HostFixture(zoo).host.rescan().map(\.message) == [nil])
    }

    static let misfits: [([String], String)] = [
        (["COUNT=17"], "it has 17 behaviors"),
        (
            ["NAME=\"\(String(repeating: "n", count: 65))\""],
            "the name of the plugin is missing or longer than 64 bytes"
        ),
        (["TOPICS=\(list(65, of: "a"))"], "its list topics has 65 elements, or is NULL"),
        (
            ["TOPICS=\(list(1, of: String(repeating: "a", count: 129)))"],
            "a topic is missing or longer than 128 bytes"
        ),
        (["AFTER=\(list(17, of: "a"))"], "its list after has 17 elements, or is NULL"),
        (["ROLES=\(list(9, of: "a"))"], "its list roles has 9 elements, or is NULL"),
        (idle + ["IDLE=86400001"], "its idle_ms is 86400001"),
        ([options(65)], "it has 65 options"),
        (
            ["OPTIONS={OPTION(\"a b\", POPOVER_OPTION_STRING)}"],
            "the name of the option a b has other characters than letters"
        ),
        (
            [option("STRING", String(repeating: "x", count: 4097))],
            "the default of a is missing or longer than 4096 bytes"
        ),
        ([option("STRINGS", "a\\nb")], "the default of a is not a list of strings"),
        ([option("BOOLEAN", "yes")], "the default of a is not true or false"),
        ([option("NUMBER", "inf")], "the default of a is not a number"),
    ]

    @Test("A table that is just over a limit is refused with the reason", arguments: misfits)
    func misfit(_ definitions: [String], reason: String) throws {
        let path = try zoo.breed("popover-good.so", definitions)
        let keeper = HostFixture(zoo)
        #expect(keeper.cause(try keeper.host.load(path: path)) == .malformed(reason))
    }
}
