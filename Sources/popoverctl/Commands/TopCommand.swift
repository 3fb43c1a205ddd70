// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverWire

struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Watch the daemon live, on the whole terminal.",
        discussion: """
            For administrators. It shows displays and who holds them, alerts, clients, rates and \
            latencies, goes on when the daemon is restarted, and ends with q. With --once it \
            writes one frame, of what has been since the daemon's start, and ends.

            Example: popoverctl top --interval 0.5
            """)

    @Flag(help: "Write one frame to standard output.")
    var once = false

    @Option(help: ArgumentHelp("From one look to the next.", valueName: "seconds"))
    var interval = 1.0

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard interval >= 0.1, interval <= 60 else {
            throw ValidationError("--interval: expected 0.1 to 60 seconds")
        }
        guard once || TopScreen.isThere else {
            throw ValidationError("expected a terminal; --once writes one frame without one")
        }
    }

    func run() throws {
        let place = connection.socket ?? SocketPath.discover()
        if once { return try showOnce(place) }
        let watch = try TopWatch(
            place: place, milliseconds: UInt64(interval * 1000),
            screen: TopScreen(hasColor: Terminal.hasColor)
        ) { [connection] () throws(ClientError) in try connection.connect() }
        try watch.run()
    }

    private func showOnce(_ place: String) throws {
        let client = try connection.connect()
        var state = TopState(place: place)
        state.server = client.welcome.member("server")?.string ?? state.server
        state.take(try TopSample(of: client))
        let height = Terminal.isOutputTerminal ? TopScreen.size.height - 1 : 24
        try Terminal.print(TopFrame(state, width: Terminal.width, height: height).report)
    }
}
