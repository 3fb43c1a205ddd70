// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

@Suite("Options")
struct OptionTests {
    static let declared = """
        OPTIONS={OPTION_OR("text", POPOVER_OPTION_STRING, "usual"), \
        OPTION("count", POPOVER_OPTION_INTEGER)}
        """
    static let tell = """
        CREATE=popover_string text = {"text", 4}; popover_string count = {"count", 5}; \
        say_string(table->config_get(table->context, text)); \
        say_string(table->config_get(table->context, count))
        """

    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    private func settings(_ options: [(String, OptionValue)]) -> PluginSettings {
        var settings = PluginSettings()
        settings.options = options.map { PluginOption(name: $0.0, value: $0.1) }
        return settings
    }

    @Test("Configured values and defaults reach a plugin")
    func values() throws {
        try zoo.breed("popover-good.so", [Self.declared, Self.tell])
        let keeper = HostFixture(zoo)
        _ = keeper.host.rescan()
        #expect(keeper.logged == ["create", "usual", "(none)"])

        keeper.settings = settings([("count", .integer(-7)), ("text", .string(""))])
        #expect(keeper.host.rescan().map(\.state) == [.loaded], "its settings have changed")
        #expect(keeper.logged.dropFirst(3) == ["create", "", "-7", "destroy"])
        #expect(keeper.host.rescan() == [])
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let type: String
        let value: OptionValue
        let text: String
        var testDescription: String { text }
    }

    static let fitting = [
        Row(type: "STRING", value: .string("a\nb"), text: "a\nb"),
        Row(type: "INTEGER", value: .integer(12), text: "12"),
        Row(type: "NUMBER", value: .integer(12), text: "12"),
        Row(type: "NUMBER", value: .number(0.5), text: "0.5"),
        Row(type: "BOOLEAN", value: .boolean(false), text: "false"),
        Row(type: "STRINGS", value: .strings([]), text: ""),
        Row(type: "STRINGS", value: .strings(["a", ""]), text: "a\n\n"),
        Row(type: "TEXT", value: .string("Yes"), text: "Yes"),
        Row(type: "TEXT", value: yes, text: "Yes"),
    ]

    static let yes =
        Translations([
            Translations.Entry(language: "de", text: "Ja"),
            Translations.Entry(language: "en", text: "Yes"),
        ]).map(OptionValue.translations) ?? .string("")

    @Test("A plugin gets a text in the language that it asks for, and any other option as it is")
    func languages() throws {
        let tell = ["de-AT", "fr", ""].map { language in
            let tag = "(popover_string){\"\(language)\", \(language.utf8.count)}"
            return ["text", "count", "none"].map { key in
                "say_string(table->config_text(table->context, "
                    + "(popover_string){\"\(key)\", \(key.utf8.count)}, \(tag)))"
            }.joined(separator: "; ")
        }
        try zoo.breed(
            "popover-good.so",
            [
                """
                OPTIONS={OPTION("text", POPOVER_OPTION_TEXT), \
                OPTION("count", POPOVER_OPTION_INTEGER)}
                """,
                "CREATE=\(tell.joined(separator: "; ")); say_string(table->config_text("
                    + "table->context, (popover_string){\"text\", 4}, (popover_string){0, 0}))",
            ])
        let keeper = HostFixture(
            zoo, settings: settings([("text", Self.yes), ("count", .integer(3))]))
        #expect(keeper.host.rescan().map(\.state) == [.loaded])
        let others = ["3", "(none)"]
        #expect(
            keeper.logged.dropFirst()
                == (["Ja"] + others + ["Yes"] + others + ["Yes"] + others + ["Yes"])[...])
    }

    @Test("A value is written as its type says", arguments: fitting)
    func written(_ row: Row) throws {
        try zoo.breed(
            "popover-good.so",
            ["OPTIONS={OPTION(\"text\", POPOVER_OPTION_\(row.type))}", Self.tell])
        let keeper = HostFixture(zoo, settings: settings([("text", row.value)]))
        _ = keeper.host.rescan()
        #expect(keeper.logged.dropFirst().first == row.text)
    }

    static let misfits = [
        Row(
            type: "STRING", value: .integer(1),
            text: "option \"text\": expected a string, got the integer 1"),
        Row(
            type: "INTEGER", value: .number(1.5),
            text: "option \"text\": expected an integer, got the number 1.5"),
        Row(
            type: "NUMBER", value: .string("1"),
            text: "option \"text\": expected a number, got the string \"1\""),
        Row(
            type: "BOOLEAN", value: .integer(1),
            text: "option \"text\": expected true or false, got the integer 1"),
        Row(
            type: "STRINGS", value: .strings(["a\nb"]),
            text: "option \"text\": expected a list of strings, got a list of 1 strings"),
        Row(
            type: "STRING", value: yes,
            text: "option \"text\": expected a string, got strings in 2 languages"),
        Row(
            type: "TEXT", value: .integer(1),
            text: "option \"text\": expected a string, got the integer 1"),
    ]

    @Test("A value of another type prevents a load", arguments: misfits)
    func misfit(_ row: Row) throws {
        try zoo.breed(
            "popover-good.so", ["OPTIONS={OPTION(\"text\", POPOVER_OPTION_\(row.type))}"])
        let keeper = HostFixture(zoo, settings: settings([("text", row.value)]))
        #expect(keeper.host.rescan().map(\.message) == [row.text])
        #expect(keeper.logged == [], "it was never started")
    }

    @Test("An undeclared option prevents a load and rejects an update")
    func undeclared() throws {
        try zoo.breed("popover-good.so", [Self.declared])
        let keeper = HostFixture(zoo)
        _ = keeper.host.rescan()
        keeper.settings = settings([("color", .string("red"))])
        let message = "has no option \"color\" (known: text, count)"
        #expect(
            keeper.host.rescan().map(\.message) == ["update rejected: \(message)"])
        #expect(keeper.host.states.map(\.state) == [.loaded])
    }
}
