// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Panels and their work")
struct PanelStories {
    let world = World()
    let shop: ClientID
    let window: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        window = world.connect("window", app: "shop")
        cafe = world.connect("cafe")
        admin = world.connect("admin", roles: [.app, .shell], uid: 0)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.save("mail", "a", by: shop)
        world.detach(1, by: shop)
        world.begin()
    }

    @Test("a lock asks for the work, and is announced when the panel is gone")
    func lock() {
        world.ask(cafe, "subscribe", .subscribe(topics: ["session.*"], since: nil))
        world.begin()
        world.ask(admin, "lock", .lockSession(display: nil))
        world.expect(
            """
            shop asked willClose n1 administrator save
            admin lock: done
            """)
        world.answer(shop, World.work("b"))
        world.expect(
            """
            disk stores mail "b" r2 administrator on main
            event session.locked to cafe
            shop gets panel closed n1 administrator saved
            """)
    }

    @Test("an owner that misses the deadline loses its panel, not its late work")
    func late() {
        world.ask(admin, "lock", .lockSession(display: nil))
        let call = world.ignoreCall(of: shop)
        world.begin()
        world.advance(250)
        world.expect("shop gets panel closed n1 administrator kept unresponsive")
        world.send(.clientAnswered(shop, call, World.work("b")))
        world.expect("disk stores mail \"b\" r2 administrator on main")
    }

    @Test("the end of a session discards the work, also of a panel that is closing already")
    func sessionEnds() {
        world.ask(admin, "lock", .lockSession(display: nil))
        world.begin()
        world.ask(admin, "end", .endSession(display: "main"))
        world.answer(shop, World.work("secret"))
        world.expect(
            """
            disk erases mail
            disk scrubs, erases traces
            shop gets panel closed n1 session-ended discarded
            admin end: done
            """)
    }

    @Test("a shutdown waits for the work of panels")
    func shutdown() {
        world.send(.shutdownRequested)
        world.expect("shop asked willClose n1 shutdown save")
        world.answer(shop, World.work("b"))
        #expect(
            world.lines.prefix(2) == [
                "disk stores mail \"b\" r2 shutdown on main",
                "shop gets panel closed n1 shutdown saved",
            ])
        #expect(world.hasEnded)
    }

    @Test("a shutdown does not wait for ever")
    func silentAtShutdown() {
        world.send(.shutdownRequested)
        world.begin()
        world.advance(250)
        #expect(world.lines.first == "shop gets panel closed n1 shutdown kept unresponsive")
        #expect(world.hasEnded)
    }

    @Test("under an alert the deadline pauses")
    func paused() {
        world.raise("Fire", .critical, by: cafe)
        world.answer(admin)
        world.ask(admin, "lock", .lockSession(display: nil))
        world.begin()
        world.advance(1000)
        world.expect("")
        world.answerAlert(1, by: admin)
        world.begin()
        world.advance(249)
        world.expect("")
        world.advance(1)
        world.expect("shop gets panel closed n1 administrator kept unresponsive")
    }

    @Test("a display that is added again still has its closing panel")
    func displayReturns() {
        world.ask(admin, "remove", .removeDisplay("main"))
        world.ask(admin, "set", .setDisplay(World.main))
        world.begin()
        world.answer(shop, World.work("b"))
        world.expect(
            """
            disk stores mail "b" r2 display-changed on main
            shop gets panel closed n1 display-changed saved
            """)
    }

    @Test("an open of its key is refused, and can raise the panel")
    func held() {
        world.open("inspector", by: window) { $0.key = "mail" }
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.open("menu", by: cafe) { $0.key = "mail" }
        world.ask(window, "raise", .raisePanel(PanelID(number: 1)))
        world.ask(cafe, "raise", .raisePanel(PanelID(number: 1)))
        world.ask(window, "raise", .raisePanel(PanelID(number: 2)))
        world.expect(
            """
            window open: refused panel-active for n1
            shop open2: refused panel-active for n1
            cafe open: p2 bottom
            window raise: done
            shop gets raise n1
            cafe raise: error 3 owner
            window raise2: error 2 n2
            """)
    }

    @Test("an open that waits is refused when its key becomes a panel's")
    func heldMeanwhile() {
        world.open("inspector", by: shop) { $0.key = "note" }
        world.raise(by: cafe)
        world.answer(admin)
        world.open("menu", by: window) { $0.key = "note" }
        world.detach(2, by: shop)
        world.answerAlert(1, by: admin)
        #expect(world.lines.last == "window open: refused panel-active for n2")
    }

    @Test("work without a key stays with the panel; the next open of the source has its own")
    func keyless() {
        world.source("cart", World.cart, by: shop)
        world.open("inspector", by: shop, from: "cart")
        world.escape(by: admin)
        world.answer(shop, World.work("a"))
        world.open("inspector", by: shop, from: "cart")
        world.detach(3, by: shop)
        world.begin()
        world.open("inspector", by: shop, from: "cart")
        world.ask(shop, "close", .closePanel(PanelID(number: 2), outcome: .done))
        world.expect(
            """
            shop open4: p4 bottom
            shop close: done
            disk erases popoverd:main/inspector/source/cart
            """)
    }

    @Test("nor has one that a policy gives the behavior of the panel")
    func keylessReplaced() {
        world.source("cart", World.cart, by: shop)
        world.open("inspector", by: shop, from: "cart")
        world.detach(2, by: shop)
        world.setPolicies(Policy(name: "one", hooks: [.open]))
        world.open("task", by: shop, from: "cart")
        world.decide(.open(.replace(behavior: "inspector")))
        world.escape(by: admin)
        world.answer(shop, World.work("b"))
        #expect(
            world.lines.contains("disk stores popoverd:2 \"b\" r1 key on main"), "\(world.lines)")
    }

    @Test("its owner moves and resizes it, within the display minus its insets")
    func moves() {
        let panel = PanelID(number: 1)
        let wanted = Rect(x: 1100, y: 20, width: 400, height: 300)
        world.ask(shop, "panel", .setPanel(panel, frame: wanted))
        world.ask(cafe, "panel", .setPanel(panel, frame: wanted))
        var display = World.main
        display.insets = Insets(top: 40, right: 80)
        world.ask(admin, "set", .setDisplay(display))
        world.expect(
            """
            shop panel: 880,20 400x300
            cafe panel: error 3 owner
            admin set: done
            shop gets moved n1 800,40 400x300 animated
            """)
        #expect(world.scene.panels.first?.frame == Rect(x: 800, y: 40, width: 400, height: 300))
    }

    @Test("it follows its display, and returns when the display has room again")
    func follows() {
        func set(_ width: Double, _ height: Double) {
            var display = World.main
            display.size = Size(width: width, height: height)
            display.reducesMotion = true
            world.ask(admin, "set", .setDisplay(display))
        }
        set(300, 800)
        set(1280, 800)
        set(1280, 801)
        world.ask(admin, "lock", .lockSession(display: nil))
        set(300, 800)
        world.expect(
            """
            admin set: done
            shop gets moved n1 0,152 300x200
            admin set2: done
            shop gets moved n1 480,152 320x200
            admin set3: done
            shop asked willClose n1 administrator save
            admin lock: done
            admin set4: done
            """)
    }

    @Test("its owner may leave the draft, consume it or discard it", arguments: [true, false])
    func outcomes(isDone: Bool) {
        world.ask(shop, "panel", .closePanel(PanelID(number: 1)))
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.detach(2, by: shop)
        let outcome = isDone ? CloseOutcome.done : .cancel
        world.ask(shop, "panel", .closePanel(PanelID(number: 2), outcome: outcome))
        world.expect(
            """
            shop panel: done
            shop open2: p2 bottom draft "a" r1 save
            shop detach2: n2 480,152 320x200
            shop gets closed p2 detached kept
            shop panel2: done
            disk erases mail
            """)
    }
}
