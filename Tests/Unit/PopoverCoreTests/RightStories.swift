// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Rights: methods and roles by user and group")
struct RightStories {
    private static func binding(
        _ subject: Settings.Binding.Subject, users: Set<UInt32> = [], groups: Set<UInt32> = []
    ) -> Settings.Binding {
        Settings.Binding(subject: subject, users: users, groups: groups)
    }

    /// What the configuration says from now on.
    private func configure(_ world: World, _ bindings: Settings.Binding...) {
        var settings = Settings(displays: [World.main], administrators: [0])
        settings.bindings = bindings
        world.send(.configured(settings))
    }

    @Test("a bound method is for the named users and administrators")
    func methods() {
        let world = World(watches: false)
        configure(
            world, Self.binding(.method(.publish), users: [7]),
            Self.binding(.method(.publish), users: [8]), Self.binding(.method(.tap), groups: [9]))
        let shop = world.connect("shop")
        let seven = world.connect("seven", uid: 7)
        let eight = world.connect("eight", uid: 8)
        let root = world.connect("root", uid: 0)
        world.begin()
        for client in [shop, seven, eight, root] {
            world.ask(client, "say", .publish(topic: "app.a", data: .null))
        }
        world.tell(shop, .publish(topic: "app.a", data: .null))
        world.tap(World.nowhere, by: shop)
        world.open("menu", by: shop)
        world.expect(
            """
            shop say: error 3 bus.publish
            seven say: published 7
            eight say: published 8
            root say: published 9
            shop tap: error 3 tap
            shop open: p1 bottom
            """)
    }

    @Test("who may describe a display may change it, and nobody else, unless that is bound, too")
    func displays() {
        let world = World(watches: false)
        configure(world, Self.binding(.method(.setDisplay), users: [7]))
        let other = world.connect("other", roles: [.shell])
        let seven = world.connect("seven", roles: [.shell], uid: 7)
        let root = world.connect("root", roles: [.shell], uid: 0)
        func change() {
            world.begin()
            for client in [other, seven, root] {
                world.ask(client, "change", .updateDisplay("main", DisplayChanges()))
            }
        }
        change()
        world.expect(
            """
            other change: error 3 display.set
            seven change: done
            root change: done
            """)
        configure(
            world, Self.binding(.method(.setDisplay), users: [7]),
            Self.binding(.method(.updateDisplay), users: [1000]))
        change()
        world.expect(
            """
            other change2: done
            seven change2: error 3 display.update
            root change2: done
            """)
    }

    @Test("an administrators' method can be given to other users, and only that one")
    func administrators() {
        let world = World()
        configure(world, Self.binding(.method(.endSession), users: [7]))
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell], uid: 7)
        let root = world.connect("root", uid: 0)
        world.begin()
        for client in [shop, shell, root] {
            world.ask(client, "end", .endSession(display: nil))
            world.ask(client, "lock", .lockSession(display: "none"))
        }
        world.expect(
            """
            shop end: error 3 administrator
            shop lock: error 3 administrator
            disk scrubs, erases traces
            shell end: done
            shell lock: error 3 administrator
            disk scrubs, erases traces
            root end: done
            root lock: error 2 none
            """)
    }

    @Test("binding hello binds everything")
    func hello() {
        let world = World()
        configure(world, Self.binding(.method(.hello), groups: [8]))
        let stranger = world.arrive("stranger")
        let member = world.arrive("member", gid: 8)
        let hello = Request.hello(Hello(protocolVersion: 1, app: "shop"))
        world.ask(stranger, "list", .listDrafts)
        world.ask(stranger, "hello", hello)
        world.ask(stranger, "list", .listDrafts)
        world.ask(member, "hello", hello)
        world.expect(
            """
            stranger list: refused hello-first
            stranger hello: error 3 hello
            stranger list2: refused hello-first
            member hello: welcome c2
            """)
    }

    @Test("a reloaded configuration applies to connected clients")
    func reload() {
        let world = World()
        let shop = world.connect("shop")
        world.ask(shop, "say", .publish(topic: "app.a", data: .null))
        configure(world, Self.binding(.method(.publish), users: [7]))
        world.ask(shop, "say", .publish(topic: "app.a", data: .null))
        configure(world)
        world.ask(shop, "say", .publish(topic: "app.a", data: .null))
        #expect(
            world.lines.filter { $0.hasPrefix("shop say") } == [
                "shop say: published 4", "shop say2: error 3 bus.publish", "shop say3: published 7",
            ])
    }

    @Test("a revoked role passes the alert to the next shell")
    func roles() {
        let world = World(watches: false)
        let old = world.connect("old", roles: [.shell])
        let new = world.connect("new", roles: [.shell], uid: 7)
        let shop = world.connect("shop")
        world.raise(by: shop)
        world.begin()
        configure(world, Self.binding(.role(.shell), users: [7]), Self.binding(.role(.app)))
        world.ask(old, "remove", .removeDisplay("none"))
        world.open("menu", by: shop)
        world.expect(
            """
            old gets dismiss a1
            new asked present a1
            old remove: error 3 shell
            shop open: error 3 app
            """)
        #expect(world.scene.clients.map(\.roles) == [[], [.shell], []])
        world.disconnect(new)
        configure(world)
        world.raise(by: shop)
        #expect(world.lines.last == "old asked present a2")
        #expect(world.scene.clients.map(\.roles) == [[.shell], [.app]])
    }

    @Test("a client of a reassigned app begins nothing and loses no work")
    func app() {
        let world = World(watches: false)
        let shop = world.connect("shop")
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.begin()
        configure(world, Self.binding(.app("shop"), users: [7]))
        world.save("mail", "a", by: shop)
        world.open("menu", by: shop)
        world.source("cart", World.cart, by: shop)
        world.close(1, .cancel, by: shop)
        world.expect(
            """
            disk stores mail "a" r1 save on main
            shop save: r1
            shop open2: error 3 app
            shop close: done
            disk erases mail
            shop gets closed p1 cancel discarded focus
            """)
        #expect(world.scene.sources.isEmpty)
    }
}

@Suite("Privacy between users")
struct PrivacyStories {
    /// In every word of shop's that is nobody else's business.
    private static let mark = "s3cret"

    /// Everything that happens to a shop, and what it leaves open.
    private func live(_ world: World, _ shop: ClientID) {
        world.save("draft-\(Self.mark)", Self.mark, by: shop)
        world.open("inspector", by: shop) {
            $0.key = "key-\(Self.mark)"
            $0.title = "title-\(Self.mark) popover"
        }
        world.choose(1, by: shop)
        world.tap(Point(x: 640, y: 200), by: shop)
        world.detach(1, by: shop)
        world.open("inspector", by: shop) {
            $0.key = "other-\(Self.mark)"
            $0.title = "title-\(Self.mark) popover"
        }
        world.tap(World.nowhere, by: shop)
        world.answer(shop, World.work(Self.mark))
        world.open("inspector", by: shop) {
            $0.key = "other-\(Self.mark)"
            $0.title = "title-\(Self.mark)"
        }
        world.open("nonsense", by: shop) { $0.key = "key-\(Self.mark)" }
        for number in 1...3 as ClosedRange<UInt64> {
            world.raise("alert-\(Self.mark)", by: shop) {
                $0.message = "message-\(Self.mark)"
                $0.key = "key-\(Self.mark)"
                $0.renderer = .`self`
                $0.buttons = [Button(id: "button-\(Self.mark)", label: "label-\(Self.mark)")]
            }
            // The first is replaced, the second answered, the third stays.
            if number == 2 { world.answerAlert(2, "button-\(Self.mark)", by: shop) }
        }
    }

    /// Everything that was told to a client, as text.
    private func told(_ client: ClientID, _ world: World) -> [String] {
        world.history.flatMap(\.effects).compactMap { effect in
            switch effect {
            case .publish(_, let subscribers), .announce(_, let subscribers):
                subscribers.contains(client) ? "\(effect)" : nil
            case .answer(let other, _, _), .notify(let other, _), .call(let other, _, _):
                other == client ? "\(effect)" : nil
            case .notifyGap, .store, .ask, .withdraw, .administer, .reportHung, .disconnect,
                .exit:
                nil
            }
        }
    }

    private func subscribe(_ client: ClientID, _ world: World, since: Int64? = nil) {
        world.ask(client, "subscribe", .subscribe(topics: ["*"], since: since))
    }

    @Test(
        "other users hear of an event without its details", arguments: [true, false])
    func strangers(isOpen: Bool) {
        let world = World(watches: false, settings: { $0.isBusOpen = isOpen })
        let shop = world.connect("shop")
        let stranger = world.connect("stranger", app: "shop", uid: 7)
        let claimant = world.connect("claimant", roles: [.observer], uid: 8)
        for client in [stranger, claimant] { subscribe(client, world) }
        live(world, shop)
        // With what is there now, and what was.
        for client in [stranger, claimant] { subscribe(client, world, since: 0) }
        for client in [stranger, claimant] {
            let told = told(client, world)
            #expect(told.filter { $0.contains(Self.mark) } == [])
            #expect(told.contains { $0.contains("alertPresented") })
        }
        let taps = world.history.flatMap(\.effects).filter {
            if case .publish(let event, let to) = $0, to.contains(claimant) {
                event.topic == .tap && event.fact.point != nil
            } else {
                false
            }
        }
        #expect(taps == [])
    }

    @Test("the same user, administrators and named observers get all details")
    func insiders() {
        let world = World(
            watches: false,
            settings: {
                $0.bindings = [
                    Settings.Binding(subject: .role(.observer), users: [8], groups: [])
                ]
            })
        let shop = world.connect("shop")
        let insiders = [
            world.connect("other"), world.connect("root", uid: 0),
            world.connect("named", roles: [.observer], uid: 8),
        ]
        let unnamed = world.connect("unnamed", uid: 8)
        for client in insiders + [unnamed] { subscribe(client, world) }
        live(world, shop)
        for client in insiders + [unnamed] { subscribe(client, world) }
        for client in insiders {
            let all = told(client, world).joined(separator: "\n")
            let words = ["draft-", "key-", "title-", "alert-", "message-", "button-", "label-"]
            #expect(words.filter { !all.contains($0 + Self.mark) } == [], "to \(client)")
        }
        #expect(told(unnamed, world).filter { $0.contains(Self.mark) } == [])
    }

    @Test("work and taps of other users are no events for a user, and do not count in its numbers")
    func privateEvents() {
        let world = World(watches: false)
        let shop = world.connect("shop")
        let stranger = world.connect("stranger", uid: 7)
        let root = world.connect("root", uid: 0)
        world.tap(World.nowhere, by: shop)
        for client in [shop, stranger, root] { subscribe(client, world) }
        world.begin()
        for text in ["a", "ab", "abc"] {
            world.tell(stranger, .publish(topic: "app.tick", data: .null))
            world.save("mail", text, by: shop)
            world.tap(World.nowhere, by: shop)
        }
        world.ask(stranger, "publish", .publish(topic: "app.tick", data: .null))
        var numbers: [ClientID: [Int64]] = [:]
        for case .publish(let event, let to) in world.history.flatMap(\.effects) {
            for client in to { numbers[client, default: []].append(event.sequence) }
        }
        let first = numbers[stranger]?.first ?? 0
        #expect(numbers[stranger] == Array(first..<first + 4))
        #expect(numbers[shop]?.count == 10 && numbers[root] == numbers[shop])
        #expect(world.lines.last == "stranger publish: published \(first + 3)")
        // What was missed has the same numbers.
        let start = world.history.count
        subscribe(stranger, world, since: first)
        subscribe(root, world, since: (numbers[root]?.last ?? 0) - 4)
        var repeated: [ClientID: [Int64]] = [:]
        for case .publish(let event, let to) in world.history[start...].flatMap(\.effects) {
            for client in to { repeated[client, default: []].append(event.sequence) }
        }
        #expect(repeated[stranger] == Array(first + 1..<first + 4))
        #expect(repeated[root] == numbers[root]?.suffix(4).map(\.self))
    }

    @Test("a user's scene does not count other users' saves and taps")
    func privateCounters() throws {
        let world = World(watches: false)
        let shop = world.connect("shop")
        let stranger = world.connect("stranger", uid: 7)
        var scenes: [Scene] = []
        world.tap(World.nowhere, by: shop)
        for _ in 0..<2 {
            subscribe(stranger, world)
            for case .answer(stranger, _, .subscribed(_, let scene)) in world.history.last?.effects
                ?? []
            {
                scenes.append(scene)
            }
            world.save("mail", "a", by: shop)
            world.tap(World.nowhere, by: shop)
        }
        try #require(scenes.count == 2)
        #expect(scenes[0] == scenes[1])
    }

    @Test("users share neither drafts nor alerts of the same app and key")
    func sameNames() {
        let world = World(watches: false)
        let shop = world.connect("shop")
        let stranger = world.connect("stranger", app: "shop", roles: [.app, .shell], uid: 7)
        world.save("mail", Self.mark, by: shop)
        world.raise(by: shop) { $0.key = "mail" }
        world.answer(stranger)
        world.begin()
        world.ask(stranger, "load", .loadDraft(key: "mail"))
        world.ask(stranger, "list", .listDrafts)
        world.ask(stranger, "discard", .discardDraft(key: "mail"))
        world.raise(by: stranger) { $0.key = "mail" }
        world.ask(shop, "load", .loadDraft(key: "mail"))
        world.expect(
            """
            stranger load: null
            stranger list: []
            stranger discard: done
            stranger gets queued a2 for raise
            shop load: "s3cret" r1 save
            """)
    }
}
