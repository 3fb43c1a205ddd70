// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Tell that people chose something in a popover.",
        discussion: """
            Only its owner may: another connection is not permitted.

            Example: popoverctl choose p1 '"copy"'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The popover: p1.")
    var popover: String

    @Argument(help: "What was chosen: JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
    var choice: JSONArgument

    func run() throws {
        let result = try connection.connect().call("popover.choose") { params in
            params.member("popover", popover)
            params.member("choice", choice.text)
        }
        if connection.json { return try Terminal.print(result.compactText) }
        try Terminal.print(result.member("closes")?.bool == true ? "closes" : "stays")
    }
}

struct CloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close a popover as its owner does.",
        discussion: """
            Only its owner may: another connection is not permitted, and an administrator uses \
            dismiss.

            Example: popoverctl close p1 --cancel
            """)

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Discard its work, instead of saying that it was applied.")
    var cancel = false

    @Argument(help: "The popover: p1.")
    var popover: String

    func run() throws {
        try connection.order("popover.close") { params in
            params.member("popover", popover)
            params.member("outcome", cancel ? "cancel" : "done")
        }
    }
}

struct DismissCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Close a popover, whoever owns it.",
        discussion: """
            For administrators. The owner is still asked for its work, which is kept unless \
            --discard says otherwise.

            Example: popoverctl dismiss --display main
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Close what is on this display.", valueName: "name"))
    var display: String?

    @Flag(help: "Discard its work.")
    var discard = false

    @Argument(help: "The popover: p1.")
    var popover: String?

    func validate() throws {
        guard (popover == nil) != (display == nil) else {
            throw ValidationError("Say either a popover or --display")
        }
    }

    func run() throws {
        try connection.order("popover.dismiss") { params in
            params.member("popover", ifPresent: popover)
            params.member("display", ifPresent: display)
            if discard { params.member("discard", true) }
        }
    }
}
