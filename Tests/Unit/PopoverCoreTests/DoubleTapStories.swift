// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Double taps, and taps seen twice")
struct DoubleTapStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let fingers: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        fingers = world.connect("fingers", roles: [.input])
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: cafe)
        world.advance(100)
        world.begin()
    }

    @Test("the second tap on an open popover's source shows it again")
    func doubleTapCloses() {
        world.open("menu", by: shop, from: "cart")
        world.advance(100)
        world.begin()
        world.tap(World.cart.center, by: shop)
        world.open("menu", by: shop, from: "cart", label: "first")
        world.answer(shop)
        world.advance(150)
        world.tap(World.cart.center, by: shop)
        world.open("menu", by: shop, from: "cart", label: "second")
        world.expect(
            """
            shop asked willClose p1 source-tap save
            shop tap: dismissed p1
            shop first: refused toggled
            shop gets closed p1 source-tap none focus
            shop tap2: idle deliver
            shop second: p2 bottom
            """)
    }

    @Test("an earlier press that is reported later does not clear the toggle")
    func lateReport() {
        let earlier = world.now
        world.advance(500)
        world.open("menu", by: shop, from: "cart")
        world.advance(100)
        world.begin()
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        world.tap(World.nowhere, by: fingers, at: earlier)
        world.open("menu", by: shop, from: "cart", label: "again")
        world.expect(
            """
            shop asked willClose p1 source-tap save
            shop tap: dismissed p1
            shop gets closed p1 source-tap none focus
            fingers tap: idle deliver
            shop again: refused toggled
            """)
    }

    @Test("the second tap on a closing popover's source does nothing")
    func doubleTapWhileClosing() {
        world.open("menu", by: shop, from: "cart")
        world.advance(100)
        world.begin()
        world.tap(World.cart.center, by: shop)
        world.advance(150)
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        world.expect(
            """
            shop asked willClose p1 source-tap save
            shop tap: dismissed p1
            shop tap2: swallowed p1
            shop gets closed p1 source-tap none focus
            """)
    }

    @Test(
        "the second tap on a source closes the popover unless it was pressed before the grant")
    func doubleTapOpens() {
        world.tap(World.cart.center, by: shop)
        world.advance(50)
        let second = world.now
        world.advance(50)
        world.open("menu", by: shop, from: "cart")
        world.advance(50)
        world.tap(World.cart.center, by: shop, at: second)
        world.open("menu", by: shop, from: "cart", label: "again")
        world.advance(100)
        world.tap(World.cart.center, by: shop)
        world.expect(
            """
            shop tap: idle deliver
            shop open: p1 bottom
            shop tap2: idle deliver
            shop again: p1 bottom
            shop asked willClose p1 source-tap save
            shop tap3: dismissed p1
            """)
    }

    @Test("a press and a release seen by different clients are no tap")
    func twoClients() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.point(.down, World.nowhere, by: shop)
        world.point(.up, World.nowhere, by: cafe)
        world.point(.cancel, World.nowhere, by: shop)
        world.expect(
            """
            shop down: none
            cafe up: none
            shop cancel: none
            """)
    }

    @Test(
        "a tap reported as a tap and as steps counts once",
        arguments: [true, false])
    func tapAndStream(streamFirst: Bool) {
        world.open("menu", by: shop, from: "cart")
        world.point(.down, World.lamp.center, by: fingers)
        let pressed = world.now
        world.advance(80)
        world.begin()
        if streamFirst { world.point(.up, World.lamp.center, by: fingers) }
        world.tap(World.lamp.center, by: cafe, at: pressed)
        if !streamFirst { world.point(.up, World.lamp.center, by: fingers) }
        let stream = "fingers up: dismissed p1"
        let tap = "cafe tap: dismissed p1 deliver"
        let both = streamFirst ? [stream, tap] : [tap, stream]
        world.expect((["shop asked willClose p1 outside-tap save"] + both).joined(separator: "\n"))
        let counted = world.scene.counters.first { $0.name == "tapsJudged" }?.value
        #expect(counted == 1)
    }

    @Test("the gap in a popover's declared shape is outside, at both ends of a press")
    func gap() {
        world.open("menu", by: shop, from: "cart") {
            $0.hit = [
                Rect(x: 0, y: 0, width: 320, height: 80),
                Rect(x: 0, y: 120, width: 320, height: 80),
            ]
        }
        world.advance(10)
        world.begin()
        // The frame begins at 480,152: its gap is from 232 to 272.
        world.point(.down, Point(x: 500, y: 228), by: fingers)
        world.point(.up, Point(x: 500, y: 234), by: fingers)
        world.point(.down, Point(x: 500, y: 250), by: fingers)
        world.point(.up, Point(x: 500, y: 250), by: fingers)
        world.expect(
            """
            fingers down: none deliver
            fingers up: none deliver
            fingers down2: none
            shop asked willClose p1 outside-tap save
            fingers up2: dismissed p1
            """)
    }
}
