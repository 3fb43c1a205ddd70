// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Every option with its key, path, range and documentation, for reading, checking, suggestions,
/// the default file and the effective text. Defaults are the initial values of `Configuration`.
enum ConfigurationTable {
    /// Keys without a section come first, since TOML allows them only there.
    static let options: [ConfigurationOption<Configuration>] = [
        .value(
            "socket", \.socket, .optional(.path),
            "Path of the socket for clients. \"\" selects $POPOVERD_SOCKET, else "
                + "$XDG_RUNTIME_DIR/popoverd/popoverd.sock, else /run/popoverd/popoverd.sock. A "
                + "socket passed by systemd takes precedence.",
            isForStart: true),
        .value(
            "state", \.state, .optional(.path),
            "Folder for drafts. \"\" selects $STATE_DIRECTORY, else /var/lib/popoverd for "
                + "root, else $XDG_STATE_HOME/popoverd, else ~/.local/state/popoverd.",
            isForStart: true),
        .section("log", \.log, log, "Log on standard error."),
        .section(
            "administrators", \.administrators, administrators,
            "Users who may call administrator methods. Root always may."),
        .section("plugins", \.plugins, plugins, "Behaviors and other plugins."),
        .sections(
            "plugin", \.pluginSettings, plugin, blank: blankPlugin, example: examplePlugin,
            name: \.name,
            "Settings of one plugin. Repeat the section for each plugin. A plugin is loaded only "
                + "with a section. Defaults are shown, except for name, before and options, which "
                + "are examples:"),
        .sections(
            "display", \.displays, display, blank: blankDisplay,
            example: Configuration().displays[0], name: \.name,
            "Displays at start; clients may change and add displays. Repeat the section for "
                + "each display. Without a section, there is this one:"),
        .section(
            "limits", \.limits, limits,
            "Limits. A client that exceeds one gets error 4, unless stated otherwise."),
        .section(
            "timing", \.timing, timing, "Timeouts and delays, and the definition of a tap."),
        .section(
            "appearance", \.appearance, appearance,
            "Appearance of popovers. Lengths are in points."),
        .section("bus", \.bus, bus, "Events for subscribers."),
        .section(
            "metrics", \.metrics, metrics,
            "Metrics for monitoring (docs/how-to/operate.md). `popoverctl metrics` works without "
                + "this section."),
        .section(
            "advice", \.advice, advice,
            "Treatment of guideline breaches that need judgment (docs/reference/protocol.md, Advice). By "
                + "default a breach is reported as advice, and an open that declares itself a "
                + "warning (G23) is refused."),
        .sections(
            "bind", \.bindings, bind, blank: Configuration.Binding(), example: exampleBinding,
            "Reserves an app name, a role, a right or methods for some users and groups. Repeat the "
                + "section for each reservation. Without one, all users may use every app name, "
                + "every role, every right and every method except administrator methods. An "
                + "example:"),
    ]

    static func settings(of configuration: Configuration) -> [ConfigurationSetting] {
        options.flatMap { $0.settings(configuration, $0.key, $0.key) }
    }

    /// Every dotted key, `limits.message`.
    static var names: [String] {
        options.flatMap { option in
            let children = option.children()
            return children.isEmpty
                ? [option.key] : children.map { "\(option.key).\($0)" }
        }
    }

    private static let log: [ConfigurationOption<Configuration.Log>] = [
        .value("level", \.level, .choice(), "Minimum log level.")
    ]

    private static let administrators: [ConfigurationOption<Configuration.Administrators>] = [
        .value(
            "daemonUser", \.daemonUser, .flag,
            "Whether the user that popoverd runs as is an administrator. If that is the user of the "
                + "kiosk's apps, set it to false, and administer as root or as the users named here."
        ),
        .value("users", \.users, .list(of: .name), "User names or numeric IDs."),
        .value(
            "group", \.group, .optional(.name),
            "Name or numeric ID of a group whose members are administrators."),
    ]

    private static let blankDisplay = DisplaySpecification(
        name: "", size: Size(width: 0, height: 0))

    private static let display = nameAndSize + displayMembers

    private static let nameAndSize: [ConfigurationOption<DisplaySpecification>] = [
        .value(
            "name", \.name, .name, "Name for clients. Each display needs its own.", isRequired: true
        ),
        .value(
            "width", \.size.width, .number(DisplaySizeRanges.width), "Width in points.",
            isRequired: true),
        .value(
            "height", \.size.height, .number(DisplaySizeRanges.height), "Height in points.",
            isRequired: true),
    ]

    static let insets: [ConfigurationOption<Insets>] = [
        .value("top", \.top, .number(InsetsRanges.top), "In points."),
        .value("left", \.left, .number(InsetsRanges.left), "In points."),
        .value("bottom", \.bottom, .number(InsetsRanges.bottom), "In points."),
        .value("right", \.right, .number(InsetsRanges.right), "In points."),
    ]

    private static let length: ValueRule<Double> = .number(0...200)

    private static let appearance: [ConfigurationOption<Appearance>] = [
        .value(
            "arrowLength", \.arrowLength, length,
            "Distance from the frame to the tip of the arrow."),
        .value("arrowWidth", \.arrowWidth, length, "Width of the arrow at its base."),
        .value("cornerRadius", \.cornerRadius, length, "Corner radius of the frame."),
        .value(
            "margin", \.margin, length,
            "Space kept free at the edges of a display if there is room."),
        .value(
            "compactWidth", \.compactWidth, .number(0...100_000),
            "Width below which a display, or the surface of an app, is compact: popovers are "
                + "sheets there. With 0, only a phone is."),
        .value(
            "material", \.material, .choice(),
            "Background. Popovers are always opaque on a display without translucency or with "
                + "high contrast."),
        .value(
            "contrast", \.contrast, .choice(),
            "\"high\" applies to all displays; \"normal\" leaves the choice to each display."),
        .value(
            "reducedMotion", \.reducesMotion, .flag,
            "Whether to avoid animations on all displays. With false, each display decides."),
        .value(
            "scrim", \.scrim, .number(0...1),
            "Opacity of the scrim behind a modal popover or an alert. 0 draws none."),
    ]

    private static let bus: [ConfigurationOption<Configuration.Bus>] = [
        .value(
            "open", \.open, .flag,
            "Whether every client may subscribe to every topic. With false, only observers "
                + "may; other clients receive events about themselves and alert.*, display.*, "
                + "session.* and app.*.")
    ]

    private static let metrics: [ConfigurationOption<Configuration.Metrics>] = [
        .value(
            "socket", \.socket, .optional(.path),
            "Path of a socket that serves metrics over HTTP in the Prometheus text format. Its "
                + "mode is 0660. \"\" disables it. A socket named metrics from systemd takes "
                + "precedence.",
            isForStart: true)
    ]

    private static let advice: [ConfigurationOption<AdvicePolicy>] = [
        .value(
            "refuse", \.refuse, .list(of: .choice(among: AdviceRule.refusable)),
            "Rules whose breach refuses the open. Only rules that are checked on what an open "
                + "declares."),
        .value(
            "advise", \.advise, .list(of: .choice()),
            "Rules whose breach is only reported, whatever the open declares."),
        .value("ignore", \.ignore, .list(of: .choice()), "Rules that are not checked."),
    ]

    private static let exampleBinding = Configuration.Binding(app: "checkout", users: ["kiosk"])

    private static let bind: [ConfigurationOption<Configuration.Binding>] = [
        .value(
            "app", \.app, .optional(.app),
            "App name. Set exactly one of app, role, right and methods."),
        .value(
            "role", \.role, .optional(.choice()),
            "Role. Users with \"observer\" also see the names of other users' popovers, drafts "
                + "and alerts. If \"input\" is reserved, clients without it report input for "
                + "their own user only."),
        .value(
            "right", \.right, .optional(.choice()),
            "Right. \"render-own-alerts\" is needed to raise alerts with the renderer \"self\". "
                + "\"open-for-others\" is needed to open popovers for programs that are no clients, "
                + "as popover-stage does; without a section nobody has it. Administrators have both."
        ),
        .value(
            "methods", \.methods, .methods,
            "Methods. Administrators may always call them. Users listed here may call them "
                + "even if they are administrator methods. \"display.set\" counts for "
                + "\"display.update\", too, unless a section names that."),
        .value("users", \.users, .list(of: .name), "User names or numeric IDs."),
        .value("groups", \.groups, .list(of: .name), "Group names or numeric IDs."),
    ]
}
