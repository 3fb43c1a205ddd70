// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverCore

@Suite("Sessions have names")
struct SessionNameStories {
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
        _ text: String, revision: Int64? = nil, for session: SessionID? = nil, by client: ClientID
    ) {
        world.ask(
            client, "save",
            .saveDraft(
                key: "order", content: World.json(text), revision: revision, sync: false,
                session: session))
    }

    private func addWall() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    // MARK: Late work

    @Test("a late save that names no session is refused until its key is open in the new one")
    func unnamed() {
        world.open("inspector", by: shop) { $0.key = "order" }
        world.tell(admin, .endSession(display: nil))
        _ = world.ignoreCall(of: shop)
        world.advance(250)
        world.begin()
        save("secret", by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        save("new", by: shop)
        world.expect(
            """
            shop save: refused session-ended
            shop open2: p2 bottom
            disk stores order "new" r1 save on main
            shop save2: r1
            """)
    }

    @Test("a key that was saved and never opened is retired, too")
    func neverOpened() {
        save("secret", by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        world.begin()
        save("late", by: shop)
        world.expect("shop save2: refused session-ended")
    }

    @Test("what names an ended session is refused, and what names the present one is not")
    func named() {
        let ended = session()
        world.open("inspector", by: shop) { $0.key = "order" }
        world.close(1, .done, by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        let present = session()
        #expect(ended != nil && present != nil && ended != present)
        world.begin()
        save("late", for: ended, by: shop)
        world.ask(shop, "load", .loadDraft(key: "order", session: ended))
        world.ask(shop, "discard", .discardDraft(key: "order", session: ended))
        world.open("inspector", by: shop) { $0.session = ended }
        world.ask(shop, "view", .presentView(ViewRequest(kind: .modal, session: ended)))
        let button = Button(id: "ok", label: "OK", role: nil)
        world.ask(
            shop, "raise",
            .raiseAlert(
                AlertRequest(
                    title: "Paid", severity: .info, buttons: [button], session: ended)))
        save("new", for: present, by: shop)
        world.expect(
            """
            shop save: refused session-ended
            shop load: refused session-ended
            shop discard: refused session-ended
            shop open2: refused session-ended
            shop view: refused session-ended
            shop raise: refused session-ended
            disk stores order "new" r1 save on main
            shop save2: r1
            """)
    }

    @Test("work belongs to the display of the session that it names")
    func display() {
        addWall()
        world.begin()
        save("work", for: session(of: "wall"), by: shop)
        world.expect(
            """
            disk stores order "work" r1 save on wall
            shop save: r1
            """)
    }

    @Test("a retired key is no other user's, app's or key's")
    func others() {
        let cafe = world.connect("cafe")
        let neighbor = world.connect("shop", uid: 1001)
        save("secret", by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        world.begin()
        save("a", by: cafe)
        save("b", by: neighbor)
        world.save("another", "c", by: shop)
        #expect(!world.lines.contains { $0.contains("refused") }, "\(world.lines)")
    }

    @Test("keys stay retired for an hour, and 256 of each user")
    func bounds() {
        for number in 0...256 {
            // More than are remembered of one session.
            if number == 256 { world.ask(admin, "end", .endSession(display: nil)) }
            world.open("inspector", by: shop) { $0.key = "key \(number)" }
            world.close(UInt64(number + 1), .done, by: shop)
        }
        world.ask(admin, "end", .endSession(display: nil))
        let refused = (0...256).count { number in
            world.begin()
            world.save("key \(number)", "b", by: shop)
            return world.lines.contains { $0.hasSuffix("refused session-ended") }
        }
        #expect(refused == 256)
        world.advance(3_600_000)
        world.begin()
        world.save("key 1", "c", by: shop)
        #expect(!world.lines.contains { $0.hasSuffix("refused session-ended") })
    }

    // MARK: While owners are asked

    @Test(
        "a save while the session's owners are asked is taken, and erased with it",
        arguments: [true, false])
    func whileEnding(isNamed: Bool) {
        let named = isNamed ? session() : nil
        world.open("inspector", by: shop) { $0.key = "order" }
        world.ask(admin, "end", .endSession(display: "main"))
        world.begin()
        save("typed", for: named, by: shop)
        world.expect(
            """
            disk stores order "typed" r1 save on main
            shop save: r1
            """)
        world.answer(shop)
        #expect(world.lines.contains { $0.contains("admin end: done") }, "\(world.lines)")
        world.begin()
        world.load("order", by: shop)
        save("late", for: named, by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        world.expect(
            """
            shop load: null
            shop save2: refused session-ended
            shop open2: p2 bottom
            """)
    }

    @Test("a save of a key that was never open is erased, too, and that of another display stays")
    func keysWhileEnding() {
        addWall()
        world.open("inspector", by: shop) { $0.key = "order" }
        world.ask(admin, "end", .endSession(display: "main"))
        world.save("note", "main's", by: shop)
        world.ask(
            shop, "save",
            .saveDraft(
                key: "list", content: World.json("wall's"), sync: true, session: session(of: "wall")
            ))
        world.answer(shop)
        world.begin()
        world.load("note", by: shop)
        world.load("list", by: shop)
        world.save("note", "late", by: shop)
        world.expect(
            """
            shop load: null
            shop load2: "wall's" r1 save
            shop save3: refused session-ended
            """)
    }

    @Test("what names the ending session does not become the work of a popover on another display")
    func elsewhereWhileEnding() {
        addWall()
        let ending = session()
        world.open("inspector", by: shop, display: "wall") { $0.key = "order" }
        save("wall's", by: shop)
        world.open("inspector", by: shop) { $0.key = "other" }
        world.ask(admin, "end", .endSession(display: "main"))
        world.begin()
        save("main's", for: ending, by: shop)
        world.load("order", by: shop)
        world.expect(
            """
            shop save2: refused session-ended
            shop load: "wall's" r1 save
            """)
    }

    // MARK: Names

    @Test("hello, displays, grants and events tell the names, and everybody hears of a new one")
    func told() {
        addWall()
        let (main, wall) = (session(), session(of: "wall"))
        world.connect("cafe")
        let welcomes = world.history.flatMap(\.effects).compactMap { effect in
            if case .answer(_, _, .welcome(let welcome)) = effect { welcome } else { Welcome?.none }
        }
        #expect(welcomes.last?.displays.map(\.session) == [main, wall])
        world.open("inspector", by: shop)
        guard
            case .answer(_, _, .opened(let grant)) = world.history.last(where: {
                if case .clientRequested = $0.event { true } else { false }
            })?.effects.first
        else {
            Issue.record("no grant")
            return
        }
        #expect(grant.session == main && main != nil)
        world.close(1, .done, by: shop)
        world.ask(admin, "end", .endSession(display: "main"))
        let effects = world.history.suffix(2).flatMap(\.effects)
        let told = effects.compactMap { effect in
            if case .announce(.displayChanged(let display, _), let clients) = effect {
                clients.contains(shop) ? display.session : nil
            } else {
                SessionID?.none
            }
        }
        #expect(told == [session()] && told != [main])
        let ended = effects.compactMap { effect in
            if case .publish(let event, _) = effect, event.topic == .sessionEnded {
                event.fact
            } else {
                Fact?.none
            }
        }
        #expect(ended.map(\.session) == [main] && ended.map(\.sessions) == [main.map { [$0] }])
        #expect(session(of: "wall") == wall)
    }

    @Test("a removed display keeps its session, since its drafts stay")
    func removed() {
        addWall()
        let wall = session(of: "wall")
        world.ask(admin, "remove", .removeDisplay("wall"))
        world.begin()
        save("work", for: wall, by: shop)
        world.expect(
            """
            disk stores order "work" r1 save on wall
            shop save: r1
            """)
        addWall()
        #expect(session(of: "wall") == wall)
    }

    // MARK: The disk

    @Test("the disk has the names, and no name of a key")
    func rows() {
        world.transcript.subjects = .ownRows
        world.send(.draftsLoaded([]))
        save("secret", by: shop)
        world.begin()
        world.ask(admin, "end", .endSession(display: nil))
        let line = world.lines.first { $0.hasPrefix("disk ") } ?? ""
        let rows = line.split(separator: ", ").filter { $0.contains("stores") }
        #expect(rows.count == 2 && rows[0].contains("session:main") && rows[1].contains("retired:"))
        #expect(!rows[1].contains("order"))
    }

    @Test("a restart ends no session, and keeps what is retired")
    func restart() {
        save("secret", by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        let named = session()
        let later = World()
        later.freeze(60_000)
        later.send(.draftsLoaded(world.arbiter.ownRows))
        let shop = later.connect("shop")
        #expect(later.arbiter.scene.displays.map(\.session) == [named])
        later.begin()
        later.save("order", "late", by: shop)
        later.expect("shop save: refused session-ended")
    }

    // MARK: Giving back, and two displays

    @Test("a grant that is given back keeps the work")
    func givenBack() {
        save("work", by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        world.begin()
        world.close(1, .keep, by: shop)
        world.open("inspector", by: shop) { $0.key = "order" }
        world.expect(
            """
            shop close: done
            shop gets closed p1 keep kept
            shop open2: p2 bottom draft "work" r1 save
            """)
    }

    @Test("a key is open on one display")
    func twoDisplays() {
        addWall()
        world.open("inspector", by: shop, display: "wall") { $0.key = "order" }
        world.begin()
        world.open("inspector", by: shop) { $0.key = "order" }
        world.expect("shop open2: refused key-active for p1")
        world.close(1, .done, by: shop)
        world.begin()
        world.open("inspector", by: shop) { $0.key = "order" }
        world.expect("shop open3: p2 bottom")
    }
}
