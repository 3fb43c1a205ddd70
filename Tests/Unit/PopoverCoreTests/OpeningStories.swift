// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Opening and waiting")
struct OpeningStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
    }

    @Test("grants an open on a free display at once")
    func free() {
        world.open("menu", by: shop)
        world.expect("shop open: p1 bottom")
    }

    @Test("asks the visible popover to close and grants after its answer")
    func replaces() {
        world.open("menu", by: shop)
        world.begin()
        world.open("menu", by: cafe, at: World.lamp)
        world.expect("shop asked willClose p1 replaced save")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 replaced none
            cafe open: p2 bottom
            """)
    }

    @Test("grants when the owner closes its popover meanwhile")
    func replacesAfterOwnClose() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.close(1, .done, by: shop)
        world.expect(
            """
            shop close: done
            shop gets closed p1 done none focus
            cafe open: p2 bottom
            """)
    }

    @Test("grants after the deadline of a silent owner")
    func replacesUnresponsive() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.advance(249)
        world.expect("")
        world.advance(1)
        world.expect(
            """
            shop gets closed p1 replaced none unresponsive
            cafe open: p2 bottom
            """)
    }

    @Test("grants after the owner has disconnected")
    func replacesGone() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.disconnect(shop)
        world.expect("cafe open: p2 bottom")
    }

    @Test("a repeated open returns the visible popover unchanged")
    func repeats() {
        world.source("cart", World.cart, by: shop)
        world.open("menu", by: shop, from: "cart") { $0.key = "k" }
        world.begin()
        world.open("menu", by: shop, from: "cart") { $0.key = "k" }
        world.expect("shop open2: p1 bottom")
    }

    @Test(
        "a different open replaces the visible popover",
        arguments: ["behavior", "key", "source", "anchor", "client"])
    func differs(what: String) {
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: shop)
        let isAnchored = what == "anchor"
        world.open("menu", by: shop, from: isAnchored ? nil : "cart")
        world.begin()
        if what == "client" { world.source("cart", World.cart, by: cafe) }
        world.open(
            what == "behavior" ? "task" : "menu", by: what == "client" ? cafe : shop,
            from: isAnchored ? nil : (what == "source" ? "lamp" : "cart"),
            at: isAnchored ? World.lamp : nil
        ) { $0.key = what == "key" ? "other" : nil }
        world.expect("shop asked willClose p1 replaced save")
    }

    @Test("a repeated open of a closing popover waits for it")
    func repeatsClosing() {
        world.open("menu", by: shop)
        world.tap(World.nowhere, by: shop)
        world.begin()
        world.open("menu", by: shop)
        world.expect("")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 outside-tap none focus
            shop open2: p2 bottom
            """)
    }

    @Test("only the newest of several opens waits")
    func superseded() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.open("menu", by: shop, at: World.lamp)
        world.expect("cafe open: refused superseded by shop")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 replaced none
            shop open2: p2 bottom
            """)
    }

    @Test("an owner that reopens overtakes another app of its user once, and not again")
    func reopensAgain() {
        world.open("menu", by: shop)
        for _ in 0..<2 { world.open("menu", by: cafe, at: World.lamp) }
        world.open("task", by: shop)
        world.ask(shop, "cancel", .cancelRequest(.string("open2")))
        world.open("task", by: shop)
        world.answer(shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        for _ in 0..<2 { world.open("menu", by: shop) }
        world.expect(
            """
            shop open4: refused superseded by cafe
            shop open5: refused superseded by cafe
            """)
        world.answer(shop)
        world.expect(
            """
            shop gets closed p2 replaced none
            cafe open3: p3 bottom
            """)
        // From now on it may do so again.
        world.open("menu", by: shop)
        world.answer(cafe)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.open("task", by: shop)
        world.expect("cafe open4: refused superseded by shop")
    }

    @Test("an owner does not overtake another user, nor does another client of its user")
    func reopensBeforeUser() {
        let other = world.connect("other", uid: 7)
        let third = world.connect("third", uid: 8)
        world.open("menu", by: shop)
        world.open("menu", by: other, at: World.lamp)
        world.begin()
        world.open("task", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.expect(
            """
            shop open2: refused superseded by other
            cafe open: refused superseded by other
            """)
        world.open("menu", by: third, at: World.lamp)
        world.expect("other open: refused superseded by third")
    }

    @Test("nor does it under an alert, where nothing is asked to close yet")
    func reopensUnderAlert() {
        let shell = world.connect("shell", roles: [.shell])
        let other = world.connect("other", uid: 7)
        world.open("menu", by: shop)
        world.raise(by: shell)
        world.open("menu", by: other, at: World.lamp)
        world.begin()
        world.open("task", by: shop)
        world.expect("shop open2: refused superseded by other")
    }

    @Test("an open from the handler of willClose waits like any other")
    func opensWhileClosing() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.open("task", by: shop)
        world.expect("cafe open: refused superseded by shop")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 replaced none
            shop open2: p2 bottom
            """)
    }

    @Test("an open from inside the visible popover replaces it: never a cascade")
    func cascade() {
        world.open("menu", by: shop)
        world.begin()
        world.open("menu", by: shop, at: Rect(x: 600, y: 200, width: 20, height: 20))
        world.expect("shop asked willClose p1 replaced save")
    }

    @Test("a modal popover refuses opens, also from inside it, until it is closing")
    func modal() {
        world.open("task", by: shop) { $0.isModal = true }
        world.begin()
        world.open("menu", by: cafe, at: World.lamp)
        world.open("menu", by: shop, at: Rect(x: 600, y: 200, width: 20, height: 20))
        world.expect(
            """
            cafe open: refused modal-active by shop
            shop open2: refused modal-active
            """)
        let admin = world.connect("admin", uid: 0)
        world.ask(admin, "dismiss", .dismiss(discard: false, display: "main"))
        world.open("menu", by: cafe, at: World.lamp)
        world.answer(shop)
        world.expect(
            """
            shop asked willClose p1 administrator save
            admin dismiss: done
            shop gets closed p1 administrator none
            cafe open2: p2 bottom
            """)
    }

    @Test("disconnecting drops the waiting open; the close continues")
    func waitingOwnerGoes() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.disconnect(cafe)
        world.answer(shop)
        world.expect("shop gets closed p1 replaced none")
        world.open("menu", by: shop)
        world.expect("shop open2: p2 bottom")
    }

    @Test("waitMs 0 refuses at once and asks nothing to close")
    func impatient() {
        world.open("menu", by: shop)
        world.begin()
        world.open("menu", by: cafe, at: World.lamp) { $0.wait = .milliseconds(0) }
        world.expect("cafe open: refused timed-out by shop")
        world.close(1, .done, by: shop)
        world.begin()
        world.open("menu", by: cafe) { $0.wait = .milliseconds(0) }
        world.expect("cafe open2: p2 bottom")
    }

    @Test("an open that cannot wait does not supersede a waiting one")
    func impatientAmongWaiting() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.open("menu", by: shop, at: World.lamp) { $0.wait = .milliseconds(0) }
        world.expect("shop open2: refused timed-out")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 replaced none
            cafe open: p2 bottom
            """)
    }

    @Test("an open under an alert waits without a close, and times out as alert-active")
    func waitsUnderAlert() {
        let shell = world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        world.raise(by: shell)
        world.answer(shell)
        world.begin()
        world.open("menu", by: cafe, at: World.lamp)
        world.advance(999)
        world.expect("")
        world.advance(1)
        world.expect("cafe open: refused alert-active by shell")
        world.open("menu", by: cafe, at: World.lamp) { $0.wait = .milliseconds(0) }
        world.expect("cafe open2: refused alert-active by shell")
    }

    @Test("after the alert, the popover is asked to close for the waiting open")
    func goesOnAfterAlert() {
        let shell = world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        world.raise(by: shell)
        world.answer(shell)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.answerAlert(1, by: shell)
        world.expect(
            """
            shell answer: done
            shell raise: a1 ok
            shop asked willClose p1 replaced save
            """)
    }

    @Test("refuses the waiting open where the popover became modal under an alert")
    func becameModal() {
        let shell = world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        world.raise(by: shell)
        world.answer(shell)
        world.open("menu", by: cafe, at: World.lamp)
        world.update(1, by: shop) { $0.isModal = true }
        world.begin()
        world.answerAlert(1, by: shell)
        world.expect(
            """
            shell answer: done
            shell raise: a1 ok
            cafe open: refused modal-active by shop
            """)
    }

    @Test("refuses a waiting open whose source was removed")
    func sourceGoesWhileWaiting() {
        world.source("lamp", World.lamp, by: cafe)
        world.open("menu", by: shop)
        world.open("menu", by: cafe, from: "lamp")
        world.ask(cafe, "remove", .removeSource("lamp"))
        world.begin()
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 replaced none
            cafe open: error 2 lamp
            """)
    }

    @Test("checks a waiting open against the display at its grant")
    func displayChangesWhileWaiting() {
        let shell = world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        world.open("menu", by: cafe)
        world.begin()
        let television = DisplaySpecification(
            name: "main", size: Size(width: 1280, height: 800), idiom: .tv)
        world.ask(shell, "set", .setDisplay(television))
        world.answer(shop)
        world.expect(
            """
            shell set: done
            shop gets closed p1 replaced none
            cafe open: refused unsupported-idiom
            """)
    }

    @Test("refuses a minimum beyond the display; advises on a cut height")
    func fitting() {
        world.open("task", by: shop) { $0.minimum = Size(width: 2000, height: 100) }
        world.open("task", by: shop) { $0.size.height = 5000 }
        world.open("menu", by: cafe) { $0.size.height = 5000 }
        world.answer(shop)
        world.expect(
            """
            shop open: refused does-not-fit
            shop open2: p2 right scrolls advice ["G16"]
            shop asked willClose p2 replaced save
            shop gets closed p2 replaced none
            cafe open: p3 right scrolls
            """)
    }

    @Test("each display has its own popover")
    func displays() {
        let shell = world.connect("shell", roles: [.shell])
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(shell, "set", .setDisplay(wall))
        world.begin()
        world.open("menu", by: shop)
        world.open("menu", by: cafe, display: "wall")
        world.expect(
            """
            shop open: p1 bottom
            cafe open: p2 bottom
            """)
    }
}
