// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverModel
internal import PopoverWire

struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Add, change or remove a display.",
        discussion: "Example: popoverctl display set wall 1080x1920",
        subcommands: [Set.self, Remove.self])

    /// The role input may set displays, and the daemon never asks it to show an alert.
    private static let roles: Swift.Set<Role> = [.input]

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a display, or replace its description.",
            discussion: "Example: popoverctl display set main 1280x800 --insets 32,0,0,0")

        @OptionGroup var connection: ConnectionOptions

        @Option(help: ArgumentHelp("Pixels per point.", valueName: "n"))
        var scale: Double?

        @Option(
            help: ArgumentHelp(
                "Space taken by bars, in points: top,left,bottom,right.", valueName: "points"))
        var insets: Insets?

        @Option(help: "Kind of device.")
        var idiom: DisplaySpecification.Idiom?

        @Flag(inversion: .prefixedNo, help: "Whether the display can blur backgrounds.")
        var translucency = true

        @Option(help: "Contrast that people chose.")
        var contrast: Appearance.Contrast?

        @Flag(help: "Declare that people chose reduced motion.")
        var reducedMotion = false

        @Option(help: "Writing direction of the people at the display.")
        var direction: WritingDirection?

        @Option(
            help: ArgumentHelp("Longest press that is a tap, in milliseconds.", valueName: "ms"))
        var tapMs: Double?

        @Option(help: ArgumentHelp("Longest way of a finger during a tap.", valueName: "points"))
        var tapSlop: Double?

        @Option(help: "Which opens the display grants.")
        var opens: DisplaySpecification.Opens?

        @Argument(help: "Name of the display.")
        var name: String

        @Argument(help: "Size in points, as WxH.")
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
                params.member("direction", ifPresent: direction?.rawValue)
                params.member("tapMs", ifPresent: tapMs)
                params.member("tapSlop", ifPresent: tapSlop)
                params.member("opens", ifPresent: opens?.rawValue)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a display; its popovers close and their drafts are saved.",
            discussion: "Example: popoverctl display remove wall")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the display.")
        var name: String

        func run() throws {
            try connection.order(roles: roles, "display.remove") { $0.member("display", name) }
        }
    }
}
