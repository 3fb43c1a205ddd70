// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show everything there is, as a tree.",
        discussion: """
            With --limits, every limit instead: its value, what there is of it now, the most there \
            ever was, who has the most, and how often somebody met it.

            Example: popoverctl status --json | jq .popovers
            """)

    @Flag(help: "Show the limits, what there is of each, and how often each was met.")
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
