// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Taps: the rules from top to bottom")
struct TapStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        shell = world.connect("shell", roles: [.shell])
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: cafe)
        world.open("menu", by: shop, from: "cart")
        world.begin()
    }

    /// In the popover that hangs below the cart: 480,152 320x200.
    let inside = Point(x: 500, y: 300)

    private func openModal() {
        world.update(1, by: shop) { $0.isModal = true }
        world.begin()
    }

    @Test("1: an alert takes taps in its frame and swallows all others; the popover stays")
    func alert() {
        world.raise(by: cafe)
        world.answer(shell)
        world.begin()
        world.tap(Point(x: 640, y: 400), by: shell)
        world.tap(Point(x: 640, y: 400), by: shop)
        world.tap(World.nowhere, by: shell)
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.expect(
            """
            shell tap: inside deliver
            shop tap: inside
            shell tap2: swallowed
            shell tap3: swallowed
            """)
    }

    @Test("2: a tap inside belongs to the owner; only it, a shell or an input delivers")
    func insideFrame() {
        let fingers = world.connect("fingers", roles: [.input])
        world.tap(inside, by: shop)
        world.advance(100)
        world.tap(inside, by: cafe)
        world.advance(100)
        world.tap(inside, by: shell)
        world.advance(100)
        world.tap(inside, by: fingers)
        world.expect(
            """
            shop tap: inside p1 deliver
            cafe tap: inside p1
            shell tap: inside p1 deliver
            fingers tap: inside p1 deliver
            """)
    }

    @Test("2: the arrow belongs to the popover")
    func insideArrow() {
        world.tap(Point(x: 640, y: 146), by: shop)
        world.tap(Point(x: 660, y: 146), by: shop)
        world.expect(
            """
            shop tap: inside p1 deliver
            shop asked willClose p1 outside-tap save
            shop tap2: dismissed p1
            """)
    }

    @Test("2: a declared shape replaces the frame")
    func hitShape() {
        world.update(1, by: shop) { $0.hit = [Rect(x: 100, y: 0, width: 50, height: 50)] }
        world.begin()
        world.tap(Point(x: 600, y: 160), by: shop)
        world.tap(inside, by: shop)
        world.expect(
            """
            shop tap: inside p1 deliver
            shop asked willClose p1 outside-tap save
            shop tap2: dismissed p1
            """)
    }

    @Test("3: taps in occluders and passthrough rectangles pass, and the popover stays")
    func passes() {
        let keyboard = Rect(x: 0, y: 600, width: 1280, height: 200)
        world.ask(shell, "occlude", .setOccluder("keyboard", rect: keyboard, display: nil))
        world.update(1, by: shop) { $0.passthrough = [World.lamp] }
        world.begin()
        world.tap(Point(x: 640, y: 700), by: cafe)
        world.tap(World.lamp.center, by: cafe)
        world.expect(
            """
            cafe tap: passed deliver
            cafe tap2: passed deliver
            """)
    }

    @Test("4: its own source closes it, and an open from there within 500 ms is refused")
    func ownSource() {
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        world.advance(500)
        world.open("menu", by: shop, from: "cart")
        world.advance(1)
        world.open("menu", by: shop, from: "cart")
        world.expect(
            """
            shop asked willClose p1 source-tap save
            shop tap: dismissed p1
            shop gets closed p1 source-tap none focus
            shop open2: refused toggled
            shop open3: p2 bottom
            """)
    }

    @Test("4: an open from another source or client is not refused")
    func otherOpensAfterToggle() {
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        world.begin()
        world.open("menu", by: cafe, at: World.cart)
        world.close(2, .done, by: cafe)
        world.open("menu", by: shop, at: World.cart)
        world.expect(
            """
            cafe open: p2 bottom
            cafe close: done
            cafe gets closed p2 done none focus
            shop open2: p3 bottom
            """)
    }

    @Test("4, 5: a source registered later lies above the popover's own")
    func coveredOwnSource() {
        world.source("badge", World.cart, by: cafe)
        world.tap(World.cart.center, by: shell, swallowed: true)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe gets activated badge at 0
            shell tap: dismissed p1
            """)
    }

    @Test("4: another tap in between clears the toggle")
    func tapBetween() {
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        world.tap(World.nowhere, by: shop)
        world.begin()
        world.open("menu", by: shop, from: "cart")
        world.expect("shop open2: p2 bottom")
    }

    @Test("4: without a source, an equal anchor counts")
    func anchorToggle() {
        let anchor = Rect(x: 900, y: 100, width: 40, height: 40)
        world.close(1, .done, by: shop)
        world.open("menu", by: shop, at: anchor)
        world.tap(anchor.center, by: shop)
        world.answer(shop)
        world.begin()
        world.open("menu", by: shop, at: anchor)
        world.open("menu", by: shop, at: anchor.offset(by: Point(x: 1, y: 0)))
        world.expect(
            """
            shop open3: refused toggled
            shop open4: p3 bottom
            """)
    }

    @Test("4: its own source nudges a modal popover")
    func ownSourceModal() {
        openModal()
        world.tap(World.cart.center, by: shop)
        world.expect(
            """
            shop gets nudge p1
            shop tap: swallowed p1
            """)
    }

    @Test("5: a source that its own client reports is delivered")
    func otherSourceReported() {
        world.tap(World.lamp.center, by: cafe)
        world.answer(shop)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1 deliver
            shop gets closed p1 outside-tap none
            """)
    }

    @Test("5: a source that a shield swallowed is activated, and nobody delivers")
    func otherSourceShielded() {
        world.tap(World.lamp.center, by: shell, swallowed: true, at: world.now)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe gets activated lamp at 0
            shell tap: dismissed p1
            """)
    }

    @Test("5: a source that another client reports is not delivered")
    func otherSourceForeign() {
        world.tap(World.lamp.center, by: shell)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shell tap: dismissed p1
            """)
    }

    @Test("5: a client whose own shield swallowed the tap hears of it by deliver only")
    func otherSourceOwnShield() {
        world.tap(World.lamp.center, by: cafe, swallowed: true)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1 deliver
            """)
    }

    @Test("5: of overlapping sources the one registered last is hit")
    func overlappingSources() {
        let bar = world.connect("bar")
        world.source("lamp", World.lamp, by: bar)
        world.begin()
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            bar gets activated lamp at 0
            shell tap: dismissed p1
            """)
    }

    @Test("5, 6: a modal popover is nudged, and nobody gets the tap")
    func modal() {
        openModal()
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.tap(World.nowhere, by: cafe)
        world.expect(
            """
            shop gets nudge p1
            shell tap: swallowed p1
            shop gets nudge p1
            cafe tap: swallowed p1
            """)
    }

    @Test("6: elsewhere it closes, and nobody gets the tap")
    func elsewhere() {
        world.tap(World.nowhere, by: cafe)
        world.answer(shop)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            shop gets closed p1 outside-tap none focus
            """)
    }

    @Test("4, 5, 6: the reporter learns whose source or surface the tap was on")
    func client() {
        func told(_ point: Point) -> ClientID? {
            world.tap(point, by: shell, swallowed: true)
            let answers = (world.history.last?.effects ?? []).compactMap {
                effect -> TapJudgement? in
                guard case .answer(_, _, .judged(let judgement)) = effect else { return nil }
                return judgement
            }
            return answers.first?.client
        }
        #expect(told(inside) == nil)
        #expect(told(World.lamp.center) == cafe)
        world.answer(shop)
        let page = Rect(x: 0, y: 0, width: 100, height: 100)
        world.tell(cafe, .setSurface("page", display: nil, frame: page))
        for (point, wanted) in [
            (page.center, cafe), (World.nowhere, nil), (World.cart.center, shop),
        ] {
            world.advance(1000)
            world.open("menu", by: shop, from: "cart")
            #expect(told(point) == wanted)
            world.answer(shop)
        }
    }

    @Test("6: a closing popover swallows taps outside, also on sources")
    func closing() {
        world.tap(World.nowhere, by: cafe)
        world.begin()
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.tap(World.cart.center, by: shop)
        world.tap(inside, by: shop)
        world.expect(
            """
            shell tap: swallowed p1
            shop tap: swallowed p1
            shop tap2: inside p1 deliver
            """)
    }

    @Test("7: with nothing visible a tap is idle and delivered")
    func idle() {
        world.close(1, .done, by: shop)
        world.advance(1)
        world.begin()
        world.tap(World.nowhere, by: cafe)
        world.expect("cafe tap: idle deliver")
    }
}
