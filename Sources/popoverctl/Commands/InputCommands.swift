// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap",
        abstract: "Report a tap, and show what became of it.",
        discussion: """
            It writes the verdict, and whether the tap should be delivered to what is under it.

            Example: popoverctl tap 20 700 --display main
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The display that was tapped.", valueName: "name"))
    var display: String?

    @Flag(help: "A shield has kept this tap from everyone.")
    var swallowed = false

    @Argument(help: "From the left, in points.")
    var x: Double

    @Argument(help: "From the top, in points.")
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
        abstract: "Report a key, and show what became of it.",
        discussion: "Example: popoverctl key Escape")

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The display that has the keyboard.", valueName: "name"))
    var display: String?

    @Flag(help: "An input method composes text, and the key is its own.")
    var composing = false

    @Argument(help: "Its name: Escape.")
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

extension ConnectionOptions {
    fileprivate func print(verdict result: JSONNode) throws(FileError) {
        if json { return try Terminal.print(result.compactText) }
        var line = result.member("verdict")?.string ?? "?"
        if result.member("deliver")?.bool == true { line += ", deliver" }
        if let popover = result.member("popover")?.string { line += ", popover \(popover)" }
        try Terminal.print(line)
    }
}
