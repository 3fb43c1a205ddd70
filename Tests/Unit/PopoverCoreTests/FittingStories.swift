// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Fitting: sizes, sheets and rotated displays")
struct FittingStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        world.transcript.subjects = .frames
        world.begin()
    }

    private func set(_ width: Double, _ height: Double) {
        let display = DisplaySpecification(
            name: "main", size: Size(width: width, height: height))
        world.tell(shell, .setDisplay(display))
    }

    @Test(
        "clamps widths to 320 to 600 points and advises",
        arguments: [(200.0, 320), (900, 600)])
    func widths(asked: Double, given: Double) throws {
        world.open("menu", by: shop) { $0.size.width = asked }
        let popover = try #require(world.scene.popovers.first)
        #expect(popover.presentation.frame.width == given)
    }

    @Test(
        "avoids scrolling where it can, whatever the preferred side",
        arguments: ["task", "action-sheet"])
    func preferredSide(behavior: String) {
        let low = Rect(x: 600, y: 500, width: 80, height: 40)
        world.open(behavior, by: shop, at: low) {
            $0.size.height = 400
            $0.sides = [.bottom, .top]
        }
        world.expect("shop open: p1 top 480,88 320x400")
    }

    @Test(
        "a cut popover scrolls, with advice where scrolling is unwanted",
        arguments: ["task", "action-sheet", "menu"])
    func cut(behavior: String) {
        world.open(behavior, by: shop) {
            $0.size.height = 700
            $0.sides = [.bottom]
        }
        let advice = behavior == "menu" ? "" : " advice [\"G16\"]"
        world.expect("shop open: p1 bottom 480,152 320x640 scrolls\(advice)")
    }

    @Test("a cut popover regains its natural size with more room")
    func naturalSize() {
        world.open("task", by: shop) {
            $0.size.height = 600
            $0.sides = [.bottom]
        }
        set(1280, 500)
        let keyboard = Rect(x: 0, y: 400, width: 1280, height: 100)
        world.tell(shell, .setOccluder("keys", rect: keyboard, display: nil))
        set(1280, 800)
        world.tell(shell, .removeOccluder("keys"))
        world.expect(
            """
            shop open: p1 bottom 480,152 320x600
            shop gets moved p1 bottom 480,152 320x340 scrolls
            shop gets moved p1 bottom 480,152 320x248 scrolls
            shop gets moved p1 bottom 480,152 320x600
            """)
    }

    @Test("becomes a sheet and a popover again, with the same id and draft")
    func sheetAndBack() {
        world.save("mail", "half", by: shop)
        world.open("task", by: shop, at: World.lamp) { $0.key = "mail" }
        world.begin()
        set(400, 800)
        world.update(1, by: shop) { $0.size = Size(width: 320, height: 300) }
        world.load("mail", by: shop)
        set(1280, 800)
        world.load("mail", by: shop)
        world.close(1, .done, by: shop)
        world.expect(
            """
            shop gets moved p1 sheet 0,600 400x200
            shop update: updated sheet 0,500 400x300 animated
            shop load: "half" r1 save
            shop gets moved p1 bottom 8,152 320x300
            shop load2: "half" r1 save
            shop close: done
            disk erases mail
            shop gets closed p1 done discarded focus
            """)
    }

    @Test("on a rotated display popover, source and taps match its present frame")
    func turned() {
        world.source("cart", World.cart, by: shop)
        world.open("inspector", by: shop, from: "cart")
        world.begin()
        set(800, 1280)
        // The button of the bar at the bottom is still there, farther down.
        world.source("cart", Rect(x: 600, y: 1200, width: 80, height: 40), by: shop)
        world.advance(1)
        world.tap(Point(x: 640, y: 1100), by: shop)
        world.tap(Point(x: 1000, y: 100), by: shell)
        world.expect(
            """
            shop gets moved p1 bottom 472,152 320x200
            shop gets moved p1 top 472,988 320x200
            shop tap: inside p1 deliver
            shop asked willClose p1 outside-tap save
            shell tap: dismissed p1
            """)
    }

    @Test(
        "answers a burst of updates in order, each with its own frame")
    func burst() {
        world.open("menu", by: shop)
        world.begin()
        for height in [250.0, 300, 300, 220] {
            world.update(1, by: shop) { $0.size = Size(width: 320, height: height) }
        }
        world.expect(
            """
            shop update: updated bottom 480,152 320x250 animated
            shop update2: updated bottom 480,152 320x300 animated
            shop update3: updated bottom 480,152 320x300
            shop update4: updated bottom 480,152 320x220 animated
            """)
        #expect(world.scene.popovers.first?.presentation.frame.height == 220)
    }

    // MARK: Several displays

    private func addWall() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.tell(shell, .setDisplay(wall))
        world.begin()
    }

    @Test("displays do not affect each other's popovers")
    func twoDisplays() {
        let cafe = world.connect("cafe")
        addWall()
        world.open("menu", by: shop)
        world.open("menu", by: cafe, display: "wall")
        world.advance(10)
        world.begin()
        world.tap(World.nowhere, by: shell, display: "wall")
        world.answer(cafe)
        world.open("menu", by: shop, at: World.lamp, display: "wall")
        world.escape(by: shell)
        world.expect(
            """
            cafe asked willClose p2 outside-tap save
            shell tap: dismissed p2
            cafe gets closed p2 outside-tap none focus
            shop open2: p3 bottom 8,152 320x200
            shop asked willClose p1 key save
            shell key: dismissed p1
            """)
        #expect(world.scene.popovers.map(\.closing) == [.key, nil])
    }

    @Test("the source decides the display, even against another surface of its client")
    func sourceDecides() {
        addWall()
        world.tell(shop, .setSurface("window", display: "main", frame: World.main.frame))
        world.source("lamp", World.lamp, by: shop, display: "wall")
        world.open("menu", by: shop, from: "lamp")
        world.open("menu", by: shop) { $0.place.surface = "window" }
        #expect(world.scene.popovers.map(\.display) == ["wall", "main"])
        #expect(world.scene.popovers.map(\.closing) == [nil, nil])
    }

    @Test("a press and a release on different displays are no tap")
    func acrossDisplays() {
        addWall()
        world.open("menu", by: shop)
        world.advance(10)
        world.tell(shell, .setSurface("left", display: "main", frame: World.main.frame))
        world.tell(shell, .setSurface("right", display: "wall", frame: World.main.frame))
        world.begin()
        world.point(.down, World.nowhere, by: shell, surface: "left")
        world.point(.up, World.nowhere, by: shell, surface: "right")
        world.expect("shell down: none\nshell up: none")
    }
}
