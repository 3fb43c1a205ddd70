// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire
import Testing

@testable import popoverctl

@Suite("The timeline of the inspector")
struct InspectTimelineTests {
    private func decision(_ time: Int64, _ outcome: String) -> Decision {
        Decision(
            time: Instant(microseconds: time), subject: .open, outcome: outcome, because: "it is so"
        )
    }

    @Test("Decisions are new once, also those of the same time")
    func decisions() {
        var cursor = DecisionCursor()
        let (a, b, c, d) = (decision(1, "a"), decision(2, "b"), decision(2, "c"), decision(3, "d"))
        func new(_ latest: [Decision]) -> [Decision] { cursor.new(in: latest) }
        #expect(new([]).isEmpty)
        #expect(new([a, b]) == [a, b])
        #expect(new([a, b]).isEmpty)
        #expect(new([a, b, c]) == [c])
        #expect(new([c, d]) == [d])
        #expect(new([d]).isEmpty)
    }

    @Test("The oldest entries are dropped, and numbers stay")
    func entries() {
        var entries = InspectEntries(limit: 10)
        let at = Instant(microseconds: 0)
        for number in 1...300 { entries.append(.note("\(number)"), at: at, scene: 1) }
        #expect(entries.last == 300)
        #expect(entries.first > 1)
        #expect(entries.list.count <= 10 + 256)
        #expect(entries.from(299).map(\.number) == [299, 300])
        #expect(entries.from(0).first?.number == entries.first)
        #expect(entries.from(301).isEmpty)
        #expect(entries.upTo(entries.first).count == 1)
    }

    @Test("Long events and scenes leave no room for old ones")
    func bytes() {
        let event = JSONText(validated: Array("\"\(String(repeating: "x", count: 998))\"".utf8))
        var entries = InspectEntries(byteLimit: 10_000)
        for _ in 1...1000 {
            entries.append(.event(event), at: Instant(microseconds: 0), scene: 1)
            #expect(entries.list.count <= 10)
        }
        #expect(entries.last == 1000)
        #expect(entries.from(1000).first?.number == 1000)

        var history = SceneHistory(byteLimit: 10_000)
        var scene = Scene()
        func append(_ behaviors: String...) -> Bool {
            scene.behaviors = behaviors
            return history.append(scene)
        }
        for number in 1...1000 {
            #expect(append(String(repeating: "x", count: 998), "\(number)"))
        }
        #expect(history.last == 1000)
        #expect((1...1000).count { history[$0] != nil } <= 10)
        #expect(history[1000] == scene)
        // One that is too long alone is kept, since it is the present one.
        #expect(append(String(repeating: "x", count: 20_000)))
        #expect(history[1001] == scene && history[1000] == nil)
    }

    @Test("A response has a limited number of entries")
    func response() {
        var entries = InspectEntries()
        let most = InspectLimits.entriesPerResponse
        let at = Instant(microseconds: 0)
        for _ in 0...most { entries.append(.note("x"), at: at, scene: 1) }
        #expect(entries.from(0).count == most)
    }

    @Test("Scenes that look the same have one number")
    func scenes() {
        var history = SceneHistory()
        var scene = Scene()
        func append() -> Bool { history.append(scene) }
        #expect(append())
        scene.sequence = 7
        scene.counters = [SceneCounter(name: "clientsJoined", value: 2)]
        #expect(!append())
        #expect(history.last == 1)
        #expect(history[1]?.sequence == 7)
        scene.behaviors = ["menu"]
        #expect(append())
        #expect(history.last == 2)
        #expect(history[1]?.behaviors == [])
        #expect(history[0] == nil)
        #expect(history[3] == nil)
    }

    @Test("Guidelines are the rows of their file")
    func guidelines() {
        let text = "# G0 | no\n\nG1 | A popover | why\nK2 | Work survives\nno row\n"
        #expect(
            InspectFiles.guidelines(in: text) == [
                .init(row: "G1", text: "A popover"), .init(row: "K2", text: "Work survives"),
            ])
    }
}

@Suite("What the inspector saw, as a scenario")
struct ScenarioStoryTests {
    private func story(_ events: [String]) -> [String] {
        var entries = InspectEntries()
        for event in events {
            entries.append(
                .event(JSONText(validated: Array(event.utf8))), at: Instant(microseconds: 0),
                scene: 1)
        }
        var scene = Scene()
        let size = Size(width: 1280, height: 800)
        scene.displays = [
            SceneDisplay(
                specification: DisplaySpecification(name: "main", size: size), isLocked: false,
                isShielded: false)
        ]
        let text = ScenarioStory(entries.list[...]) { $0 == 1 ? scene : nil }.text
        return text.split(separator: "\n").map(String.init)
    }

    private static let opened = #"""
        {"topic":"popover.opened","data":{"popover":"p1","client":"c2","app":"shop","display":"main","behavior":"menu","key":"order 7","presentation":"popover","frame":{"x":1,"y":2,"width":320,"height":200.5},"side":"top"}}
        """#

    private static func end(_ topic: String, _ reason: String, _ more: String = "") -> String {
        #"{"topic":"\#(topic)","data":{"popover":"p1","client":"c2","app":"shop","display":"main","reason":"\#(reason)"\#(more)}}"#
    }

    @Test("A tap outside, in the order in which people see it")
    func tap() {
        let tap =
            #"{"topic":"tap","data":{"popover":"p1","client":"c3","app":"finger","display":"main","x":20,"y":700.5,"verdict":"dismissed"}}"#
        #expect(
            story([
                Self.opened, Self.end("popover.closing", "outside-tap"), tap,
                Self.end("popover.closed", "outside-tap"),
            ]) == [
                "title  What the inspector saw", "display main 1280x800", "client shop",
                "client finger as input",
                #"shop   does popover.open behavior=menu anchor=600,380,80,40 size=320x200.5 key="order 7""#,
                "       gets popover=$p1 presentation=popover side=top",
                "finger does tap x=20 y=700.5", "       gets verdict=dismissed popover=$p1",
                "shop   sees popover.willClose popover=$p1 reason=outside-tap", "       answers",
                "shop   sees popover.closed popover=$p1",
            ])
    }

    @Test("An owner that did not answer does not answer again")
    func hung() {
        let lines = story([
            Self.opened, Self.end("popover.closing", "key"),
            Self.end("popover.closed", "key", #","unresponsive":true"#),
        ])
        #expect(!lines.contains { $0.hasSuffix("answers") })
        #expect(lines.contains("finger does key key=Escape"))
    }

    @Test(
        "An owner closes by itself",
        arguments: [
            ("done", "shop does popover.close popover=$p1 outcome=done"),
            ("cancel", "shop does popover.close popover=$p1 outcome=cancel"),
            ("choice", "shop does popover.choose popover=$p1 choice=true"),
            ("client-gone", "shop leaves"),
        ])
    func owner(_ reason: String, _ line: String) {
        #expect(story([Self.opened, Self.end("popover.closed", reason)]).contains(line))
    }

    @Test("Whatever else closes it is a note, and an administrator does it")
    func note() {
        let lines = story([Self.opened, Self.end("popover.closing", "idle")])
        #expect(lines.contains("note it closed because of idle"))
        #expect(lines.last { $0.contains("willClose") }?.hasSuffix("reason=administrator") == true)
    }

    @Test("A story that ends in the middle of a close goes on until it is over")
    func cut() {
        let lines = story([Self.opened, Self.end("popover.closing", "key")])
        #expect(lines.last == "shop   sees popover.closed popover=$p1")
    }

    @Test("Words are quoted where they look like something else")
    func words() {
        #expect(
            ["filter", "a-b_1", "12", "320x200", "true", "a b", "ä", ""].map { "\(Word($0))" } == [
                "filter", "a-b_1", "\"12\"", "\"320x200\"", "\"true\"", "\"a b\"", "\"ä\"", "\"\"",
            ])
    }
}
