// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel

struct AlertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Raise an alert, and be told its answer.",
        discussion: """
            An alert ends with the connection of its raiser, so that without --wait it is only \
            queued and taken back. With --wait the command lives until somebody has answered and \
            writes the button's id last. A client with role shell shows it (popoverctl render is \
            one); with --renderer self this command does, in words, and a line of standard input \
            with a button's id answers.

            Example: popoverctl alert --wait 'Paper is low' --button later=Later --button ok=OK
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup(title: "Alert options") var alert: AlertOptions

    @Flag(help: "Wait for the answer, however long it takes.")
    var wait = false

    func run() throws {
        let client = try connection.connect()
        client.output = Terminal.Stream.standardOutput.rawValue
        var raiser = AlertRaiser(client: client, json: connection.json)
        try raiser.raise(alert.request, waiting: wait ? nil : connection.interval)
    }
}

/// What `alert.raise` takes.
struct AlertOptions: ParsableArguments {
    @Argument(help: "What it says.")
    var title: String

    @Option(help: ArgumentHelp("More words.", valueName: "text"))
    var message: String?

    @Option(help: "How severe it is.")
    var severity = Severity.warning

    @Option(help: ButtonArgument.help)
    var button: [ButtonArgument] = []

    @Option(help: ArgumentHelp("Replaces the alert of the same app and key.", valueName: "name"))
    var key: String?

    @Option(help: ArgumentHelp("The display that it belongs on.", valueName: "name"))
    var display: String?

    @Option(help: "Who shows it.")
    var renderer = AlertRequest.Renderer.shell

    @Option(
        name: .customLong("expire"),
        help: ArgumentHelp("How long it stands unanswered.", valueName: "ms"))
    var expiryMilliseconds: Int64?

    var request: AlertRequest {
        // An alert has a button, and this is what people expect of the only one.
        let buttons =
            button.isEmpty ? [Button(id: "ok", label: "OK", role: .default)] : button.map(\.button)
        var request = AlertRequest(title: title, severity: severity, buttons: buttons)
        request.message = message
        request.key = key
        request.display = display
        request.renderer = renderer
        request.timeout = expiryMilliseconds.map { .milliseconds($0) }
        return request
    }

    func validate() throws {
        guard (1...86_400_000).contains(expiryMilliseconds ?? 1) else {
            throw ValidationError("--expire: expected milliseconds, 1 or more")
        }
    }
}
