// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

/// A table of every method: the error names the member that is wrong or missing.
@Suite("Parameters over the socket")
struct ParameterTests {
    /// A method, valid params, and wrong values for its members.
    struct Row: Sendable, CustomTestStringConvertible {
        var method: String
        var right: JSON
        var wrongs: [Wrong]

        init(_ method: String, _ right: JSON, _ wrongs: [[Wrong]] = []) {
            self.method = method
            self.right = right
            self.wrongs = wrongs.flatMap { $0 }
        }

        var testDescription: String { method }
    }

    struct Wrong: Sendable {
        /// A path of members, `size.width`.
        var path: String
        /// nil removes the member.
        var value: JSON?
        /// The member in the error if it is not the path: `sides[0]`.
        var name: String?
    }

    private static let box = rect(10, 10, 40, 20)
    private static let size: JSON = ["width": 320, "height": 100]
    private static let buttons: JSON = [["id": "ok", "label": "OK"]]

    private static func all(_ path: String, _ values: [JSON]) -> [Wrong] {
        values.map { Wrong(path: path, value: $0) }
    }

    private static func needed(_ path: String) -> [Wrong] {
        [Wrong(path: path, value: nil), Wrong(path: path, value: .null)]
    }

    private static func text(_ path: String) -> [Wrong] { all(path, [1, true, [], [:]]) }
    private static func flag(_ path: String) -> [Wrong] { all(path, [1, "true", [], [:]]) }
    private static func whole(_ path: String) -> [Wrong] { all(path, ["1", true, [], [:], 1.5]) }

    private static func name(_ path: String) -> [Wrong] { text(path) + needed(path) }

    private static func word(_ path: String) -> [Wrong] {
        all(path, [1, true, [], [:], "no such word"])
    }

    private static func rectangle(_ path: String) -> [Wrong] {
        all(path, [1, "x", true])
            + ["x", "y", "width", "height"].flatMap { member in
                all("\(path).\(member)", ["1", true, [], [:]]) + needed("\(path).\(member)")
            } + all("\(path).width", [-1]) + all("\(path).height", [-1])
    }

    private static func area(_ path: String) -> [Wrong] {
        all(path, [1, "x", true])
            + ["width", "height"].flatMap { member in
                all("\(path).\(member)", ["1", true, [], [:], 0, -1])
                    + needed("\(path).\(member)")
            }
    }

    private static func rectangles(_ path: String) -> [Wrong] {
        all(path, [1, "x", true, [:]]) + [
            Wrong(path: path, value: [box, 1], name: "\(path)[1]"),
            Wrong(path: path, value: [box.without("y")], name: "\(path)[0].y"),
        ]
    }

    private static func buttonList(_ path: String) -> [Wrong] {
        all(path, [1, "x", true, [:]]) + [
            Wrong(path: path, value: [1], name: "\(path)[0]"),
            Wrong(path: path, value: [["id": "x"]], name: "\(path)[0].label"),
            Wrong(path: path, value: [["id": 1, "label": "x"]], name: "\(path)[0].id"),
            Wrong(
                path: path, value: [["id": "x", "label": "x", "role": "king"]],
                name: "\(path)[0].role"),
        ]
    }

    private static func topics(_ path: String) -> [Wrong] {
        all(path, [1, "app.*", [:]]) + needed(path) + [
            Wrong(path: path, value: ["app.*", 1], name: "\(path)[1]")
        ]
    }

    private static let place = text("display") + text("surface")
    private static let time = whole("time") + all("time", [-1])
    private static let coordinates = ["x", "y"].flatMap {
        all($0, ["1", true, [], [:]]) + needed($0)
    }
    private static let shape =
        rectangles("avoid") + rectangles("passthrough") + rectangles("hit") + flag("modal")
        + text("title") + all("sides", [1, "top", [:]])
        + [Wrong(path: "sides", value: ["up"], name: "sides[0]")]

    static let rows: [Row] = presenting + reporting + keeping + administering

    private static let presenting = [
        Row(
            "surface.set", ["surface": "s", "frame": box],
            [name("surface"), text("display"), rectangle("frame"), needed("frame")]),
        Row("surface.remove", ["surface": "s"], [name("surface")]),
        Row(
            "source.set", ["source": "s", "rect": box],
            [name("source"), rectangle("rect"), needed("rect"), place, word("edge")]),
        Row("source.remove", ["source": "s"], [name("source")]),
        Row(
            "occluder.set", ["occluder": "o", "rect": box],
            [name("occluder"), rectangle("rect"), needed("rect"), text("display")]),
        Row("occluder.remove", ["occluder": "o"], [name("occluder")]),
        Row(
            "popover.open", ["behavior": "menu", "size": size, "anchor": box],
            [
                name("behavior"), area("size"), needed("size"), text("source"),
                rectangle("anchor"), needed("anchor"), place, shape, area("minimum"), text("key"),
                buttonList("buttons"), flag("expands"), all("appearance", [1, "x", true]),
                all("waitMs", ["1", true, [], [:], -1, 10_001]),
            ]),
        Row(
            "popover.update", ["popover": "p999"],
            [name("popover"), area("size"), rectangle("anchor"), shape]),
        Row(
            "popover.choose", ["popover": "p999", "choice": 1],
            [name("popover"), [Wrong(path: "choice", value: nil)]]),
        Row(
            "popover.close", ["popover": "p999", "outcome": "done"],
            [name("popover"), word("outcome"), needed("outcome")]),
        Row("popover.detach", ["popover": "p999"], [name("popover"), rectangle("frame")]),
        Row(
            "panel.set",
            ["panel": "n999", "frame": ["x": 0, "y": 0, "width": 9, "height": 9]],
            [name("panel"), rectangle("frame"), needed("frame")]),
        Row("panel.raise", ["panel": "n999"], [name("panel")]),
        Row("panel.close", ["panel": "n999"], [name("panel"), word("outcome")]),
        Row(
            "view.present", ["kind": "modal"],
            [
                word("kind"), needed("kind"), rectangle("frame"), text("display"),
                flag("closePopover"),
            ]),
        Row("view.close", ["view": "v999"], [name("view")]),
        Row(
            "alert.raise", ["title": "t", "severity": "info", "buttons": buttons],
            [
                name("title"), text("message"), word("severity"), needed("severity"),
                buttonList("buttons"), needed("buttons"), all("buttons", [[]]), text("key"),
                text("display"), word("renderer"), all("timeoutMs", ["1", true, [], [:], -1]),
            ]),
        Row("alert.answer", ["alert": "a999", "button": "ok"], [name("alert"), name("button")]),
        Row("alert.cancel", ["alert": "a999"], [name("alert")]),
        Row(
            "request.cancel", ["request": "r"],
            [all("request", [true, [], [:]]), needed("request")]),
    ]

    private static let reporting = [
        Row(
            "tap", ["x": 1, "y": 1],
            [coordinates, place, time, whole("pointer"), flag("swallowed")]),
        Row(
            "pointer", ["phase": "move", "x": 1, "y": 1],
            [
                word("phase"), needed("phase"), coordinates, place, time, whole("pointer"),
                word("kind"), word("button"), flag("swallowed"),
            ]),
        Row(
            "key", ["key": "Enter"],
            [name("key"), text("display"), time, flag("composing")]),
        Row(
            "bus.subscribe", ["topics": ["app.*"]],
            [topics("topics"), whole("since"), all("since", [-1])]),
        Row("bus.unsubscribe", ["topics": ["app.*"]], [topics("topics")]),
        Row(
            "bus.publish", ["topic": "app.x", "data": 1],
            [
                name("topic"), all("topic", ["popover.opened", "app"]),
                [Wrong(path: "data", value: nil)],
            ]),
    ]

    private static let keeping = [
        Row(
            "draft.save", ["key": "k", "content": 1],
            [
                name("key"), [Wrong(path: "content", value: nil)], whole("revision"),
                flag("sync"),
            ]),
        Row("draft.load", ["key": "k"], [name("key")]),
        Row("draft.list", [:]),
        Row("rpc.discover", [:]),
        Row("draft.discard", ["key": "k"], [name("key")]),
    ]

    private static let administering = [
        Row(
            "display.set", ["display": "d", "width": 100, "height": 100],
            [
                name("display"), word("idiom"), word("contrast"), word("direction"), word("opens"),
                flag("translucency"),
                flag("reducedMotion"), all("insets", [1, "x", true]),
                ["width", "height"].flatMap {
                    all($0, ["1", true, [], [:], 0, -1]) + needed($0)
                },
                all("scale", ["1", true, [], [:], 0, -1]),
                ["tapMs", "tapSlop"].flatMap { all($0, ["1", true, [], [:], -1]) },
                ["top", "left", "bottom", "right"].flatMap {
                    all("insets.\($0)", ["1", true, -1])
                },
            ]),
        Row("display.remove", ["display": "nowhere"], [name("display")]),
        Row("status", [:]),
        Row("metrics", [:]),
        Row("popover.explain", [:], [text("popover"), whole("limit"), all("limit", [0, 257])]),
        Row(
            "popover.dismiss", ["popover": "p999"],
            [name("popover"), text("display"), flag("discard")]),
        Row("session.lock", [:], [text("display")]),
        Row("session.unlock", [:], [text("display")]),
        Row("session.end", [:], [text("display")]),
        Row("plugin.list", [:]),
        Row("plugin.load", ["path": "/nowhere/x.so"], [text("name"), text("path")]),
        Row("plugin.unload", ["name": "nothing"], [name("name")]),
        Row("plugin.reload", ["name": "nothing"], [name("name")]),
        Row("plugin.clear", ["name": "nothing"], [name("name")]),
        Row("config.reload", [:]),
        Row("log.level", ["level": "info"], [word("level"), needed("level")]),
        Row("record.start", [:], [text("path")]),
        Row("record.stop", [:]),
        Row("record.dump", [:], [text("path")]),
        Row("record.list", [:]),
        Row("shutdown", [:]),
    ]

    private static let helloRow = Row(
        "hello", ["protocol": 1, "app": "x"],
        [
            all("protocol", ["1", true, [], [:], 1.5, 0, 2]), needed("protocol"),
            name("app"), all("app", ["", "A", "a b"]), all("roles", [1, "app", [:]]),
            [Wrong(path: "roles", value: ["app", "king"], name: "roles[1]")],
        ])

    @Test("Errors name the wrong parameter")
    func naming() throws {
        let client = try World().actor("outsider", ["app", "shell", "input", "observer"])
        for row in Self.rows {
            for wrong in row.wrongs {
                try Self.expect(wrong, of: row, from: client)
            }
            for params in [1, "x", true, []] as [JSON] {
                #expect(try client.refusal(row.method, params).member == "params", "\(row.method)")
            }
        }
    }

    @Test("Errors name the wrong parameter of hello")
    func hello() throws {
        let client = try World().stranger()
        for wrong in Self.helloRow.wrongs {
            try Self.expect(wrong, of: Self.helloRow, from: client)
        }
        try client.greet()
    }

    private static func expect(
        _ wrong: Wrong, of row: Row, from client: ActorProcess
    ) throws {
        let params = spoil(row.right, wrong.path.split(separator: ".").map(String.init), wrong)
        let refusal = try client.refusal(row.method, params)
        #expect(refusal.member == wrong.name ?? wrong.path, "\(row.method) \(params): \(refusal)")
    }

    /// The params with one wrong member.
    private static func spoil(_ params: JSON, _ path: [String], _ wrong: Wrong) -> JSON {
        guard let name = path.first else { return params }
        guard path.count == 1 else {
            let defaults: [String: JSON] = [
                "insets": ["top": 0, "left": 0, "bottom": 0, "right": 0], "minimum": size,
                "size": size,
            ]
            let whole = params[name].isNull ? defaults[name] ?? box : params[name]
            return params.with([name: spoil(whole, Array(path.dropFirst()), wrong)])
        }
        guard let value = wrong.value else { return params.without(name) }
        return params.with([name: value])
    }
}
