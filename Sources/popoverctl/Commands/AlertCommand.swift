// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel

struct AlertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Raise an alert and report its answer.",
        discussion: """
            An alert lives as long as the connection that raised it. Without --wait, this command \
            ends when the alert is queued, which withdraws the alert again. With --wait, it runs \
            until the alert is answered, and writes the id of the pressed button last.

            A client with the role shell shows the alert; popoverctl render is one. With \
            --renderer self, this command shows the alert as text and reads the id of a button \
            from standard input. If the input ends without an answer, the alert is withdrawn and \
            the exit status is 1.

            Example: popoverctl alert --wait 'Paper is low' --button later=Later --button ok=OK
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup(title: "Alert options") var alert: AlertOptions

    @Flag(help: "Wait for the answer without a time limit.")
    var wait = false

    func run() throws {
        let client = try connection.connect()
        client.output = Terminal.Stream.standardOutput.rawValue
        var raiser = AlertRaiser(client: client, json: connection.json)
        try raiser.raise(alert.request, timeout: wait ? nil : connection.interval)
    }
}

/// The params of `alert.raise`.
struct AlertOptions: ParsableArguments {
    @Argument(help: "Title of the alert.")
    var title: String

    @Option(help: ArgumentHelp("Text below the title.", valueName: "text"))
    var message: String?

    @Option(help: "Severity of the alert.")
    var severity = Severity.warning

    @Option(help: ButtonArgument.help)
    var button: [ButtonArgument] = []

    @Option(help: ArgumentHelp("Size that the content asks for, in points.", valueName: "WxH"))
    var size: Size?

    @Option(help: ArgumentHelp("Replace the app's alert with this key.", valueName: "name"))
    var key: String?

    @Option(help: ArgumentHelp("Show the alert on this display.", valueName: "name"))
    var display: String?

    @Option(help: "Show the alert in a client with the role shell, or in this command.")
    var renderer = AlertRequest.Renderer.shell

    @Option(
        name: .customLong("expire"),
        help: ArgumentHelp("Lifetime without an answer, such as 30s.", valueName: "duration"))
    var expiry: Interval?

    var request: AlertRequest {
        // Every alert needs a button.
        let buttons =
            button.isEmpty ? [Button(id: "ok", label: "OK", role: .default)] : button.map(\.button)
        var request = AlertRequest(title: title, severity: severity, buttons: buttons)
        request.message = message
        request.size = size
        request.key = key
        request.display = display
        request.renderer = renderer
        request.timeout = expiry
        return request
    }

    func validate() throws {
        if let expiry, !(.milliseconds(1)...Interval.longest).contains(expiry) {
            throw ValidationError("--expire: expected 1ms to \(Interval.longest.words)")
        }
    }
}
