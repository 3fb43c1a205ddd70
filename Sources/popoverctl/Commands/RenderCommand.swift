// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Show alerts as lines of text until interrupted.",
        discussion: """
            The oldest client with the role shell shows all alerts; this command is such a \
            client. With --answer, every alert that has the named button is answered at once.

            Example: popoverctl render --answer ok
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Press the button with this id.", valueName: "id"))
    var answer: String?

    func run() throws {
        Terminal.endWellWhenInterrupted()
        let client = try connection.connect(roles: [.shell])
        client.output = Terminal.Stream.standardOutput.rawValue
        while let message = try client.nextMessage(deadline: nil) {
            switch message {
            case .request(let request):
                try client.answer(request)
                try EventLine.print(request.method, request.params, json: connection.json)
                try answer(request.params, with: client)
            case .notification("alert.dismiss", let params):
                try EventLine.print("alert.dismiss", params, json: connection.json)
            case .notification, .reply, .input: continue
            }
        }
    }

    private func answer(_ params: JSONNode, with client: ClientConnection) throws(ClientError) {
        let ids = params.member("buttons")?.elements?.compactMap { $0.member("id")?.string } ?? []
        guard let answer, ids.contains(answer), let alert = params.member("alert")?.string else {
            return
        }
        // The response is ignored: the alert may have been answered elsewhere.
        _ = try client.begin("alert.answer") { params in
            params.member("alert", alert)
            params.member("button", answer)
        }
    }
}
