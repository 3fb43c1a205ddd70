// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverConfiguration

@Suite("Drop-ins")
struct DropInTests {
    /// Has its own /etc, /run and /usr/lib.
    private let root = TemporaryFolder()

    private var files: ConfigurationFiles {
        ConfigurationFiles(path: "/etc/popoverd/popoverd.toml", root: root.path)
    }

    private func write(_ text: String, to path: String) throws {
        var folder = root.path
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            try #require(unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST)
        }
        root.write(text, to: path)
    }

    @Test("Drop-ins apply after the main file, sorted by name across the folders")
    func order() throws {
        try write("", to: "etc/popoverd/popoverd.toml")
        try write("", to: "etc/popoverd/popoverd.toml.d/20-b.toml")
        try write("", to: "run/popoverd/popoverd.toml.d/30-c.toml")
        try write("", to: "usr/lib/popoverd/popoverd.toml.d/10-a.toml")
        try write("", to: "usr/lib/popoverd/popoverd.toml.d/README")
        try write("", to: "usr/lib/popoverd/popoverd.toml.d/.hidden.toml")
        #expect(
            files.paths.map { String($0.dropFirst(root.path.utf8.count)) } == [
                "/etc/popoverd/popoverd.toml", "/usr/lib/popoverd/popoverd.toml.d/10-a.toml",
                "/etc/popoverd/popoverd.toml.d/20-b.toml",
                "/run/popoverd/popoverd.toml.d/30-c.toml",
            ])
        #expect(files.errors.isEmpty)
    }

    @Test("/etc masks /run and /run masks /usr/lib; a link to /dev/null masks all")
    func masks() throws {
        try write("", to: "etc/popoverd/popoverd.toml")
        let level = "[log]\nlevel = "
        try write(level + "\"trace\"", to: "usr/lib/popoverd/popoverd.toml.d/10-a.toml")
        try write(level + "\"error\"", to: "run/popoverd/popoverd.toml.d/10-a.toml")
        #expect(try Configuration.load(files).configuration.log.level == .error)
        try write(level + "\"debug\"", to: "etc/popoverd/popoverd.toml.d/10-a.toml")
        #expect(try Configuration.load(files).configuration.log.level == .debug)
        let masked = "\(root.path)/etc/popoverd/popoverd.toml.d/10-a.toml"
        try #require(unsafe unlink(masked) == 0)
        try #require(unsafe symlink("/dev/null", masked) == 0)
        #expect(try Configuration.load(files).configuration.log.level == .info)
        #expect(files.paths.count == 2)
    }

    @Test("/usr/lib provides the main file if /etc has none")
    func vendor() throws {
        try write("", to: "usr/lib/popoverd/popoverd.toml")
        #expect(files.paths == ["\(root.path)/usr/lib/popoverd/popoverd.toml"])
        try write("", to: "etc/popoverd/popoverd.toml")
        #expect(files.paths == ["\(root.path)/etc/popoverd/popoverd.toml"])
    }

    @Test("A main file outside of /etc has only the drop-ins beside it")
    func elsewhere() throws {
        try write("", to: "home/p.toml")
        try write("", to: "home/p.toml.d/a.toml")
        let files = ConfigurationFiles(path: "\(root.path)/home/p.toml")
        #expect(files.paths.map { $0.split(separator: "/").last } == ["p.toml", "a.toml"])
    }

    @Test("A drop-in folder that is a file is an error")
    func noFolder() throws {
        try write("", to: "etc/popoverd/popoverd.toml")
        try write("", to: "etc/popoverd/popoverd.toml.d")
        let path = "\(root.path)/etc/popoverd/popoverd.toml.d"
        #expect(
            files.errors.map(\.description) == ["\(path): cannot read the folder: Not a directory"])
    }

    @Test("There are at most so many drop-ins")
    func mostDropIns() throws {
        try write("", to: "etc/popoverd/popoverd.toml")
        for number in 1...ConfigurationFiles.mostDropIns {
            try write("", to: "etc/popoverd/popoverd.toml.d/\(number).toml")
        }
        #expect(files.errors.isEmpty)
        #expect(files.paths.count == ConfigurationFiles.mostDropIns + 1)
        try write("", to: "etc/popoverd/popoverd.toml.d/one-more.toml")
        #expect(files.errors.count == 1)
    }

    @Test("A file may be as large as the limit, and no byte larger")
    func largestFile() throws {
        let comment = "#" + String(repeating: "x", count: Configuration.maximumBytes - 1)
        try write(comment, to: "etc/popoverd/popoverd.toml")
        #expect(try Configuration.load(files).configuration == Configuration())
        try write(comment + "x", to: "etc/popoverd/popoverd.toml")
        let invalid = #expect(throws: InvalidConfiguration.self) { try Configuration.load(files) }
        #expect(invalid?.errors.map { $0.message.hasPrefix("file too large") } == [true])
    }

    @Test("What a text shows of itself moves no cursor, and is the same value")
    func quoted() throws {
        let text = "a\"\\\n\u{1B}[2J\u{9B}2J\u{202E}\u{2028}é\u{200D}"
        let quoted = TOMLValue.quoted(text)
        #expect(
            quoted == #""a\"\\\n\u001b[2J\u009b2J\u202e\u2028é"# + "\u{200D}\"")
        let read = try TOMLParser.parse(Array("a = \(quoted)".utf8), file: 0)
        guard case .table(let members) = read.content else { Issue.record("no table"); return }
        #expect(members.map(\.value.content) == [.string(text)])
    }

    private func load(_ texts: [String]) throws -> LoadedConfiguration {
        try Configuration.load(
            texts: texts.enumerated().map {
                ConfigurationText(file: "\($0.offset).toml", bytes: Array($0.element.utf8))
            })
    }

    @Test("Later files override single keys, and sections with the same name merge")
    func merging() throws {
        let loaded = try load([
            """
            [limits]
            message = 8192
            clients = 7
            [[plugin]]
            name = "quiet"
            deadlineMs = 20
            options = { from = "22:00", until = "06:00" }
            [[display]]
            name = "main"
            width = 100
            height = 200
            [[bind]]
            app = "a"
            users = ["0"]
            """,
            """
            [limits]
            clients = 9
            [[plugin]]
            name = "quiet"
            enabled = false
            options = { until = "07:00" }
            [[plugin]]
            name = "idle"
            [[display]]
            name = "main"
            scale = 2
            [[bind]]
            app = "b"
            users = ["0"]
            """,
        ])
        let configuration = loaded.configuration
        #expect(configuration.limits.message == 8192)
        #expect(configuration.limits.clients == 9)
        #expect(configuration.pluginSettings.map(\.name) == ["quiet", "idle"])
        #expect(configuration.pluginSettings[0].deadline == .milliseconds(20))
        #expect(!configuration.pluginSettings[0].isEnabled)
        #expect(
            configuration.pluginSettings[0].options.map(\.value) == [
                .string("22:00"), .string("07:00"),
            ])
        #expect(configuration.displays.map(\.scale) == [2])
        #expect(configuration.displays.map(\.size) == [Size(width: 100, height: 200)])
        #expect(configuration.bindings.map(\.app) == ["a", "b"])
    }

    @Test("Two spellings of a display's name are two displays, and a change between them is told")
    func spellings() throws {
        func display(_ name: String) -> String {
            "[[display]]\nname = \"\(name)\"\nwidth = 5\nheight = 5\n"
        }
        let one = display("caf\u{E9}")
        let other = display("cafe\u{301}")
        #expect(try load([one + other]).configuration.displays.count == 2)
        #expect(try load([one, other]).configuration.displays.count == 2)
        let changes = try load([one]).configuration.changes(to: try load([other]).configuration)
        #expect(changes.contains { $0.option == "display.caf\u{E9}.width" && $0.new == nil })
    }

    @Test("Every option has its origin")
    func origins() throws {
        let settings = try load([
            "[limits]\nclients = 7\nmessage = 8192\n", "\n\n[limits]\nclients = 9\n",
        ]).settings
        func origin(_ name: String) -> String? {
            settings.first { $0.name == name }.map { option in
                "\(option.value) "
                    + (option.origin.map { "\($0.file):\($0.line)" } ?? "default")
            }
        }
        #expect(origin("limits.clients") == "9 1.toml:4")
        #expect(origin("limits.message") == "8192 0.toml:3")
        #expect(origin("limits.alerts") == "\(Limits().alerts) default")
        #expect(origin("display.main.width") == "1280 default")
        // Each option once.
        #expect(Set(settings.map(\.name)).count == settings.count)
    }

    @Test("Errors name their file, also for values that a later file overrides")
    func errors() throws {
        let error = try #require(throws: InvalidConfiguration.self) {
            try load(["[limits]\nclients = true\n", "[limits]\nclients = 9\nclinets = 3\n"])
        }
        #expect(
            error.errors.map { "\($0.file):\($0.line ?? 0) \($0.key)" } == [
                "0.toml:2 limits.clients", "1.toml:3 limits.clinets",
            ])
        #expect(error.errors.last?.suggestion == "clients")
    }

    @Test("Checks across options see the merged configuration")
    func whole() throws {
        // Each file alone is valid.
        let error = try #require(throws: InvalidConfiguration.self) {
            try load(["[limits]\nclients = 7\n", "[limits]\nclientsPerUser = 9\n"])
        }
        #expect(error.errors.map(\.file) == ["1.toml"])
        #expect(throws: InvalidConfiguration.self) {
            try load(["[[display]]\nname = \"side\"\nwidth = 5\n", "[log]\n"])
        }
        #expect(throws: InvalidConfiguration.self) {
            try load(["[[plugin]]\nname = \"a\"\n[[plugin]]\nname = \"a\"\n"])
        }
    }

    @Test("A change has both values and the time at which it takes effect")
    func changes() throws {
        let old = try load(["[[display]]\nname = \"side\"\nwidth = 5\nheight = 5\n"]).configuration
        let new = try load([
            "socket = \"/x\"\n[limits]\nclients = 9\n[[plugin]]\nname = \"quiet\"\n"
                + "options = { word = \"SECRET\" }\n"
        ]).configuration
        let changes = old.changes(to: new)
        let told = changes.map(\.description)
        #expect(told.contains("limits.clients: \(Limits().clients) → 9"))
        #expect(told.contains("socket: \"\" → \"/x\" (at the next start)"))
        #expect(told.contains("display.side.width: gone (at the next start)"))
        #expect(told.contains("display.main.width: 1280"))
        #expect(told.contains("plugin.quiet.options.word: changed"))
        #expect(!"\(changes)".contains("SECRET"))
        #expect(new.changes(to: new).isEmpty)
    }
}
