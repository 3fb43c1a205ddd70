// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private func read(_ json: String) throws -> Result<Manifest, RequestError> {
    let node = try JSONReader().parse(Array(json.utf8), depthLimit: lineDepth)
    return Result { () throws(RequestError) in try Manifest(decoding: node) }
}

private func with(_ members: String) -> String { #"{"name":"a","version":"1",\#(members)}"# }

private func many(_ count: Int, _ json: (Int) -> String) -> String {
    "[" + (0..<count).map(json).joined(separator: ",") + "]"
}

@Suite("Manifests of programs")
struct ManifestTests {
    private static let yes =
        Translations([
            Translations.Entry(language: "en", text: "Yes"),
            Translations.Entry(language: "de-AT", text: "Ja"),
        ]).map(OptionValue.translations) ?? .string("")

    @Test("a manifest needs only a name and a version")
    func least() throws {
        let manifest = Manifest(name: "a-1", version: "1.0")
        #expect(try read(#"{"name":"a-1","version":"1.0"}"#) == .success(manifest))
        #expect(manifest.policy == nil)
    }

    @Test("a manifest may have all of these members")
    func whole() throws {
        var menu = Behavior(name: "menu")
        menu.choiceCloses = true
        menu.outsideTapCloses = false
        menu.outsideTapDisposition = .discard
        menu.isDetachable = true
        menu.avoidsScrolling = true
        menu.needsTitle = true
        menu.isPortraitOnly = true
        menu.widthRange = 100...200
        menu.sides = [.left]
        menu.compactAdaptation = .refuse
        menu.hooks = [.choice, .open]
        var manifest = Manifest(name: "a", version: "1")
        manifest.behaviors = [menu, Behavior(name: "task")]
        manifest.hooks = [.idle, .open]
        manifest.idleAfter = .milliseconds(60_000)
        manifest.topics = ["alert.*"]
        manifest.before = ["b"]
        manifest.after = ["c"]
        manifest.options = [
            Manifest.Option(
                name: "greeting", type: .string, usual: .string("Hi"), description: "?"),
            Manifest.Option(name: "n", type: .number, usual: .number(1)),
            Manifest.Option(name: "rooms", type: .strings, usual: .strings(["x"])),
            Manifest.Option(name: "on", type: .boolean),
            Manifest.Option(name: "bye", type: .text, usual: .string("Bye")),
            Manifest.Option(name: "yes", type: .text, usual: Self.yes),
        ]
        manifest.fallback = .refuse
        manifest.wantsRequests = true
        manifest.roles = [.input, .app]
        manifest.needs = Sandbox(
            network: true, unixSockets: true, readPaths: ["/dev/input"], writePaths: ["/var/words"],
            writeFiles: ["@token"],
            environment: ["DISPLAY"])
        let json = with(
            #"""
            "behaviors":[{"name":"menu","choiceCloses":true,"outsideTapCloses":false,
            "outsideTapDisposition":"discard","detachable":true,"avoidsScrolling":true,
            "needsTitle":true,"portraitOnly":true,"widths":{"minimum":100,"maximum":200},
            "sides":["left"],"compactAdaptation":"refuse","hooks":["choice","open","open"]},
            {"name":"task"}],"hooks":["idle","open","idle"],"idleAfterMs":60000,"fallback":"refuse",
            "topics":["alert.*"],"before":["b"],"after":["c"],"options":[
            {"name":"greeting","type":"string","default":"Hi","description":"?"},
            {"name":"n","type":"number","default":1},{"name":"rooms","type":"strings",
            "default":["x"]},{"name":"on","type":"boolean"},
            {"name":"bye","type":"text","default":"Bye"},
            {"name":"yes","type":"text","default":{"en":"Yes","de-AT":"Ja"}}],"requests":true,
            "roles":["input","app"],"needs":{"network":true,"unixSockets":true,"later":1,
            "readPaths":["/dev/input"],"writePaths":["/var/words"],"writeFiles":["@token"],"environment":["DISPLAY"]},
            "later":1
            """#)
        #expect(try read(json) == .success(manifest))
        #expect(
            manifest.policy
                == Policy(name: "a", hooks: [.open, .idle], idleAfter: .milliseconds(60_000)))
    }

    @Test(
        "an error names the wrong member",
        arguments: [
            ("[]", "", "has to be an object"),
            (#"{"version":"1"}"#, "name", "is missing"),
            (#"{"name":"A","version":"1"}"#, "name", "has to be 1 to 64 of a-z 0-9 -"),
            (#"{"name":\#(quoted(65)),"version":"1"}"#, "name", "has to be 1 to 64 of a-z 0-9 -"),
            (#"{"name":"a"}"#, "version", "is missing"),
            (#"{"name":"a","version":\#(quoted(33))}"#, "version", "has to be 1 to 32 bytes"),
            (with(#""behaviors":{}"#), "behaviors", "has to be an array"),
            (
                with("\"behaviors\":" + many(17) { "{\"name\":\"b\($0)\"}" }), "behaviors",
                "has to be an array of at most 16"
            ),
            (
                with(#""behaviors":[{"name":"b"},{"name":"b"}]"#), "behaviors[1].name",
                "has to be another than before"
            ),
            (
                with(#""behaviors":[{"name":"b","detachable":1}]"#), "behaviors[0].detachable",
                "has to be true or false"
            ),
            (
                with(#""behaviors":[{"name":"b","hooks":["idle"]}]"#), "behaviors[0].hooks[0]",
                "has to be one of open, choice, outside-tap, detach, disposition"
            ),
            (
                with(#""behaviors":[{"name":"b","widths":{"minimum":1,"maximum":16385}}]"#),
                "behaviors[0].widths.maximum", "has to be a number from 1.0 to 16384.0"
            ),
            (
                with(#""hooks":["open","sleep"]"#), "hooks[1]",
                "has to be one of open, choice, outside-tap, detach, disposition, alert, idle"
            ),
            (with(#""hooks":["idle"]"#), "idleAfterMs", "is missing"),
            (
                with(#""idleAfterMs":999"#), "idleAfterMs",
                "has to be a number of milliseconds from 1000 to 86400000"
            ),
            (with(#""topics":[""]"#), "topics[0]", "has to be a string that is not empty"),
            (
                with("\"topics\":" + many(65) { "\"t\($0)\"" }), "topics",
                "has to be an array of at most 64"
            ),
            (with(#""before":["a"]"#), "before[0]", "has to be another than its own name"),
            (
                with("\"after\":" + many(65) { "\"t\($0)\"" }), "after",
                "has to be an array of at most 64"
            ),
            (with(#""options":[{"name":"n"}]"#), "options[0].type", "is missing"),
            (
                with(#""options":[{"name":"","type":"string"}]"#), "options[0].name",
                "has to be 1 to 64 bytes"
            ),
            (
                with(#""options":[{"name":"n","type":"string","default":1}]"#),
                "options[0].default", "has to be a string"
            ),
            (
                with(#""options":[{"name":"n","type":"strings","default":["a",1]}]"#),
                "options[0].default", "has to be a list of strings"
            ),
            (
                with(#""options":[{"name":"n","type":"text","default":{"de":1}}]"#),
                "options[0].default", "has to be a string"
            ),
            (
                with(#""options":[{"name":"n","type":"text","default":{"de_AT":"Ja"}}]"#),
                "options[0].default", "has to be a string"
            ),
            (
                with(#""options":[{"name":"n","type":"text","default":{}}]"#),
                "options[0].default", "has to be a string"
            ),
            (
                with(#""options":[{"name":"n","type":"string","default":{"de":"Ja"}}]"#),
                "options[0].default", "has to be a string"
            ),
            (
                with(#""options":[{"name":"n","type":"string"},{"name":"n","type":"string"}]"#),
                "options[1].name", "has to be another than before"
            ),
            (with(#""fallback":"no""#), "fallback", "has to be one of abstain, refuse"),
            (with(#""requests":"yes""#), "requests", "has to be true or false"),
            (
                with(#""roles":["root"]"#), "roles[0]",
                "has to be one of app, shell, input, observer"
            ),
            (with(#""needs":[]"#), "needs", "has to be an object"),
            (with(#""needs":{"network":1}"#), "needs.network", "has to be true or false"),
            (
                with(#""needs":{"readPaths":["dev"]}"#), "needs.readPaths[0]",
                "has to be an absolute path of at most 1024 bytes"
            ),
            (
                with(#""needs":{"writePaths":[\#(quoted(1025))]}"#), "needs.writePaths[0]",
                "has to be an absolute path of at most 1024 bytes"
            ),
            (
                with(#""needs":{"environment":[""]}"#), "needs.environment[0]",
                "has to be a name of at most 1024 bytes"
            ),
            (
                with("\"needs\":{\"environment\":" + many(17) { "\"V\($0)\"" } + "}"),
                "needs.environment", "has to be an array of at most 16"
            ),
        ])
    func wrong(json: String, member: String, message: String) throws {
        #expect(try read(json) == .failure(.badParameter(member: member, message: message)))
    }

    @Test("options have their configured values, else their defaults")
    func options() throws {
        var manifest = Manifest(name: "a", version: "1")
        manifest.options = [
            Manifest.Option(name: "x", type: .number, usual: .number(1)),
            Manifest.Option(name: "y", type: .boolean, usual: .boolean(true)),
            Manifest.Option(name: "z", type: .string),
            Manifest.Option(name: "yes", type: .text, usual: .string("Yes")),
        ]
        let values = try manifest.options(setting: [
            PluginOption(name: "x", value: .integer(3)),
            PluginOption(name: "yes", value: Self.yes),
        ])
        #expect(
            values == [
                PluginOption(name: "x", value: .number(3)),
                PluginOption(name: "y", value: .boolean(true)),
                PluginOption(name: "yes", value: Self.yes),
            ])
        var writer = JSONWriter()
        Self.yes.write(to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"en":"Yes","de-AT":"Ja"}"#)
        #expect(
            throws: RequestError.badParameter(member: "options.w", message: "is not an option of a")
        ) { try manifest.options(setting: [PluginOption(name: "w", value: .integer(3))]) }
        #expect(
            throws: RequestError.badParameter(
                member: "options.y", message: "has to be true or false")
        ) { try manifest.options(setting: [PluginOption(name: "y", value: .string("true"))]) }
    }
}
