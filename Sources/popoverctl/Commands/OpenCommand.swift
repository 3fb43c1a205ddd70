// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a popover and act as its owner.",
        discussion: """
            A popover lives as long as the connection of its owner. Without --hold, it closes as \
            soon as it is granted. With --hold, this command runs until the popover closes, writes \
            a line for each of its events, and hands over --draft when it closes. If the daemon is \
            gone before, and there is a --key, it waits for the next daemon and saves the draft there.

            With --commands, each line of standard input is a command: draft JSON (sets the draft \
            to hand over), choose JSON, done, or cancel.

            A rectangle is X,Y,WxH, in points. With --source, the anchor is first registered as a \
            source of that name, so that a tap on it closes the popover.

            Example: popoverctl open --hold --behavior menu --size 320x200 --anchor 840,60,110x44
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup(title: "Popover options") var popover: PopoverOptions

    @Flag(help: "Keep the popover open, and show its events until it closes.")
    var hold = false

    @Flag(help: "With --hold: read commands from standard input.")
    var commands = false

    @Option(
        help: ArgumentHelp(
            "With --hold: draft to hand over when the popover closes, as JSON, @FILE or @-.",
            valueName: "json"),
        transform: JSONArgument.init(argument:))
    var draft: JSONArgument?

    func validate() throws {
        guard hold || (!commands && draft == nil) else {
            throw ValidationError("--commands and --draft need --hold")
        }
    }

    func run() throws {
        let client = try connection.connect()
        if let source = popover.source {
            _ = try client.call("source.set") { params in
                params.member("source", source)
                params.member("rect", popover.anchor)
                params.member("display", ifPresent: popover.display)
            }
        }
        let result = try client.call("popover.open", popover.request.writeMembers)
        let opened = try OpenedPopover(result: result)
        try report(opened, result)
        guard hold else { return }
        client.output = Terminal.Stream.standardOutput.rawValue
        if commands { client.input = Terminal.standardInput }
        var owner = PopoverOwner(
            client: client, opened: opened, key: popover.key, draft: draft?.text,
            connection: connection)
        try owner.run()
    }

    private func report(_ opened: OpenedPopover, _ result: JSONNode) throws(FileError) {
        if connection.json { return try EventLine.printJSON("opened", result: result) }
        var line = "opened \(opened.popover)"
        switch opened.presentation {
        case .popover(let frame, let side, let arrow, _):
            line += " \(frame.words), \(side.rawValue), arrow \(arrow.x.short),\(arrow.y.short)"
        case .sheet(let frame, _, _): line += " sheet \(frame.words)"
        }
        if opened.presentation.scrolls { line += ", scrolls" }
        if opened.presentation.needsCloseButton { line += ", needs a close button" }
        try Terminal.print(line)
        if let draft = opened.draft {
            try Terminal.print("draft \(String(decoding: draft.bytes, as: UTF8.self).plainJSON)")
        }
        for advice in opened.advice {
            try Terminal.print("advice \(advice.rule): \(advice.message)".plain)
        }
    }
}

/// The params of `popover.open`.
struct PopoverOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Behavior, such as menu, task or inspector. Default: the daemon's.", valueName: "name"))
    var behavior: String?

    @Option(help: ArgumentHelp("Preferred size, in points.", valueName: "WxH"))
    var size = Size(width: 320, height: 240)

    @Option(help: ArgumentHelp("Rectangle that the popover points at.", valueName: "X,Y,WxH"))
    var anchor: Rect

    @Option(help: ArgumentHelp("Register the anchor as a source of this name.", valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Sides of the source on which the popover may sit, best first, such as bottom,start.",
            valueName: "sides"))
    var sides: SideList?

    @Option(help: "Alignment with the source.")
    var align = Alignment.center

    @Option(help: ArgumentHelp("Gap between source and arrow, in points.", valueName: "points"))
    var gap: Double = 0

    @Option(help: ArgumentHelp("Rectangle to keep uncovered. Repeatable.", valueName: "X,Y,WxH"))
    var avoid: [Rect] = []

    @Option(help: ArgumentHelp("Area that taps pass through. Repeatable.", valueName: "X,Y,WxH"))
    var passthrough: [Rect] = []

    @Option(help: ArgumentHelp("Minimum size, in points.", valueName: "WxH"))
    var minimum: Size?

    @Option(help: ArgumentHelp("Key under which its draft is stored.", valueName: "name"))
    var key: String?

    @Flag(help: "Keep the popover open on taps outside it.")
    var modal = false

    @Option(help: "Title of the popover.")
    var title: String?

    @Option(help: "Help text for people.")
    var helpText: String?

    @Option(help: ButtonArgument.help)
    var button: [ButtonArgument] = []

    @Option(help: "Severity. Warnings belong in alerts.")
    var severity: Severity?

    @Option(help: ArgumentHelp("Background color.", valueName: "#rrggbb"))
    var background: DeclaredColor?

    @Option(help: ArgumentHelp("Text color.", valueName: "#rrggbb"))
    var textColor: DeclaredColor?

    @Flag(help: "Declare that the popover shows no arrow.")
    var hideArrow = false

    @Flag(help: "Declare that the popover shows no border.")
    var hideBorder = false

    @Option(help: ArgumentHelp("Show the popover on this display.", valueName: "name"))
    var display: String?

    @Option(
        help: ArgumentHelp("Wait at most this long to open, such as 500ms.", valueName: "duration"))
    var wait: Interval?

    var request: OpenRequest {
        var request = OpenRequest(size: size, place: Place(display: display))
        if let behavior { request.behavior = behavior }
        request.source = source
        request.anchor = source == nil ? anchor : nil
        request.sides = sides?.sides
        request.align = align
        request.gap = gap
        request.avoid = avoid
        request.passthrough = passthrough
        request.minimum = minimum
        request.key = key
        request.isModal = modal
        request.title = title
        request.help = helpText
        request.buttons = button.map(\.button)
        request.severity = severity
        request.appearance = appearance
        request.wait = wait
        return request
    }

    /// nil if no option declares any of it.
    private var appearance: DeclaredAppearance? {
        var appearance = DeclaredAppearance()
        appearance.background = background
        appearance.text = textColor
        appearance.hasArrow = !hideArrow
        appearance.hasBorder = !hideBorder
        return appearance == DeclaredAppearance() ? nil : appearance
    }

    func validate() throws {
        if let wait, wait > Interval.longest {
            throw ValidationError("--wait: expected at most \(Interval.longest.words)")
        }
    }
}
