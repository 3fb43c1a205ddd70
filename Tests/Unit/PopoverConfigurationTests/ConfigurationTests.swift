// SPDX-License-Identifier: MIT

import Glibc
import PopoverConfiguration
import PopoverModel
import PopoverTestSupport
import Testing

@Suite("Loading a configuration")
struct ConfigurationTests {
    /// Every value differs from its default and from its neighbors'.
    private static let unusual = {
        var unusual = Configuration()
        unusual.socket = "/tmp/a \"quoted\"\\socket\n"
        unusual.state = "/srv/state"
        unusual.log.level = .trace
        unusual.administrators.users = ["alice", "1001"]
        unusual.administrators.group = "admins"
        unusual.plugins.directory = "/opt/plugins"
        unusual.plugins.disabled = ["menu"]
        unusual.pluginSettings = PluginSettingsTests.unusual
        unusual.displays = [
            DisplaySpecification(
                name: "left", size: Size(width: 1920.5, height: 1080), scale: 1.5,
                insets: Insets(top: 1, left: 2, bottom: 3, right: 4), idiom: .tablet,
                hasTranslucency: false, contrast: .high, reducesMotion: true, direction: .rtl,
                tapTime: .milliseconds(1500), tapSlop: 24.5, opens: .asked),
            DisplaySpecification(name: "right", size: Size(width: 600, height: 800)),
        ]
        unusual.bus.open = false
        unusual.advice.refuse = [.wording, .warning]
        unusual.advice.advise = [.size]
        unusual.advice.ignore = [.pointing, .look]
        unusual.bindings = [
            Configuration.Binding(app: "checkout", users: ["kiosk", "1000"]),
            Configuration.Binding(role: .shell, users: ["ui"], groups: ["wheel", "video"]),
            Configuration.Binding(methods: [.endSession, .publish], groups: ["ops"]),
        ]
        unusual.appearance.arrowLength = 10
        unusual.appearance.arrowWidth = 20
        unusual.appearance.cornerRadius = 6
        unusual.appearance.margin = 7.25
        unusual.appearance.material = .opaque
        unusual.appearance.contrast = .high
        unusual.appearance.reducesMotion = true
        unusual.timing = timing
        unusual.limits.message = 100_000
        unusual.limits.content = 70_000
        unusual.limits.draft = 60_000
        unusual.limits.clients = 20
        unusual.limits.clientsPerUser = 10
        return unusual
    }()

    private static let timing = {
        var timing = Timing()
        timing.hello = .milliseconds(101)
        timing.close = .milliseconds(102)
        timing.toggle = .milliseconds(103)
        timing.wait = .milliseconds(104)
        timing.maximumWait = .milliseconds(105)
        timing.present = .milliseconds(106)
        timing.store = .milliseconds(107)
        timing.tap = .milliseconds(108)
        timing.tapSlop = 109
        timing.duplicateTap = .milliseconds(110)
        timing.gesture = .milliseconds(1234)
        timing.duplicateTapSlop = 111.5
        timing.policy = .milliseconds(112)
        timing.animation = .milliseconds(113)
        timing.hint = .milliseconds(114)
        return timing
    }()

    @Test("A written configuration loads to the same value")
    func roundTrip() throws {
        let text = Self.unusual.text
        #expect(try Configuration.load(text: text, fileName: "text") == Self.unusual)
    }

    @Test("Options have their documented names and values")
    func spelling() throws {
        let text = """
            socket = "/s"
            [administrators]
            users = ["root"]
            group = "adm"
            [[display]]
            name = "door"
            width = 480
            height = 800.5
            insets = { top = 24 }
            idiom = "phone"
            [timing]
            closeMs = 300
            [advice]
            advise = ["G23"]
            [[bind]]
            role = "input"
            groups = ["input"]
            """
        let configuration = try Configuration.load(text: text, fileName: "f")
        #expect(configuration.socket == "/s")
        #expect(configuration.administrators.users == ["root"])
        #expect(configuration.administrators.group == "adm")
        #expect(
            configuration.displays == [
                DisplaySpecification(
                    name: "door", size: Size(width: 480, height: 800.5), scale: 1,
                    insets: Insets(top: 24), idiom: .phone)
            ])
        #expect(configuration.timing.close == .milliseconds(300))
        #expect(configuration.timing.hello == Timing().hello)
        #expect(configuration.advice.advise == [.warning])
        #expect(configuration.bindings.map(\.role) == [.input])
        #expect(configuration.bindings.map(\.groups) == [["input"]])
    }

    @Test("A prefix selects all its methods, each once")
    func methods() throws {
        let text = """
            [[bind]]
            methods = ["session.unlock", "session.*", "tap"]
            users = ["kiosk"]
            """
        let configuration = try Configuration.load(text: text, fileName: "f")
        #expect(
            configuration.bindings == [
                Configuration.Binding(
                    methods: [.unlockSession, .setSession, .endSession, .lockSession, .tap],
                    users: ["kiosk"])
            ])
    }

    @Test("Without a file there is one display of 1280 x 800 points")
    func defaultDisplay() {
        #expect(
            Configuration().displays == [
                DisplaySpecification(name: "main", size: Size(width: 1280, height: 800))
            ])
    }

    @Test("Dependent defaults follow the other option")
    func dependentDefaults() throws {
        let small = try Configuration.load(
            text: "limits.message = 8192\nlimits.clients = 3\ntiming.waitMs = 20000",
            fileName: "f")
        #expect(small.limits.content == 6144)
        #expect(small.limits.draft == 6144)
        #expect(small.limits.clientsPerUser == 3)
        #expect(small.timing.maximumWait == .milliseconds(20_000))
        let large = try Configuration.load(text: "limits.message = 16777216", fileName: "f")
        #expect(large.limits.outputBytes == 33_554_432)
        #expect(large.limits.content == 12_582_912)
    }

    @Test("An unreadable file is one error without a line")
    func missingFile() {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration.load(path: "/nonexistent/popoverd.toml")
        }
        #expect(
            error?.description
                == "/nonexistent/popoverd.toml: cannot open the file: No such file or directory")
    }

    @Test("Invalid UTF-8 is an error with its position")
    func invalidEncoding() {
        let bytes = Array("socket = \"/a\"\nstate = \"/\u{1}".utf8).dropLast() + [0xff, 0x22]
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration.load(bytes: Array(bytes), fileName: "f")
        }
        #expect(error?.errors.map(\.line) == [2])
    }

    @Test("A truncated text loads or gives errors with positions")
    func truncated() {
        let bytes = Array(Self.unusual.text.utf8)
        for count in stride(from: 0, to: bytes.count, by: 5) {
            do throws(InvalidConfiguration) {
                _ = try Configuration.load(bytes: Array(bytes.prefix(count)), fileName: "f")
            } catch {
                #expect(!error.errors.isEmpty)
                #expect(error.errors.allSatisfy { $0.line != nil && $0.column != nil })
            }
        }
    }

    @Test(
        "Deep nesting does not overflow the stack",
        arguments: [
            String(repeating: "a.", count: 100_000) + "a = 1",
            "[" + String(repeating: "a.", count: 100_000) + "a]",
            "a = " + String(repeating: "[", count: 100_000),
            "a = " + String(repeating: "{ a = ", count: 100_000),
        ])
    func depth(text: String) {
        #expect(throws: InvalidConfiguration.self) {
            try Configuration.load(text: text, fileName: "f")
        }
    }
}
