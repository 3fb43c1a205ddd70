// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Look at plugins, load, unload and test them.",
        discussion: "For administrators. Example: popoverctl plugin list",
        subcommands: [
            List.self, Load.self, Unload.self, Reload.self, Clear.self, Test.self,
            Answer.self,
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
                ] + numbers + [plugin.path, plugin.message ?? ""]
            })
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all plugins.", discussion: "Example: popoverctl plugin list")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let result = try connection.connect().call("plugin.list")
            if connection.json { return try Terminal.print(result.compactText) }
            try Terminal.print(PluginCommand.table(of: SceneDecoder.plugins(in: result)).text)
        }
    }

    struct Load: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a plugin by its name, or from its file.",
            discussion: "Example: popoverctl plugin load /opt/kiosk/libpopover-quiz.so")

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "Its name, or a path with a slash in it.",
            completion: .file(extensions: ["so"]))
        var plugin: String

        func run() throws {
            let member = plugin.contains("/") ? "path" : "name"
            try connection.change("plugin.load", member, plugin)
        }
    }

    struct Unload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop using a plugin.", discussion: "Example: popoverctl plugin unload menu")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Its name.")
        var name: String

        func run() throws { try connection.change("plugin.unload", "name", name) }
    }

    struct Reload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a plugin's file again.",
            discussion: "Example: popoverctl plugin reload menu")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Its name.")
        var name: String

        func run() throws { try connection.change("plugin.reload", "name", name) }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a plugin again that is suspended or quarantined.",
            discussion: """
                A plugin is suspended when it fails too often, and quarantined when the daemon died \
                in its calls. This forgets it.

                Example: popoverctl plugin clear quiz
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Its name.")
        var name: String

        func run() throws { try connection.change("plugin.clear", "name", name) }
    }
}

extension ConnectionOptions {
    /// Asks for a change of a plugin and shows the state that it has then.
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
