// SPDX-License-Identifier: MIT

import PopoverPluginKit
import Testing

@Suite("Rules of options")
struct OptionRuleTests {
    struct Settings: Hashable {
        static let table: [OptionRule<Settings>] = [
            .text("title", default: "Hello", "A title."),
            .string("host", \.host, default: "localhost", "A host."),
            .string("secret", \.secret, "A secret.", isSecret: true, expected: "of three letters") {
                $0.isEmpty || $0.utf8.count == 3 ? $0 : nil
            },
            .strings("topics", \.topics, default: ["a"], "Topics.", atMost: 2, expected: "a letter")
            {
                $0.utf8.count == 1 ? $0 : nil
            },
            .integer("port", \.port, default: 8883, in: 1...9000, "A port."),
            .flag("tls", \.hasTLS, default: true, "Whether there is TLS."),
        ]

        var host = ""
        var secret = ""
        var topics: [String] = []
        var port: UInt16 = 0
        var hasTLS = false
    }

    /// The settings, or the error, with these values in place of the defaults.
    private func read(_ values: [String: String]) -> Result<Settings, OptionError> {
        var settings = Settings()
        do throws(OptionError) {
            try Settings.table.read(into: &settings) { name in
                values[name]
                    ?? Settings.table.first { $0.description.name == name }?
                    .description.defaultValue
            }
            return .success(settings)
        } catch {
            return .failure(error)
        }
    }

    @Test("The defaults are read as any other value")
    func defaults() throws {
        let settings = try read([:]).get()
        #expect(settings.host == "localhost")
        #expect(settings.topics == ["a"])
        #expect(settings.port == 8883)
        #expect(settings.hasTLS)
    }

    @Test("Values at the limits are read")
    func limits() throws {
        for port in [1, 9000] {
            let values = ["port": "\(port)", "topics": "b\nc\n", "tls": "false", "secret": "abc"]
            let settings = try read(values).get()
            #expect(settings.port == port)
            #expect(settings.topics == ["b", "c"])
            #expect(!settings.hasTLS)
            #expect(settings.secret == "abc")
        }
    }

    @Test(
        "The first value that breaks its rule is an error, which quotes no secret",
        arguments: [
            ("title", "", "title is empty (expected a text)"),
            ("secret", "abcd", "secret \"…\" is not of three letters"),
            ("topics", "a\nbb\n", "topics \"bb\" is not a letter"),
            ("topics", "a\nb\nc\n", "topics has 3 entries (expected at most 2)"),
            ("port", "0", "port \"0\" is not a number from 1 to 9000"),
            ("port", "9001", "port \"9001\" is not a number from 1 to 9000"),
            ("port", "x", "port \"x\" is not a number from 1 to 9000"),
        ])
    func errors(name: String, value: String, error: String) {
        #expect(throws: OptionError(error)) { try read([name: value]).get() }
    }

    @Test("Of two errors the first is told")
    func first() {
        let error = OptionError("title is empty (expected a text)")
        #expect(throws: error) { try read(["title": "", "port": "0"]).get() }
    }

    @Test("A number's summary says its range")
    func summary() {
        let summaries = Settings.table.map(\.description.summary)
        #expect(summaries.contains("A port (1 to 9000)."))
    }
}
