// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

struct ProtocolCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protocol",
        abstract: "Write a description of the protocol for programs.",
        discussion: """
            An OpenRPC document holds every method with its parameters, result and errors. \
            Generators make clients from it. No daemon has to run.

            Example: popoverctl protocol --openrpc > openrpc.json
            """)

    enum Format: String, EnumerableFlag {
        case openrpc

        static func help(for value: Format) -> ArgumentHelp? { "Write an OpenRPC document." }
    }

    @OptionGroup var connection: ConnectionOptions

    @Flag var format = Format.openrpc

    func run() throws {
        var writer = JSONWriter()
        writer.value(Discovery())
        try Terminal.print(JSONText(validated: writer.bytes))
    }
}
