// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
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
            abstract: "Add a display, or change the given members of one.",
            discussion: """
                All that is not named stays as it is. A new display needs a size.

                Example: popoverctl display set main 1280x800 --insets 32,0,0,0
                """)

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
        var translucency: Bool?

        @Option(
            help: ArgumentHelp("Longest press that is a tap, in milliseconds.", valueName: "ms"))
        var tapMs: Double?

        @Option(help: ArgumentHelp("How far a finger may move during a tap.", valueName: "points"))
        var tapSlop: Double?

        @Option(help: "Which opens the display grants.")
        var opens: DisplaySpecification.Opens?

        @OptionGroup var person: PersonalOptions

        @Argument(help: "Name of the display.")
        var name: String

        @Argument(help: "Size in points, as WxH.")
        var size: Size?

        func run() throws {
            let result = try apply(with: try connection.connect(roles: roles))
            if connection.json { try Terminal.print(result.compactText) }
        }

        private func apply(with client: ClientConnection) throws -> JSONNode {
            do {
                return try client.call("display.update") { writeMembers(to: &$0) }
            } catch {
                guard case .daemon(let refusal) = error, refusal.code == DaemonError.unknownID
                else {
                    throw error
                }
                guard size != nil else {
                    throw ValidationError("\(refusal.message): a new display needs a size")
                }
                return try client.call("display.set") { writeMembers(to: &$0) }
            }
        }

        private func writeMembers(to params: inout JSONWriter) {
            params.member("display", name)
            params.member("width", ifPresent: size?.width)
            params.member("height", ifPresent: size?.height)
            params.member("scale", ifPresent: scale)
            params.member("insets", ifPresent: insets)
            params.member("idiom", ifPresent: idiom?.rawValue)
            params.member("translucency", ifPresent: translucency)
            params.member("tapMs", ifPresent: tapMs)
            params.member("tapSlop", ifPresent: tapSlop)
            params.member("opens", ifPresent: opens?.rawValue)
            person.writeMembers(to: &params)
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
