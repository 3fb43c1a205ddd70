// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Show what happens, as it happens, until it is interrupted.",
        discussion: """
            A topic may hold *, which matches dots too; without one everything is shown. Each \
            line has an event's number, its time in seconds, its topic and its data.

            Example: popoverctl monitor 'popover.*' 'alert.*'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Begin with what happened after this event.", valueName: "n"))
    var since: Int64?

    @Argument(help: "Which topics to show.")
    var topics: [String] = []

    func run() throws {
        Terminal.endWellWhenInterrupted()
        let client = try connection.connect(roles: [.observer])
        client.output = Terminal.Stream.standardOutput.rawValue
        _ = try client.subscribe(to: topics.isEmpty ? ["*"] : topics, since: since)
        while let message = try client.nextMessage(deadline: nil) {
            guard case .notification("event", let params) = message else { continue }
            try EventLine.print(event: params, json: connection.json)
        }
    }
}

struct WaitForCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait-for",
        abstract: "Wait until something happens, and show it.",
        discussion: """
            It waits as long as --timeout says, and ends with 4 when that was too short.

            Example: popoverctl --timeout 60 wait-for popover.closed
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The topic to wait for; it may hold *.")
    var topic: String

    func run() throws {
        let deadline = Instant.now + connection.interval
        let client = try connection.connect(roles: [.observer])
        _ = try client.subscribe(to: [topic], since: nil)
        while let message = try client.nextMessage(deadline: deadline) {
            guard case .notification("event", let params) = message,
                params.member("topic")?.string != "bus.gap"
            else { continue }
            return try EventLine.print(event: params, json: connection.json)
        }
        throw ClientError.timedOut("no event \(topic)")
    }
}

extension ClientConnection {
    fileprivate func subscribe(
        to topics: [String], since: Int64?
    ) throws(ClientError) -> JSONNode {
        try call("bus.subscribe") { params in
            params.member("topics", topics)
            params.member("since", ifPresent: since)
        }
    }
}
