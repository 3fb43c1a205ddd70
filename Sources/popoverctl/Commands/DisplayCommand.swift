// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Add, change and remove displays.",
        discussion: "Example: popoverctl display set wall 1080x1920",
        subcommands: [Set.self, Remove.self])

    /// Input reporters may set displays, and are never asked to show an alert.
    private static let roles: Swift.Set<Role> = [.input]

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a display, or replace all that is known of it.",
            discussion: "Example: popoverctl display set main 1280x800 --insets 32,0,0,0")

        @OptionGroup var connection: ConnectionOptions

        @Option(help: ArgumentHelp("Pixels for each point.", valueName: "n"))
        var scale: Double?

        @Option(
            help: ArgumentHelp("What bars take: top,left,bottom,right.", valueName: "points"))
        var insets: Insets?

        @Option(help: "What kind of machine it belongs to.")
        var idiom: DisplaySpecification.Idiom?

        @Flag(inversion: .prefixedNo, help: "It can blur what is behind a popover.")
        var translucency = true

        @Option(help: "Whether people want high contrast.")
        var contrast: Appearance.Contrast?

        @Flag(help: "People want nothing to move.")
        var reducedMotion = false

        @Argument(help: "Its name.")
        var name: String

        @Argument(help: "Its size: WxH, in points.")
        var size: Size

        func run() throws {
            try connection.order(roles: roles, "display.set") { params in
                params.member("display", name)
                params.member("width", size.width)
                params.member("height", size.height)
                params.member("scale", ifPresent: scale)
                params.member("insets", ifPresent: insets)
                params.member("idiom", ifPresent: idiom?.rawValue)
                if !translucency { params.member("translucency", false) }
                params.member("contrast", ifPresent: contrast?.rawValue)
                if reducedMotion { params.member("reducedMotion", true) }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a display; what is on it closes, saving.",
            discussion: "Example: popoverctl display remove wall")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Its name.")
        var name: String

        func run() throws {
            try connection.order(roles: roles, "display.remove") { $0.member("display", name) }
        }
    }
}
