// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Every option that there is: key, place, range and documentation, written once.
///
/// Reading, checking, suggestions, the commented default file and the effective text all walk this
/// table. Defaults are not in it: they are those of the values that it fills.
enum ConfigurationTable {
    /// Keys without a section come first, since TOML has no way back to them.
    static let options: [ConfigurationOption<Configuration>] = [
        .value(
            "socket", \.socket, .optional(.path),
            "The socket that clients connect to; \"\" is $POPOVERD_SOCKET, else "
                + "$XDG_RUNTIME_DIR/popoverd/popoverd.sock, else /run/popoverd/popoverd.sock. "
                + "A socket from systemd is used instead where there is one.",
            isForStart: true),
        .value(
            "state", \.state, .optional(.path),
            "The folder that keeps drafts; \"\" is $STATE_DIRECTORY, else "
                + "$XDG_STATE_HOME/popoverd, else ~/.local/state/popoverd.",
            isForStart: true),
        .section("log", \.log, log, "What is written to standard error."),
        .section(
            "administrators", \.administrators, administrators,
            "Who may use the administrators' methods, besides root and the daemon's own user."),
        .section("plugins", \.plugins, plugins, "Behaviours and other plugins."),
        .sections(
            "plugin", \.pluginSettings, plugin, blank: blankPlugin, example: examplePlugin,
            name: \.name,
            "What holds for one plugin. Repeat the section for each; one without a section has what "
                + "stands here but for the name, before and options. An example:"),
        .sections(
            "display", \.displays, display, blank: blankDisplay,
            example: Configuration().displays[0], name: \.name,
            "The displays at the start; clients may change and add some. Repeat the section for "
                + "each. Where there is none, this one is:"),
        .section(
            "limits", \.limits, limits,
            "How much of everything there may be. A client over a limit gets error 4."),
        .section(
            "timing", \.timing, timing, "How long things may take, and what counts as a tap."),
        .section(
            "appearance", \.appearance, appearance,
            "What popovers look like; lengths are in points."),
        .section("bus", \.bus, bus, "Events for subscribers."),
        .section(
            "metrics", \.metrics, metrics,
            "Numbers about the daemon for monitoring (docs/how-to/operate.md); `popoverctl metrics` "
                + "needs nothing here."),
        .section(
            "advice", \.advice, advice,
            "What becomes of breaches of the guidelines that can only be judged "
                + "(docs/reference/protocol.md, Advice). Rules that no list names are told as advice, and an open that says "
                + "itself that it is a warning (G23) is refused."),
        .sections(
            "bind", \.bindings, bind, blank: Configuration.Binding(), example: exampleBinding,
            "Keeps the name of an app, a role, or methods for some users and groups. Repeat the "
                + "section for each. What none names is everyone's, but for the administrators' "
                + "methods: those are the administrators' alone. An example:"),
    ]

    /// Every option with its value.
    static func settings(of configuration: Configuration) -> [ConfigurationSetting] {
        options.flatMap { $0.settings(configuration, $0.key, $0.key) }
    }

    /// Every dotted key, `limits.message`.
    static let names = options.flatMap { option in
        option.children.isEmpty
            ? [option.key] : option.children.map { "\(option.key).\($0)" }
    }

    private static let log: [ConfigurationOption<Configuration.Log>] = [
        .value("level", \.level, .choice(), "The least that is written.")
    ]

    private static let administrators: [ConfigurationOption<Configuration.Administrators>] = [
        .value("users", \.users, .list(of: .name), "Names or numbers of users."),
        .value("group", \.group, .optional(.name), "The name or number of a group."),
    ]

    private static let blankDisplay = DisplaySpecification(
        name: "", size: Size(width: 0, height: 0))

    private static let points: ClosedRange<Double> = 1...100_000

    private static let display: [ConfigurationOption<DisplaySpecification>] = [
        .value(
            "name", \.name, .name, "What clients call it; names differ.", isRequired: true),
        .value("width", \.size.width, .number(points), "In points.", isRequired: true),
        .value("height", \.size.height, .number(points), "In points.", isRequired: true),
        .value("scale", \.scale, .number(0.1...16), "Pixels for each point."),
        .inline(
            "insets", \.insets, insets,
            "Room that bars at its edges take away, in points (0 unless given)."),
        .value(
            "idiom", \.idiom, .choice(),
            "On a phone popovers become sheets; a tv and a watch have none."),
        .value(
            "translucency", \.hasTranslucency, .flag,
            "Whether it can blur what is behind a popover; else popovers are opaque on it."),
        .value(
            "contrast", \.contrast, .choice(),
            "With high contrast popovers are opaque on it."),
        .value(
            "reducedMotion", \.reducesMotion, .flag,
            "Whether people want nothing to move on it; then nothing is animated."),
    ]

    private static let inset: ValueRule<Double> = .number(0...100_000)

    private static let insets: [ConfigurationOption<Insets>] = [
        .value("top", \.top, inset, "In points."),
        .value("left", \.left, inset, "In points."),
        .value("bottom", \.bottom, inset, "In points."),
        .value("right", \.right, inset, "In points."),
    ]

    private static let length: ValueRule<Double> = .number(0...200)

    private static let appearance: [ConfigurationOption<Appearance>] = [
        .value("arrowLength", \.arrowLength, length, "From the frame to the arrow's tip."),
        .value("arrowWidth", \.arrowWidth, length, "The arrow at its base."),
        .value("cornerRadius", \.cornerRadius, length, "The frame's corners."),
        .value("margin", \.margin, length, "Kept free at a display's edges where there is room."),
        .value(
            "material", \.material, .choice(),
            "Of the background; opaque also on a display without translucency, and where contrast "
                + "is high."),
        .value("contrast", \.contrast, .choice(), "High on every display, or as each says."),
        .value(
            "reducedMotion", \.reducesMotion, .flag,
            "Nothing is animated on any display; else as each says."),
    ]

    private static let bus: [ConfigurationOption<Configuration.Bus>] = [
        .value(
            "open", \.open, .flag,
            "Whether every client may subscribe to every topic; else only observers may, and "
                + "others to what concerns themselves and to alert.*, display.*, session.* and "
                + "app.*.")
    ]

    private static let metrics: [ConfigurationOption<Configuration.Metrics>] = [
        .value(
            "socket", \.socket, .optional(.path),
            "A socket that gives them to everybody who may connect to it by its mode (0660), by "
                + "HTTP in the text format of Prometheus; \"\" is none. One that systemd calls "
                + "metrics is used instead where there is one.",
            isForStart: true)
    ]

    private static let advice: [ConfigurationOption<AdvicePolicy>] = [
        .value(
            "refuse", \.refuse, .list(of: .choice(among: AdviceRule.refusable)),
            "A breach refuses the open; only of rules that are judged from what it declares."),
        .value(
            "advise", \.advise, .list(of: .choice()),
            "A breach is only told, whatever the open declares."),
        .value("ignore", \.ignore, .list(of: .choice()), "These are not judged."),
    ]

    private static let exampleBinding = Configuration.Binding(app: "checkout", users: ["kiosk"])

    private static let bind: [ConfigurationOption<Configuration.Binding>] = [
        .value("app", \.app, .optional(.app), "One of app, role and methods is given."),
        .value(
            "role", \.role, .optional(.choice()),
            "Where it is observer, these users also see what other users' popovers, drafts and "
                + "alerts are called."),
        .value(
            "methods", \.methods, .methods,
            "Administrators may call them too. A user who is given an administrators' method may "
                + "call it without being one."),
        .value("users", \.users, .list(of: .name), "Names or numbers of users."),
        .value("groups", \.groups, .list(of: .name), "Names or numbers of groups."),
    ]
}
