// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "List, load, unload or test plugins.",
        discussion: "For administrators. Example: popoverctl plugin list",
        subcommands: [
            List.self, Load.self, Unload.self, Reload.self, Clear.self, Test.self,
            Answer.self, Describe.self,
        ])

    static func table(of plugins: [PluginState]) -> Table {
        Table(
            header: [
                "PLUGIN", "TIER", "STATE", "VERSION", "BEHAVIORS", "HOOKS", "ASKED", "BAD", "SLOW",
                "SLOWEST", "RESTARTS", "PATH", "MESSAGE",
            ],
            rows: plugins.map { plugin in
                let statistics = plugin.statistics
                let numbers = [
                    "\(statistics.questions)", "\(statistics.badVerdicts)",
                    "\(statistics.slowAnswers)", "\(statistics.slowest.microseconds) µs",
                    "\(statistics.restarts)",
                ]
                return [
                    plugin.name, plugin.tier?.rawValue ?? "", plugin.state.rawValue,
                    plugin.version ?? "", plugin.behaviors.joined(separator: ","),
                    plugin.hooks.map(\.rawValue).joined(separator: ","),
                ] + numbers + [plugin.path, plugin.message ?? plugin.service?.dated ?? ""]
            })
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List plugins with their states and statistics.",
            discussion: "Example: popoverctl plugin list")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let result = try connection.connect().call("plugin.list")
            if connection.json { return try Terminal.print(result.compactText) }
            try Terminal.print(PluginCommand.table(of: SceneDecoder.plugins(in: result)).text)
        }
    }

    struct Load: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a plugin by name, or from a file.",
            discussion: "Example: popoverctl plugin load /opt/kiosk/libpopover-quiz.so")

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "Name of a plugin, or path of its file, which contains a slash or a dot.",
            completion: .file(extensions: ["so"]))
        var plugin: String

        func run() throws {
            // The name of a plugin contains neither: a-z 0-9 -
            let isPath = plugin.contains("/") || plugin.contains(".")
            try connection.change(
                "plugin.load", isPath ? "path" : "name",
                isPath ? Terminal.absolutePath(of: plugin) : plugin)
        }
    }

    struct Unload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop using a plugin.", discussion: "Example: popoverctl plugin unload menu")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the plugin.")
        var name: String

        func run() throws { try connection.change("plugin.unload", "name", name) }
    }

    struct Reload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reload a plugin from its file.",
            discussion: "Example: popoverctl plugin reload menu")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the plugin.")
        var name: String

        func run() throws { try connection.change("plugin.reload", "name", name) }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reload a suspended or quarantined plugin.",
            discussion: """
                The daemon suspends a plugin that fails too often, and quarantines a plugin whose \
                call crashed the daemon. This command clears either state.

                Example: popoverctl plugin clear quiz
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the plugin.")
        var name: String

        func run() throws { try connection.change("plugin.clear", "name", name) }
    }
}

extension ConnectionOptions {
    /// Changes a plugin and shows its new state.
    fileprivate func change(
        _ method: String, _ member: String, _ value: String
    ) throws {
        let result = try connect().call(method) { $0.member(JSONName(member), value) }
        if json { return try Terminal.print(result.compactText) }
        let state = result.member("state")?.string ?? "done"
        let message = result.member("message")?.string.map { ": \($0)" } ?? ""
        try Terminal.print("\(result.member("name")?.string ?? value) \(state)\(message)")
    }
}
