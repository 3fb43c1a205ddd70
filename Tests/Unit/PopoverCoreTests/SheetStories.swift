// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Sheets and alerts beside keyboards and in narrow windows")
struct SheetStories {
    private static let phone = DisplaySpecification(
        name: "main", size: Size(width: 400, height: 800))
    private static let keyboard = Rect(x: 0, y: 500, width: 400, height: 300)

    /// A world, its shop and its shell.
    private func world(
        _ display: DisplaySpecification = SheetStories.phone, compactWidth: Double = 480
    ) -> (World, shop: ClientID, shell: ClientID) {
        let world = World(displays: [display], watches: false) {
            $0.appearance.compactWidth = compactWidth
        }
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell])
        world.transcript.subjects = .frames
        world.begin()
        return (world, shop, shell)
    }

    @Test("a sheet keeps off a keyboard, and taps on the keyboard pass")
    func keyboard() {
        let (world, shop, shell) = world()
        world.open("task", by: shop)
        world.tell(shell, .setOccluder("keys", rect: Self.keyboard, display: nil))
        world.advance(1)
        world.tap(Point(x: 200, y: 700), by: shell)
        world.tap(Point(x: 200, y: 400), by: shell)
        world.tell(shell, .removeOccluder("keys"))
        world.expect(
            """
            shop open: p1 sheet 0,600 400x200
            shop gets moved p1 sheet 0,300 400x200
            shell tap: passed deliver
            shell tap2: inside p1 deliver
            shop gets moved p1 sheet 0,600 400x200
            """)
    }

    @Test("an alert keeps the margin from an occluder as far as there is room")
    func alertMargin() {
        let (world, shop, shell) = world(World.main)
        let top = Rect(x: 0, y: 0, width: 1280, height: 400)
        world.tell(shell, .setOccluder("keys", rect: top, display: nil))
        world.raise(by: shop)
        #expect(world.scene.alerts.first?.frame == Rect(x: 480, y: 408, width: 320, height: 160))
    }

    @Test("a sheet below a keyboard that leaves no room for it does not get its taps")
    func crowdedOut() {
        let (world, shop, shell) = world()
        let whole = Rect(x: 0, y: 50, width: 400, height: 750)
        world.tell(shell, .setOccluder("keys", rect: whole, display: nil))
        world.open("task", by: shop)
        world.advance(1)
        world.tap(Point(x: 200, y: 700), by: shell)
        world.tap(Point(x: 200, y: 20), by: shell)
        world.expect(
            """
            shop open: p1 sheet 0,0 400x800 needs a button
            shell tap: passed deliver
            shell tap2: inside p1 deliver
            """)
    }

    @Test("a tap above a sheet closes it; where an area passes taps, only a button can")
    func rest() {
        let (world, shop, _) = world()
        world.open("task", by: shop)
        world.update(1, by: shop) { $0.passthrough = [Rect(x: 0, y: 0, width: 400, height: 600)] }
        world.update(1, by: shop) { $0.passthrough = [] }
        world.advance(1)
        world.tap(Point(x: 200, y: 100), by: shop)
        world.expect(
            """
            shop open: p1 sheet 0,600 400x200
            shop update: updated sheet 0,600 400x200 needs a button
            shop update2: updated sheet 0,600 400x200
            shop asked willClose p1 outside-tap save
            shop tap: dismissed p1
            """)
    }

    @Test("a window narrower than the configured width is compact")
    func window() {
        let (world, shop, _) = world(World.main, compactWidth: 300)
        let place = Place(surface: "window")
        func resize(_ width: Double) {
            let frame = Rect(x: 600, y: 100, width: width, height: 400)
            world.tell(shop, .setSurface("window", display: nil, frame: frame))
        }
        resize(300)
        world.tell(shop, .setSource("cart", rect: Rect(x: 0, y: 0, width: 80, height: 40), place))
        world.open("menu", by: shop, from: "cart") {
            $0.minimum = Size(width: 200, height: 100)
        }
        resize(299)
        resize(0)
        world.expect(
            """
            shop open: p1 bottom 480,152 320x200
            shop gets moved p1 sheet 600,300 299x200
            shop gets moved p1 bottom 440,152 320x200
            """)
    }

    @Test("a reload with another width moves what is open")
    func reload() {
        let (world, shop, _) = world()
        world.open("menu", by: shop, at: Rect(x: 0, y: 0, width: 80, height: 40))
        var settings = Settings(displays: [Self.phone], administrators: [0])
        settings.appearance.compactWidth = 400
        world.send(.configured(settings))
        world.expect(
            """
            shop open: p1 sheet 0,600 400x200
            shop gets moved p1 bottom 8,52 320x200
            """)
    }

    @Test("an alert has the size that it asks for, within bounds")
    func alertSize() {
        let (world, shop, shell) = world(World.main)
        for size in [Size(width: 400, height: 300), Size(width: 1, height: 9999)] {
            world.raise(by: shop) { $0.size = size }
        }
        world.answerAlert(1, by: shell)
        world.expect(
            """
            shop gets queued a1 for raise
            shell asked present a1 440,250 400x300
            shop gets queued a2 for raise2
            shell answer: done
            shop raise: a1 ok
            shell asked present a2 520,160 240x480
            """)
    }

    @Test("an alert moves off a keyboard, stays when that goes, and is cut by a higher one")
    func alertAndKeyboard() {
        let (world, shop, shell) = world()
        world.raise(by: shop)
        world.answer(shell)
        let high = Rect(x: 0, y: 440, width: 400, height: 360)
        world.tell(shell, .setOccluder("keys", rect: high, display: nil))
        world.answer(shell)
        world.tell(shell, .removeOccluder("keys"))
        let highest = Rect(x: 0, y: 140, width: 400, height: 660)
        world.tell(shell, .setOccluder("keys", rect: highest, display: nil))
        world.expect(
            """
            shop gets queued a1 for raise
            shell asked present a1 40,320 320x160
            shell gets dismiss a1
            shell asked present a1 40,272 320x160
            shell gets dismiss a1
            shell asked present a1 40,0 320x140
            """)
    }
}
