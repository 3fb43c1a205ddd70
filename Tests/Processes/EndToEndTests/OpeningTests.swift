// SPDX-License-Identifier: MIT

import Testing

/// Opening and replacing, between clients in separate processes.
@Suite("Opening over the socket")
struct OpeningTests {
    @Test("A free display grants at once with the arrow on the source")
    func grant() throws {
        let world = try World()
        let grant = try world.actor().open()
        #expect(grant["presentation"] == "popover")
        #expect(grant["side"] == "bottom")
        #expect(grant["arrow"] == point(640, 420))
        #expect(grant["frame"] == rect(480, 432, 320, 200))
        #expect(grant["scrolls"] == false)
        #expect(grant["draft"] == nil)
    }

    @Test("Another client's open is granted only after the owner has answered")
    func replacing() throws {
        let world = try World()
        let first = try world.actor("first")
        let second = try world.actor("second")
        let popover = try first.open("inspector", ["key": "letter"])["popover"]
        let waiting = second.beginOpen(at: Spot.corner)
        let asked = try first.next("popover.willClose", ["popover": popover])
        #expect(
            asked["params"] == [
                "popover": popover, "reason": "replaced", "disposition": "save",
                "deadlineMs": 10000, "animate": true, "durationMs": 250, "easing": "ease-in",
            ])
        #expect(try !second.isAnswered(waiting))
        first.reply(to: asked, ["draft": ["text": "Dear"]])
        #expect(try second.result(of: waiting)["presentation"] == "popover")
        try first.expectClosed(popover, "replaced", draft: "saved", returnFocus: false)
        #expect(
            try first.call("draft.load", ["key": "letter"])["draft"]["content"]
                == ["text": "Dear"])
    }

    @Test("A modal popover refuses other clients, even from a source inside it")
    func modal() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let other = try world.actor("other")
        let grant = try owner.open("task", ["modal": true])
        for anchor in [Spot.corner, grant["frame"]] {
            let refusal = try other.refusal(of: other.beginOpen(at: anchor))
            #expect(refusal.reason == "modal-active")
            #expect(refusal.data["app"] == "owner")
        }
        #expect(try !owner.has("popover.willClose"))
    }

    @Test("A newer open replaces the waiting one")
    func superseding() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let early = try world.actor("early")
        let late = try world.actor("late")
        try owner.open()
        let first = early.beginOpen(at: Spot.corner)
        let asked = try owner.next("popover.willClose")
        let second = late.beginOpen(at: Spot.corner)
        #expect(try early.refusal(of: first).reason == "superseded")
        #expect(try !owner.has("popover.willClose"), "it was asked already")
        owner.reply(to: asked)
        #expect(try late.result(of: second)["popover"].string != nil)
    }

    @Test("A silent owner loses its popover at the deadline")
    func silence() throws {
        let world = try World("[timing]\ncloseMs = 40\nwaitMs = 10000\n")
        let silent = try world.actor("silent")
        let other = try world.actor("other")
        try silent.call("draft.save", ["key": "letter", "content": "old"])
        let popover = try silent.open("task", ["key": "letter"])["popover"]
        let waiting = other.beginOpen(at: Spot.corner)
        let asked = try silent.next("popover.willClose")
        #expect(asked["params"]["deadlineMs"] == 40)
        try other.result(of: waiting)
        try silent.expectClosed(
            popover, "replaced", draft: "kept", returnFocus: false, unresponsive: true)
        let watcher = try world.observer("draft.saved")
        silent.reply(to: asked, ["draft": "late, and welcome"])
        try watcher.event("draft.saved", ["key": "letter"])
        #expect(
            try silent.call("draft.load", ["key": "letter"])["draft"]["content"]
                == "late, and welcome")
        #expect(try !silent.has("popover.closed"))
    }

    @Test("Repeating an open returns the visible popover")
    func repetition() throws {
        let world = try World()
        let shop = try world.actor()
        let grant = try shop.open()
        let again = try shop.open()
        for member in ["popover", "presentation", "frame", "side", "arrow", "scrolls", "advice"] {
            #expect(again[member] == grant[member], "\(member)")
        }
        // It is there already.
        #expect(again["animate"] == false)
        #expect(try !shop.has("popover.willClose"))
    }

    @Test("An open with waitMs 0 is refused and closes nothing")
    func impatience() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let other = try world.actor("other")
        try owner.open()
        let refusal = try other.refusal(of: other.beginOpen(at: Spot.corner, ["waitMs": 0]))
        #expect(refusal.reason == "timed-out")
        #expect(try !owner.has("popover.willClose"))
    }

    @Test("Killing a waiting client leaves the display to others")
    func killedWhileWaiting() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let doomed = try world.actor("doomed")
        let watcher = try world.observer("client.left")
        try owner.open()
        _ = doomed.beginOpen(at: Spot.corner)
        let asked = try owner.next("popover.willClose")
        try doomed.kill()
        try watcher.event("client.left", ["app": "doomed"])
        owner.reply(to: asked)
        try owner.next("popover.closed")
        #expect(try world.actor("third").open()["presentation"] == "popover")
    }

    @Test("A waiting open can be canceled by its client")
    func canceling() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let other = try world.actor("other")
        try owner.open()
        let waiting = other.beginOpen(at: Spot.corner)
        try owner.next("popover.willClose")
        #expect(try other.call("request.cancel", ["request": .string(waiting)]) == [:])
        #expect(try other.refusal(of: waiting).reason == "cancelled")
    }

    @Test("Many competing clients never show two popovers at once")
    func crowd() throws {
        let world = try World()
        let crowd = try (0..<5).map { try world.actor("client-\($0)") }
        let watcher = try world.observer("popover.opened", "popover.closed")
        for client in crowd { try client.always("popover.willClose", [:]) }
        for round in 0..<4 {
            for client in crowd { _ = client.beginOpen(at: rect(100 + Double(round), 300, 40, 40)) }
        }
        for client in crowd { try client.fence() }
        #expect(try watcher.call("status")["popovers"].elements.count == 1)
        var visible: Set<JSON> = []
        for message in watcher.inbox where message["method"] == "event" {
            let popover = message["params"]["data"]["popover"]
            if message["params"]["topic"] == "popover.opened" {
                visible.insert(popover)
            } else {
                visible.remove(popover)
            }
            #expect(visible.count <= 1)
        }
    }
}
