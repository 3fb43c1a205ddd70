// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Announcing locks")
final class LockStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID
    /// How much of the history was before the story began.
    private var past = 0

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe", roles: [.app, .shell])
        admin = world.connect("admin", roles: [.shell], uid: 0)
    }

    private func addWall() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    private func begin() { past = world.history.count }

    /// What was told to observers since the story began, and of which display.
    private var topics: [String] {
        world.history.dropFirst(past).flatMap(\.effects).compactMap { effect in
            guard case .publish(let event, _) = effect else { return nil }
            let isOfSession = event.topic.name.hasPrefix("session.")
            let display = isOfSession ? event.fact.display : nil
            return ([event.topic.name] + [display].compactMap(\.self)).joined(separator: " ")
        }
    }

    @Test("answers a lock at once and announces it when everything has closed")
    func announcesLock() {
        world.open("inspector", by: shop)
        begin()
        world.ask(admin, "lock", .lockSession(display: nil))
        #expect(world.lines.last == "admin lock: done")
        #expect(topics == ["popover.closing"])
        world.answer(shop)
        #expect(topics == ["popover.closing", "popover.closed", "session.locked"])
    }

    @Test("a lock of one display does not wait for another display")
    func announcesLockOfOne() {
        addWall()
        world.open("inspector", by: shop)
        begin()
        world.ask(admin, "lock", .lockSession(display: "wall"))
        #expect(topics == ["session.locked wall"])
    }

    @Test("a silent owner does not prevent the announcement")
    func announcesLockInTime() {
        world.open("inspector", by: shop)
        world.ask(admin, "lock", .lockSession(display: nil))
        begin()
        world.advance(250)
        #expect(topics == ["popover.closed", "session.locked"])
    }

    @Test("does not announce a lock that was undone meanwhile")
    func unlocksBeforeAnnounced() {
        world.open("inspector", by: shop)
        world.ask(admin, "lock", .lockSession(display: nil))
        begin()
        world.ask(admin, "unlock", .unlockSession(display: nil))
        world.answer(shop)
        #expect(topics == ["session.unlocked", "popover.closed"])
        world.begin()
        world.open("menu", by: shop)
        world.expect("shop open2: p2 bottom")
    }

    @Test("undoing a lock on one display still announces it for the others")
    func unlocksOneBeforeAnnounced() {
        addWall()
        world.open("inspector", by: shop)
        world.open("inspector", by: cafe, display: "wall")
        world.ask(admin, "lock", .lockSession(display: nil))
        begin()
        world.ask(admin, "unlock", .unlockSession(display: "main"))
        world.answer(cafe)
        world.answer(shop)
        #expect(
            topics == [
                "session.unlocked main", "popover.closed", "session.locked wall",
                "popover.closed",
            ])
    }

    @Test("presents a critical alert during a lock that is not announced yet")
    func alertsBeforeLocked() {
        world.open("inspector", by: shop)
        world.ask(admin, "lock", .lockSession(display: nil))
        world.begin()
        world.raise("high", .critical, by: cafe)
        world.expect("cafe gets queued a1 for raise\ncafe asked present a1")
    }

    @Test("announces repeated locks once")
    func announcesOnce() {
        world.open("inspector", by: shop)
        begin()
        for _ in 0..<3 { world.ask(admin, "lock", .lockSession(display: nil)) }
        #expect(world.lines.filter { $0.hasPrefix("admin lock") }.count == 3)
        world.answer(shop)
        #expect(topics == ["popover.closing", "popover.closed", "session.locked"])
    }
}
