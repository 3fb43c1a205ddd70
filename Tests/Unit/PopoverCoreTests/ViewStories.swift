// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Views and panels")
struct ViewStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        shell = world.connect("shell", roles: [.shell], uid: 0)
    }

    @Test("refuses a view while locked")
    func locked() {
        world.ask(shell, "lock", .lockSession(display: nil))
        world.begin()
        world.present(by: cafe)
        world.expect("cafe view: refused locked")
    }

    @Test("each refusal names its cause")
    func causes() {
        world.open("menu", by: shop)
        world.present(by: cafe)
        world.present(by: shop)
        world.update(1, by: shop) { $0.isModal = true }
        world.present(by: cafe, closing: true)
        world.expect(
            """
            shop open: p1 bottom
            cafe view: refused popover-active by shop
            shop view: refused popover-active
            shop update: updated bottom
            cafe view2: refused modal-active by shop
            """)
        world.close(1, .done, by: shop)
        world.present(by: shop)
        world.begin()
        world.present(by: cafe)
        world.raise(by: shop)
        world.closeView(1, by: shop)
        world.begin()
        world.present(by: cafe, closing: true)
        world.expect("cafe view4: refused alert-active by shop")
    }

    @Test("closePopover closes the popover first")
    func closesPopover() {
        world.open("menu", by: shop)
        world.begin()
        world.present(by: cafe, closing: true)
        world.expect("shop asked willClose p1 view-presented save")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 view-presented none
            cafe view: v1
            """)
    }

    @Test("a view that times out learns which app blocks it")
    func turnMissed() {
        world.open("menu", by: shop)
        world.present(by: cafe, closing: true)
        world.raise(by: shell)
        world.answer(shell)
        world.begin()
        world.advance(1000)
        world.expect("cafe view: refused alert-active by shell")
    }

    @Test("a view wins over an open in either order", arguments: [true, false])
    func competes(viewFirst: Bool) {
        let bar = world.connect("bar")
        world.open("menu", by: shop)
        if viewFirst { world.present(by: cafe, closing: true) }
        world.open("menu", by: bar)
        if !viewFirst { world.present(by: cafe, closing: true) }
        world.answer(shop)
        #expect(
            world.lines.suffix(3) == [
                "bar open: refused modal-active by cafe",
                "shop gets closed p1 \(viewFirst ? "view-presented" : "replaced") none",
                "cafe view: v1",
            ])
    }

    @Test("the newer of two waiting views wins")
    func twoViews() {
        world.open("menu", by: shop)
        world.present(by: cafe, closing: true)
        world.begin()
        world.present(by: shell, closing: true)
        world.answer(shop)
        world.expect(
            """
            cafe view: refused superseded by shell
            shop gets closed p1 view-presented none
            shell view: v1
            """)
    }

    @Test("a waiting view is dropped with its client or canceled by it")
    func waitingViewGoes() {
        world.open("menu", by: shop)
        world.present(by: cafe, closing: true)
        world.begin()
        world.ask(cafe, "cancel", .cancelRequest(.string("view")))
        world.expect(
            """
            cafe view: refused cancelled
            cafe cancel: done
            """)
        world.answer(shop)
        world.begin()
        world.open("menu", by: shop)
        world.present(by: cafe, closing: true)
        world.begin()
        world.disconnect(cafe)
        world.answer(shop)
        world.expect("shop gets closed p2 view-presented none")
    }

    @Test("a view admits only opens from within its frame")
    func openFromView() {
        world.present(by: shop, frame: Rect(x: 500, y: 0, width: 400, height: 800))
        world.begin()
        world.open("menu", by: shop, at: World.lamp)
        world.open("menu", by: cafe, at: World.lamp)
        world.open("menu", by: cafe, at: World.cart)
        world.expect(
            """
            shop open: refused modal-active
            cafe open: refused modal-active by shop
            cafe open2: p1 bottom
            """)
    }

    @Test("a view without a frame admits only opens of its client")
    func openFromOwnView() {
        world.present(.sheet, by: shop)
        world.begin()
        world.open("menu", by: cafe)
        world.open("menu", by: shop)
        world.expect(
            """
            cafe open: refused modal-active by shop
            shop open: p1 bottom
            """)
        world.closeView(1, by: cafe)
        world.closeView(1, by: shop)
        world.expect(
            """
            cafe closeView: error 3 owner
            shop closeView: done
            shop asked willClose p1 source-gone save
            """)
    }

    @Test("a detached popover becomes a panel, which taps do not close")
    func detaches() {
        world.save("mail", "a", by: shop)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.begin()
        world.detach(1, by: shop)
        world.tap(World.nowhere, by: cafe)
        world.open("menu", by: cafe)
        world.expect(
            """
            shop detach: n1 480,152 320x200
            shop gets closed p1 detached kept
            cafe tap: idle deliver
            cafe open: p2 bottom
            """)
        world.ask(cafe, "panel", .closePanel(PanelID(number: 1)))
        world.ask(shop, "panel", .closePanel(PanelID(number: 1)))
        world.ask(shop, "panel", .closePanel(PanelID(number: 1)))
        world.expect(
            """
            cafe panel: error 3 owner
            shop panel: done
            shop panel2: error 2 n1
            """)
    }

    @Test("only an inspector can be detached, and its frame stays on the display")
    func detachRefused() {
        world.open("menu", by: shop)
        world.detach(1, by: shop)
        world.close(1, .done, by: shop)
        world.open("inspector", by: shop)
        world.detach(2, by: shop, frame: Rect(x: 2000, y: -50, width: 100, height: 100))
        world.expect(
            """
            shop open: p1 bottom
            shop detach: refused detach-not-allowed
            shop close: done
            shop gets closed p1 done none focus
            shop open2: p2 bottom
            shop detach2: n1 1180,0 100x100
            shop gets closed p2 detached none
            """)
    }

    @Test("an update keeps the side, even when it repeats anchor and sides")
    func updateKeepsSide() {
        let low = Rect(x: 600, y: 500, width: 80, height: 40)
        let sides: [PreferredSide] = [.bottom, .top]
        world.open("menu", by: shop, at: low) { $0.sides = sides }
        world.begin()
        for height in [400.0, 100] {
            world.update(1, by: shop) {
                $0.size = Size(width: 320, height: height)
                $0.anchor = low
                $0.sides = sides
            }
        }
        world.update(1, by: shop) { $0.anchor = low.offset(by: Point(x: 1, y: 0)) }
        world.expect(
            """
            shop update: updated top animated
            shop update2: updated top animated
            shop update3: updated bottom animated
            """)
    }

    @Test("an update keeps the popover and says whether to animate")
    func updates() {
        world.open("menu", by: shop)
        world.begin()
        world.update(1, by: shop) { $0.size = Size(width: 400, height: 300) }
        world.update(1, by: shop) { $0.title = "Mail" }
        world.update(1, by: shop) { $0.sides = [.top] }
        world.update(9, by: shop) { $0.title = "Mail" }
        world.expect(
            """
            shop update: updated bottom animated
            shop update2: updated bottom
            shop update3: updated sheet animated
            shop update4: error 2 p9
            """)
    }
}
