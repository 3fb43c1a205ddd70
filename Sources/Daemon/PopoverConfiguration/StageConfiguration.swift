// SPDX-License-Identifier: MIT

public import PopoverModel

/// The configuration of `popover-stage`, read from one TOML file.
public struct StageConfiguration: Hashable, Sendable {
    /// What programs may do beyond showing windows.
    public struct Rights: Hashable, Sendable {
        public var keyboard = false
        public var screenshots = false
        public var virtualInput = false
        public var sandboxes = false

        public init() {}
    }

    public struct Screen: Hashable, Sendable {
        /// The socket for clients in $XDG_RUNTIME_DIR; empty: the first free one.
        public var socket = ""
        public var drawsAlerts = false
        /// A user besides root and the stage's own.
        public var daemonUser = "popoverd"
        /// Of every program.
        public var rights = Rights()
        /// Without use, until the outputs turn off; 0: never.
        public var blankSeconds = 0
        public var switchesTerminals = false
        public var opensForOthers = false
    }

    public struct Output: Hashable, Sendable {
        public var name = ""
        /// The display that the daemon knows it by.
        public var display = "main"
        /// In pixels; 0: as large as it likes.
        public var width = 0
        public var height = 0
        /// Pixels per point.
        public var scale = 1.0
        /// In degrees, clockwise.
        public var rotation = Rotation.none
        /// Their names, and those of tablets.
        public var touchScreens: [String] = []
    }

    public struct Keyboard: Hashable, Sendable {
        /// Of the device; empty: of all that no other section names.
        public var name = ""
        /// Names of XKB; empty: its usual ones.
        public var layout = ""
        public var variant = ""
        public var options = ""
        public var locksNumbers = false
    }

    public enum Rotation: String, CaseIterable, Hashable, Sendable {
        case none = "0"
        case quarter = "90"
        case half = "180"
        case threeQuarters = "270"
    }

    public struct App: Hashable, Sendable {
        public var name = ""
        public var command: [String] = []
        public var display = "main"
        /// In points of the display; empty: all of it.
        public var region = Rect(x: 0, y: 0, width: 0, height: 0)
        public var rights = Rights()
    }

    /// How a program that is no client takes part.
    public struct Guest: Hashable, Sendable {
        /// Of its windows; empty: of all that no other section names.
        public var appID = ""
        public var opensPopovers = true
        public var behavior = "menu"
        public var isModal = false
        public var dialogs = Dialogs.plain
    }

    /// What the dialogs of such a program are for the daemon.
    public enum Dialogs: String, CaseIterable, Hashable, Sendable {
        case plain, modal, sheet
    }

    public var screen = Screen()
    public var outputs: [Output] = []
    public var keyboards: [Keyboard] = []
    public var apps: [App] = []
    public var guests: [Guest] = []

    public init() {}

    /// Reads a file.
    public static func load(path: String) throws(InvalidConfiguration) -> StageConfiguration {
        let bytes: [UInt8]
        do {
            bytes = try TextFile.read(path: path, atMost: Configuration.maximumBytes)
        } catch {
            throw InvalidConfiguration(errors: [
                ConfigurationError(file: path, message: error.message)
            ])
        }
        return try load(bytes: bytes, fileName: path)
    }

    /// - Parameter fileName: the file name in errors.
    public static func load(
        bytes: [UInt8], fileName: String
    ) throws(InvalidConfiguration) -> StageConfiguration {
        let root: TOMLValue
        do {
            root = try TOMLParser.parse(bytes)
        } catch {
            throw InvalidConfiguration(errors: [
                ConfigurationError(
                    file: fileName, line: error.position.line, column: error.position.column,
                    message: error.message)
            ])
        }
        var reader = ConfigurationReader(files: [fileName])
        var configuration = StageConfiguration()
        reader.read(root, as: options, into: &configuration, at: "")
        configuration.checkTouchScreens(&reader)
        guard reader.errors.isEmpty else { throw InvalidConfiguration(errors: reader.errors) }
        return configuration
    }

    private func checkTouchScreens(_ reader: inout ConfigurationReader) {
        var owners: [String: String] = [:]
        for (index, output) in outputs.enumerated() {
            let key = "output[\(index)].touchScreens"
            for screen in output.touchScreens {
                if let owner = owners[screen], let position = reader.position(of: key) {
                    reader.report(
                        key, at: position,
                        "\(TOMLValue.quoted(screen)) is a touch screen of output \(owner), too")
                }
                owners[screen] = output.name
            }
        }
    }

    /// The default file, with every option and its text.
    public static var defaultText: String {
        let writer = ConfigurationWriter(isCommented: true)
        let lines = writer.lines(for: options, of: StageConfiguration())
        return lines.drop { $0.isEmpty }.joined(separator: "\n") + "\n"
    }

    // MARK: The table of options

    static let options: [ConfigurationOption<StageConfiguration>] = [
        .section("stage", \.screen, screen, "The screen and its devices."),
        .sections(
            "output", \.outputs, output, blank: Output(),
            example: Output(name: "HDMI-A-1"),
            "An output with settings of its own. The first output is the display main."),
        .sections(
            "keyboard", \.keyboards, keyboard, blank: Keyboard(), example: Keyboard(layout: "de"),
            "What the keys of a keyboard are. Layouts have the names of XKB, as in xkeyboard-config(7)."
        ),
        .sections(
            "app", \.apps, app, blank: App(),
            example: App(name: "shop", command: ["chromium", "--kiosk", "https://shop.example"]),
            "A program that the stage starts, and starts again when it ends."),
        .sections(
            "guest", \.guests, guest, blank: Guest(),
            example: Guest(appID: "org.example.Editor", dialogs: .modal),
            "How programs that are no clients take part, if opensForOthers is true."),
    ]

    private static let screen: [ConfigurationOption<Screen>] = [
        .value(
            "socket", \.socket, .optionalName,
            "Name of the socket for clients in $XDG_RUNTIME_DIR. \"\" selects the first free one."),
        .value(
            "alerts", \.drawsAlerts, .flag,
            "Whether the stage draws alerts. Without it, a program with the role shell does."),
        .value(
            "daemonUser", \.daemonUser, .name,
            "User name or numeric ID of the daemon. The stage also trusts root and its own user."),
        .value(
            "keyboard", \.rights.keyboard, .flag,
            "Whether every client may be an on-screen keyboard, which lies above popovers."),
        .value(
            "screenshots", \.rights.screenshots, .flag,
            "Whether every client may take pictures of the screen."),
        .value(
            "virtualInput", \.rights.virtualInput, .flag,
            "Whether every client may type, move a mouse, and read keys as input methods do."),
        .value(
            "sandboxes", \.rights.sandboxes, .flag,
            "Whether every client may start programs in sandboxes, which have no rights."),
        .value(
            "blankSeconds", \.blankSeconds, .integer(0...86_400),
            "Seconds without use after which the outputs turn off. 0 leaves them on."),
        .value(
            "opensForOthers", \.opensForOthers, .flag,
            "Whether popups of programs that are no clients become popovers. The stage's user needs the "
                + "right \"open-for-others\" of popoverd.toml."),
        .value(
            "terminalKeys", \.switchesTerminals, .flag,
            "Whether Ctrl+Alt+F1 to F12 show other terminals, where people may log in."),
    ]

    private static let output: [ConfigurationOption<Output>] = [
        .value("name", \.name, .name, "Name of the output.", isRequired: true),
        .value("display", \.display, .name, "Name that the daemon knows it by."),
        .value("width", \.width, .integer(0...65_535), "Pixels across. 0 selects its usual size."),
        .value("height", \.height, .integer(0...65_535), "Pixels down. 0 selects its usual size."),
        .value("scale", \.scale, .number(0.5...4), "Pixels per point."),
        .value("rotation", \.rotation, .choice(), "Degrees by which it is rotated, clockwise."),
        .value(
            "touchScreens", \.touchScreens, .list(of: .device),
            "Names of its touch screens and tablets, as the log has them."),
    ]

    private static let keyboard: [ConfigurationOption<Keyboard>] = [
        .value(
            "name", \.name, .deviceName,
            "Name of the device, as in /proc/bus/input/devices. \"\" selects all that no other section "
                + "names."),
        .value("layout", \.layout, .keyboardNames, "Layout, as de, or several, as us,gr."),
        .value("variant", \.variant, .keyboardNames, "Variant of the layout, as nodeadkeys."),
        .value("options", \.options, .keyboardNames, "Options, as compose:menu,ctrl:nocaps."),
        .value("numLock", \.locksNumbers, .flag, "Whether NumLock is on at first."),
    ]

    private static let app: [ConfigurationOption<App>] = [
        .value("name", \.name, .app, "Name for the log.", isRequired: true),
        .value(
            "command", \.command, .list(of: .words), "Program and its arguments.",
            isRequired: true),
        .value("display", \.display, .name, "Display of its windows."),
        .inline(
            "region", \.region, region,
            "Where its windows are, in points of the display. A width of 0 selects all of it."),
        .value(
            "keyboard", \.rights.keyboard, .flag,
            "Whether it may be an on-screen keyboard, which lies above popovers."),
        .value(
            "screenshots", \.rights.screenshots, .flag,
            "Whether it may take pictures of the screen."),
        .value(
            "virtualInput", \.rights.virtualInput, .flag,
            "Whether it may type, move a mouse, and read keys as input methods do."),
        .value(
            "sandboxes", \.rights.sandboxes, .flag,
            "Whether it may start programs in sandboxes, which have no rights, as Flatpak does."),
    ]

    private static let guest: [ConfigurationOption<Guest>] = [
        .value(
            "appId", \.appID, .deviceName,
            "App id of its windows. \"\" selects all that no other section names."),
        .value(
            "popovers", \.opensPopovers, .flag,
            "Whether its menus and lists become popovers. Otherwise they are shown as they are."),
        .value("behavior", \.behavior, .name, "Behavior of its popovers."),
        .value("modal", \.isModal, .flag, "Whether a tap outside leaves its popovers open."),
        .value(
            "dialogs", \.dialogs, .choice(),
            "What its dialogs are: \"modal\" views or \"sheet\", under which no popover opens, or "
                + "\"plain\" windows."),
    ]

    private static let region: [ConfigurationOption<Rect>] = [
        .value("x", \.x, .number(0...100_000), "Left edge."),
        .value("y", \.y, .number(0...100_000), "Upper edge."),
        .value("width", \.width, .number(0...100_000), "Width."),
        .value("height", \.height, .number(0...100_000), "Height."),
    ]
}

extension ValueRule where Value == String {
    fileprivate static var optionalName: ValueRule {
        text(expected: "a name of at most 100 bytes", pattern: "^[^/]{0,100}$") {
            $0.utf8.count <= 100 && !$0.contains("/")
        }
    }

    /// CStage cuts longer ones.
    fileprivate static var device: ValueRule {
        text(expected: "a name of 1 to 127 bytes", pattern: "^[^\\u0000]{1,127}$") {
            (1...127).contains($0.utf8.count) && !$0.unicodeScalars.contains("\0")
        }
    }

    fileprivate static var deviceName: ValueRule {
        text(expected: "a name of at most 127 bytes", pattern: "^[^\\u0000-\\u001f]{0,127}$") {
            $0.utf8.count <= 127 && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }
    }

    fileprivate static var keyboardNames: ValueRule {
        text(expected: "at most 200 visible ASCII characters", pattern: "^[!-~]{0,200}$") {
            $0.utf8.count <= 200 && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }
    }

    fileprivate static var words: ValueRule {
        text(expected: "a text without NUL", pattern: "^[^\\u0000]*$") {
            !$0.unicodeScalars.contains("\0")
        }
    }
}
