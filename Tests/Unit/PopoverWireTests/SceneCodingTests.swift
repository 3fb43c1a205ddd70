// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// What reading a scene fails with; nil when it is one.
private func sceneFailure(_ node: JSONNode) -> RequestError? {
    do throws(RequestError) {
        _ = try Scene(decoding: node)
        return nil
    } catch {
        return error
    }
}

/// The result of an answer's line.
private func result(_ line: [UInt8]) throws -> JSONNode {
    let node = try JSONReader().parse(line, depthLimit: lineDepth)
    return try #require(node.member("result"))
}

@Suite("Scenes on the wire")
struct SceneCodingTests {
    @Test("A scene is read as it was written", arguments: [Scene(), wholeScene])
    func roundTrip(scene: Scene) throws {
        let status = MessageEncoder().answer(.status(scene), id: .number("1"))
        #expect(try Scene(decoding: result(status)) == scene)
        let subscribed = MessageEncoder().answer(.subscribed(sequence: 5, scene), id: .null)
        let snapshot = try #require(try result(subscribed).member("snapshot"))
        #expect(try Scene(decoding: snapshot) == scene)
        #expect(try result(subscribed).member("sequence")?.integer == 5)
    }

    @Test("An empty scene has all its members")
    func emptyScene() {
        let expected =
            #"{"sequence":0,"displays":[],"popovers":[],"waiting":[],"alerts":[],"panels":[],"#
            + #""views":[],"surfaces":[],"sources":[],"occluders":[],"clients":[],"behaviors":[],"#
            + #""plugins":[],"counters":{},"appearance":{"arrowLength":12,"arrowWidth":24,"#
            + #""cornerRadius":8,"margin":8,"material":"translucent","contrast":"normal","#
            + #""reducedMotion":false,"scrim":0.3}}"#
        #expect(written { $0.value(Scene()) } == expected)
    }

    @Test("Paths that the daemon does not have are omitted")
    func withoutPaths() throws {
        var scene = Scene()
        scene.server = SceneServer(
            name: "popoverd", started: Instant(microseconds: 7), uptime: .milliseconds(9),
            socket: nil, configuration: nil, state: nil)
        let line = written { $0.value(scene) }
        #expect(line.hasSuffix(#","server":"popoverd","started":7,"uptimeMs":9}"#))
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        #expect(try Scene(decoding: node) == scene)
    }

    @Test("Members of displays and appearance that an older daemon omits have defaults")
    func olderScene() throws {
        var line = written { $0.value(wholeScene) }
        for name in ["translucency", "contrast", "reducedMotion", "material", "scrim"] {
            line = line.replacing("\"\(name)\":", with: "\"x-\(name)\":")
        }
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        let scene = try Scene(decoding: node)
        let blank = DisplaySpecification(name: "", size: Size(width: 1, height: 1))
        #expect(scene.displays[0].specification.hasTranslucency == blank.hasTranslucency)
        #expect(scene.displays[0].specification.contrast == blank.contrast)
        #expect(scene.displays[0].specification.reducesMotion == blank.reducesMotion)
        #expect(scene.appearance.material == Appearance().material)
        #expect(scene.appearance.contrast == Appearance().contrast)
        #expect(scene.appearance.reducesMotion == Appearance().reducesMotion)
    }

    @Test("Members of plugins that an older daemon omits are nil, and its counters 0")
    func olderPlugin() throws {
        let line = written { $0.value(wholeScene) }
            .replacing("\"hooks\":", with: "\"x-hooks\":")
            .replacing("\"statistics\":", with: "\"x-statistics\":")
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        let plugin = try Scene(decoding: node).plugins[1]
        #expect(plugin.hooks.isEmpty)
        #expect(plugin.statistics == PluginStatistics())
    }

    @Test("What a popover is doing can be read off its state")
    func states() throws {
        let line = written { $0.value(wholeScene) }
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        func states(_ name: String) -> [String?] {
            node.member(name)?.elements?.map { $0.member("state")?.string } ?? []
        }
        #expect(states("popovers") == ["closing", "visible"])
        #expect(states("alerts") == ["presented", "queued"])
        #expect(states("plugins") == ["loaded", "suspended", "failed"])
    }

    @Test(
        "A scene without a member that it needs names it",
        arguments: [
            "sequence", "displays", "popovers", "waiting", "alerts", "panels", "views", "surfaces",
            "sources", "occluders", "clients", "behaviors", "plugins", "counters", "appearance",
        ])
    func missingMembers(name: String) throws {
        let whole = written { $0.value(wholeScene) }
        let line = whole.replacing("\"\(name)\":", with: "\"x-\(name)\":", maxReplacements: 1)
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        #expect(sceneFailure(node) == .badParameter(member: name, message: "is missing"))
    }

    @Test(
        "A wrong member deep in a scene is named by its path",
        arguments: [
            (#""idiom":"watch""#, #""idiom":"sofa""#, "displays[0].idiom"),
            (#""translucency":false"#, #""translucency":0"#, "displays[0].translucency"),
            (#""contrast":"high""#, #""contrast":"low""#, "displays[0].contrast"),
            (#""material":"opaque""#, #""material":"wood""#, "appearance.material"),
            (#""reason":"outside-tap""#, #""reason":"boredom""#, "popovers[0].reason"),
            (#""presentation":"sheet""#, #""presentation":"hat""#, "popovers[1].presentation"),
            (#""arrow":{"x":50"#, #""arrow":{"x":"50""#, "popovers[0].arrow.x"),
            (#""pid":1}"#, #""pid":4294967296}"#, "clients[1].pid"),
            (#""tier":"program""#, #""tier":"shell""#, "plugins[1].tier"),
            (#""hooks":["open","#, #""hooks":["close","#, "plugins[1].hooks[0]"),
            (#""questions":12"#, #""questions":-1"#, "plugins[1].statistics.questions"),
            (#""state":"connecting""#, #""state":"lost""#, "plugins[1].service.state"),
            (#""slowestUs":50123"#, #""slowestUs":1.5"#, "plugins[1].statistics.slowestUs"),
            (#""taps":3"#, #""taps":0.5"#, "counters.taps"),
        ])
    func wrongMembers(right: String, wrong: String, path: String) throws {
        let line = written { $0.value(wholeScene) }
        #expect(line.contains(right))
        let node = try JSONReader().parse(
            Array(line.replacing(right, with: wrong).utf8), depthLimit: lineDepth)
        guard case .badParameter(path, _) = sceneFailure(node) else {
            Issue.record("\(String(describing: sceneFailure(node)))")
            return
        }
    }
}
