// SPDX-License-Identifier: MIT

public import ArgumentParser
import PopoverDaemon
public import PopoverModel
import PopoverWire

/// The command line of the daemon; what it means is `Daemon`'s.
@main
struct Popoverd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "popoverd",
        abstract: "Decides who may show popovers and alerts on a kiosk's displays.",
        discussion: """
            It stays in the foreground and logs to standard error. SIGHUP reads the configuration \
            again; SIGTERM and SIGINT close everything, saving, and end with 0.

            Example: popoverd --check --config /etc/popoverd/popoverd.toml
            """,
        version: ServerVersion.number)

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration, a TOML file; without one everything has its default.",
            valueName: "path"),
        completion: .file(extensions: ["toml"]))
    var configurationFile: String?

    @Option(
        help: ArgumentHelp("The socket, instead of the configuration's.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "The folder for unfinished work, instead of the configuration's.", valueName: "path"),
        completion: .directory)
    var state: String?

    @Flag(help: "Check the configuration, touch nothing, and say what is wrong with it.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "The least that is logged, instead of the configuration's.", valueName: "level"))
    var logLevel: LogLevel?

    @Option(
        help: ArgumentHelp("A descriptor that gets a newline when it listens.", valueName: "n"))
    var readyFd: Int32?

    @Option(
        name: .customLong("probe-plugin"), parsing: .singleValue,
        help: ArgumentHelp(
            "Try a plugin in this process and say what came of it; once for each.",
            valueName: "path", visibility: .private))
    var probedPlugins: [String] = []

    func validate() throws {
        if let readyFd, readyFd < 0 {
            throw ValidationError("--ready-fd: expected a descriptor, got \(readyFd)")
        }
    }

    func run() throws {
        guard probedPlugins.isEmpty else { throw ExitCode(Daemon.probe(probedPlugins)) }
        var options = DaemonOptions()
        options.configuration = configurationFile
        options.socket = socket
        options.state = state
        options.logLevel = logLevel
        options.readyDescriptor = readyFd
        let status: ExitStatus
        do throws(StartError) {
            if check {
                print(try Daemon.check(options))
                status = .success
            } else {
                status = try Daemon(options).run()
            }
        } catch {
            Daemon.complain(error)
            status = error.status
        }
        throw ExitCode(status.rawValue)
    }
}

extension LogLevel: ExpressibleByArgument {}
