// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Register a control that reveals popovers.",
        discussion: """
            A source ends with the connection of its client, so that without --hold it is gone at \
            once. With --hold it stays until the command is interrupted, and a line tells each \
            tap that a shield handed over to it.

            Example: popoverctl source share 840,60,110x44 --hold
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var region: RegionOptions

    func run() throws { try region.set("source", connection) }
}

struct OccluderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "occluder",
        abstract: "Keep popovers out of a rectangle, as a keyboard does.",
        discussion: """
            An occluder ends with the connection of its client, so that without --hold it is gone \
            at once. With --hold it stays until the command is interrupted.

            Example: popoverctl occluder keyboard 140,560,1000x230 --hold
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var region: RegionOptions

    func run() throws { try region.set("occluder", connection) }
}

/// What sources and occluders have in common.
struct RegionOptions: ParsableArguments {
    @Argument(help: "Its name.")
    var name: String

    @Argument(help: "Where it is: X,Y,WxH, in points.")
    var rect: Rect

    @Option(help: ArgumentHelp("The display that it is on.", valueName: "name"))
    var display: String?

    @Flag(help: "Keep it until the command is interrupted.")
    var hold = false

    func set(_ kind: String, _ connection: ConnectionOptions) throws {
        Terminal.endWellWhenInterrupted()
        let client = try connection.connect()
        let result = try client.call("\(kind).set") { params in
            params.member(JSONName(kind), name)
            params.member("rect", rect)
            params.member("display", ifPresent: display)
        }
        if connection.json {
            try EventLine.printJSON("set", result: result)
        } else {
            try Terminal.print("\(kind) \(name) \(rect.words)")
        }
        guard hold else { return }
        client.output = Terminal.Stream.standardOutput.rawValue
        while let message = try client.nextMessage(deadline: nil) {
            guard case .notification("source.activated", let params) = message else { continue }
            try EventLine.print("source.activated", params, json: connection.json)
        }
    }
}
