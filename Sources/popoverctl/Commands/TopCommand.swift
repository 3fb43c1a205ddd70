// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Watch the daemon live in the terminal.",
        discussion: """
            For administrators. Shows displays and their popovers, alerts, clients, rates and \
            latencies. Reconnects when the daemon restarts. Press q to quit. With --once, writes \
            one frame with the figures since the start of the daemon, and ends.

            Example: popoverctl top --interval 500ms
            """)

    @Flag(help: "Write one frame to standard output and end.")
    var once = false

    @Option(help: ArgumentHelp("Refresh this often.", valueName: "duration"))
    var interval = Interval.milliseconds(1000)

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard (.milliseconds(100)...Interval.milliseconds(60_000)).contains(interval) else {
            throw ValidationError("--interval: expected 100ms to 1m")
        }
        guard once || TopScreen.isAvailable else {
            throw ValidationError("top needs a terminal; --once writes one frame without one")
        }
    }

    func run() throws {
        if once { return try showOnce() }
        let watch = try TopWatch(
            socket: connection.socket, milliseconds: UInt64(interval.milliseconds),
            screen: TopScreen(hasColor: Terminal.hasColor)
        ) { [connection] socket throws(ClientError) in
            var connection = connection
            connection.socket = socket
            return try connection.connect()
        }
        try watch.run()
    }

    private func showOnce() throws {
        let client = try connection.connect()
        var state = TopState(socket: client.path)
        state.server = client.welcome.member("server")?.string ?? state.server
        state.add(try TopSample(of: client))
        let height = Terminal.isOutputTerminal ? TopScreen.size.height - 1 : 24
        try Terminal.print(TopFrame(state, width: Terminal.width, height: height).report)
    }
}
