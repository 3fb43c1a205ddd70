// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Show events as they happen, until interrupted.",
        discussion: """
            Each line has the number of the event, its time, its topic and its data. \
            In a topic, * matches any characters, dots too. Without a topic, all events are shown.

            Example: popoverctl monitor 'popover.*' 'alert.*'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Start after the event with this number.", valueName: "n"))
    var since: Int64?

    @Argument(help: "Topics to show.")
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
        abstract: "Wait for an event and show it.",
        discussion: """
            Waits at most --timeout, then ends with exit status 4.

            Example: popoverctl --timeout 60 wait-for popover.closed
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "Topic to wait for; * matches any characters.")
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
        throw ClientError.timedOut("no event \"\(topic)\"")
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
