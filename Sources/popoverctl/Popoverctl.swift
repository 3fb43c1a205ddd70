// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Glibc
internal import PopoverClient

/// The command line for people and shell scripts.
///
/// Commands only parse, call `PopoverClient`, and render. Each
///
/// 1. writes its result to standard output and everything else to standard error,
/// 2. ends with one of `ExitStatus`, so that scripts need not read words,
/// 3. waits with a deadline, unless it is there to wait.
///
/// What they do not do: decide anything, or keep anything between two calls.
@main
struct Popoverctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popoverctl",
        abstract: "Looks at a popoverd, and asks things of it.",
        discussion: """
            Results go to standard output, errors to standard error. It ends with 0 when it is \
            done, 1 when the daemon said no or something was found, 2 for wrong usage or a file \
            that cannot be read or written, 3 without a daemon, 4 when it timed out, 5 when it is \
            not permitted, 6 when the daemon speaks another protocol, and 78 for a wrong \
            configuration.

            Example: popoverctl status
            """,
        version: VersionCommand.words,
        groupedSubcommands: [
            CommandGroup(
                name: "Looking",
                subcommands: [
                    StatusCommand.self, TopCommand.self, ListCommand.self, DrawCommand.self,
                    MonitorCommand.self,
                    WaitForCommand.self, ExplainCommand.self, MetricsCommand.self,
                    BenchCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Client",
                subcommands: [
                    OpenCommand.self, ChooseCommand.self, CloseCommand.self, AlertCommand.self,
                    RenderCommand.self, SourceCommand.self, OccluderCommand.self,
                    TapCommand.self, KeyCommand.self, DraftCommand.self, CallCommand.self,
                    RelayCommand.self,
                ]),
            CommandGroup(name: "Scenarios", subcommands: [SimulateCommand.self]),
            CommandGroup(
                name: "Administration",
                subcommands: [
                    DismissCommand.self, DisplayCommand.self, SessionCommand.self,
                    PluginCommand.self, ConfigCommand.self, RecordCommand.self,
                    FleetCommands.self,
                ]),
            CommandGroup(
                name: "Other",
                subcommands: [
                    LintCommand.self, ReplayCommand.self, CompletionsCommand.self,
                    VersionCommand.self,
                ]),
        ])

    // Before the command they mean the same as after it.
    @OptionGroup var connection: ConnectionOptions

    static func main() {
        Terminal.occupyClosedStreams()
        Terminal.ignoreBrokenPipes()
        do {
            try CommandName.check(CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            try command.run()
        } catch {
            Glibc.exit(ExitStatus.report(error))
        }
    }
}
