// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap",
        abstract: "Report a tap and show the verdict.",
        discussion: """
            Writes the verdict, followed by deliver if the tap should reach the control under it.

            Example: popoverctl tap 20 700 --display main
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Display that was tapped.", valueName: "name"))
    var display: String?

    @Flag(help: "Declare that a shield blocked this tap.")
    var swallowed = false

    @Argument(help: "Distance from the left edge, in points.")
    var x: Double

    @Argument(help: "Distance from the top edge, in points.")
    var y: Double

    func run() throws {
        let result = try connection.connect().call("tap") { params in
            params.member("x", x)
            params.member("y", y)
            params.member("display", ifPresent: display)
            if swallowed { params.member("swallowed", true) }
        }
        try connection.print(verdict: result)
    }
}

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Report a key press and show the verdict.",
        discussion: "Example: popoverctl key Escape")

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Display that has the keyboard focus.", valueName: "name"))
    var display: String?

    @Flag(help: "Declare that an input method is composing text with this key.")
    var composing = false

    @Argument(help: "Name of the key, such as Escape.")
    var key: String

    func run() throws {
        let result = try connection.connect().call("key") { params in
            params.member("key", key)
            params.member("display", ifPresent: display)
            if composing { params.member("composing", true) }
        }
        try connection.print(verdict: result)
    }
}

struct NavigateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navigate",
        abstract: "Move the focus as a keypad does, and show where it is.",
        discussion: """
            Writes the outcome, followed by the client and the source that have the focus.

            Example: popoverctl navigate next
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var place: PlaceOption

    @Argument(help: "What the pressed key means.")
    var step: Step

    func run() throws {
        let result = try connection.connect().call("navigate") { params in
            params.member("step", step.rawValue)
            place.writeMembers(to: &params)
        }
        if connection.json { return try Terminal.print(result.compactText) }
        let words = ["outcome", "client", "source"].compactMap { result.member($0)?.string }
        try Terminal.print(words.joined(separator: " "))
    }
}

extension ConnectionOptions {
    fileprivate func print(verdict result: JSONNode) throws(FileError) {
        if json { return try Terminal.print(result.compactText) }
        var line = result.member("verdict")?.string ?? "?"
        if result.member("deliver")?.bool == true { line += ", deliver" }
        if let popover = result.member("popover")?.string { line += ", popover \(popover)" }
        try Terminal.print(line)
    }
}
