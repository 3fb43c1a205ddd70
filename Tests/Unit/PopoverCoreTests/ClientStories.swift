// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Clients: hello, roles, limits, disconnecting")
struct ClientStories {
    private func hello(_ app: String, _ roles: Set<Role> = [.app], version: Int64 = 1) -> Request {
        .hello(Hello(protocolVersion: version, app: app, roles: roles))
    }

    @Test("hello comes first, once, in a supported version")
    func order() {
        let world = World()
        let shop = world.arrive("shop")
        world.ask(shop, "list", .listDrafts)
        world.ask(shop, "bad", .invalid(.unknownMethod("x")))
        world.ask(shop, "hello", hello("shop", version: 2))
        world.ask(shop, "hello", hello("shop"))
        world.ask(shop, "hello", hello("shop"))
        world.ask(shop, "bad", .invalid(.unknownMethod("x")))
        world.expect(
            """
            shop list: refused hello-first
            shop bad: refused hello-first
            shop hello: error -32602
            shop hello2: welcome c1
            shop hello3: error -32600
            shop bad2: error -32601
            """)
    }

    @Test("disconnects a client without a hello within two seconds")
    func deadline() {
        let world = World()
        let shop = world.arrive("shop")
        world.ask(shop, "hello", hello("shop", version: 2))
        world.begin()
        world.advance(1999)
        world.expect("")
        world.advance(1)
        world.expect("shop disconnected hello-timeout")
    }

    @Test("the configuration binds apps and roles to users and groups")
    func bindings() {
        let world = World(settings: {
            $0.bindings = [
                Settings.Binding(subject: .app("shop"), users: [7], groups: []),
                Settings.Binding(subject: .role(.shell), users: [], groups: [8]),
            ]
        })
        let stranger = world.arrive("stranger")
        let owner = world.arrive("owner", uid: 7, gid: 8)
        world.ask(stranger, "hello", hello("shop"))
        world.ask(stranger, "hello", hello("free", [.shell]))
        world.ask(stranger, "hello", hello("free"))
        world.ask(owner, "hello", hello("shop", [.app, .shell]))
        world.expect(
            """
            stranger hello: error 3 app
            stranger hello2: error 3 shell
            stranger hello3: welcome c1
            owner hello: welcome c2
            """)
    }

    @Test("carries out a notification, or ignores one that needs an answer")
    func withoutID() {
        let world = World()
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell])
        let open = OpenRequest(behavior: "menu", size: Size(width: 320, height: 200))
        var alert = AlertRequest(
            title: "x", severity: .info, buttons: [Button(id: "a", label: "a")])
        alert.renderer = .shell
        let requests: [Request] = [
            .open(open), .presentView(ViewRequest(kind: .modal)), .raiseAlert(alert),
            .subscribe(topics: ["*"], since: nil), .detach(PopoverID(number: 1), frame: nil),
            hello("shop"),
        ]
        for request in requests { world.tell(shop, request) }
        world.tell(shell, .removeDisplay("main"))
        world.tell(shell, .removeDisplay("main"))
        world.expect("")
        #expect(world.scene.displays.isEmpty)
    }

    @Test("a half-closed connection stays until its requests are answered")
    func halfClose() {
        let world = World()
        let shop = world.connect("shop")
        let cafe = world.connect("cafe")
        world.open("menu", by: cafe)
        world.open("menu", by: shop)
        world.begin()
        world.send(.clientFinished(shop))
        world.expect("")
        world.answer(cafe)
        world.expect(
            """
            cafe gets closed p1 replaced none
            shop open: p2 bottom
            shop disconnected
            """)
        #expect(world.scene.popovers.isEmpty)
        world.send(.clientFinished(cafe))
        world.expect("cafe disconnected")
    }

    @Test("carries out the last request of a half-closed client completely")
    func halfCloseChoice() {
        let world = World()
        let shop = world.connect("shop")
        world.save("mail", "a", by: shop)
        world.open("oracle", by: shop) { $0.key = "mail" }
        world.decide(.abstain)
        world.choose(1, by: shop)
        world.send(.clientFinished(shop))
        world.begin()
        world.decide(.choice(.close(nil)))
        world.expect(
            """
            shop choose: closes
            disk erases mail
            shop disconnected
            """)
    }

    @Test("disconnecting removes what a client showed and registered")
    func goes() {
        let world = World()
        let shop = world.connect("shop")
        world.source("cart", World.cart, by: shop)
        world.tell(shop, .setSurface("window", display: nil, frame: World.lamp))
        world.tell(shop, .setOccluder("toast", rect: World.lamp, display: nil))
        world.open("inspector", by: shop, from: "cart")
        world.detach(1, by: shop)
        world.open("menu", by: shop, from: "cart")
        world.disconnect(shop)
        let scene = world.scene
        #expect(scene.clients.map(\.app) == ["watcher"])
        #expect(scene.popovers.isEmpty && scene.panels.isEmpty && scene.sources.isEmpty)
        #expect(scene.surfaces.isEmpty && scene.occluders.isEmpty)
    }

    @Test("a client that has finished stays for all its answers")
    func finished() {
        let world = World()
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell], uid: 0)
        for _ in 1...2 { world.raise(by: shop) }
        world.send(.clientFinished(shop))
        for alert in [1, 2] as [UInt64] {
            world.answer(shell)
            world.answerAlert(alert, by: shell)
            #expect(world.lines.contains("shop disconnected") == (alert == 2))
        }
    }

    @Test("never reuses an identifier")
    func identifiers() {
        let world = World()
        let shop = world.connect("shop")
        world.connect("shell", roles: [.shell])
        for number in 1...3 as ClosedRange<UInt64> {
            world.open("menu", by: shop)
            world.close(number, .done, by: shop)
            world.present(by: shop)
            world.closeView(number, by: shop)
            world.raise(by: shop)
            world.ask(shop, "cancel", .cancelAlert(AlertID(number: number)))
        }
        let given = world.lines.filter { $0.hasSuffix("bottom") || $0.hasPrefix("shop view") }
        #expect(
            given == [
                "shop open: p1 bottom", "shop view: v1", "shop open2: p2 bottom",
                "shop view2: v2", "shop open3: p3 bottom", "shop view3: v3",
            ])
        #expect(world.lines.last == "shop cancel3: done")
    }

    @Test("canceling a request that is not pending is an error")
    func cancelUnknown() {
        let world = World()
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        world.begin()
        world.ask(shop, "cancel", .cancelRequest(.string("open")))
        world.ask(shop, "cancel", .cancelRequest(.number("5")))
        world.expect("shop cancel: error 2 open\nshop cancel2: error 2 5")
    }

    @Test("waits for the shell to carry out an order, but not for ever")
    func administration() {
        let world = World()
        let admin = world.connect("admin", uid: 0)
        world.ask(admin, "list", .administer(.listPlugins))
        world.send(.administered(TicketID(number: 1), .plugins([])))
        world.ask(admin, "list", .administer(.listPlugins))
        world.advance(5000)
        world.send(.administered(TicketID(number: 2), .plugins([])))
        world.expect(
            """
            shell t1 listPlugins
            admin list: plugins []
            shell t2 listPlugins
            admin list2: error -32603
            """)
    }
}

@Suite("Clients over a limit")
struct LimitStories {
    let world = World(settings: {
        $0.limits.sources = 1
        $0.limits.surfaces = 1
        $0.limits.occluders = 1
        $0.limits.subscriptions = 2
        $0.limits.alerts = 1
        $0.limits.panels = 0
        $0.limits.displays = 1
        $0.limits.pendingRequests = 2
    })
    let shop: ClientID

    init() { shop = world.connect("shop", roles: [.app, .shell]) }

    @Test("names each limit, and still allows changes")
    func limits() {
        let place = Place()
        for name in ["a", "a", "b"] {
            world.ask(shop, "source", .setSource(name, rect: World.cart, place))
            world.ask(shop, "surface", .setSurface(name, display: nil, frame: World.cart))
            world.ask(shop, "occluder", .setOccluder(name, rect: World.cart, display: nil))
            world.ask(
                shop, "subscribe", .subscribe(topics: ["\(name).x", "\(name).y"], since: nil))
            let display = DisplaySpecification(
                name: name == "a" ? "main" : name, size: Size(width: 1280, height: 800))
            world.ask(shop, "display", .setDisplay(display))
        }
        #expect(
            world.lines.filter { $0.contains("error") } == [
                "shop source3: error 4 sources 1", "shop surface3: error 4 surfaces 1",
                "shop occluder3: error 4 occluders 1", "shop subscribe3: error 4 subscriptions 2",
                "shop display3: error 4 displays 1",
            ])
    }

    @Test("an alert that replaces one of the same key does not count twice")
    func replacedAlert() {
        world.raise("1", by: shop) { $0.key = "paper" }
        world.begin()
        world.raise("2", by: shop) { $0.key = "paper" }
        #expect(world.lines.contains("shop raise: refused superseded"))
        #expect(world.lines.contains("shop asked present a2"))
    }

    @Test("limits alerts and panels")
    func alertsAndPanels() {
        world.open("inspector", by: shop)
        world.detach(1, by: shop)
        world.raise(by: shop)
        world.raise(by: shop)
        #expect(
            world.lines.filter { $0.contains("error") } == [
                "shop detach: error 4 panels 0", "shop raise2: error 4 alerts 1",
            ])
        let limits = world.arbiter.sceneWithLimits.limits.filter { $0.hits > 0 }
        #expect(limits.map(\.name).sorted() == ["alerts", "panels"])
        #expect(limits.map(\.hits) == [1, 1])
    }

    @Test("limits the topics of a request, and those of all")
    func topics() {
        for topics in [["a", "b"], ["c"], ["a", "a", "a"], ["b"]] {
            world.ask(shop, "subscribe", .subscribe(topics: topics, since: nil))
        }
        #expect(
            world.lines.map { $0.contains("error 4 subscriptions 2") } == [
                false, true, true, false,
            ])
    }

    @Test("limits pending requests, but never those that end one")
    func pending() {
        world.raise(by: shop)
        world.open("menu", by: shop)
        world.begin()
        world.present(by: shop)
        world.ask(shop, "cancel", .cancelRequest(.string("open")))
        world.present(by: shop)
        world.expect(
            """
            shop view: error 4 pendingRequests 2
            shop open: refused cancelled
            shop cancel: done
            shop view2: refused alert-active
            """)
    }
}
