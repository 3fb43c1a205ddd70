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
        ]
        var quiet = Settings(name: "quiet")
        quiet.isEnabled = false
        return [idle, quiet]
    }()

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
            options = { minutes = 5, warn = true }
            [[plugin]]
            name = "quiet"
            enabled = false
            [plugin.options]
            floor = "warning"
            hours = ["22-24", "0-6"]
            volume = 0.5
            """
        let configuration = try Configuration.load(text: text, fileName: "f")
        let idle = configuration.settings(forPlugin: "idle")
        #expect(idle.isEnabled && idle.isTrusted)
        #expect(idle.before == ["quiet"] && idle.after == ["edition"])
        #expect(idle.deadline == .milliseconds(500))
        #expect(idle.fallback == .refuse)
        #expect(idle.memory == 16)
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
            ])
        #expect(idle.options.map(\.line) == [11, 11])
        #expect(quiet.options.map(\.line) == [16, 17, 18])
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
        #expect(menu.deadline == nil && menu.fallback == .abstain && menu.memory == 512)
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
