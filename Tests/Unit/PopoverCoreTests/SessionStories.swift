// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Sessions: ending, locking, shutting down")
struct SessionStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe", roles: [.app, .shell])
        admin = world.connect("admin", roles: [.shell], uid: 0)
    }

    private func addWall() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    private func administer(_ label: String, _ request: Request) {
        world.ask(admin, label, request)
    }

    @Test("ending closes everything, refuses waiting opens, erases, and then answers")
    func ends() {
        world.save("mail", "a", by: shop)
        world.save("note", "b", by: cafe)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.open("menu", by: cafe)
        world.begin()
        administer("end", .endSession(display: nil))
        world.expect("cafe open: refused superseded")
        world.answer(shop, World.work("secret"))
        world.expect(
            """
            disk erases mail
            disk erases note, scrubs, erases traces
            shop gets closed p1 session-ended discarded
            admin end: done
            """)
    }

    @Test("ending refuses alerts and ends views and panels")
    func endsOthers() {
        world.open("inspector", by: shop)
        world.detach(1, by: shop)
        world.present(by: shop)
        world.raise(by: shop)
        world.begin()
        administer("end", .endSession(display: nil))
        world.expect(
            """
            cafe gets dismiss a1
            shop raise: refused cancelled
            shop gets view closed v1 session-ended
            shop asked willClose n1 session-ended discard
            """)
        world.answer(shop, World.work("secret"))
        world.expect(
            """
            shop gets panel closed n1 session-ended none
            disk scrubs, erases traces
            admin end: done
            """)
    }

    @Test("the next alert waits until the session has ended")
    func endsBeforeNextAlert() {
        world.open("inspector", by: shop)
        administer("end", .endSession(display: nil))
        world.begin()
        world.raise(by: shop)
        world.advance(250)
        world.expect(
            """
            shop gets queued a1 for raise
            shop gets closed p1 session-ended none unresponsive
            disk scrubs, erases traces
            cafe asked present a1
            admin end: done
            """)
    }

    @Test("a popover opened from a view closes because of the session's end")
    func endsPopoverInView() {
        world.present(by: shop)
        world.open("menu", by: shop)
        world.begin()
        administer("end", .endSession(display: nil))
        world.expect(
            """
            shop asked willClose p1 session-ended discard
            shop gets view closed v1 session-ended
            """)
    }

    @Test("refuses opens at once on every display whose session ends")
    func opensMeanwhile() {
        addWall()
        world.open("inspector", by: cafe)
        administer("end", .endSession(display: nil))
        world.begin()
        world.open("menu", by: shop)
        world.open("menu", by: shop, display: "wall")
        world.present(by: shop, closing: true)
        world.present(by: shop, display: "wall")
        world.answer(cafe)
        world.open("menu", by: shop)
        world.expect(
            """
            shop open: refused superseded
            shop open2: refused superseded
            shop view: refused superseded
            shop view2: refused superseded
            cafe gets closed p1 session-ended none
            disk scrubs, erases traces
            admin end: done
            shop open3: p2 bottom
            """)
    }

    @Test("ending one display's session does not affect the others")
    func opensElsewhere() {
        addWall()
        world.open("inspector", by: cafe)
        administer("end", .endSession(display: "main"))
        world.begin()
        world.open("menu", by: shop)
        world.open("menu", by: shop, display: "wall")
        world.expect("shop open: refused superseded\nshop open2: p2 bottom")
    }

    @Test("opens nothing before the disk has erased the session or timed out")
    func opensBeforeErased() {
        world.disk = .holds
        administer("end", .endSession(display: nil))
        world.begin()
        world.open("menu", by: shop)
        world.present(by: shop)
        world.advance(5000)
        world.open("menu", by: shop)
        world.expect(
            """
            shop open: refused superseded
            shop view: refused superseded
            admin end: error -32603
            shop open2: p1 bottom
            """)
    }

    @Test("refuses an open in question when the session ends")
    func opensAsking() {
        world.open("inspector", by: cafe)
        world.open("oracle", by: shop)
        world.begin()
        administer("end", .endSession(display: nil))
        world.open("oracle", by: shop)
        #expect(world.lines.contains("shop open: refused superseded"))
        #expect(world.lines.contains("shop open2: refused superseded"))
    }

    @Test("does not report success while the disk still holds drafts")
    func endsWithBadDisk() {
        world.save("mail", "a", by: shop)
        world.disk = .fails
        world.begin()
        administer("end", .endSession(display: nil))
        world.expect("disk erases mail, scrubs, erases traces\nadmin end: error -32603")
        world.disk = .works
        world.advance(1000)
        world.expect("disk erases mail, scrubs, erases traces")
    }

    @Test("a lock closes everything but critical alerts; drafts still work")
    func locks() {
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.raise("low", .warning, by: shop)
        world.begin()
        administer("lock", .lockSession(display: nil))
        world.expect(
            """
            cafe gets dismiss a1
            shop raise: refused locked
            shop asked willClose p1 administrator save
            admin lock: done
            """)
        world.answer(shop, World.work("a"))
        world.begin()
        world.open("menu", by: shop)
        world.present(by: shop)
        world.raise("low", .warning, by: shop)
        world.raise("high", .critical, by: shop)
        world.load("mail", by: shop)
        world.expect(
            """
            shop open2: refused locked
            shop view: refused locked
            shop gets queued a2 for raise2
            shop gets queued a3 for raise3
            cafe asked present a3
            shop load: "a" r1 administrator
            """)
        world.answerAlert(3, by: cafe)
        world.begin()
        administer("unlock", .unlockSession(display: nil))
        world.expect("admin unlock: done\ncafe asked present a2")
        world.answerAlert(2, by: cafe)
        world.begin()
        world.open("menu", by: shop)
        world.expect("shop open3: p2 bottom")
    }

    @Test("a lock of one display leaves the others; a lock of all covers later displays")
    func locksDisplays() {
        addWall()
        administer("lock", .lockSession(display: "wall"))
        world.begin()
        world.open("menu", by: shop, display: "wall")
        world.open("menu", by: shop)
        administer("lockAll", .lockSession(display: nil))
        let desk = DisplaySpecification(name: "desk", size: Size(width: 1280, height: 800))
        administer("set", .setDisplay(desk))
        world.open("menu", by: shop, display: "desk")
        administer("none", .lockSession(display: "nowhere"))
        world.expect(
            """
            shop open: refused locked
            shop open2: p1 bottom
            shop asked willClose p1 administrator save
            admin lockAll: done
            admin set2: done
            shop open3: refused locked
            admin none: error 2 nowhere
            """)
    }

    @Test("only administrators administer")
    func permissions() {
        let orders: [Request] = [
            .status, .dismiss(discard: false, display: "main"), .endSession(display: nil),
            .lockSession(display: nil), .unlockSession(display: nil), .administer(.listPlugins),
            .shutdown,
        ]
        world.begin()
        for order in orders { world.ask(shop, "order", order) }
        #expect(world.lines.count == orders.count)
        #expect(world.lines.allSatisfy { $0.hasSuffix(": error 3 administrator") })
    }

    @Test("shutting down collects all work, stores it, and then exits")
    func shutsDown() {
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.open("menu", by: cafe)
        world.raise(by: cafe)
        world.disk = .holds
        world.begin()
        world.send(.shutdownRequested)
        world.expect(
            """
            cafe open: error 5
            cafe gets dismiss a1
            cafe raise: error 5
            """)
        world.answer(shop, World.work("a"))
        world.expect("disk stores mail \"a\" r1 replaced on main")
        world.letDisk()
        world.expect(
            """
            shop gets closed p1 replaced saved
            shop disconnected shutdown
            cafe disconnected shutdown
            admin disconnected shutdown
            watcher disconnected shutdown
            exit
            """)
        #expect(world.hasEnded && world.arbiter.nextDeadline == nil)
        world.send(.deadlineReached)
        world.expect("")
    }

    @Test(
        "during shutdown saving work is possible; everything else is error 5")
    func exceptions() {
        world.open("menu", by: shop)
        world.begin()
        administer("shutdown", .shutdown)
        world.open("menu", by: cafe)
        world.tap(World.nowhere, by: cafe)
        let late = world.arrive("late")
        world.ask(late, "hello", .hello(Hello(protocolVersion: 1, app: "late")))
        world.disk = .holds
        world.save("mail", "a", by: cafe)
        world.load("mail", by: cafe)
        world.close(1, .done, by: shop)
        world.expect(
            """
            admin shutdown: done
            shop asked willClose p1 shutdown save
            cafe open: error 5
            cafe tap: error 5
            late hello: error 5
            disk stores mail "a" r1 save on main
            cafe save: r1
            cafe load: "a" r1 save
            shop close: done
            shop gets closed p1 done none focus
            """)
    }

    @Test("a silent owner and a stuck disk do not prevent the exit")
    func shutdownDeadlines() {
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.disk = .holds
        world.save("mail", "a", by: shop, sync: true)
        world.send(.shutdownRequested)
        world.begin()
        world.advance(250)
        world.expect("shop gets closed p1 shutdown kept unresponsive")
        world.advance(5000)
        #expect(world.lines.first == "shop save: r1")
        #expect(world.lines.last == "exit")
    }

    @Test("fails a pending administrator's order once")
    func shutdownWithOrder() {
        world.ask(admin, "list", .administer(.listPlugins))
        world.begin()
        world.send(.shutdownRequested)
        world.expect(
            """
            admin list: error 5
            shop disconnected shutdown
            cafe disconnected shutdown
            admin disconnected shutdown
            watcher disconnected shutdown
            exit
            """)
        world.send(.administered(TicketID(number: 1), .plugins([])))
        world.expect("")
    }
    @Test("a half-closed client that the shutdown answers is disconnected once")
    func shutdownHalfClosed() {
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.disk = .holds
        world.save("mail", "a", by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        world.send(.clientFinished(admin))
        world.send(.shutdownRequested)
        world.begin()
        world.advance(5250)
        let told = world.lines.filter { $0.hasPrefix("admin disconnected") }
        #expect(told == ["admin disconnected shutdown"])
        #expect(world.lines.last == "exit")
    }
}
