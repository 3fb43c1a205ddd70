// SPDX-License-Identifier: MIT

import PopoverClient
import PopoverModel
import PopoverWire
import Testing

@Suite("SceneDecoder")
struct SceneDecoderTests {
    private func parse(_ text: String) throws -> JSONNode {
        try JSONReader().parse(Array(text.utf8), depthLimit: 32)
    }

    @Test("A scene survives encoding and decoding")
    func roundTrip() throws {
        var scene = Scene()
        scene.sequence = 42
        scene.behaviors = ["menu"]
        scene.counters = [SceneCounter(name: "taps", value: 12)]
        var writer = JSONWriter()
        writer.value(scene)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(try SceneDecoder.decode(parse(text)) == scene)
    }

    @Test("A missing member is named")
    func missing() throws {
        let text = #"{"sequence":1,"displays":[{"display":"main","width":1,"height":1}]}"#
        #expect(throws: ClientError.notUnderstood("displays[0].locked: is missing")) {
            try SceneDecoder.decode(parse(text))
        }
    }

    @Test("plugin.list is decoded, and an invalid member is named")
    func plugins() throws {
        let menu = PluginState(
            name: "menu", kind: .behaviors, path: "/m.so", version: "1", state: .failed,
            message: "no", behaviors: ["menu"])
        let text = """
            {"plugins":[{"name":"menu","kind":"behaviors","path":"/m.so","version":"1",\
            "state":"failed","message":"no","behaviors":["menu"]}]}
            """
        #expect(try SceneDecoder.plugins(in: parse(text)) == [menu])
        #expect(throws: ClientError.notUnderstood("plugins: is missing")) {
            try SceneDecoder.plugins(in: parse("{}"))
        }
    }
}
