// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Popovers of programs that are no clients")
struct RepresentedStories {
    let world = World()
    let stage: ClientID
    let stranger: ClientID
    let root: ClientID

    init() {
        stage = world.arrive("stage", uid: 7)
        stranger = world.arrive("stranger", uid: 1000)
        root = world.arrive("root", uid: 0)
        bind([7])
        world.begin()
    }

    private func bind(_ users: Set<UInt32>, on display: DisplaySpecification = World.main) {
        var settings = Settings(displays: [display], administrators: [0])
        if !users.isEmpty {
            settings.bindings = [
                Settings.Binding(subject: .right(.openForOthers), users: users, groups: [])
            ]
        }
        world.send(.configured(settings))
    }

    private func greet(_ client: ClientID, uid: Int64 = 1000, roles: Set<Role> = [.app]) {
        let process = RepresentedProcess(pid: 4711, uid: uid)
        world.ask(
            client, "hello",
            .hello(
                Hello(protocolVersion: 1, app: "editor", roles: roles, represented: process)))
    }

    @Test("the right is that of those who have it by the configuration, and of administrators")
    func right() {
        for client in [stranger, stage, root] { greet(client) }
        world.expect(
            """
            stranger hello: error 3 open-for-others
            stage hello: welcome c1
            root hello: welcome c3
            """)
    }

    @Test("without a section only administrators have it")
    func unbound() {
        bind([])
        for client in [stage, root] { greet(client) }
        world.expect(
            """
            stage hello: error 3 open-for-others
            root hello: welcome c3
            """)
    }

    @Test("the scene and the popover name the process, its user and its app")
    func identity() throws {
        greet(stage)
        world.open("menu", by: stage)
        let scene = world.arbiter.scene
        let client = try #require(scene.clients.first { $0.client == stage })
        #expect(client.app == "editor")
        #expect(client.uid == 1000)
        #expect(client.pid == 4711)
        #expect(scene.popovers.map(\.app) == ["editor"])
    }

    @Test("it opens, changes and closes popovers, and has nothing else of that user")
    func methods() {
        greet(stage, uid: 0)
        world.begin()
        world.open("menu", by: stage)
        world.ask(stage, "list", .listDrafts)
        world.ask(stage, "end", .endSession(display: nil))
        world.ask(stage, "status", .status)
        world.close(1, .cancel, by: stage)
        world.expect(
            """
            stage open: p1 bottom
            stage list: error 3 itself
            stage end: error 3 itself
            stage status: error 3 itself
            stage close: done
            stage gets closed p1 cancel none focus
            """)
    }

    @Test("it has no role but app")
    func roles() {
        greet(stage, roles: [.app, .shell])
        world.expect("stage hello: error -32602 roles")
    }

    @Test("who loses the right opens no more, and closes what is open")
    func revoked() {
        greet(stage)
        world.open("menu", by: stage)
        bind([8])
        world.begin()
        world.close(1, .cancel, by: stage)
        world.open("menu", by: stage)
        world.expect(
            """
            stage close: done
            stage gets closed p1 cancel none focus
            stage open2: error 3 open-for-others
            """)
    }

    @Test("it needs no gesture, and gets no advice about one")
    func gesture() {
        var asked = World.main
        asked.opens = .asked
        bind([7], on: asked)
        greet(stage)
        world.open("menu", by: stage)
        world.close(1, .cancel, by: stage)
        bind([7])
        let shop = world.connect("shop")
        world.source("cart", World.cart, by: shop)
        world.tap(World.cart.center, by: shop)
        world.open("menu", by: stage)
        let grants = world.history.flatMap(\.effects).compactMap { effect -> Grant? in
            guard case .answer(_, _, .opened(let grant)) = effect else { return nil }
            return grant
        }
        #expect(grants.map(\.advice) == [[], []])
    }

    @Test("it is where its program draws it, also on a compact display, where others are sheets")
    func compact() {
        bind([7], on: DisplaySpecification(name: "main", size: Size(width: 400, height: 320)))
        greet(stage)
        let shop = world.connect("shop")
        world.open("menu", by: stage) { $0.anchor = Rect(x: 20, y: 10, width: 80, height: 40) }
        world.update(1, by: stage) { $0.hit = [Rect(x: 20, y: -200, width: 200, height: 120)] }
        world.begin()
        let sheet = world.arbiter.scene.popovers[0].presentation.frame
        world.tap(Point(x: sheet.minX + 100, y: sheet.minY - 100), by: shop)
        world.tap(sheet.center, by: shop)
        world.expect(
            """
            shop tap: inside p1
            stage asked willClose p1 outside-tap save
            shop tap2: dismissed p1
            """)
    }

    @Test("another program's popover takes its place, as any client's")
    func replaced() {
        greet(stage)
        let shop = world.connect("shop")
        world.open("menu", by: stage)
        world.begin()
        world.open("menu", by: shop)
        world.answer(stage)
        world.expect(
            """
            stage asked willClose p1 replaced save
            stage gets closed p1 replaced none
            shop open: p2 bottom
            """)
    }
}
