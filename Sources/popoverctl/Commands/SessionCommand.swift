// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverWire

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "End, lock and unlock what one customer does.",
        discussion: "For administrators. Example: popoverctl session end",
        subcommands: [End.self, Lock.self, Unlock.self])

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close everything and erase its drafts.",
            discussion: "Example: popoverctl session end --display main")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.end", place.writeMembers) }
    }

    struct Lock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close everything, saving, and refuse all but critical alerts.",
            discussion: "Example: popoverctl session lock")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.lock", place.writeMembers) }
    }

    struct Unlock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let everything happen again.",
            discussion: "Example: popoverctl session unlock")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.unlock", place.writeMembers) }
    }
}

struct PlaceOption: ParsableArguments {
    @Option(help: ArgumentHelp("Only this display, instead of all.", valueName: "name"))
    var display: String?

    func writeMembers(to params: inout JSONWriter) {
        params.member("display", ifPresent: display)
    }
}
