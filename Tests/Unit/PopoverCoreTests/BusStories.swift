// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("The bus")
struct BusStories {
    @Test(
        "a star in a glob matches dots too",
        arguments: [
            ("*", true), ("popover.*", true), ("popover.opened", true), ("*.opened", true),
            ("p*o*d", true), ("popover.open", false), ("popover", false), ("popover.?pened", false),
            ("*.closed", false), ("", false), ("**", true), ("*o*ened*", true),
        ])
    func globs(glob: String, hears: Bool) {
        let world = World()
        let shop = world.connect("shop")
        world.ask(shop, "subscribe", .subscribe(topics: [glob], since: nil))
        world.begin()
        world.open("menu", by: shop)
        world.expect("shop open: p1 bottom" + (hears ? "\nevent popover.opened p1 to shop" : ""))
    }

    @Test("a returning subscriber gets the events it missed, and a gap for evicted ones")
    func since() {
        let world = World(watches: false, settings: { $0.limits.historyEvents = 2 })
        let shop = world.connect("shop")
        for _ in 0..<5 { world.ask(shop, "say", .publish(topic: "app.a", data: .null)) }
        world.begin()
        world.ask(shop, "subscribe", .subscribe(topics: ["app.*"], since: 5))
        world.ask(shop, "subscribe", .subscribe(topics: ["app.*"], since: 2))
        world.ask(shop, "subscribe", .subscribe(topics: ["app.*"], since: 999))
        world.expect(
            """
            shop subscribe: subscribed at 7
            event app.a to shop
            event app.a to shop
            shop subscribe2: subscribed at 7
            shop gets gap 3 to 5
            event app.a to shop
            event app.a to shop
            shop subscribe3: subscribed at 7
            shop gets gap 1 to 5
            event app.a to shop
            event app.a to shop
            """)
    }

    @Test("missed events come for the new topics only")
    func sinceForTheseTopics() {
        let world = World()
        let shop = world.connect("shop")
        world.ask(shop, "subscribe", .subscribe(topics: ["app.a"], since: nil))
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.tell(shop, .publish(topic: "app.b", data: .null))
        world.begin()
        world.ask(shop, "subscribe", .subscribe(topics: ["app.b"], since: 0))
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.expect(
            """
            shop subscribe2: subscribed at 5
            event app.b to shop
            event app.a to shop
            """)
    }

    @Test("the snapshot is the scene at its sequence number")
    func snapshot() {
        let world = World()
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        world.ask(shop, "subscribe", .subscribe(topics: ["x"], since: nil))
        let answers = world.history.last?.effects ?? []
        guard case .answer(_, _, .subscribed(let sequence, let scene)) = answers.first else {
            Issue.record("no snapshot in \(answers)")
            return
        }
        #expect(sequence == scene.sequence && sequence > 0)
        #expect(scene.popovers.map(\.popover) == [PopoverID(number: 1)])
        #expect(scene.clients.map(\.app) == ["shop", "watcher"])
    }

    @Test("unsubscribing takes the globs of the subscription")
    func unsubscribe() {
        let world = World()
        let shop = world.connect("shop")
        world.ask(shop, "subscribe", .subscribe(topics: ["app.*"], since: nil))
        world.ask(shop, "subscribe", .subscribe(topics: ["app.*"], since: nil))
        world.ask(shop, "unsubscribe", .unsubscribe(topics: ["*"]))
        world.begin()
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.expect("event app.a to shop")
        world.ask(shop, "unsubscribe", .unsubscribe(topics: ["app.*"]))
        world.begin()
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.expect("")
    }

    @Test("a client with several matching globs hears an event once, and clients share globs")
    func sharedGlobs() {
        let world = World()
        let shop = world.connect("shop")
        let cafe = world.connect("cafe")
        for topics in [["app.*", "app.*", "*.a"], ["app.a"]] {
            world.ask(shop, "subscribe", .subscribe(topics: topics, since: nil))
        }
        world.ask(cafe, "subscribe", .subscribe(topics: ["app.*"], since: nil))
        world.begin()
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.expect("event app.a to shop, cafe")
        world.disconnect(shop)
        world.begin()
        world.tell(cafe, .publish(topic: "app.a", data: .null))
        world.expect("event app.a to cafe")
    }

    @Test("a user has at most so many different globs, over all connections")
    func patternsPerUser() {
        let world = World(watches: false, settings: { $0.limits.patternsPerUser = 2 })
        let one = world.connect("one")
        let two = world.connect("two")
        let other = world.connect("other", uid: 1001)
        world.ask(one, "subscribe", .subscribe(topics: ["app.a", "app.b"], since: nil))
        world.ask(two, "subscribe", .subscribe(topics: ["app.b", "app.a"], since: nil))
        world.begin()
        world.ask(two, "subscribe", .subscribe(topics: ["app.c"], since: nil))
        world.ask(other, "subscribe", .subscribe(topics: ["app.c", "app.d"], since: nil))
        world.expect(
            """
            two subscribe2: error 4 patternsPerUser 2
            other subscribe: subscribed at 4
            """)
        // A glob is given back with the last client that has it.
        world.ask(one, "unsubscribe", .unsubscribe(topics: ["app.a"]))
        world.ask(two, "unsubscribe", .unsubscribe(topics: ["app.a"]))
        world.begin()
        world.ask(two, "subscribe", .subscribe(topics: ["app.c"], since: nil))
        world.expect("two subscribe3: subscribed at 4")
    }

    @Test("on a closed bus, other clients hear public events and their own")
    func closedBus() {
        let world = World(settings: { $0.isBusOpen = false })
        let shop = world.connect("shop")
        let cafe = world.connect("cafe")
        let eye = world.connect("eye", roles: [.observer])
        for client in [shop, cafe, eye] {
            world.ask(client, "subscribe", .subscribe(topics: ["*"], since: nil))
        }
        world.begin()
        world.open("menu", by: shop)
        world.tell(cafe, .publish(topic: "app.a", data: .null))
        world.expect(
            """
            shop open: p1 bottom
            event popover.opened p1 to shop, eye
            event app.a to shop, cafe, eye
            """)
    }

    @Test("publishes a popover's events in order, with consecutive sequence numbers")
    func life() {
        let world = World()
        world.transcript.subjects = .watcher
        let shop = world.connect("shop")
        world.begin()
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.tap(World.nowhere, by: shop)
        world.answer(shop, World.work("a"))
        world.expect(
            """
            shop open: p1 bottom
            event popover.opened p1 mail to watcher
            event session.began to watcher
            shop asked willClose p1 outside-tap save
            event popover.closing p1 mail outside-tap to watcher
            event tap p1 dismissed to watcher
            shop tap: dismissed p1
            event popover.closed p1 mail outside-tap to watcher
            disk stores mail "a" r1 outside-tap on main
            event draft.saved mail outside-tap r1 to watcher
            shop gets closed p1 outside-tap saved focus
            """)
        var sequences: [Int64] = []
        for case .publish(let event, _) in world.history.flatMap(\.effects) {
            sequences.append(event.sequence)
        }
        #expect(sequences == Array(sequences[0]..<(sequences[0] + Int64(sequences.count))))
    }

    @Test("publishes reloads of the configuration and changes of plugins")
    func shell() {
        let world = World()
        world.transcript.subjects = .watcher
        world.send(.configured(Settings(displays: [World.main], administrators: [0])))
        let plugin = PluginState(
            name: "menu", kind: .behaviors, path: "/menu", version: nil, state: .failed,
            message: "gone", behaviors: [])
        world.send(.pluginChanged(plugin))
        world.expect(
            """
            event config.reloaded to watcher
            event plugin.failed menu to watcher
            """)
        #expect(world.scene.plugins == [plugin])
    }

    @Test("publishes what a plugin says of its work")
    func service() {
        let world = World()
        world.transcript.subjects = .watcher
        world.send(.configured(Settings(displays: [World.main], administrators: [0])))
        var plugin = PluginState(
            name: "web", kind: .policy, path: "/web", version: "1", state: .loaded, message: nil,
            behaviors: [])
        world.send(.pluginChanged(plugin))
        plugin.service = PluginService(state: .connecting, message: "the port is taken")
        world.send(.pluginChanged(plugin))
        // It is the same plugin that is asked again.
        plugin.state = .suspended
        world.send(.pluginChanged(plugin))
        plugin.state = .loaded
        world.send(.pluginChanged(plugin))
        world.expect(
            """
            event config.reloaded to watcher
            event plugin.loaded web to watcher
            event plugin.service web connecting to watcher
            event plugin.failed web to watcher
            event plugin.loaded web to watcher
            """)
        #expect(world.scene.plugins == [plugin])
    }
}
