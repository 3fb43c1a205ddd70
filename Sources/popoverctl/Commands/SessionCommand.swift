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
            abstract: "Replace what the person at the display needs, until the session ends.",
            discussion: """
                Without any option the display is as it is configured.

                Example: popoverctl session set --text-scale 1.5 --speech --language de
                """)

        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var place: PlaceOption

        @Option(help: ArgumentHelp("How much larger text is, from 1 to 4.", valueName: "n"))
        var textScale: Double?

        @Option(help: "Contrast of what programs draw.")
        var contrast: Appearance.Contrast?

        @Flag(inversion: .prefixedNo, help: "Whether nothing moves.")
        var reducedMotion: Bool?

        @Option(help: ArgumentHelp("Language to read and hear, such as de.", valueName: "tag"))
        var language: String?

        @Option(help: "Direction in which people read.")
        var direction: WritingDirection?

        @Flag(inversion: .prefixedNo, help: "Whether people hear what happens.")
        var speech: Bool?

        @Option(
            help: ArgumentHelp("Longest press that is no tap, in milliseconds.", valueName: "ms"))
        var slowPressMs: Double?

        @Option(
            help: ArgumentHelp(
                "The part of the display that people can touch, as X,Y,WxH.", valueName: "points"))
        var reach: Rect?

        func run() throws {
            try connection.order("session.set") { params in
                place.writeMembers(to: &params)
                params.member("textScale", ifPresent: textScale)
                params.member("contrast", ifPresent: contrast?.rawValue)
                params.member("reducedMotion", ifPresent: reducedMotion)
                params.member("language", ifPresent: language)
                params.member("direction", ifPresent: direction?.rawValue)
                params.member("speech", ifPresent: speech)
                params.member("slowPressMs", ifPresent: slowPressMs)
                params.member("reach", ifPresent: reach)
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
