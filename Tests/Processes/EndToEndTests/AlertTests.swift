// SPDX-License-Identifier: MIT

import Testing

/// Alerts: raised by one process, rendered by another.
@Suite("Alerts over the socket")
struct AlertTests {
    private static let ok: JSON = [["id": "ok", "label": "OK"]]
    /// 320 x 160, in the middle of the display.
    private static let frame = rect(480, 320, 320, 160)

    private static func alert(_ title: String, _ severity: String = "warning") -> JSON {
        ["title": .string(title), "severity": .string(severity), "buttons": ok]
    }

    @Test("The shell renders an alert and the raiser gets the answer")
    func answering() throws {
        let world = try World()
        let shop = try world.actor()
        let shell = try world.shell()
        let raise = shop.begin("alert.raise", Self.alert("Paper").with(["message": "Out"]))
        let alert = try shop.next("alert.queued", ["request": .string(raise)])["params"]["alert"]
        let asked = try shell.next("alert.present")["params"]
        #expect(asked["alert"] == alert)
        #expect(asked["frame"] == Self.frame)
        #expect(asked["app"] == "shop")
        #expect(asked["message"] == "Out")
        let answer: JSON = ["alert": alert, "button": "ok"]
        #expect(try shop.refusal("alert.answer", answer).data == ["needs": "renderer"])
        #expect(try shell.call("alert.answer", answer) == [:])
        #expect(try shop.result(of: raise) == answer)
        #expect(try shell.refusal("alert.answer", answer).reason == "stale")
        let never: JSON = ["alert": "a999", "button": "ok"]
        #expect(try shell.refusal("alert.answer", never).code == 2)
    }

    @Test("An alert lies above an open popover and leaves it open")
    func above() throws {
        let world = try World()
        let shop = try world.actor()
        let shell = try world.shell()
        try shop.open()
        _ = shop.begin("alert.raise", Self.alert("Fire", "critical"))
        try shell.next("alert.present")
        #expect(try shell.judge(middle(Self.frame)) == Judgement("inside", delivered: true))
        #expect(try shop.judge(Spot.outside) == Judgement("swallowed"))
        #expect(try !shop.has("popover.willClose"))
        #expect(try !shop.has("popover.closed"))
    }

    @Test("Opens wait while an alert is up and close nothing meanwhile")
    func waiting() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        let shell = try world.shell()
        try shop.open()
        _ = shop.begin("alert.raise", Self.alert("Paper"))
        let alert = try shell.next("alert.present")["params"]["alert"]
        for wait in [0, 20] as [JSON] {
            let refusal = try other.refusal(
                of: other.beginOpen(at: Spot.corner, ["waitMs": wait]))
            #expect(refusal.reason == "alert-active")
        }
        let waiting = other.beginOpen(at: Spot.corner)
        #expect(try !other.isAnswered(waiting))
        #expect(try !shop.has("popover.willClose"))
        try shell.call("alert.answer", ["alert": alert, "button": "ok"])
        shop.reply(to: try shop.next("popover.willClose", ["reason": "replaced"]))
        #expect(try other.result(of: waiting)["presentation"] == "popover")
    }

    @Test("An alert moves to the next renderer when its renderer dies or refuses")
    func renderers() throws {
        let world = try World()
        let shop = try world.actor()
        let unwilling = try world.actor("unwilling", ["shell"])
        let doomed = try world.shell("doomed")
        let last = try world.shell("last")
        let raise = shop.begin("alert.raise", Self.alert("Paper"))
        let asked = try unwilling.next("alert.present")
        unwilling.replyError(to: asked)
        let alert = try doomed.next("alert.present")["params"]["alert"]
        #expect(alert == asked["params"]["alert"])
        try doomed.kill()
        try last.next("alert.present", ["alert": alert])
        try last.call("alert.answer", ["alert": alert, "button": "ok"])
        #expect(try shop.result(of: raise)["button"] == "ok")
    }

    @Test("A silent renderer loses its alert to the next one and is notified")
    func silence() throws {
        let world = try World("[timing]\npresentMs = 40\n")
        let shop = try world.actor()
        let silent = try world.actor("silent", ["shell"])
        let next = try world.shell("next")
        _ = shop.begin("alert.raise", Self.alert("Paper"))
        let alert = try silent.next("alert.present")["params"]["alert"]
        try next.next("alert.present", ["alert": alert])
        try silent.next("alert.dismiss", ["alert": alert])
    }

    @Test("Without a renderer a raise is refused unless the raiser renders it")
    func alone() throws {
        let shop = try World().actor()
        #expect(try shop.refusal("alert.raise", Self.alert("Paper")).reason == "no-renderer")
        try shop.always("alert.present", [:])
        let raise = shop.begin("alert.raise", Self.alert("Paper").with(["renderer": "self"]))
        let alert = try shop.next("alert.present")["params"]["alert"]
        try shop.call("alert.answer", ["alert": alert, "button": "ok"])
        #expect(try shop.result(of: raise) == ["alert": alert, "button": "ok"])
    }

    @Test("The most severe alert is presented first; the others follow")
    func severity() throws {
        let world = try World()
        let shop = try world.actor()
        let shell = try world.shell()
        _ = shop.begin("alert.raise", Self.alert("Low", "info"))
        let low = try shell.next("alert.present", ["title": "Low"])["params"]["alert"]
        _ = shop.begin("alert.raise", Self.alert("Fire", "critical"))
        try shell.next("alert.dismiss", ["alert": low])
        let fire = try shell.next("alert.present", ["title": "Fire"])["params"]["alert"]
        try shell.call("alert.answer", ["alert": fire, "button": "ok"])
        try shell.next("alert.present", ["alert": low])
    }

    @Test("An alert ends by a key, a cancel, a timeout, or with its raiser")
    func ends() throws {
        let world = try World()
        let shop = try world.actor()
        let shell = try world.shell()
        let first = shop.begin("alert.raise", Self.alert("10 %").with(["key": "battery"]))
        try shell.next("alert.present", ["title": "10 %"])
        let second = shop.begin("alert.raise", Self.alert("5 %").with(["key": "battery"]))
        #expect(try shop.refusal(of: first).reason == "superseded")
        let alert = try shell.next("alert.present", ["title": "5 %"])["params"]["alert"]
        try shop.call("alert.cancel", ["alert": alert])
        #expect(try shop.refusal(of: second).reason == "cancelled")
        try shell.next("alert.dismiss", ["alert": alert])
        let third = shop.begin("alert.raise", Self.alert("Soon over").with(["timeoutMs": 20]))
        #expect(try shop.refusal(of: third).reason == "timed-out")
        _ = shop.begin("alert.raise", Self.alert("Orphan"))
        let orphan = try shell.next("alert.present", ["title": "Orphan"])["params"]["alert"]
        try shop.kill()
        try shell.next("alert.dismiss", ["alert": orphan])
    }
}
