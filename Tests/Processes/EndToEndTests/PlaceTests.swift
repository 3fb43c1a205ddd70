// SPDX-License-Identifier: MIT

import PopoverTestSupport
import Testing

/// Displays, sources, views and sessions, each side in a process of its own.
@Suite("Displays, views and sessions over the socket")
struct PlaceTests {
    private static let compact: JSON = ["display": "main", "width": 400, "height": 700]

    @Test("A popover becomes a sheet on a compact display, and a popover again")
    func compact() throws {
        let world = try World()
        let shop = try world.actor()
        let setter = try world.actor("setter", ["shell"])
        let popover = try shop.open(at: rect(200, 200, 40, 40))["popover"]
        try setter.call("display.set", Self.compact)
        let moved = try shop.next("popover.moved", ["popover": popover])["params"]
        #expect(moved["presentation"] == "sheet")
        #expect(moved["frame"] == rect(0, 500, 400, 200))
        #expect(moved["side"] == nil && moved["arrow"] == nil)
        #expect(moved.names.isSuperset(of: ["side", "arrow", "scrolls", "animate", "durationMs"]))
        try setter.call("display.set", ["display": "main", "width": 1280, "height": 800])
        #expect(try shop.next("popover.moved")["params"]["presentation"] == "popover")
    }

    @Test("Removing a display saves and closes its popovers and refuses waiting opens")
    func removal() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        let setter = try world.actor("setter", ["shell"])
        try setter.call("display.set", ["display": "left", "width": 1024, "height": 768])
        try other.next("display.changed", ["display": "left"])
        let left: [String: JSON] = ["display": "left"]
        let key: [String: JSON] = ["key": "k"]
        let popover = try shop.open("task", at: Spot.corner, left.merging(key) { $1 })["popover"]
        let waiting = other.beginOpen(at: rect(700, 500, 40, 40), left)
        let asked = try shop.next("popover.willClose")
        try setter.call("display.remove", ["display": "left"])
        #expect(try other.refusal(of: waiting).reason == "superseded")
        shop.reply(to: asked, ["draft": 1])
        #expect(
            try shop.next("popover.closed", ["popover": popover])["params"]["draft"] == "saved")
        try other.next("display.changed", ["display": "left", "removed": true])
    }

    @Test("A popover follows its source and is saved and closed with it")
    func sources() throws {
        let shop = try World().actor()
        try shop.call("source.set", ["source": "b", "rect": Spot.button])
        let popover = try shop.open("task", at: nil, ["source": "b", "key": "k"])["popover"]
        try shop.call("source.set", ["source": "b", "rect": rect(640, 380, 80, 40)])
        let moved = try shop.next("popover.moved", ["popover": popover])["params"]
        #expect(moved["arrow"]["x"] == 680)
        try shop.call("source.remove", ["source": "b"])
        shop.reply(to: try shop.next("popover.willClose"), ["draft": 1])
        try shop.expectClosed(popover, "source-gone", draft: "saved", returnFocus: false)
    }

    @Test("Another client's occluder moves a popover; its crash moves it back")
    func occluders() throws {
        let world = try World()
        let shop = try world.actor()
        let keyboard = try world.actor("keyboard")
        let grant = try shop.open(at: rect(600, 300, 80, 40))
        try keyboard.call("occluder.set", ["occluder": "keys", "rect": rect(0, 400, 1280, 400)])
        let moved = try shop.next("popover.moved")["params"]["frame"]
        let bottom = (moved["y"].number ?? .nan) + (moved["height"].number ?? .nan)
        #expect(bottom <= 400)
        try keyboard.kill()
        let back = try shop.next("popover.moved")["params"]
        #expect(back["popover"] == grant["popover"])
    }

    @Test("A view is refused above a popover unless it closes the popover")
    func views() throws {
        let world = try World()
        let shop = try world.actor()
        let form = try world.actor("form")
        let popover = try shop.open("task", ["key": "k"])["popover"]
        #expect(try form.refusal("view.present", ["kind": "modal"]).reason == "popover-active")
        let request = form.begin("view.present", ["kind": "modal", "closePopover": true])
        let asked = try shop.next("popover.willClose", ["reason": "view-presented"])
        #expect(try !form.isAnswered(request))
        shop.reply(to: asked, ["draft": 1])
        let view = try form.result(of: request)["view"]
        try shop.expectClosed(popover, "view-presented", draft: "saved", returnFocus: false)
        #expect(try shop.refusal(of: shop.beginOpen()).reason == "modal-active")
        #expect(try shop.refusal("view.present", ["kind": "sheet"]).reason == "modal-active")
        try form.kill()
        let watcher = try world.observer("*")
        #expect(try watcher.call("status")["views"] == [])
        #expect(view.string?.hasPrefix("v") == true)
        try shop.open()
    }

    @Test("A popover opens from inside a presented view only")
    func withinViews() throws {
        let world = try World()
        let form = try world.actor("form")
        let shop = try world.actor()
        try form.call("view.present", ["kind": "sheet", "frame": rect(500, 200, 400, 400)])
        for anchor in [Spot.corner, rect(480, 300, 40, 40)] {
            #expect(try shop.refusal(of: shop.beginOpen(at: anchor)).reason == "modal-active")
        }
        try shop.open(at: Spot.button)
    }

    @Test("Ending a session erases everything of the customer")
    func sessionEnd() throws {
        let world = try World()
        let shop = try world.actor()
        let waiter = try world.actor("waiter")
        let secret = "5500 0000 0000 0004"
        try shop.call(
            "draft.save", ["key": "card", "content": .string(secret), "sync": true])
        let popover = try shop.open("task", ["key": "card"])["popover"]
        let waiting = waiter.beginOpen(at: Spot.corner)
        let asked = try shop.next("popover.willClose")
        let root = try world.actor("root")
        let ending = root.begin("session.end")
        #expect(try waiter.refusal(of: waiting).reason == "superseded")
        shop.reply(to: asked, ["draft": .string(secret)])
        #expect(try root.result(of: ending) == [:])
        try shop.expectClosed(
            popover, "session-ended", draft: "discarded", returnFocus: false)
        #expect(try shop.call("draft.list") == ["drafts": []])
        for name in Files.names(in: world.state) {
            let bytes = Files.read("\(world.state)/\(name)")
            #expect(!bytes.contains(secret.utf8), "\(name) still holds it")
        }
    }

    @Test("A locked session accepts only drafts and critical alerts")
    func locking() throws {
        let world = try World()
        let shop = try world.actor()
        let shell = try world.shell()
        let popover = try shop.open("task", ["key": "k"])["popover"]
        let root = try world.actor("root")
        let locking = root.begin("session.lock")
        shop.reply(to: try shop.next("popover.willClose"), ["draft": 1])
        try shop.expectClosed(popover, "administrator", draft: "saved", returnFocus: false)
        #expect(try root.result(of: locking) == [:])
        #expect(try shop.refusal(of: shop.beginOpen()).reason == "locked")
        #expect(try shop.refusal("view.present", ["kind": "modal"]).reason == "locked")
        let alert: JSON = ["title": "t", "buttons": [["id": "ok", "label": "OK"]]]
        #expect(
            try shop.refusal("alert.raise", alert.with(["severity": "warning"])).reason
                == "locked")
        _ = shop.begin("alert.raise", alert.with(["severity": "critical"]))
        let asked = try shell.next("alert.present")["params"]
        try shell.call("alert.answer", ["alert": asked["alert"], "button": "ok"])
        #expect(try shop.call("draft.load", ["key": "k"])["draft"]["content"] == 1)
        try root.call("session.unlock")
        try shop.open()
    }

    @Test("Each display has its own popover")
    func twoDisplays() throws {
        let world = try World()
        let one = try world.actor("one")
        let two = try world.actor("two")
        let setter = try world.actor("setter", ["shell"])
        try setter.call("display.set", ["display": "left", "width": 1024, "height": 768])
        try one.open()
        let second = try two.open(at: Spot.corner, ["display": "left"])["popover"]
        #expect(try !one.has("popover.willClose"))
        let tap = point(900, 700).with(["display": "left"])
        #expect(try setter.call("tap", tap)["popover"] == second)
        #expect(try !one.has("popover.willClose"))
    }
}
