// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check, show and reload the configuration.",
        discussion: "Example: popoverctl config check /etc/popoverd/popoverd.toml",
        subcommands: [Check.self, Show.self, Reload.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what is wrong with a file; needs no daemon.",
            discussion: """
                Its drop-ins are looked at too, as the daemon does. It ends with 78 when something is \
                wrong.

                Example: popoverctl config check popoverd.toml
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "The configuration, a TOML file.", completion: .file(extensions: ["toml"]))
        var file: String

        func run() throws {
            let loaded = try Configuration.load(ConfigurationFiles(path: file))
            if connection.json { return try Terminal.print("{}") }
            for file in loaded.files { try Terminal.print("\(file): all is well") }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a file's options as they are understood; needs no daemon.",
            discussion: """
                Without a file it writes every option with its documentation and its default. \
                Drop-ins of the file are taken with it, as the daemon does. With --origin it \
                writes an option a line, with its value and the file and line that say it; \
                without a file those of /etc/popoverd/popoverd.toml.

                Example: popoverctl config show --origin
                """)

        @Flag(help: "Write where each option's value comes from.")
        var origin = false

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "The configuration, a TOML file.", completion: .file(extensions: ["toml"]))
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
            abstract: "Let the daemon read its configuration again.",
            discussion: """
                For administrators. It writes what has changed, and what of that waits for the next \
                start. When something is wrong the old one is kept.

                Example: popoverctl config reload
                """)

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let result = try connection.connect().call("config.reload")
            if connection.json { return try Terminal.print(result.compactText) }
            guard let changes = result.member("changes")?.elements else { return }
            for change in changes {
                let told = ConfigurationChange(
                    option: change.member("option")?.string ?? "",
                    old: change.member("old")?.string, new: change.member("new")?.string,
                    takesEffect: change.member("takesEffect")?.string.flatMap(
                        ConfigurationChange.Effect.init(rawValue:)) ?? .now)
                try Terminal.print("\(told)")
            }
        }
    }
}
