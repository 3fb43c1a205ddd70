// SPDX-License-Identifier: MIT

import Glibc
import PopoverTestSupport
import Testing

/// Drafts survive kills of clients and of the daemon, and shutdowns.
@Suite("Crashes and ends over the socket")
struct CrashTests {
    @Test("A task's draft survives the kill of its client and of the daemon")
    func killing() throws {
        let world = try World()
        let shop = try world.actor()
        let watcher = try world.observer("popover.closed")
        let popover = try shop.open("task", ["key": "order"])["popover"]
        let content: JSON = ["tea": 2, "note": "no sugar", "price": 4.75]
        #expect(
            try shop.call("draft.save", ["key": "order", "content": content, "sync": true])
                == ["revision": 1, "durable": true])
        try shop.kill()
        try watcher.event("popover.closed", ["popover": popover, "reason": "client-gone"])
        try world.cutPower()
        try world.start()
        let grant = try world.actor().open("task", ["key": "order"])
        #expect(grant["draft"]["content"] == content)
        #expect(grant["draft"]["revision"] == 1)
    }

    @Test("Drafts survive repeated kills of the daemon while a task is open")
    func powerCuts() throws {
        let world = try World()
        for round in 1...3 {
            let shop = try world.actor()
            try shop.open("task", ["key": "letter"])
            let content = JSON.number(Double(round))
            #expect(
                try shop.call("draft.save", ["key": "letter", "content": content, "sync": true])
                    == ["revision": content, "durable": true])
            try world.cutPower()
            try shop.waitForEnd()
            try world.start()
            let draft = try world.actor().call("draft.load", ["key": "letter"])["draft"]
            #expect(draft["content"] == content)
        }
    }

    @Test("A draft that popover.closed reported as saved survives a kill")
    func promise() throws {
        let world = try World()
        let shop = try world.actor()
        let popover = try shop.open("task", ["key": "letter"])["popover"]
        try shop.call("tap", Spot.outside)
        shop.reply(to: try shop.next("popover.willClose"), ["draft": "all of it"])
        try shop.expectClosed(popover, "outside-tap", draft: "saved", returnFocus: true)
        try world.cutPower()
        try world.start()
        let draft = try world.actor().call("draft.load", ["key": "letter"])["draft"]
        #expect(draft["content"] == "all of it")
        #expect(draft["reason"] == "outside-tap")
    }

    @Test("A client killed during willClose frees its display at once")
    func killedWhileAsked() throws {
        let world = try World()
        let doomed = try world.actor("till")
        let heir = try world.actor("till")
        try doomed.call("draft.save", ["key": "order", "content": "so far"])
        try doomed.open("task", ["key": "order"])
        let waiting = heir.beginOpen("task", at: Spot.corner, ["key": "order"])
        try doomed.next("popover.willClose")
        try doomed.kill()
        #expect(try heir.result(of: waiting)["draft"]["content"] == "so far")
    }

    @Test("SIGTERM collects every draft before the daemon exits", arguments: [SIGTERM, SIGINT])
    func termination(signal: Int32) throws {
        let world = try World()
        let shop = try world.actor()
        let bank = try world.actor("bank")
        let sleeper = try world.actor("sleeper")
        let setter = try world.actor("setter", ["shell"])
        try setter.call("display.set", ["display": "left", "width": 1024, "height": 768])
        let first = try shop.open("task", ["key": "order"])["popover"]
        let second = try bank.open(
            "task", at: Spot.corner, ["key": "transfer", "display": "left"])["popover"]
        world.daemon?.signal(signal)
        let why: JSON = ["reason": "shutdown", "disposition": "save"]
        let asked = try shop.next("popover.willClose", why)
        shop.reply(to: asked, ["draft": ["tea"]])
        // One owner has not answered yet: until then only drafts work.
        #expect(try sleeper.refusal("bus.publish", ["topic": "app.x", "data": 1]).code == 5)
        try sleeper.call("draft.save", ["key": "dream", "content": "sheep"])
        bank.reply(to: try bank.next("popover.willClose", why), ["draft": ["to": "mother"]])
        try shop.next("popover.closed", ["popover": first, "draft": "saved"])
        try bank.next("popover.closed", ["popover": second, "draft": "saved"])
        for client in [shop, bank, sleeper] {
            try client.next("bye", ["reason": "shutdown"])
            try client.waitForEnd()
        }
        #expect(try world.daemon?.wait() == 0)
        #expect(Files.mode(world.socket) == nil)
        try world.start()
        let kept: [(String, JSON, JSON)] = [
            ("shop", "order", ["tea"]), ("bank", "transfer", ["to": "mother"]),
            ("sleeper", "dream", "sheep"),
        ]
        for (app, key, content) in kept {
            let draft = try world.actor(app).call("draft.load", ["key": key])["draft"]
            #expect(draft["content"] == content)
        }
    }

    @Test("A shutdown waits for a silent owner until the deadline only")
    func silentShutdown() throws {
        let world = try World("[timing]\ncloseMs = 40\n")
        let silent = try world.actor()
        try silent.call("draft.save", ["key": "k", "content": "old"])
        let popover = try silent.open("task", ["key": "k"])["popover"]
        #expect(try world.actor("root").call("shutdown") == [:])
        try silent.next("popover.closed", ["popover": popover, "draft": "kept"])
        #expect(try world.daemon?.wait() == 0)
        try world.start()
        let draft = try world.actor().call("draft.load", ["key": "k"])["draft"]
        #expect(draft["content"] == "old")
    }

    @Test("Killing many clients at once leaves nothing behind")
    func crowd() throws {
        let world = try World()
        let watcher = try world.observer("client.left")
        let crowd = try (0..<10).map { try world.actor("crowd-\($0)") }
        for (number, client) in crowd.enumerated() {
            let place = rect(Double(number), 300, 40, 40)
            try client.call("source.set", ["source": "s", "rect": place])
            _ = client.beginOpen("task", at: place, ["key": "k"])
        }
        for client in crowd { try client.kill() }
        for client in crowd { try watcher.event("client.left", ["app": .string(client.app)]) }
        let scene = try watcher.call("status")
        #expect(scene["popovers"] == [])
        #expect(scene["sources"] == [])
        #expect(scene["clients"].elements.count == 1)
    }
}
