// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel

/// What every command takes.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the daemon listens, instead of where it usually does.", valueName: "path"))
    var socket: String?

    @Flag(help: "Write JSON, for programs.")
    var json = false

    @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
    var timeout = 5.0

    @Option(help: ArgumentHelp("The app that this command speaks as.", valueName: "name"))
    var app = "popoverctl"

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout: expected more than 0 and at most 86400 seconds")
        }
    }

    var interval: Interval { Interval(microseconds: Int64(timeout * 1_000_000)) }

    func connect(roles: Set<Role> = [.app]) throws(ClientError) -> ClientConnection {
        try ClientConnection(
            path: socket ?? SocketPath.discover(), app: app, roles: roles, timeout: interval)
    }
}
