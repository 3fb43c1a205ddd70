// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The options of every command.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Connect to this socket. Default: $POPOVERD_SOCKET, else "
                + "$XDG_RUNTIME_DIR/popoverd/popoverd.sock if it exists, else "
                + "/run/popoverd/popoverd.sock.",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Write results and errors as JSON instead of text.")
    var json = false

    @Option(
        name: .customLong("timeout"),
        help: ArgumentHelp("Wait at most this long for a response.", valueName: "duration"))
    var interval = Interval.milliseconds(5000)

    @Option(help: ArgumentHelp("Connect as this app.", valueName: "name"))
    var app = "popoverctl"

    func validate() throws {
        guard (.milliseconds(1)...Interval.longest).contains(interval) else {
            throw ValidationError("--timeout: expected 1ms to \(Interval.longest.words)")
        }
        guard socket?.isEmpty != true else {
            throw ValidationError("--socket: expected a path")
        }
    }

    func connect(roles: Set<Role> = [.app]) throws(ClientError) -> ClientConnection {
        try ClientConnection(
            path: socket, app: app, roles: roles, timeout: interval)
    }

    /// Sends a request whose result holds nothing to show.
    func order(
        roles: Set<Role> = [.app], _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws {
        let result = try connect(roles: roles).call(method, params)
        if json { try Terminal.print(result.compactText) }
    }
}
