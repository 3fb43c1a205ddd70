// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Opening: turns")
struct OpeningStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
    }

    @Test("A free display is granted at once")
    func free() {
        world.open("menu", by: shop)
        world.expect("shop open: p1 bottom")
    }

    @Test("Another popover is asked to leave, and the grant follows its answer")
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

    @Test("The grant follows the end of a popover that its owner closes meanwhile")
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

    @Test("The grant follows the deadline of an owner that stays silent")
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

    @Test("The grant follows the end of the owner's connection")
    func replacesGone() {
        world.open("menu", by: shop)
        world.open("menu", by: cafe, at: World.lamp)
        world.begin()
        world.disconnect(shop)
        world.expect("cafe open: p2 bottom")
    }

    @Test("An open that repeats the visible popover answers with it and changes nothing")
    func repeats() {
        world.source("cart", World.cart, by: shop)
        world.open("menu", by: shop, from: "cart") { $0.key = "k" }
        world.begin()
        world.open("menu", by: shop, from: "cart") { $0.key = "k" }
        world.expect("shop open2: p1 bottom")
    }

    @Test(
        "An open that differs from the visible popover replaces it",
        arguments: ["behaviour", "key", "source", "anchor", "client"])
    func differs(what: String) {
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: shop)
        let isAnchored = what == "anchor"
        world.open("menu", by: shop, from: isAnchored ? nil : "cart")
        world.begin()
        if what == "client" { world.source("cart", World.cart, by: cafe) }
        world.open(
            what == "behaviour" ? "task" : "menu", by: what == "client" ? cafe : shop,
            from: isAnchored ? nil : (what == "source" ? "lamp" : "cart"),
            at: isAnchored ? World.lamp : nil
        ) { $0.key = what == "key" ? "other" : nil }
        world.expect("shop asked willClose p1 replaced save")
    }

    @Test("An open that repeats a popover which is closing waits for it")
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

    @Test("Of several waiting opens only the newest waits")
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

    @Test("Opening from within the answer to willClose is a waiting open like any other")
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

    @Test("A source inside the visible popover replaces it: never a cascade")
    func cascade() {
        world.open("menu", by: shop)
        world.begin()
        world.open("menu", by: shop, at: Rect(x: 600, y: 200, width: 20, height: 20))
        world.expect("shop asked willClose p1 replaced save")
    }

    @Test("A modal popover refuses, also from a source inside it, until it is closing")
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
        world.ask(admin, "dismiss", .dismiss(.display("main"), discard: false))
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

    @Test("The owner of a waiting open goes away: it is dropped, and the close goes on")
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

    @Test("With waitMs 0 it is refused at once, and nothing is asked to close")
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

    @Test("An impatient open does not supersede a patient one")
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

    @Test("An open waits under an alert without asking the popover, and is refused alert-active")
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

    @Test("When the alert is gone, the popover is asked to close for the open that waited")
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

    @Test("A popover that became modal under an alert refuses the open that waited")
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

    @Test("An open whose source goes while it waits is refused at its turn")
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

    @Test("An open is judged by what its display is at its turn")
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

    @Test("A minimum beyond the display does not fit; a cut height is advice where it matters")
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

    @Test("Every display has a place of its own")
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
