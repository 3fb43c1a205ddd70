// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Report a choice that was made in a popover.",
        discussion: """
            Only the owner of the popover may do this. open --hold --commands is an owner that \
            reads choices from standard input.

            Example: popoverctl choose p1 '"copy"'
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "Id of the popover, such as p1.")
    var popover: String

    @Argument(help: "Choice: JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
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
        abstract: "Close a popover as its owner.",
        discussion: """
            Only the owner of the popover may do this. Administrators use dismiss.

            Example: popoverctl close p1 --cancel
            """)

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Cancel: discard the draft instead of reporting it as applied.")
    var cancel = false

    @Argument(help: "Id of the popover, such as p1.")
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
        abstract: "Close the popover of any client.",
        discussion: """
            For administrators. The owner still hands over its draft, which is saved unless \
            --discard is given.

            Example: popoverctl dismiss --display main
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("Close the popover on this display.", valueName: "name"))
    var display: String?

    @Flag(help: "Discard the draft.")
    var discard = false

    @Argument(help: "Id of the popover, such as p1.")
    var popover: String?

    func validate() throws {
        guard (popover == nil) != (display == nil) else {
            throw ValidationError("expected a popover, or --display, but not both")
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
