// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a popover, and be its owner.",
        discussion: """
            A popover ends with the connection of its owner, so that without --hold it closes as \
            soon as it was granted. With --hold the command lives as long as the popover, writes \
            a line for everything that happens to it, and hands over --draft when it has to close.

            With --commands it does what each line of standard input says: draft JSON (the work to \
            hand over from now on), choose JSON, done, or cancel.

            A rectangle is X,Y,WxH, in points. With --source the anchor is registered as a \
            control of that name first, so that a tap on it closes the popover.

            Example: popoverctl open --hold --behavior menu --size 320x200 --anchor 840,60,110x44
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup(title: "Popover options") var popover: PopoverOptions

    @Flag(help: "Keep it open until it is closed, and tell what happens to it.")
    var hold = false

    @Flag(help: "With --hold: do what the lines of standard input say.")
    var commands = false

    @Option(
        help: ArgumentHelp(
            "With --hold: work to hand over when it closes; JSON, @FILE or @-.",
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
            client: client, popover: opened.popover, draft: draft?.text, json: connection.json)
        try owner.run()
    }

    private func report(_ opened: OpenedPopover, _ result: JSONNode) throws(FileError) {
        if connection.json { return try EventLine.printJSON("opened", result: result) }
        var line = "opened \(opened.popover)"
        switch opened.presentation {
        case .popover(let frame, let side, let arrow, _):
            line += " \(frame.words), \(side.rawValue), arrow \(arrow.x.short),\(arrow.y.short)"
        case .sheet(let frame, _): line += " sheet \(frame.words)"
        }
        if opened.presentation.scrolls { line += ", scrolls" }
        try Terminal.print(line)
        if let draft = opened.draft {
            try Terminal.print("draft \(String(decoding: draft.bytes, as: UTF8.self))")
        }
        for advice in opened.advice {
            try Terminal.print("advice \(advice.rule): \(advice.message)".plain)
        }
    }
}

/// What `popover.open` takes.
struct PopoverOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How it behaves: menu, task, inspector, …", valueName: "name"))
    var behavior = "menu"

    @Option(help: ArgumentHelp("The wanted size in points.", valueName: "WxH"))
    var size = Size(width: 320, height: 240)

    @Option(help: ArgumentHelp("What it points at.", valueName: "X,Y,WxH"))
    var anchor: Rect

    @Option(help: ArgumentHelp("The name of the control there.", valueName: "name"))
    var source: String?

    @Option(help: ArgumentHelp("Where the control is, best first: bottom,top.", valueName: "sides"))
    var sides: SideList?

    @Option(help: ArgumentHelp("What it should not cover; may be repeated.", valueName: "X,Y,WxH"))
    var avoid: [Rect] = []

    @Option(help: ArgumentHelp("Where taps pass; may be repeated.", valueName: "X,Y,WxH"))
    var passthrough: [Rect] = []

    @Option(help: ArgumentHelp("Its smallest size.", valueName: "WxH"))
    var minimum: Size?

    @Option(help: ArgumentHelp("The name of the work to preserve.", valueName: "name"))
    var key: String?

    @Flag(help: "Only its own buttons close it.")
    var modal = false

    @Option(help: "Its title.")
    var title: String?

    @Option(help: "A text that explains it to people.")
    var helpText: String?

    @Option(help: ButtonArgument.help)
    var button: [ButtonArgument] = []

    @Option(help: "How grave it is; warnings are for alerts.")
    var severity: Severity?

    @Option(help: ArgumentHelp("The colour behind its text.", valueName: "#rrggbb"))
    var background: DeclaredColor?

    @Option(help: ArgumentHelp("The colour of its text.", valueName: "#rrggbb"))
    var textColor: DeclaredColor?

    @Flag(help: "Say that it shows no arrow.")
    var hideArrow = false

    @Flag(help: "Say that it shows no border.")
    var hideBorder = false

    @Option(help: ArgumentHelp("The display that it belongs on.", valueName: "name"))
    var display: String?

    @Option(
        name: .customLong("wait"),
        help: ArgumentHelp("How long to wait for its turn; 0 refuses.", valueName: "ms"))
    var waitMilliseconds: Int64?

    var request: OpenRequest {
        var request = OpenRequest(behavior: behavior, size: size, place: Place(display: display))
        request.source = source
        request.anchor = source == nil ? anchor : nil
        request.sides = sides?.sides
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
        request.wait = waitMilliseconds.map { .milliseconds($0) }
        return request
    }

    /// nil where nothing is said of it.
    private var appearance: DeclaredAppearance? {
        var appearance = DeclaredAppearance()
        appearance.background = background
        appearance.text = textColor
        appearance.hasArrow = !hideArrow
        appearance.hasBorder = !hideBorder
        return appearance == DeclaredAppearance() ? nil : appearance
    }

    func validate() throws {
        guard (0...86_400_000).contains(waitMilliseconds ?? 0) else {
            throw ValidationError("--wait: expected milliseconds, 0 or more")
        }
    }
}
