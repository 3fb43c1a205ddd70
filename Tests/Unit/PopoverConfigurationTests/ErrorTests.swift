// SPDX-License-Identifier: MIT

import PopoverConfiguration
import Testing

@Suite("Configuration errors")
struct ErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var text: String
        var errors: [String]
        var testDescription: String { text }
    }

    private static let syntax = [
        Row(text: "socket = ", errors: ["f:1:10: "]),
        Row(text: "[log]\nlevel = \"info\"\nlevel = \"info\"", errors: ["f:3:1: "]),
        Row(text: "[log\n", errors: ["f:1:5: "]),
        Row(text: "\n[@log]\n", errors: ["f:2:2: "]),
        Row(text: "[[*]]", errors: ["f:1:3: "]),
    ]

    @Test("Invalid TOML is one error with its position", arguments: syntax)
    func notTOML(row: Row) {
        let found = errors(of: row.text)
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.line != nil && $0.column != nil && !$0.message.isEmpty })
        #expect(found.map { "\($0.file):\($0.line ?? 0)" } == row.errors.map(fileAndLine))
    }

    private func fileAndLine(_ place: String) -> String {
        place.split(separator: ":").prefix(2).joined(separator: ":")
    }

    private static let names = [
        Row(
            text: "[limits]\nmesage = 1",
            errors: [
                "f:2:1: limits.mesage: unknown key; did you mean `message`?"
            ]),
        Row(
            text: "[limit]\nmessage = 1",
            errors: ["f:1:2: limit: unknown section; did you mean `limits`?"]),
        Row(
            text: "[log]\ntapSlop = 1",
            errors: [
                "f:2:1: log.tapSlop: unknown key; did you mean `display.tapSlop`?"
            ]),
        Row(
            text: "[log]\nlevle = \"info\"",
            errors: ["f:2:1: log.levle: unknown key; did you mean `level`?"]),
        Row(text: "zebra = 1", errors: ["f:1:1: zebra: unknown key"]),
        Row(
            text: "[timing]\nclosems = 250",
            errors: [
                "f:2:1: timing.closems: unknown key; did you mean `closeMs`?"
            ]),
        Row(
            text: "[[display]]\nname='a'\nwidth=1\nheight=1\ninsets = { topp = 1 }",
            errors: [
                "f:5:12: display[0].insets.topp: unknown key; did you mean `top`?"
            ]),
    ]

    private static let types = [
        Row(
            text: "[log]\nlevel = 3",
            errors: [
                "f:2:9: log.level: expected one of \"trace\", \"debug\", \"info\", \"notice\", "
                    + "\"warning\", \"error\", \"critical\", got 3"
            ]),
        Row(
            text: "log = 3", errors: ["f:1:7: log: expected a table, got 3"]),
        Row(
            text: "[bus]\nopen = \"yes\"",
            errors: ["f:2:8: bus.open: expected true or false, got \"yes\""]),
        Row(
            text: "[timing]\ntapSlop = 2026-01-01",
            errors: ["f:2:11: timing.tapSlop: expected a number from 0 to 1000, got a date"]),
        Row(
            text: "socket = \"run/s\"",
            errors: [
                "f:1:10: socket: expected an absolute path, or \"\", got \"run/s\""
            ]),
        Row(
            text: "[administrators]\nusers = [\"a\", 1]",
            errors: [
                "f:2:9: administrators.users: expected a list, each element a name of 1 to 128 bytes, "
                    + "got [\"a\", 1]"
            ]),
        Row(
            text: "[display]\nname = \"main\"",
            errors: [
                "f:1:2: display: expected sections headed [[display]], got a table"
            ]),
    ]

    private static let ranges = [
        Row(
            text: "[limits]\nmessage = 1",
            errors: [
                "f:2:11: limits.message: expected a whole number from 4096 to 16777216, got 1"
            ]),
        Row(
            text: "[limits]\nrequestsPerSecond = 4999",
            errors: [
                "f:2:21: limits.requestsPerSecond: expected a whole number from 5000 to "
                    + "10000000, got 4999"
            ]),
        Row(
            text: "[timing]\ncloseMs = 99999",
            errors: [
                "f:2:11: timing.closeMs: expected a whole number of milliseconds "
                    + "from 10 to 10000, got 99999"
            ]),
        Row(
            text: "[appearance]\nmargin = nan",
            errors: ["f:2:10: appearance.margin: expected a number from 0 to 200, got nan"]),
        Row(
            text: "[limits]\ncontent = 200000",
            errors: [
                "f:2:1: limits.content: expected at most 196608 (three quarters of "
                    + "limits.message), got 200000"
            ]),
        Row(
            text: "[limits]\nclients = 5\nclientsPerUser = 6",
            errors: ["f:3:1: limits.clientsPerUser: expected at most 5 (limits.clients), got 6"]),
        Row(
            text: "[limits]\noutputBytes = 9000",
            errors: [
                "f:2:1: limits.outputBytes: expected at least 524288 (twice limits.message), "
                    + "got 9000"
            ]),
        Row(
            text: "[timing]\nmaximumWaitMs = 999",
            errors: [
                "f:2:1: timing.maximumWaitMs: expected at least 1000 (timing.waitMs), got 999"
            ]),
    ]

    private static let sections = [
        Row(
            text: "[[display]]\nname = \"a\"",
            errors: [
                "f:1:1: display[0]: required key \"width\" is missing",
                "f:1:1: display[0]: required key \"height\" is missing",
            ]),
        Row(
            text: """
                [[display]]
                name = "a"
                width = 100
                height = 100
                [[display]]
                name = "a"
                width = 100
                height = 100
                """,
            errors: ["f:6:1: display[1].name: another display is already named \"a\""]),
        Row(
            text: "[[display]]\nname='a'\nwidth=800\nheight=600\ninsets={left=500, right=500}",
            errors: [
                "f:5:8: display[0].insets: left and right take 1000 of 800 points, "
                    + "and may take at most 756"
            ]),
        Row(
            text: "display = []",
            errors: ["f:1:1: display: expected at least one display, got none"]),
        Row(
            text: "[[bind]]\nusers = [\"a\"]",
            errors: [
                "f:1:1: bind[0]: expected exactly one of app, role, right and methods, got none"
            ]),
        Row(
            text: "[[bind]]\napp = \"a\"\nrole = \"shell\"",
            errors: [
                "f:1:1: bind[0]: expected exactly one of app, role, right and methods, got app and role",
                "f:1:1: bind[0]: expected users, groups, or both, got neither",
            ]),
        Row(
            text: "[[bind]]\napp = \"A\"\nusers = [\"a\"]",
            errors: [
                "f:2:7: bind[0].app: expected an app name (1 to 64 of a-z 0-9 . _ -), or "
                    + "\"\", got \"A\""
            ]),
    ]

    private static let expectedMethods =
        "expected a list, each element a method (\"tap\") or a prefix of methods (\"plugin.*\")"

    private static let methods = [
        Row(
            text: "[[bind]]\nmethods = [\"tap\", \"popover.opne\"]\nusers = [\"a\"]",
            errors: [
                "f:2:11: bind[0].methods: \(expectedMethods), got [\"tap\", \"popover.opne\"]; "
                    + "did you mean `popover.open`?"
            ]),
        Row(
            text: "[[bind]]\nmethods = [\"zebra.*\"]\nusers = [\"a\"]",
            errors: [
                "f:2:11: bind[0].methods: \(expectedMethods), got [\"zebra.*\"]"
            ]),
        Row(
            text: "[[bind]]\nmethods = [\"tap\"]\nrole = \"input\"",
            errors: [
                "f:1:1: bind[0]: expected exactly one of app, role, right and methods, got role and "
                    + "methods",
                "f:1:1: bind[0]: expected users, groups, or both, got neither",
            ]),
        Row(
            text: "[[bind]]\nmethod = [\"tap\"]\nrole = \"input\"\nusers = [\"a\"]",
            errors: [
                "f:2:1: bind[0].method: unknown key; did you mean `methods`?"
            ]),
    ]

    private static let advice = [
        Row(
            text: "[advice]\nrefuse = [\"G20\", \"G16\"]",
            errors: [
                "f:2:10: advice.refuse: expected a list, each element one of \"G3\", \"G20\", \"G23\", "
                    + "\"G24\", \"G27\", \"G30\", \"G31\", got [\"G20\", \"G16\"]"
            ]),
        Row(
            text: "[advice]\nignore = [\"G1\"]",
            errors: [
                "f:2:10: advice.ignore: expected a list, each element one of \"G2\", \"G3\", \"G10\", "
                    + "\"G15\", \"G16\", \"G17\", \"G20\", \"G23\", \"G24\", \"G27\", \"G30\", \"G31\", "
                    + "\"F8\", got [\"G1\"]"
            ]),
        Row(
            text: "[advice]\nrefuse = [\"G20\"]\nignore = [\"G2\", \"G20\"]",
            errors: [
                "f:3:1: advice.ignore: \"G20\" is also in advice.refuse (expected in one list only)"
            ]),
        Row(
            text: "[advice]\nadvise = [\"G23\"]\nrefuse = [\"G23\"]",
            errors: [
                "f:2:1: advice.advise: \"G23\" is also in advice.refuse (expected in one list only)"
            ]),
    ]

    private static let expectedLanguage =
        "expected a language's tag such as \"de\" or \"pt-BR\""
    private static let expectedOption =
        "expected a string (at most 4096 bytes), a number (integers at most 2^53), true, false, "
        + "a list of at most 256 strings, or a table of strings by language"

    private static let plugins = [
        Row(
            text: "[[plugin]]\ntrusted = true",
            errors: ["f:1:1: plugin[0]: required key \"name\" is missing"]),
        Row(
            text: "[[plugin]]\nname = \"Idle\"",
            errors: [
                "f:2:8: plugin[0].name: expected a plugin name (1 to 64 of a-z 0-9 -), "
                    + "got \"Idle\""
            ]),
        Row(
            text: "[[plugin]]\nname = \"a\"\nmemoryMib = 5\nbefore = [\"b\", \"\"]",
            errors: [
                "f:3:1: plugin[0].memoryMib: unknown key; did you mean `memoryMiB`?",
                "f:4:10: plugin[0].before: expected a list, each element a plugin name (1 to 64 of "
                    + "a-z 0-9 -), got [\"b\", \"\"]",
            ]),
        Row(
            text: "[[plugin]]\nname = \"a\"\ndeadlineMs = 4\nfallback = \"no\"\nmemoryMiB = 15",
            errors: [
                "f:3:14: plugin[0].deadlineMs: expected a whole number of milliseconds "
                    + "from 5 to 500, or \"\", got 4",
                "f:4:12: plugin[0].fallback: expected one of \"abstain\", \"refuse\", or \"\", "
                    + "got \"no\"",
                "f:5:13: plugin[0].memoryMiB: expected a whole number from 16 to 16384, got 15",
            ]),
        Row(
            text: "[[plugin]]\nname = \"a\"\n[[plugin]]\nname = \"b\"\n[[plugin]]\nname = \"a\"",
            errors: ["f:6:1: plugin[2].name: plugin \"a\" already has a section"]),
        Row(
            text: "[plugins]\ndisabled = [\"a\"]\n[[plugin]]\nenabled = true\nname = \"a\"",
            errors: [
                "f:5:1: plugin[0].name: plugin \"a\" is enabled here, but listed in "
                    + "plugins.disabled (set enabled = false, or remove it from the list)"
            ]),
        Row(
            text: "[[plugin]]\nname = \"a\"\noptions = 3",
            errors: ["f:3:11: plugin[0].options: expected a table, got 3"]),
        Row(
            text: """
                [[plugin]]
                name = "a"
                [plugin.options]
                "" = 1
                when = 2026-01-01
                deep = { a = 1 }
                mixed = ["a", 1]
                large = 9007199254740993
                endless = inf
                """,
            errors: [
                "f:4:1: plugin[0].options.: expected a name of 1 to 64 bytes, got \"\"",
                "f:5:8: plugin[0].options.when: \(expectedOption), got a date",
                "f:6:10: plugin[0].options.deep.a: \(expectedLanguage), got \"a\"",
                "f:7:9: plugin[0].options.mixed: \(expectedOption), got [\"a\", 1]",
                "f:8:9: plugin[0].options.large: \(expectedOption), got 9007199254740993",
                "f:9:11: plugin[0].options.endless: \(expectedOption), got inf",
            ]),
        Row(
            text: """
                [[plugin]]
                name = "a"
                [plugin.options]
                empty = {}
                deep = { de = { at = "Ja" }, fr = "" }
                tag = { en = "Yes", de_AT = "Ja", "" = "?" }
                twice = { en = "Yes", EN = "Yes" }
                """,
            errors: [
                "f:4:9: plugin[0].options.empty: \(expectedOption), got a table",
                "f:5:15: plugin[0].options.deep.de: expected a string of 1 to 4096 bytes, got a table",
                "f:5:35: plugin[0].options.deep.fr: expected a string of 1 to 4096 bytes, got \"\"",
                "f:6:21: plugin[0].options.tag.de_AT: \(expectedLanguage), got \"de_AT\"",
                "f:6:35: plugin[0].options.tag.: \(expectedLanguage), got \"\"",
                "f:7:23: plugin[0].options.twice.EN: this language already has a text",
            ]),
        Row(
            text: "[[plugin]]\nname = \"a\"\n[plugin.options.title]\n"
                + (10...74).map { "a\($0) = \"x\"" }.joined(separator: "\n"),
            errors: ["f:4:1: plugin[0].options.title: expected at most 64 languages, got 65"]),
        Row(
            text: "[[plugin]]\nname = \"a\"\n[plugin.options]\n"
                + (1...65).map { "o\($0) = \($0)" }.joined(separator: "\n"),
            errors: ["f:3:1: plugin[0].options: expected at most 64 options, got 65"]),
    ]

    @Test(
        "Every error has its position, what is wrong, and what would be right",
        arguments: names + types + ranges + sections + methods + advice + plugins)
    func described(row: Row) {
        #expect(errors(of: row.text).map(\.description) == row.errors)
    }

    @Test("All errors are reported in the order of the file")
    func all() {
        let text = """
            sockett = "/a"
            [timing]
            tapMs = "long"
            [limits]
            content = 1
            clents = 4
            """
        #expect(
            errors(of: text).map(\.description) == [
                "f:1:1: sockett: unknown key; did you mean `socket`?",
                "f:3:9: timing.tapMs: expected a whole number of milliseconds from 10 to 10000, "
                    + "got \"long\"",
                "f:5:11: limits.content: expected a whole number from 1024 to 12582912, got 1",
                "f:6:1: limits.clents: unknown key; did you mean `clients`?",
            ])
    }

    private func errors(of text: String) -> [ConfigurationError] {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration.load(text: text, fileName: "f")
        }
        return error?.errors ?? []
    }
}
