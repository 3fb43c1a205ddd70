// SPDX-License-Identifier: MIT

import PopoverConfiguration
import PopoverModel
import Testing

private typealias Settings = Configuration.PluginSettings

@Suite("Plugin settings")
struct PluginSettingsTests {
    /// Every value differs from its default, with every type of option.
    static let unusual = {
        var idle = Settings(name: "idle")
        idle.isTrusted = true
        idle.grants.network = true
        idle.grants.unixSockets = true
        idle.grants.readPaths = ["/srv/words"]
        idle.grants.writePaths = ["/var/spool/a", "/var/spool/b"]
        idle.before = ["quiet", "house-rules"]
        idle.after = ["edition"]
        idle.deadline = .milliseconds(120)
        idle.fallback = .refuse
        idle.memory = 64
        idle.options = [
            PluginOption(name: "greeting", value: .string("\"Hello\"\n")),
            PluginOption(name: "opens at", value: .integer(-9_007_199_254_740_992)),
            PluginOption(name: "volume", value: .number(2)),
            PluginOption(name: "share", value: .number(1e-30)),
            PluginOption(name: "loud", value: .boolean(false)),
            PluginOption(name: "rooms", value: .strings(["lobby", ""])),
            PluginOption(name: "none", value: .strings([])),
            PluginOption(
                name: "title", value: translations([("en", "\"Hi\""), ("de-AT", "Servus")])),
        ]
        var quiet = Settings(name: "quiet")
        quiet.isEnabled = false
        return [idle, quiet]
    }()

    private static func translations(_ texts: [(String, String)]) -> OptionValue {
        let entries = texts.map { Translations.Entry(language: $0.0, text: $0.1) }
        return Translations(entries).map(OptionValue.translations) ?? .string("")
    }

    @Test("A section has the settings of its plugin, with inline or separate options")
    func spelling() throws {
        let text = """
            [plugins]
            disabled = ["task"]
            [[plugin]]
            name = "idle"
            trusted = true
            before = ["quiet"]
            after = ["edition"]
            deadlineMs = 500
            fallback = "refuse"
            memoryMiB = 16
            network = true
            readPaths = ["/srv"]
            options = { minutes = 5, warn = true }
            [[plugin]]
            name = "quiet"
            enabled = false
            [plugin.options]
            floor = "warning"
            hours = ["22-24", "0-6"]
            volume = 0.5
            button = { pt-BR = "Sim", en = "Yes" }
            [plugin.options.title]
            ja = "まだいますか"
            de = "Noch da?"
            """
        let configuration = try Configuration.load(text: text, fileName: "f")
        let idle = configuration.settings(forPlugin: "idle")
        #expect(idle.isEnabled && idle.isTrusted)
        #expect(idle.before == ["quiet"] && idle.after == ["edition"])
        #expect(idle.deadline == .milliseconds(500))
        #expect(idle.fallback == .refuse)
        #expect(idle.memory == 16)
        #expect(idle.grants.network && !idle.grants.unixSockets)
        #expect(idle.grants.readPaths == ["/srv"] && idle.grants.writePaths == [])
        #expect(
            idle.options == [
                PluginOption(name: "minutes", value: .integer(5)),
                PluginOption(name: "warn", value: .boolean(true)),
            ])
        let quiet = configuration.settings(forPlugin: "quiet")
        #expect(!quiet.isEnabled && !quiet.isTrusted)
        #expect(
            quiet.options == [
                PluginOption(name: "floor", value: .string("warning")),
                PluginOption(name: "hours", value: .strings(["22-24", "0-6"])),
                PluginOption(name: "volume", value: .number(0.5)),
                PluginOption(
                    name: "button", value: Self.translations([("pt-BR", "Sim"), ("en", "Yes")])),
                PluginOption(
                    name: "title",
                    value: Self.translations([("ja", "まだいますか"), ("de", "Noch da?")])),
            ])
        #expect(idle.options.map(\.line) == [13, 13])
        #expect(quiet.options.map(\.line) == [18, 19, 20, 21, 22])
    }

    @Test("A plugin without a section has the defaults and can be disabled by name")
    func defaults() throws {
        let configuration = try Configuration.load(
            text: "plugins.disabled = [\"task\"]", fileName: "f")
        var task = Settings(name: "task")
        task.isEnabled = false
        #expect(configuration.settings(forPlugin: "task") == task)
        let menu = configuration.settings(forPlugin: "menu")
        #expect(menu == Settings(name: "menu"))
        #expect(menu.isEnabled && !menu.isTrusted && menu.options.isEmpty)
        #expect(menu.deadline == nil && menu.fallback == nil && menu.memory == 512)
    }

    private static let known = [
        KnownPlugin(name: "idle", options: ["warnMs": .integer, "title": .text, "then": .string]),
        KnownPlugin(name: "menu", options: [:]),
        KnownPlugin(name: "quiet", options: ["share": .number, "rooms": .strings]),
        KnownPlugin(name: "program"),
    ]

    @Test(
        "Unknown plugins, and options that their plugin does not declare, are errors",
        arguments: [
            (
                "name = \"qiuet\"",
                "f:2: plugin[0].name: no plugin \"qiuet\" in /a or /b; did you mean `quiet`?"
            ),
            ("name = \"zebra\"", "f:2: plugin[0].name: no plugin \"zebra\" in /a or /b"),
            (
                "name = \"idle\"\noptions.wranMs = 5",
                "f:3: plugin[0].options.wranMs: unknown option (idle has then, title, warnMs); did you "
                    + "mean `warnMs`?"
            ),
            (
                "name = \"menu\"\noptions.hue = 5",
                "f:3: plugin[0].options.hue: unknown option (menu has none)"
            ),
            (
                "name = \"idle\"\n[plugin.options]\nwarnMs = \"5\"",
                "f:4: plugin[0].options.warnMs: expected a whole number, got \"5\""
            ),
            (
                "name = \"idle\"\n[plugin.options]\nthen = { de = \"close\" }",
                "f:4: plugin[0].options.then: expected a string, got { de = \"close\" }"
            ),
            (
                "name = \"idle\"\n[plugin.options]\ntitle = 5",
                "f:4: plugin[0].options.title: expected a string, got 5"
            ),
        ])
    func checkedPlugins(section: String, error: String) throws {
        let loaded = try Configuration.load(texts: [Self.text("[[plugin]]\n" + section)])
        #expect(loaded.errors(among: Self.known, in: ["/a", "/b"]).map(\.description) == [error])
    }

    @Test(
        "Fitting options, disabled sections and undeclared options are no errors",
        arguments: [
            "name = \"quiet\"\noptions = { share = 1, rooms = [] }",
            "name = \"program\"\noptions.x = 1",
            "name = \"idle\"\noptions.title = { de = \"Noch da?\" }",
            "name = \"idle\"\noptions.title = \"Still there?\"",
            "name = \"zebra\"\nenabled = false",
        ])
    func validPlugins(section: String) throws {
        let loaded = try Configuration.load(texts: [Self.text("[[plugin]]\n" + section)])
        #expect(loaded.errors(among: Self.known, in: ["/a", "/b"]).isEmpty)
    }

    @Test("Each option has the line that sets it as its origin")
    func optionOrigins() throws {
        let text = Self.text("[[plugin]]\nname = \"idle\"\n[plugin.options]\nminutes = 5\n")
        let option = try Configuration.load(texts: [text]).settings.first {
            $0.name == "plugin.idle.options.minutes"
        }
        #expect(option?.origin?.line == 4)
    }

    private static func text(_ text: String) -> ConfigurationText {
        ConfigurationText(file: "f", bytes: Array(text.utf8))
    }

    @Test("An option that only moved to another line is equal")
    func movedOption() throws {
        let text = "[[plugin]]\nname = \"idle\"\noptions.minutes = 5"
        let moved = try Configuration.load(text: "\n\n" + text, fileName: "f")
        let unmoved = try Configuration.load(text: text, fileName: "f")
        #expect(moved.pluginSettings[0].options[0].line == 5)
        #expect(unmoved.pluginSettings[0].options[0].line == 3)
        #expect(moved == unmoved)
    }
}
