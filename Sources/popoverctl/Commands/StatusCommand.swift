// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show everything there is, as a tree.",
        discussion: "Example: popoverctl status --json | jq .popovers")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let client = try connection.connect()
        let result = try client.call("status")
        if connection.json { return try Terminal.print(result.compactText) }
        try Terminal.print(StatusReport(scene: SceneDecoder.decode(result)).tree.text)
    }
}
