// SPDX-License-Identifier: MIT

import PopoverScenario
import Testing

/// Errors in a scenario's text are reported before it runs.
@Suite("The language of scenarios")
struct LanguageTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        let line: String
        let problem: String
        var testDescription: String { line }
    }

    @Test(
        "A wrong line is told with its number",
        arguments: [
            Wrong(line: "bank does status", problem: "unknown client bank"),
            Wrong(line: "shop", problem: "expected shop does, asks"),
            Wrong(line: "shop dances", problem: "expected shop does, asks"),
            Wrong(line: "shop does status width", problem: "expected member=value, got width"),
            Wrong(line: "shop does status =3", problem: "missing member name in =3"),
            Wrong(line: "shop does status a..b=3", problem: "missing member name in a..b=3"),
            Wrong(line: "shop does status a=3 a=4", problem: "a is already set: a=4"),
            Wrong(line: "shop does status a=3 a.b=4", problem: "a is already set: a.b=4"),
            Wrong(line: "shop does status a=", problem: "missing value"),
            Wrong(line: "shop does status a={\"b\"}", problem: "invalid JSON"),
            Wrong(line: "shop does status a={\"b\":", problem: "unclosed quote or bracket"),
            Wrong(line: "shop does status a=\"b", problem: "unclosed quote or bracket"),
            Wrong(line: "shop does status a=$b", problem: "undefined variable $b"),
            Wrong(line: "shop does status a=$now*2", problem: "expected $name, $name+NUMBER"),
            Wrong(line: "shop sees shield on>$b", problem: "undefined variable $b"),
            Wrong(line: "shop sees shield !on=true", problem: "expected member=value, member"),
            Wrong(line: "gets on", problem: "no request precedes this line"),
            Wrong(line: "answers", problem: "no `sees` with a request precedes this line"),
            Wrong(line: "shop gets second", problem: "shop has no request second"),
            Wrong(line: "shop asks second", problem: "expected: shop asks LABEL METHOD"),
            Wrong(line: "client shop", problem: "expected: client NAME, with a new name"),
            Wrong(line: "client gets", problem: "expected: client NAME, with a new name"),
            Wrong(line: "client bank of app", problem: "expected: client NAME [as ROLE"),
            Wrong(line: "display main", problem: "expected: display NAME WIDTHxHEIGHT"),
            Wrong(line: "display main large", problem: "expected: display NAME WIDTHxHEIGHT"),
            Wrong(line: "display main 0x600", problem: "expected: display NAME WIDTHxHEIGHT"),
            Wrong(line: "display main 1,2,3,4", problem: "expected: display NAME WIDTHxHEIGHT"),
            Wrong(line: "client bank as", problem: "expected: client NAME [as ROLE"),
            Wrong(line: "client bank named a b", problem: "expected: client NAME [as ROLE"),
            Wrong(line: "picture ../away", problem: "expected: picture NAME"),
            Wrong(line: "shop does status a=$now+inf", problem: "expected $name, $name+NUMBER"),
            Wrong(line: "daemon sleeps", problem: "expected: daemon dies, stops or returns"),
            Wrong(line: "picture", problem: "expected: picture NAME"),
        ])
    func wrongLine(_ wrong: Wrong) {
        let text = "title A story\nclient shop\n# with a comment\n\n\(wrong.line)\n"
        let problem = #expect(throws: ScenarioError.self) { try Scenario(text: text) }
        #expect(problem?.line == 5)
        #expect(problem?.message.hasPrefix(wrong.problem) == true, "\(problem as Any)")
    }

    @Test("A story needs a title, and something that happens")
    func whole() {
        let untitled = #expect(throws: ScenarioError.self) {
            try Scenario(text: "client shop\nshop does status")
        }
        #expect(untitled?.message == "missing title")
        let empty = #expect(throws: ScenarioError.self) {
            try Scenario(text: "title A story\nclient shop")
        }
        #expect(empty?.message == "no steps")
    }

    @Test("Files of other systems' editors are read, and words for people are taken as they are")
    func editors() throws {
        let scenario = try Scenario(
            text: "\u{FEFF}title A \"story\r\nclient shop\r\nnote see [1\r\nshop does status\r\n")
        #expect(scenario.title == "A \"story")
        #expect(scenario.steps.map(\.line) == [3, 4, 4])
    }

    @Test(
        "What changes others' displays, sessions and plugins needs a daemon of its own",
        arguments: zip(
            ["display.set", "session.end", "shutdown", "draft.list"], [true, true, true, false]))
    func ownDaemonForMethods(method: String, isNeeded: Bool) throws {
        let scenario = try Scenario(text: "title A story\nclient shop\nshop does \(method)")
        #expect(scenario.needsOwnDaemon == isNeeded)
    }

    @Test("What a file says of itself is read")
    func header() throws {
        let scenario = try Scenario(
            text: """
                title  A story of two
                proves G7 F39
                proves K1
                config timing.closeMs = 100
                client shop
                note   nothing
                """)
        #expect(scenario.title == "A story of two")
        #expect(scenario.proves == ["G7", "F39", "K1"])
        #expect(scenario.configuration == ["timing.closeMs = 100"])
        #expect(scenario.needsOwnDaemon)
    }

    @Test(
        "Configuring or ending the daemon needs one of its own; the rest does not",
        arguments: zip(
            ["config timing.closeMs = 100", "daemon dies", "note nothing"], [true, true, false]))
    func ownDaemon(line: String, isNeeded: Bool) throws {
        let scenario = try Scenario(text: "title A story\nclient shop\nshop does status\n\(line)")
        #expect(scenario.needsOwnDaemon == isNeeded)
    }
}
