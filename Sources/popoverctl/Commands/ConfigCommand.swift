// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check, show or reload the configuration.",
        discussion: "Example: popoverctl config check /etc/popoverd/popoverd.toml",
        subcommands: [Check.self, Show.self, Reload.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a configuration file without a daemon.",
            discussion: """
                Checks the drop-ins of the file and the names of users and groups too, as the \
                daemon does. Also checks that each enabled [[plugin]] exists, has the trust that it \
                needs, and accepts its options; this starts the plugin in a process of its own, a \
                program without trust. The exit status is 78 if there is an error.

                Example: popoverctl config check popoverd.toml
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "Configuration file, in TOML.", completion: .file(extensions: ["toml"]))
        var file: String

        func run() throws {
            let loaded = try Configuration.load(ConfigurationFiles(path: file))
            var errors: [ConfigurationError] = []
            do throws(InvalidConfiguration) { _ = try ConfiguredAccounts(of: loaded) } catch {
                errors = error.errors
            }
            errors += PluginCatalog(for: loaded, timeout: connection.interval).errors(in: loaded)
            guard errors.isEmpty else { throw InvalidConfiguration(errors: errors) }
            if connection.json { return try Terminal.print("{}") }
            for file in loaded.files { try Terminal.print("\(file): valid") }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the options of a configuration file, without a daemon.",
            discussion: """
                Merges the drop-ins of the file, as the daemon does. Without a file, writes every \
                option with its documentation and default.

                With --origin, writes one option per line, with its value and the file and line \
                that set it. The file is then /etc/popoverd/popoverd.toml unless another is named.

                Example: popoverctl config show --origin
                """)

        @Flag(help: "Show the file and line that set each option.")
        var origin = false

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "Configuration file, in TOML.", completion: .file(extensions: ["toml"]))
        var file: String?

        func run() throws {
            if origin { return try showOrigins(of: file ?? ConfigurationFiles.usual) }
            let text =
                try file.map { try Configuration.load(path: $0).text }
                ?? Configuration.commentedDefault
            try Terminal.print(Array(text.utf8))
        }

        private func showOrigins(of file: String) throws {
            let options = try Configuration.load(ConfigurationFiles(path: file)).settings
            if connection.json { return try Terminal.print(json(options)) }
            let table = Table(
                header: ["OPTION", "VALUE", "FROM"],
                rows: options.map { option in
                    let origin = option.origin.map { "\($0.file):\($0.line)" }
                    return [option.name, option.value, origin ?? "default"]
                })
            try Terminal.print(table.text)
        }

        private func json(_ options: [EffectiveOption]) -> JSONText {
            var writer = JSONWriter()
            writer.array { array in
                for option in options {
                    array.object { object in
                        object.member("option", option.name)
                        object.member("value", option.value)
                        object.member("file", ifPresent: option.origin?.file)
                        object.member("line", ifPresent: option.origin?.line)
                    }
                }
            }
            return JSONText(validated: writer.bytes)
        }
    }

    struct Reload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reload the configuration of the running daemon.",
            discussion: """
                For administrators. Lists the changed options, and marks those that take effect at \
                the next start. If the new configuration is invalid, the daemon keeps the old one.

                Example: popoverctl config reload
                """)

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let result = try connection.connect().call("config.reload")
            if connection.json { return try Terminal.print(result.compactText) }
            guard let changes = result.member("changes")?.elements else { return }
            for change in changes {
                let applied = ConfigurationChange(
                    option: change.member("option")?.string ?? "",
                    old: change.member("old")?.string, new: change.member("new")?.string,
                    takesEffect: change.member("takesEffect")?.string.flatMap(
                        ConfigurationChange.Effect.init(rawValue:)) ?? .now)
                try Terminal.print("\(applied)")
            }
        }
    }
}
