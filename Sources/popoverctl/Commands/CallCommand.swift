// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call any method of the protocol, and write its result as JSON.",
        discussion: """
            Example: popoverctl call bus.publish '{"topic":"app.hello","data":1}'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            "A role to have, instead of app; may be repeated.", valueName: "role"))
    var role: [Role] = []

    @Argument(help: "The method: draft.list.")
    var method: String

    @Argument(help: "Its params: JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
    var params: JSONArgument?

    func run() throws {
        let client = try connection.connect(roles: role.isEmpty ? [.app] : Set(role))
        try Terminal.print(client.call(method, params: params?.text).compactText)
    }
}
