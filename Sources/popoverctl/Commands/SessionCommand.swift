// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Set up, end, lock or unlock the customer session.",
        discussion: """
            For administrators. A session is what one customer does at a kiosk.

            Example: popoverctl session end
            """,
        subcommands: [Set.self, End.self, Lock.self, Unlock.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the personal settings of a display until its session ends.",
            discussion: """
                Without any option the display is as it is configured.

                Example: popoverctl session set --text-scale 1.5 --speech --language de
                """)

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption
        @OptionGroup var person: PersonalOptions

        func run() throws {
            try connection.order("session.set") { params in
                place.writeMembers(to: &params)
                person.writeMembers(to: &params)
            }
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close everything and erase the drafts of the session.",
            discussion: "Example: popoverctl session end --display main")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.end", place.writeMembers) }
    }

    struct Lock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Close everything, save drafts, and refuse all but critical alerts.",
            discussion: "Example: popoverctl session lock")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.lock", place.writeMembers) }
    }

    struct Unlock: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Unlock the session.",
            discussion: "Example: popoverctl session unlock")

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        func run() throws { try connection.order("session.unlock", place.writeMembers) }
    }
}

struct PlaceOption: ParsableArguments {
    @Option(help: ArgumentHelp("Apply to this display only.", valueName: "name"))
    var display: String?

    func writeMembers(to params: inout JSONWriter) {
        params.member("display", ifPresent: display)
    }
}
