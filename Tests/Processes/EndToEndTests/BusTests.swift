// SPDX-License-Identifier: MIT

import Testing

/// Events between processes.
@Suite("The bus over the socket")
struct BusTests {
    @Test("A subscriber gets the scene, then every event without a gap in the sequence")
    func subscribing() throws {
        let world = try World()
        let shop = try world.actor()
        let popover = try shop.open()["popover"]
        let watcher = try world.actor("watcher", ["observer"])
        let answer = try watcher.call("bus.subscribe", ["topics": ["*"]])
        #expect(answer["snapshot"]["popovers"][0]["popover"] == popover)
        let start = try #require(answer["sequence"].number)
        for number in 1...3 {
            let data: JSON = ["n": .number(Double(number))]
            let published = try shop.call("bus.publish", ["topic": "app.tick", "data": data])
            #expect(published == ["sequence": .number(start + Double(number))])
            let event = try watcher.event("app.tick")
            #expect(event["data"] == data)
            #expect(event["sequence"] == published["sequence"])
        }
    }

    @Test("Subscriptions match topics by glob and can be removed")
    func globs() throws {
        let world = try World()
        let shop = try world.actor()
        let watcher = try world.observer("app.a.*")
        for topic in ["app.b", "app.a.b", "app.a.b.c"] as [JSON] {
            try shop.call("bus.publish", ["topic": topic, "data": nil])
        }
        try watcher.event("app.a.b")
        try watcher.event("app.a.b.c")
        #expect(try !watcher.has("event"))
        try watcher.call("bus.unsubscribe", ["topics": ["app.a.*"]])
        try shop.call("bus.publish", ["topic": "app.a.b", "data": nil])
        #expect(try !watcher.has("event"))
    }

    @Test("A subscriber that missed events gets the gap first")
    func gap() throws {
        let world = try World("[limits]\nhistoryEvents = 4\n")
        let shop = try world.actor()
        let first = try shop.call("bus.publish", ["topic": "app.x", "data": 0])["sequence"]
        for number in 1...10 {
            try shop.call(
                "bus.publish", ["topic": "app.x", "data": .number(Double(number))])
        }
        let late = try world.actor("late", ["observer"])
        try late.call("bus.subscribe", ["topics": ["app.*"], "since": first])
        let gap = try late.next("event")["params"]
        #expect(gap["topic"] == "bus.gap")
        #expect(gap["sequence"] == nil)
        #expect(gap["data"]["from"].number == first.number.map { $0 + 1 })
        let after = try late.next("event")["params"]
        #expect(after["sequence"].number == gap["data"]["to"].number.map { $0 + 1 })
    }

    @Test("Events of a popover name its owner, its place and the reason")
    func life() throws {
        let world = try World()
        let shop = try world.actor()
        let watcher = try world.observer("popover.*")
        let popover = try shop.open()["popover"]
        try shop.call("tap", Spot.outside)
        shop.reply(to: try shop.next("popover.willClose"))
        let about: JSON = [
            "popover": popover, "app": "shop", "client": shop.client, "display": "main",
        ]
        try watcher.event("popover.opened", about)
        let why = about.with(["reason": "outside-tap"])
        try watcher.event("popover.closing", why)
        try watcher.event("popover.closed", why)
    }

    @Test("Only an observer sees other apps' events when the bus is closed")
    func closedBus() throws {
        let world = try World(World.unhurried + "[bus]\nopen = false\n")
        let shop = try world.actor()
        let nosy = try world.actor("nosy")
        let watcher = try world.observer("*")
        try nosy.call("bus.subscribe", ["topics": ["*"]])
        try shop.open()
        try shop.call("bus.publish", ["topic": "app.news", "data": 1])
        try watcher.event("popover.opened")
        try nosy.event("app.news")
        #expect(
            !nosy.inbox.contains { $0["params"]["topic"] == "popover.opened" },
            "another's popover does not concern it")
    }
}
