// SPDX-License-Identifier: MIT

import Testing

/// Closing and drafts, with the owner in a process of its own.
@Suite("Closing and drafts over the socket")
struct ClosingTests {
    @Test("Done consumes the draft; Cancel discards it", arguments: ["done", "cancel"])
    func outcomes(outcome: String) throws {
        let shop = try World().actor()
        try shop.call("draft.save", ["key": "order", "content": ["tea"]])
        let grant = try shop.open("task", ["key": "order"])
        #expect(grant["draft"]["content"] == ["tea"])
        try shop.call(
            "popover.close", ["popover": grant["popover"], "outcome": .string(outcome)])
        try shop.expectClosed(
            grant["popover"], outcome, draft: "discarded", returnFocus: true)
        #expect(try shop.call("draft.load", ["key": "order"]) == ["draft": nil])
    }

    @Test("The owner's answer decides which draft is kept")
    func answers() throws {
        let shop = try World().actor()
        let rows: [(answer: JSON, draft: String, content: JSON)] = [
            (["draft": "new"], "saved", "new"), ([:], "kept", "old"), ([1], "kept", "old"),
            (nil, "kept", "old"), (["saved": true], "discarded", nil),
        ]
        for (number, row) in rows.enumerated() {
            let key = JSON.string("work \(number)")
            try shop.call("draft.save", ["key": key, "content": "old"])
            let popover = try shop.open("task", ["key": key])["popover"]
            try shop.call("tap", Spot.outside)
            shop.reply(to: try shop.next("popover.willClose"), row.answer)
            try shop.expectClosed(popover, "outside-tap", draft: row.draft, returnFocus: true)
            let draft = try shop.call("draft.load", ["key": key])["draft"]
            #expect(draft["content"] == row.content)
        }
    }

    @Test("A tap outside an action sheet cancels it")
    func actionSheet() throws {
        let shop = try World().actor()
        try shop.call("draft.save", ["key": "delete", "content": true])
        let popover = try shop.open("action-sheet", ["key": "delete"])["popover"]
        try shop.call("tap", Spot.outside)
        let asked = try shop.next("popover.willClose", ["reason": "outside-tap"])
        #expect(asked["params"]["disposition"] == "discard")
        shop.reply(to: asked, ["draft": "not to be kept"])
        try shop.expectClosed(popover, "outside-tap", draft: "discarded", returnFocus: true)
    }

    @Test(
        "A choice closes menus and action sheets only",
        arguments: [
            ("menu", true), ("action-sheet", true), ("inspector", false), ("selection", false),
            ("task", false),
        ])
    func choices(behavior: String, closes: Bool) throws {
        let shop = try World().actor()
        let popover = try shop.open(behavior)["popover"]
        let answer = try shop.call("popover.choose", ["popover": popover, "choice": ["row": 3]])
        #expect(answer == ["closes": .bool(closes)])
        if closes {
            try shop.expectClosed(popover, "choice", draft: "none", returnFocus: true)
        } else {
            #expect(try !shop.has("popover.closed"))
        }
    }

    @Test("The owner's close wins over a pending willClose")
    func ownClose() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        let popover = try shop.open("task", ["key": "letter"])["popover"]
        let waiting = other.beginOpen(at: Spot.corner)
        let asked = try shop.next("popover.willClose")
        try shop.call("popover.close", ["popover": popover, "outcome": "done"])
        try shop.expectClosed(popover, "done", draft: "none", returnFocus: true)
        try other.result(of: waiting)
        shop.reply(to: asked, ["draft": "it was done already"])
        #expect(try shop.call("draft.load", ["key": "letter"]) == ["draft": nil])
    }

    @Test("A client cannot change another client's popover")
    func ownership() throws {
        let world = try World()
        let owner = try world.actor()
        let id = try owner.open("inspector")["popover"]
        let thief = try world.actor("thief")
        let calls: [(String, JSON)] = [
            ("popover.update", ["title": "x"]), ("popover.choose", ["choice": 1]),
            ("popover.close", ["outcome": "done"]), ("popover.detach", [:]),
        ]
        for (method, params) in calls {
            let refusal = try thief.refusal(method, params.with(["popover": id]))
            #expect(refusal.code == 3)
            #expect(refusal.data == ["needs": "owner"])
        }
        #expect(try !owner.has("popover.closed"))
    }

    @Test("Clients of one app share drafts; other apps cannot see them")
    func sharing() throws {
        let world = try World()
        let one = try world.actor()
        let twin = try world.actor()
        let other = try world.actor("bank")
        try one.call("draft.save", ["key": "k", "content": "mine", "revision": 5])
        #expect(try twin.call("draft.load", ["key": "k"])["draft"]["content"] == "mine")
        #expect(try other.call("draft.load", ["key": "k"]) == ["draft": nil])
        #expect(try other.call("draft.list") == ["drafts": []])
        let stale = try twin.refusal("draft.save", ["key": "k", "content": 1, "revision": 4])
        #expect(stale.reason == "stale")
        #expect(try twin.call("draft.save", ["key": "k", "content": 1])["revision"] == 6)
        #expect(
            try twin.call("draft.save", ["key": "k", "content": 2, "sync": true])
                == ["revision": 7, "durable": true])
    }

    @Test("An inspector detached into a panel stays open through taps and other popovers")
    func panels() throws {
        let world = try World()
        let shop = try world.actor()
        let other = try world.actor("other")
        try shop.call("draft.save", ["key": "k", "content": 1])
        let popover = try shop.open("inspector", ["key": "k"])["popover"]
        let answer = try shop.call(
            "popover.detach", ["popover": popover, "frame": rect(50, 50, 320, 200)])
        #expect(answer["frame"] == rect(50, 50, 320, 200))
        try shop.expectClosed(popover, "detached", draft: "kept", returnFocus: false)
        #expect(try other.judge(point(60, 60)) == Judgement("idle", delivered: true))
        let menu = try other.open()["popover"]
        #expect(
            try other.refusal("popover.detach", ["popover": menu]).reason
                == "detach-not-allowed")
        #expect(try shop.call("panel.close", ["panel": answer["panel"]]) == [:])
        #expect(try shop.refusal("panel.close", ["panel": answer["panel"]]).code == 2)
    }
}
