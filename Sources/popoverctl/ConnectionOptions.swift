// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// What every command takes.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the daemon listens, instead of $POPOVERD_SOCKET, else popoverd/popoverd.sock "
                + "in $XDG_RUNTIME_DIR, else in /run.",
            valueName: "path"),
        completion: .file())
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
        guard socket?.isEmpty != true else {
            throw ValidationError("--socket: expected a path")
        }
    }

    var interval: Interval { Interval(microseconds: Int64(timeout * 1_000_000)) }

    func connect(roles: Set<Role> = [.app]) throws(ClientError) -> ClientConnection {
        try ClientConnection(
            path: socket ?? SocketPath.discover(), app: app, roles: roles, timeout: interval)
    }

    /// Asks for something that has no result but that it is done.
    func order(
        roles: Set<Role> = [.app], _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws {
        let result = try connect(roles: roles).call(method, params)
        if json { try Terminal.print(result.compactText) }
    }
}
