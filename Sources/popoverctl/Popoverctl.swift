// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Glibc
internal import PopoverClient

/// The command line for people and shell scripts.
///
/// Commands parse arguments, call `PopoverClient` and render the result. Each command
///
/// 1. writes its result to standard output and everything else to standard error,
/// 2. ends with one of `ExitStatus`, so that scripts need not parse text,
/// 3. waits with a deadline, unless waiting is its purpose.
///
/// Commands decide nothing, and keep no state between two runs.
@main
struct Popoverctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popoverctl",
        abstract: "Inspect and control popoverd.",
        discussion: """
            Results go to standard output, messages to standard error. With --json, a message \
            is a JSON object; an error has code, message and, if known, reason and data.

            A duration is a number with a unit, such as 500ms, 5s, 2m or 1h. Without a unit, it is \
            in seconds.

            Exit status: 0 for success, 1 when the daemon refuses or a check fails, 2 for wrong \
            usage or a file that cannot be read or written, 3 without a daemon, 4 on a timeout, 5 \
            without permission, 6 when the daemon speaks another protocol version, and 78 for an \
            invalid configuration.

            Example: popoverctl status
            """,
        version: VersionCommand.words,
        groupedSubcommands: [
            CommandGroup(
                name: "Inspection",
                subcommands: [
                    StatusCommand.self, InspectCommand.self, TopCommand.self, ListCommand.self,
                    DrawCommand.self,
                    MonitorCommand.self,
                    WaitForCommand.self, ExplainCommand.self, MetricsCommand.self,
                    BenchCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Client",
                subcommands: [
                    OpenCommand.self, ChooseCommand.self, CloseCommand.self, AlertCommand.self,
                    RenderCommand.self, SourceCommand.self, OccluderCommand.self,
                    TapCommand.self, KeyCommand.self, NavigateCommand.self, DraftCommand.self,
                    CallCommand.self, RelayCommand.self,
                ]),
            CommandGroup(name: "Scenarios", subcommands: [SimulateCommand.self]),
            CommandGroup(
                name: "Administration",
                subcommands: [
                    DismissCommand.self, DisplayCommand.self, SessionCommand.self,
                    PluginCommand.self, ConfigCommand.self, SetupCommand.self,
                    RecordCommand.self, FleetCommands.self,
                ]),
            CommandGroup(
                name: "Other",
                subcommands: [
                    LintCommand.self, ReplayCommand.self, ProtocolCommand.self,
                    CompletionsCommand.self, VersionCommand.self,
                ]),
        ])

    // These options may stand before or after the command.
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
