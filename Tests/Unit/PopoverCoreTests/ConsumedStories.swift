// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverCore

@Suite("What was consumed or discarded does not come back")
struct ConsumedStories {
    let world = World()
    let shop: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        admin = world.connect("admin", roles: [.shell], uid: 0)
    }

    private func session(of display: String = "main") -> SessionID? {
        world.arbiter.scene.displays.first { $0.specification.name == display }?.session
    }

    private func save(
        _ text: String, under key: String = "order", revision: Int64? = nil,
        for session: SessionID? = nil, by client: ClientID
    ) {
        world.ask(
            client, "save",
            .saveDraft(
                key: key, content: World.json(text), revision: revision, sync: false,
                session: session))
    }

    @Test(
        "a save that was overtaken by the end of its work is stale",
        arguments: [CloseOutcome.done, .cancel])
    func overtaken(_ outcome: CloseOutcome) {
        world.open("inspector", by: shop) { $0.key = "order" }
        save("sent", revision: 5, by: shop)
        world.close(1, outcome, by: shop)
        world.begin()
        save("sent", revision: 5, by: shop)
        save("newer", revision: 6, by: shop)
        world.expect(
            """
            shop save2: refused stale
            disk stores order "newer" r6 save on main
            shop save3: r6
            """)
    }

    @Test("a discarded revision is stale until the key is open again")
    func discarded() {
        save("a", revision: 5, by: shop)
        world.ask(shop, "discard", .discardDraft(key: "order"))
        world.begin()
        save("a", revision: 5, by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        save("b", revision: 1, by: shop)
        world.expect(
            """
            shop save2: refused stale
            shop open: p1 bottom after r5
            disk stores order "b" r1 save on main
            shop save3: r1
            """)
    }

    @Test("a daemon that was started since knows the revision, until the key is open or saved anew")
    func consumedBefore() {
        save("sent", revision: 5, by: shop)
        world.save("another", "sent", by: shop, revision: 7)
        world.open("inspector", by: shop) { $0.key = "order" }
        world.close(1, .done, by: shop)
        world.ask(shop, "discard", .discardDraft(key: "another"))
        let later = World()
        later.freeze(60_000)
        later.send(.draftsLoaded(world.arbiter.ownRows))
        let shop = later.connect("shop")
        later.begin()
        later.save("order", "sent", by: shop, revision: 5)
        later.save("another", "sent", by: shop, revision: 7)
        later.save("another", "sent", by: shop, revision: 3)
        later.save("another", "new", by: shop, revision: 8)
        later.open("inspector", by: shop) { $0.key = "order" }
        later.save("order", "b", by: shop, revision: 1)
        later.expect(
            """
            shop save: refused stale
            shop save2: refused stale
            shop save3: refused stale
            disk stores another "new" r8 save on main
            shop save4: r8
            shop open: p1 bottom after r5
            disk stores order "b" r1 save on main
            shop save5: r1
            """)
        #expect(later.arbiter.ownRows.allSatisfy { $0.reason == "session" })
    }

    @Test("an open tells the last revision of its key, which new work has to exceed")
    func told() {
        save("sent", revision: 67, by: shop)
        world.ask(shop, "discard", .discardDraft(key: "order"))
        world.begin()
        world.open("inspector", by: shop) { $0.key = "order" }
        // The daemon counts the drafts that there are; the disk may have refused to forget the other one.
        save("new", by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        world.expect(
            """
            shop open: p1 bottom after r67
            disk stores order "new" r1 save on main
            shop save2: r1
            shop open2: p1 bottom draft "new" r1 save after r67
            """)
    }

    @Test("the end of a session forgets its consumed revisions on the disk, too")
    func consumedInEnded() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
        save("sent", revision: 5, for: session(), by: shop)
        save("sent", under: "there", revision: 5, for: session(of: "wall"), by: shop)
        for key in ["order", "there"] { world.ask(shop, key, .discardDraft(key: key)) }
        let consumed = { world.arbiter.ownRows.filter { $0.reason == "consumed" } }
        #expect(Set(consumed().map(\.display)) == ["main", "wall"])
        world.ask(admin, "end", .endSession(display: "main"))
        #expect(consumed().map(\.display) == ["wall"])
        world.begin()
        save("b", revision: 1, for: session(), by: shop)
        world.expect(
            """
            disk stores order "b" r1 save on main
            shop save3: r1
            """)
    }

    @Test("256 consumed revisions of each user are remembered")
    func consumedBounds() {
        for number in 0...256 {
            world.save("key \(number)", "a", by: shop, revision: 2)
            world.ask(shop, "discard", .discardDraft(key: "key \(number)"))
        }
        let refused = (0...256).count { number in
            world.begin()
            world.save("key \(number)", "b", by: shop, revision: 1)
            return world.lines.contains { $0.hasSuffix("refused stale") }
        }
        #expect(refused == 256)
    }

    @Test("new work begins anew below a discarded revision")
    func anew() {
        save("a", revision: 5, by: shop)
        world.ask(shop, "discard", .discardDraft(key: "order"))
        world.begin()
        save("b", by: shop)
        save("c", revision: 2, by: shop)
        world.expect(
            """
            disk stores order "b" r1 save on main
            shop save2: r1
            disk stores order "c" r2 save on main
            shop save3: r2
            """)
    }
}
