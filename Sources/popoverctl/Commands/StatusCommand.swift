// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the daemon and the scene as a tree.",
        discussion: """
            Shows the version and uptime of the daemon, the paths of its socket and configuration, \
            and the scene: displays, popovers, alerts, clients and plugins. With --limits, shows each limit instead: its value, current use, peak, number \
            of hits, and the client or user with the highest use.

            Example: popoverctl status --json | jq .popovers
            """)

    @Flag(help: "Show limits and their use.")
    var limits = false

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let client = try connection.connect()
        let result = try client.call("status")
        if connection.json {
            let shown = limits ? result.member("limits") : result
            return try Terminal.print(shown?.compactText ?? .null)
        }
        let scene = try SceneDecoder.decode(result)
        if limits { return try Terminal.print(LimitReport(limits: scene.limits).table.text) }
        try Terminal.print(StatusReport(scene: scene).tree.text)
    }
}
