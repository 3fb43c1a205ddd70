// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient

struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Relay lines between the daemon and standard input and output.",
        discussion: """
            Sends standard input to the daemon, and writes lines of the daemon as they arrive. At \
            the end of the input, the connection is half-closed. The command ends when the daemon \
            closes the connection.

            Example: popoverctl relay
            """)

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let relay = try SocketRelay(path: connection.socket, timeout: connection.interval)
        try relay.run(
            input: Terminal.standardInput, output: Terminal.Stream.standardOutput.rawValue,
            read: { try Terminal.readInput() }, write: { try Terminal.print($0) })
    }
}
