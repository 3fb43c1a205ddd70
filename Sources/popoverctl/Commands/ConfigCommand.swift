// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverConfiguration

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
                It ends with 78 when something is wrong.

                Example: popoverctl config check popoverd.toml
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "The configuration, a TOML file.", completion: .file(extensions: ["toml"]))
        var file: String

        func run() throws {
            _ = try Configuration.load(path: file)
            try Terminal.print(connection.json ? "{}" : "\(file): all is well")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a file's options as they are understood; needs no daemon.",
            discussion: """
                Without a file it writes every option with its documentation and its default.

                Example: popoverctl config show > popoverd.toml
                """)

        @OptionGroup var connection: ConnectionOptions

        @Argument(
            help: "The configuration, a TOML file.", completion: .file(extensions: ["toml"]))
        var file: String?

        func run() throws {
            let text =
                try file.map { try Configuration.load(path: $0).text }
                ?? Configuration.commentedDefault
            try Terminal.print(Array(text.utf8))
        }
    }

    struct Reload: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the daemon read its configuration again.",
            discussion: """
                For administrators. When something is wrong the old one is kept.

                Example: popoverctl config reload
                """)

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try connection.order("config.reload") { _ in } }
    }
}
