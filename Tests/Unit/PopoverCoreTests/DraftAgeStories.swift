// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Expiry of drafts")
struct DraftAgeStories {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    /// CLOCK_REALTIME at the start of the world: some time in 2023.
    private static let ahead: Int64 = 1_700_000_000_000_000

    private func world(days: Int) -> World {
        let world = World(watches: false) {
            $0.isBusOpen = true
            $0.limits.draftDays = days
        }
        world.send(.wallClockSet(ahead: Self.ahead))
        return world
    }

    /// What was left on the disk so many days before the world began.
    private func found(_ key: String, days: Int64) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 1000, app: "shop", key: key),
            content: JSONText(validated: Array("\"\(key)\"".utf8)), revision: 1,
            savedAt: World.start.microseconds + Self.ahead - days * Self.day * 1000,
            reason: "save", display: "main")
    }

    /// What an app finds now.
    private func keys(_ world: World) -> [String] {
        let reader = world.connect("reader\(world.history.count)", app: "shop")
        world.ask(reader, "list", .listDrafts)
        let answers = world.history.last?.effects.compactMap { effect in
            if case .answer(_, _, .drafts(let drafts)) = effect { drafts } else { nil }
        }
        return answers?.first?.map(\.key) ?? []
    }

    @Test("nothing expires without a limit")
    func never() {
        let world = world(days: 0)
        world.send(.draftsLoaded([found("old", days: 10_000)]))
        world.advance(1000 * Self.day)
        #expect(keys(world) == ["old"])
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("erases and publishes a draft the configured days after its last save")
    func saved() {
        let world = world(days: 2)
        world.send(.draftsLoaded([]))
        let shop = world.connect("shop")
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.discarded"], since: nil))
        world.save("mail", "a", by: shop)
        world.advance(Self.day)
        world.save("mail", "b", by: shop)
        world.advance(2 * Self.day - 1)
        world.begin()
        world.advance(1)
        world.expect(
            """
            event draft.discarded mail expired r2 to shop
            disk erases mail, scrubs
            """)
        #expect(keys(world).isEmpty)
    }

    @Test("a draft found on the disk expires by its age once the clock is trusted")
    func found() {
        let world = world(days: 30)
        world.send(.draftsLoaded([found("new", days: 29), found("old", days: 31)]))
        world.advance(Self.hour - 1)
        #expect(keys(world) == ["new", "old"])
        world.advance(1)
        #expect(keys(world) == ["new"])
        world.advance(Self.day)
        #expect(keys(world).isEmpty)
    }

    @Test("a clock that jumps by years at run time erases nothing", arguments: [-1, 1])
    func jump(years: Int64) {
        let world = world(days: 30)
        world.send(.draftsLoaded([]))
        let shop = world.connect("shop")
        world.save("mail", "a", by: shop)
        world.send(.wallClockSet(ahead: Self.ahead + years * 365 * Self.day * 1000))
        world.advance(29 * Self.day)
        #expect(keys(world) == ["mail"])
        world.advance(Self.day)
        #expect(keys(world).isEmpty)
    }

    @Test("repeatedly setting the clock does not postpone the expiry of new drafts")
    func setOften() {
        let world = world(days: 2)
        world.send(.draftsLoaded([found("old", days: 1)]))
        let shop = world.connect("shop")
        world.save("mail", "a", by: shop)
        for step in 1...96 {
            world.advance(Self.hour / 2)
            world.send(.wallClockSet(ahead: Self.ahead + Int64(step)))
        }
        #expect(keys(world) == ["old"])
        world.advance(Self.hour)
        #expect(keys(world).isEmpty)
    }

    @Test("a wrong clock that is corrected within the hour erases nothing")
    func wrongAtStart() {
        let world = world(days: 30)
        world.send(.wallClockSet(ahead: Self.ahead + 3650 * Self.day * 1000))
        world.send(.draftsLoaded([found("new", days: 1)]))
        world.advance(Self.hour / 2)
        world.send(.wallClockSet(ahead: Self.ahead))
        world.advance(28 * Self.day)
        #expect(keys(world) == ["new"])
        world.advance(Self.day)
        #expect(keys(world).isEmpty)
    }

    @Test("ignores dates before 2020 and in the future")
    func incredible() {
        let world = world(days: 30)
        var old = found("old", days: 0)
        old.savedAt = 5
        world.send(.draftsLoaded([found("new", days: -400), old]))
        world.advance(29 * Self.day)
        #expect(keys(world) == ["new", "old"])
        world.advance(Self.day)
        #expect(keys(world).isEmpty)
    }

    @Test("the draft of an open popover does not expire")
    func open() {
        let world = world(days: 1)
        world.send(.draftsLoaded([]))
        let shop = world.connect("shop")
        world.save("mail", "a", by: shop)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.advance(3 * Self.day)
        #expect(keys(world) == ["mail"])
        world.ask(shop, "close", .close(PopoverID(number: 1), outcome: .cancel))
        #expect(keys(world).isEmpty)
    }

    @Test("a replaced draft file gets back every stored draft")
    func restored() {
        let world = world(days: 0)
        world.send(.draftsLoaded([found("old", days: 1), found("kept", days: 1)]))
        let shop = world.connect("shop")
        world.save("mail", "a", by: shop)
        world.begin()
        world.send(.draftsLoaded([found("kept", days: 1), found("new", days: 1)]))
        world.expect(
            """
            disk stores mail "a" r1 save on main, stores old "old" r1 save on main, erases new, \
            scrubs
            """)
    }
}
