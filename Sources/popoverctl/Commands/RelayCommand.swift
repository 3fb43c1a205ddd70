// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient

struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Pass lines on between standard input and output and the daemon.",
        discussion: """
            Each line of standard input is sent as it is, each line of the daemon's is written as it \
            comes. At the end of the input the connection is half-closed; it ends when the daemon \
            closes it.

            Example: popoverctl relay
            """)

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let path = connection.socket ?? SocketPath.discover()
        let relay = try SocketRelay(path: path, timeout: connection.interval)
        try relay.run(
            input: Terminal.standardInput, output: Terminal.Stream.standardOutput.rawValue,
            read: { try Terminal.readInput() }, write: { try Terminal.print($0) })
    }
}
