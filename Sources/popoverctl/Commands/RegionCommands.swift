// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Register a source, a control that opens popovers.",
        discussion: """
            A source lives as long as the connection of its client. Without --hold, it is removed \
            at once. With --hold, it stays until this command is interrupted, and each tap that a \
            shield forwards to it is written as a line.

            Example: popoverctl source share 840,60,110x44 --hold
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var region: RegionOptions

    @Option(help: "Edge from which a swipe activates the source, of its display.")
    var edge: PreferredSide?

    func run() throws {
        try region.set("source", connection) { $0.member("edge", ifPresent: edge?.rawValue) }
    }
}

struct OccluderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "occluder",
        abstract: "Keep popovers out of a rectangle, such as an on-screen keyboard.",
        discussion: """
            An occluder lives as long as the connection of its client. Without --hold, it is \
            removed at once. With --hold, it stays until this command is interrupted.

            Example: popoverctl occluder keyboard 140,560,1000x230 --hold
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var region: RegionOptions

    func run() throws { try region.set("occluder", connection) }
}

/// What sources and occluders have in common.
struct RegionOptions: ParsableArguments {
    @Argument(help: "Name of the source or occluder.")
    var name: String

    @Argument(help: "Rectangle as X,Y,WxH, in points.")
    var rect: Rect

    @Option(help: ArgumentHelp("Display of the rectangle.", valueName: "name"))
    var display: String?

    @Flag(help: "Keep the rectangle registered until interrupted.")
    var hold = false

    func set(
        _ kind: String, _ connection: ConnectionOptions,
        _ more: (inout JSONWriter) -> Void = { _ in }
    ) throws {
        Terminal.endWellWhenInterrupted()
        let client = try connection.connect()
        let result = try client.call("\(kind).set") { params in
            params.member(JSONName(kind), name)
            params.member("rect", rect)
            params.member("display", ifPresent: display)
            more(&params)
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
