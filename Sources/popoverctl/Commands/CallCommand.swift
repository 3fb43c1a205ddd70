// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call a method of the protocol and write its result as JSON.",
        discussion: """
            Example: popoverctl call bus.publish '{"topic":"app.hello","data":1}'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: "Connect with this role instead of app. Repeatable.")
    var role: [Role] = []

    @Argument(
        help: "Method to call, such as draft.list.",
        completion: .list(Method.allCases.map(\.rawValue)))
    var method: String

    @Argument(help: "Params: JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
    var params: JSONArgument?

    func run() throws {
        let client = try connection.connect(roles: role.isEmpty ? [.app] : Set(role))
        do {
            try Terminal.print(client.call(method, params: params?.text).compactText)
        } catch ClientError.daemon(var error) where error.code == DaemonError.unknownMethod {
            let nearest = Spelling.nearest(to: method, among: Method.allCases.map(\.rawValue))
            if let nearest { error.message += "; did you mean \"\(nearest)\"?" }
            throw ClientError.daemon(error)
        }
    }
}
