// SPDX-License-Identifier: MIT

import Testing

/// Taps, reported by any process.
@Suite("Taps over the socket")
struct TapTests {
    private static let control = rect(20, 20, 80, 40)

    @Test("A tap outside saves and closes the popover and is not delivered")
    func outside() throws {
        let world = try World()
        let shop = try world.actor()
        let fingers = try world.actor("fingers", ["input"])
        #expect(try fingers.judge(Spot.outside) == Judgement("idle", delivered: true))
        let popover = try shop.open("selection", ["key": "list"])["popover"]
        let answer = try fingers.call("tap", Spot.outside)
        #expect(answer == ["verdict": "dismissed", "deliver": false, "popover": popover])
        let asked = try shop.next("popover.willClose", ["reason": "outside-tap"])
        #expect(asked["params"]["disposition"] == "save")
        #expect(try fingers.judge(Spot.outside) == Judgement("swallowed"))
        shop.reply(to: asked, ["draft": [1, 2]])
        try shop.expectClosed(popover, "outside-tap", draft: "saved", returnFocus: true)
    }

    @Test("A tap inside goes to the owner")
    func inside() throws {
        let world = try World()
        let shop = try world.actor()
        let middle = middle(try shop.open()["frame"])
        let others = [
            ("other", "app", false), ("fingers", "input", true), ("shell", "shell", true),
        ]
        #expect(try shop.judge(middle) == Judgement("inside", delivered: true))
        for (app, role, delivered) in others {
            let client = try world.actor(app, [role])
            #expect(try client.judge(middle) == Judgement("inside", delivered: delivered))
        }
        #expect(try !shop.has("popover.willClose"))
    }

    @Test("A tap on the popover's own source toggles it")
    func toggling() throws {
        let world = try World()
        let shop = try world.actor()
        try shop.call("source.set", ["source": "button", "rect": Spot.button])
        let source: [String: JSON] = ["source": "button"]
        let popover = try shop.open(at: nil, source)["popover"]
        #expect(try shop.judge(middle(Spot.button)) == Judgement("dismissed"))
        shop.reply(to: try shop.next("popover.willClose", ["reason": "source-tap"]))
        try shop.expectClosed(popover, "source-tap", draft: "none", returnFocus: true)
        #expect(try shop.refusal(of: shop.beginOpen(at: nil, source)).reason == "toggled")
        #expect(try shop.judge(middle(Spot.button)) == Judgement("idle", delivered: true))
        #expect(try shop.open(at: nil, source)["presentation"] == "popover")
    }

    @Test("Taps outside a modal popover only nudge it")
    func modal() throws {
        let world = try World()
        let shop = try world.actor()
        let fingers = try world.actor("fingers", ["input"])
        let popover = try shop.open("task", ["modal": true])["popover"]
        for place in [Spot.outside, middle(Spot.button)] {
            #expect(try fingers.judge(place) == Judgement("swallowed"))
            #expect(try shop.next("popover.nudge")["params"] == ["popover": popover])
        }
        #expect(try !shop.has("popover.willClose"))
        try shop.call("popover.update", ["popover": popover, "modal": false])
        #expect(try fingers.judge(Spot.outside) == Judgement("dismissed"))
    }

    @Test("Taps pass through holes and another client's keyboard")
    func passing() throws {
        let world = try World()
        let shop = try world.actor()
        let keyboard = try world.actor("keyboard")
        let hole = rect(10, 10, 50, 50)
        let keys = rect(0, 700, 1280, 100)
        try shop.open("menu", ["passthrough": [hole]])
        try keyboard.call("occluder.set", ["occluder": "keys", "rect": keys])
        for client in [shop, keyboard] {
            for place in [middle(hole), middle(keys)] {
                #expect(try client.judge(place) == Judgement("passed", delivered: true))
            }
        }
        #expect(try !shop.has("popover.willClose"))
    }

    @Test("A tap closes a popover and reaches another client's control")
    func activation() throws {
        let world = try World()
        let shop = try world.actor()
        let bar = try world.actor("bar")
        let fingers = try world.actor("fingers", ["input"])
        try bar.call("source.set", ["source": "clock", "rect": Self.control])
        try shop.open()
        let tap = middle(Self.control).with(["swallowed": true])
        #expect(try fingers.judge(tap) == Judgement("dismissed"))
        let activated = try bar.next("source.activated")["params"]
        #expect(activated["source"] == "clock")
        #expect(activated.names == ["gesture", "source", "time"])
    }

    @Test("A client that reports a tap on its own control handles it alone")
    func delivery() throws {
        for (reporter, delivered) in [("bar", true), ("stranger", false)] {
            let world = try World()
            let shop = try world.actor()
            let bar = try world.actor("bar")
            try bar.call("source.set", ["source": "clock", "rect": Self.control])
            try shop.open()
            let client = reporter == "bar" ? bar : try world.actor(reporter)
            #expect(
                try client.judge(middle(Self.control))
                    == Judgement("dismissed", delivered: delivered))
            #expect(try !bar.has("source.activated"))
        }
    }

    @Test("A tap that two observers report counts once")
    func duplicates() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        let fingers = try world.actor("fingers", ["input"])
        let shell = try world.actor("shell", ["shell"])
        try shop.open()
        let time = monotonicMicroseconds()
        let tap = Spot.outside.with(["time": .number(time)])
        #expect(try fingers.judge(tap) == Judgement("dismissed"))
        shop.reply(to: try shop.next("popover.willClose"))
        try shop.next("popover.closed")
        try other.open(at: rect(900, 600, 40, 40))
        let again = tap.with(["time": .number(time + 20_000), "x": 25])
        #expect(try shell.judge(again) == Judgement("dismissed"))
        #expect(try !other.has("popover.willClose"), "it closed one popover, not two")
    }

    @Test("A tap pressed before the grant leaves the popover open")
    func openingTap() throws {
        let world = try World()
        let shop = try world.actor()
        let fingers = try world.actor("fingers", ["input"])
        let before = JSON.number(monotonicMicroseconds())
        try shop.open()
        #expect(
            try fingers.judge(Spot.outside.with(["time": before]))
                == Judgement("idle", delivered: true))
        #expect(try !shop.has("popover.willClose"))
    }

    @Test("Taps are recognized from pointer events; drags are not taps")
    func pointers() throws {
        let world = try World()
        let shop = try world.actor()
        let fingers = try world.actor("fingers", ["input"])
        try shop.open()
        let none = Judgement("none", delivered: false)
        fingers.notify("pointer", Spot.outside.with(["phase": "down"]))
        #expect(try fingers.judge(["phase": "up", "x": 300, "y": 20], method: "pointer") == none)
        fingers.notify("pointer", Spot.outside.with(["phase": "down"]))
        fingers.notify("pointer", Spot.outside.with(["phase": "cancel"]))
        let up = Spot.outside.with(["phase": "up"])
        #expect(try fingers.judge(up, method: "pointer") == none)
        #expect(try !shop.has("popover.willClose"))
        let time = JSON.number(monotonicMicroseconds())
        fingers.notify("pointer", Spot.outside.with(["phase": "down", "time": time]))
        #expect(
            try fingers.judge(up.with(["time": time]), method: "pointer")
                == Judgement("dismissed"))
    }

    @Test("Escape closes with the reason key; other keys are delivered")
    func keys() throws {
        let world = try World()
        let shop = try world.actor()
        let keyboard = try world.actor("keyboard", ["input"])
        let popover = try shop.open("inspector", ["key": "color"])["popover"]
        #expect(
            try keyboard.judge(["key": "Enter"], method: "key")
                == Judgement("idle", delivered: true))
        #expect(try keyboard.judge(["key": "Escape"], method: "key") == Judgement("dismissed"))
        shop.reply(to: try shop.next("popover.willClose", ["reason": "key"]), ["draft": "red"])
        try shop.expectClosed(popover, "key", draft: "saved", returnFocus: true)
    }

    @Test("Every client with something on the display gets the shield, including later ones")
    func shield() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        let window: JSON = ["x": 0, "y": 0, "width": 9, "height": 9]
        try other.call("surface.set", ["surface": "window", "frame": window])
        let grant = try shop.open()
        let late = try world.actor("late")
        try late.call("surface.set", ["surface": "window", "frame": window])
        for client in [shop, other, late] {
            let shield = try client.next("shield", ["display": "main", "on": true])["params"]
            #expect(shield["except"].elements.contains(grant["frame"]))
        }
        try shop.call("popover.close", ["popover": grant["popover"], "outcome": "done"])
        for client in [shop, other, late] {
            try client.next("shield", ["display": "main", "on": false])
        }
    }
}
