// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Swaps of popovers")
struct SwapStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        world.open("task", by: shop) { $0.key = "mail" }
        world.advance(10)
        world.begin()
    }

    @Test("another anchor moves the popover, which is never shown twice")
    func anotherAnchor() {
        world.transcript.subjects = .frames
        world.update(1, by: shop) { $0.anchor = World.lamp }
        world.expect("shop update: updated bottom 8,152 320x200 animated")
        #expect(world.scene.popovers.map(\.anchor) == [World.lamp])
    }

    @Test("removing the next popover's source during the close leaves the display free")
    func removesSource() {
        world.source("lamp", World.lamp, by: shop)
        world.open("menu", by: shop, from: "lamp")
        world.tell(shop, .removeSource("lamp"))
        world.begin()
        world.answer(shop)
        #expect(world.lines.last == "shop open2: error 2 lamp")
        #expect(world.scene.popovers.isEmpty && world.scene.waiting.isEmpty)
        world.begin()
        world.open("menu", by: cafe)
        world.expect("cafe open: p2 bottom")
    }

    @Test("a waiting open waits for a popover that moves and changes")
    func whileMoving() {
        world.update(1, by: shop) { $0.size = Size(width: 320, height: 300) }
        world.open("menu", by: cafe, at: World.lamp)
        #expect(world.scene.popovers.map(\.popover) == [PopoverID(number: 1)])
        world.advance(20)
        world.answer(shop)
        world.expect(
            """
            shop update: updated bottom animated
            shop asked willClose p1 replaced save
            shop gets closed p1 replaced none
            cafe open: p2 bottom
            """)
    }

    @Test("an owner may save until its deadline while the next open waits")
    func isSlow() {
        world.open("menu", by: cafe)
        world.begin()
        world.advance(249)
        world.expect("")
        world.answer(shop, World.work("half"))
        world.expect(
            """
            disk stores mail "half" r1 replaced on main
            cafe open: p2 bottom
            shop gets closed p1 replaced saved
            """)
    }

    @Test(
        "nothing vetoes a close: neither an error nor becoming modal",
        arguments: ["error", "modal"])
    func veto(how: String) {
        world.open("menu", by: cafe, at: World.lamp)
        if how == "modal" {
            world.update(1, by: shop) { $0.isModal = true }
        } else {
            world.answer(shop, .error)
        }
        world.advance(250)
        #expect(world.scene.popovers.map(\.client) == [cafe])
    }

    @Test("a popover keeps its behavior when that is replaced")
    func replacedBehavior() {
        var lenient = Behaviors.task
        lenient.outsideTapCloses = false
        world.send(.behaviorLoaded(lenient))
        world.tap(World.nowhere, by: cafe)
        world.answer(shop)
        world.open("task", by: shop)
        world.advance(1)
        world.begin()
        world.tap(World.nowhere, by: cafe)
        world.expect("shop gets nudge p2\ncafe tap2: swallowed p2")
    }

    @Test("Cancel and a tap outside race: the work is decided once", arguments: [true, false])
    func race(tapFirst: Bool) {
        world.save("mail", "half", by: shop)
        world.begin()
        if tapFirst {
            world.tap(World.nowhere, by: cafe)
            world.close(1, .cancel, by: shop)
        } else {
            let pressed = world.now
            world.advance(1)
            world.close(1, .cancel, by: shop)
            world.tap(World.nowhere, by: cafe, at: pressed)
        }
        let ends = world.lines.filter { $0.hasPrefix("shop gets closed") }
        // The owner's own word is explicit, and wins in either order.
        #expect(ends == ["shop gets closed p1 cancel discarded focus"])
        let tap = tapFirst ? "cafe tap: dismissed p1" : "cafe tap: swallowed p1"
        #expect(world.lines.contains(tap))
    }
}
