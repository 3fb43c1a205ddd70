// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Write a completion script for a shell.",
        discussion: """
            Example: popoverctl completions bash > /etc/bash_completion.d/popoverctl
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "Shell to write the script for.")
    var shell: Shell

    func run() throws {
        try Terminal.print(Popoverctl.completionScript(for: shell.completionShell))
    }
}

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Show the version of popoverctl and of its protocol.",
        discussion: "Example: popoverctl version")

    @OptionGroup var connection: ConnectionOptions

    static let words = "popoverctl \(ServerVersion.number), protocol \(ProtocolVersion.current)"

    func run() throws {
        guard connection.json else { return try Terminal.print(Self.words) }
        var writer = JSONWriter()
        writer.object { object in
            object.member("version", ServerVersion.number)
            object.member("protocol", ProtocolVersion.current)
        }
        try Terminal.print(JSONText(validated: writer.bytes))
    }
}
