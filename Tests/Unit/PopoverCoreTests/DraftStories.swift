// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Drafts and a faulty disk")
struct DraftStories {
    // The bus is closed, so that owners hear of their own work alone.
    let world = World(settings: {
        $0.isBusOpen = false
        $0.limits.draft = 100
        // Alone, a user has half of it.
        $0.limits.draftsTotal = 300
        $0.limits.draftsPerApp = 3
    })
    let shop: ClientID

    init() { shop = world.connect("shop") }

    @Test("revisions rise; refuses a lower one, accepts an equal one")
    func revisions() {
        world.save("mail", "a", by: shop)
        world.save("mail", "0", by: shop, revision: 0)
        world.save("mail", "b", by: shop, revision: 7)
        world.save("mail", "c", by: shop, revision: 6)
        world.save("mail", "d", by: shop, revision: 7)
        world.save("mail", "e", by: shop)
        world.expect(
            """
            disk stores mail "a" r1 save on main
            shop save: r1
            shop save2: refused stale
            disk stores mail "b" r7 save on main
            shop save3: r7
            shop save4: refused stale
            disk stores mail "d" r7 save on main
            shop save5: r7
            disk stores mail "e" r8 save on main
            shop save6: r8
            """)
    }

    @Test("answers a synchronous save when the disk has it")
    func sync() {
        world.disk = .holds
        world.save("mail", "a", by: shop, sync: true)
        world.expect("disk stores mail \"a\" r1 save on main")
        world.letDisk()
        world.expect("shop save: r1 durable")
    }

    @Test("keeps refused drafts in memory, reports them as kept, and retries")
    func refused() {
        world.disk = .fails
        world.save("mail", "a", by: shop, sync: true)
        world.expect("disk stores mail \"a\" r1 save on main\nshop save: r1")
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.saved"], since: nil))
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.escape(by: shop)
        world.begin()
        world.answer(shop, World.work("b"))
        world.expect(
            """
            disk stores mail "b" r2 key on main
            shop gets closed p1 key kept focus
            """)
        world.disk = .works
        world.advance(1000)
        world.expect(
            """
            disk stores mail "b" r2 key on main
            event draft.saved mail key r2 to shop
            """)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("counts a refused draft until the disk has it, while it tries again, too")
    func refusedUntilStored() {
        var unstored: Int64? { world.scene.counters.first { $0.name == "draftsUnstored" }?.value }
        world.disk = .fails
        world.save("mail", "a", by: shop)
        #expect(unstored == 1)
        world.disk = .holds
        world.advance(1000)
        #expect(unstored == 1)
        world.letDisk(succeed: false)
        #expect(unstored == 1)
        world.advance(1000)
        // Refused once more while the retry is out, it is still one draft.
        world.save("mail", "b", by: shop)
        world.letDisk(succeed: false)
        world.advance(1000)
        world.letDisk(succeed: false)
        #expect(unstored == 1)
        world.letDisk()
        #expect(unstored == 1)
        world.advance(1000)
        world.letDisk()
        #expect(unstored == 0)
    }

    @Test("stops waiting for a slow disk at the deadline, but uses its result")
    func slow() {
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.saved"], since: nil))
        world.disk = .holds
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.escape(by: shop)
        world.answer(shop, World.work("b"))
        world.begin()
        world.advance(5000)
        world.expect("shop gets closed p1 key kept focus")
        world.letDisk()
        world.expect("event draft.saved mail key r1 to shop")
    }

    @Test("retries with the newest revision")
    func refusedThenNewer() {
        world.disk = .fails
        world.save("mail", "a", by: shop)
        world.disk = .works
        world.save("mail", "b", by: shop)
        world.begin()
        world.advance(1000)
        world.expect("disk stores mail \"b\" r2 save on main")
    }

    @Test("does not keep work over the limit, and publishes it")
    func tooMuch() {
        // With its quotation marks a byte more.
        let much = String(repeating: "x", count: 99)
        world.save("mail", much, by: shop)
        world.expect("shop save: error 4 draft 100")
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.*"], since: nil))
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.escape(by: shop)
        world.begin()
        world.answer(shop, World.work(much))
        world.expect(
            """
            event draft.discarded mail limit to shop
            shop gets closed p1 key none focus
            """)
    }

    @Test("limits the number of drafts and their total size")
    func tooMany() {
        let half = String(repeating: "x", count: 80)
        world.save("a", half, by: shop)
        world.save("b", half, by: shop)
        world.save("b", "", by: shop)
        world.save("c", "", by: shop)
        world.save("d", "", by: shop)
        let answers = world.lines.filter { $0.hasPrefix("shop") }
        #expect(
            answers == [
                "shop save: r1", "shop save2: error 4 draftsTotal 300", "shop save3: r1",
                "shop save4: r1", "shop save5: error 4 draftsPerApp 3",
            ])
    }

    @Test("a user who holds half of the drafts leaves a neighbor half of the rest")
    func neighbors() {
        let neighbor = world.connect("neighbor", uid: 1001)
        world.save("a", String(repeating: "x", count: 98), by: shop)
        world.save("b", String(repeating: "x", count: 48), by: shop)
        world.begin()
        world.save("c", String(repeating: "x", count: 73), by: neighbor)
        world.save("d", "", by: neighbor)
        world.save("e", "", by: shop)
        let answers = world.lines.filter { !$0.hasPrefix("disk") }
        #expect(
            answers == [
                "neighbor save: r1", "neighbor save2: error 4 draftsTotal 300",
                "shop save3: error 4 draftsTotal 300",
            ])
    }

    @Test("refuses to open where a draft could not be saved; what is open has room")
    func roomForWork() {
        let half = String(repeating: "x", count: 98)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.save("a", half, by: shop)
        world.save("b", String(repeating: "x", count: 48), by: shop)
        world.escape(by: shop)
        world.begin()
        world.answer(shop, World.work(half))
        #expect(world.lines.last == "shop gets closed p1 key saved focus")
        world.begin()
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.expect("shop open2: error 4 draftsTotal 300")
        world.open("inspector", by: shop)
        world.expect("shop open3: p2 bottom")
    }

    @Test("reports the owner with the most drafts; of several, the first by user and app")
    func mostDrafts() {
        let cafe = world.connect("cafe")
        let bar = world.connect("bar", uid: 1001)
        for key in ["a", "b"] {
            for client in [shop, bar, cafe] { world.save(key, "", by: client) }
        }
        world.save("a", "again", by: shop)
        world.ask(bar, "discard", .discardDraft(key: "a"))
        let root = world.connect("root", uid: 0)
        world.ask(root, "status", .status)
        let scenes = world.history.last?.effects.compactMap { effect in
            if case .answer(_, _, .status(let scene)) = effect { scene } else { nil }
        }
        let limit = scenes?.first?.limits.first { $0.name == "draftsPerApp" }
        #expect(limit?.used == 2)
        #expect(limit?.holder == "user 1000 cafe")
        #expect(scenes?.first?.counters.first { $0.name == "draftsHeld" }?.value == 5)
    }

    @Test("clients of the same user and app share keys, others do not see them")
    func sharing() {
        let twin = world.connect("twin", app: "shop")
        let stranger = world.connect("stranger", app: "shop", uid: 1001)
        let cafe = world.connect("cafe")
        world.save("mail", "a", by: shop)
        world.begin()
        for client in [twin, stranger, cafe] { world.load("mail", by: client) }
        world.ask(twin, "list", .listDrafts)
        world.ask(cafe, "list", .listDrafts)
        world.expect(
            """
            twin load: "a" r1 save
            stranger load: null
            cafe load: null
            twin list: ["mail r1"]
            cafe list: []
            """)
    }

    @Test("rejects a revision that leaves no room for later ones")
    func highestRevision() {
        world.save("mail", "a", by: shop, revision: StoredDraft.highestRevision + 1)
        world.save("mail", "b", by: shop, revision: StoredDraft.highestRevision)
        world.save("mail", "c", by: shop)
        let answers = world.lines.filter { $0.hasPrefix("shop save") }
        #expect(answers.count == 3)
        #expect(answers[0] == "shop save: error -32602 revision")
        #expect(answers[1] == "shop save2: r9007199254740992")
        #expect(answers[2] == "shop save3: r9007199254740993")
    }

    @Test("discarding without a draft succeeds")
    func discarding() {
        world.save("mail", "a", by: shop)
        world.begin()
        world.ask(shop, "discard", .discardDraft(key: "mail"))
        world.ask(shop, "discard", .discardDraft(key: "mail"))
        world.expect(
            """
            disk erases mail
            shop discard: done
            shop discard2: done
            """)
    }

    @Test("a draft belongs to the display where its key was last open")
    func display() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        let shell = world.connect("shell", roles: [.shell])
        world.ask(shell, "set", .setDisplay(wall))
        world.save("mail", "a", by: shop)
        world.begin()
        world.open("inspector", by: shop, display: "wall") { $0.key = "mail" }
        world.save("mail", "b", by: shop)
        let stores = world.lines.filter { $0.hasPrefix("disk") }
        #expect(
            stores == [
                "disk stores mail \"a\" r1 save on wall", "disk stores mail \"b\" r2 save on wall",
            ])
    }

    @Test("returns drafts found on the disk")
    func loaded() {
        let key = DraftKey(uid: 1000, app: "shop", key: "mail")
        let draft = StoredDraft(
            key: key, content: World.json("x"), revision: 4, savedAt: 1, reason: "key",
            display: "main")
        world.send(.draftsLoaded([draft]))
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.expect("shop open: p1 bottom draft \"x\" r4 key")
    }
}
