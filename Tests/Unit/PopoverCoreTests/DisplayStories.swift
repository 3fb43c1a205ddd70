// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Displays, surfaces and sources")
struct DisplayStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        world.transcript.subjects = .frames
        world.source("cart", World.cart, by: shop)
        world.begin()
    }

    private func set(
        _ width: Double, _ height: Double,
        _ change: (inout DisplaySpecification) -> Void = { _ in }
    ) {
        var display = DisplaySpecification(
            name: "main", size: Size(width: width, height: height))
        change(&display)
        world.ask(shell, "set", .setDisplay(display))
    }

    @Test("repositions the popover of a changed display")
    func replaces() {
        world.open("menu", by: shop, from: "cart")
        set(700, 800)
        set(700, 800)
        world.expect(
            """
            shop open: p1 bottom 480,152 320x200
            shell set: done
            shop gets moved p1 bottom 372,152 320x200
            shell set2: done
            """)
    }

    @Test("a popover becomes a sheet without room, and a popover again with it")
    func sheets() {
        world.source("cart", Rect(x: 100, y: 100, width: 80, height: 40), by: shop)
        world.open("menu", by: shop, from: "cart")
        set(479, 800)
        set(480, 800)
        world.expect(
            """
            shop open: p1 bottom 8,152 320x200
            shell set: done
            shop gets moved p1 sheet 0,600 479x200
            shell set2: done
            shop gets moved p1 bottom 8,152 320x200
            """)
    }

    @Test("saves and closes where the display loses the source, rotates, or shows no popovers")
    func closes() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        set(500, 800)
        world.expect("shell set: done\nshop asked willClose p1 display-changed save")
        world.answer(shop)
        set(800, 1280)
        world.open("split-pane", by: shop, from: "cart") { $0.title = "Mail" }
        world.begin()
        set(1280, 800)
        world.expect("shell set3: done\nshop asked willClose p2 display-changed save")
        world.answer(shop)
        world.open("menu", by: shop, from: "cart")
        world.begin()
        set(1280, 800) { $0.idiom = .watch }
        world.expect("shell set4: done\nshop asked willClose p3 display-changed save")
    }

    @Test("a popover is no lower than a finger meets, or than it wants to be")
    func tiny() {
        // Below the anchor there is room for 40 points.
        let strip = DisplaySpecification(
            name: "main", size: Size(width: 1280, height: 800), insets: Insets(bottom: 700))
        world.ask(shell, "set", .setDisplay(strip))
        func open(_ height: Double) -> Presentation? {
            world.open("task", by: shop) {
                $0.anchor = Rect(x: 600, y: 20, width: 80, height: 40)
                $0.sides = [.bottom]
                $0.size.height = height
                $0.minimum = Size(width: 0.001, height: 1e-9)
                $0.isModal = true
            }
            defer { world.close(UInt64(world.scene.popovers.count), .done, by: shop) }
            return world.scene.popovers.last?.presentation
        }
        #expect(open(200)?.side == nil)
        #expect(open(20)?.frame.height == 20)
    }

    @Test("insets and occluders shrink the room")
    func room() {
        world.open("menu", by: shop, from: "cart") { $0.sides = [.bottom] }
        set(1280, 800) { $0.insets.left = 560 }
        world.ask(
            shell, "occlude",
            .setOccluder(
                "toast", rect: Rect(x: 840, y: 0, width: 100, height: 800), display: nil))
        world.ask(shell, "clear", .removeOccluder("toast"))
        world.expect(
            """
            shop open: p1 bottom 480,152 320x200
            shell set: done
            shop gets moved p1 bottom 568,152 320x200
            shell occlude: done
            shop gets moved p1 bottom 940,152 320x200
            shell clear: done
            shop gets moved p1 bottom 568,152 320x200
            """)
    }

    @Test("an empty rectangle leaves an occluder in place and creates none")
    func emptyOccluder() {
        world.open("menu", by: shop, from: "cart") { $0.sides = [.bottom] }
        let toast = Rect(x: 480, y: 0, width: 60, height: 800)
        world.ask(shell, "occlude", .setOccluder("toast", rect: toast, display: nil))
        world.begin()
        for (width, height) in [(0.0, 800.0), (60, 0), (0, 0)] {
            let nothing = Rect(x: 480, y: 0, width: width, height: height)
            world.ask(shell, "nothing", .setOccluder("toast", rect: nothing, display: nil))
            world.ask(shell, "new", .setOccluder("new", rect: nothing, display: nil))
        }
        world.ask(shell, "remove", .removeOccluder("new"))
        #expect(world.scene.occluders.map(\.rect) == [toast])
        world.ask(shell, "clear", .removeOccluder("toast"))
        world.expect(
            """
            shell nothing: done
            shell new: done
            shell nothing2: done
            shell new2: done
            shell nothing3: done
            shell new3: done
            shell remove: error 2 new
            shell clear: done
            shop gets moved p1 bottom 480,152 320x200
            """)
    }

    @Test("a removed display loses its shield")
    func removedShield() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.transcript.subjects = .shields
        world.ask(shell, "remove", .removeDisplay("main"))
        world.answer(shop)
        world.expect(
            """
            shell remove: done
            shop asked willClose p1 display-changed save
            shop gets shield main off
            shell gets shield main off
            shop gets closed p1 display-changed none
            """)
    }

    @Test("removing a display saves and closes its popover and supersedes its waiting open")
    func removed() {
        let cafe = world.connect("cafe")
        world.open("menu", by: shop, from: "cart")
        world.open("menu", by: cafe)
        world.begin()
        world.ask(shell, "remove", .removeDisplay("main"))
        world.expect(
            """
            shell remove: done
            cafe open: refused superseded
            """)
        world.open("menu", by: cafe)
        world.ask(cafe, "remove", .removeDisplay("main"))
        world.ask(shell, "remove", .removeDisplay("main"))
        world.answer(shop)
        world.expect(
            """
            cafe open2: error 2 main
            cafe remove: error 3 shell
            shell remove2: error 2 main
            shop gets closed p1 replaced none
            """)
    }

    @Test("removing a display ends its views and panels")
    func removedViews() {
        world.open("inspector", by: shop, from: "cart")
        world.detach(1, by: shop)
        world.present(by: shop)
        world.begin()
        world.ask(shell, "remove", .removeDisplay("main"))
        world.expect(
            """
            shell remove: done
            shop gets view closed v1 display-changed
            shop asked willClose n1 display-changed save
            """)
        world.answer(shop)
        world.expect("shop gets panel closed n1 display-changed none")
        #expect(world.scene.sources == [])
    }

    @Test("a display that returns still has its closing popover")
    func comesBack() {
        world.open("menu", by: shop, from: "cart")
        world.ask(shell, "remove", .removeDisplay("main"))
        set(1280, 800)
        world.begin()
        world.open("menu", by: shop, at: World.lamp)
        world.expect("")
        world.answer(shop)
        world.expect(
            """
            shop gets closed p1 display-changed none
            shop open2: p2 bottom 8,152 320x200
            """)
    }

    @Test("a popover follows its source")
    func sourceMoves() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.source("cart", Rect(x: 700, y: 100, width: 80, height: 40), by: shop)
        world.expect("shop gets moved p1 bottom 580,152 320x200")
    }

    @Test("a popover follows the surface of its source")
    func surfaceMoves() {
        world.ask(shop, "surface", .setSurface("window", display: nil, frame: World.main.frame))
        world.tell(shop, .setSource("cart", rect: World.cart, Place(surface: "window")))
        world.open("menu", by: shop, from: "cart")
        world.begin()
        let moved = World.main.frame.offset(by: Point(x: 50, y: 20))
        world.ask(shop, "surface", .setSurface("window", display: nil, frame: moved))
        world.expect(
            """
            shop surface2: done
            shop gets moved p1 bottom 530,172 320x200
            """)
    }

    @Test(
        "closes where the source changes its display or is removed, alone or with its surface",
        arguments: ["moved", "removed", "surface moved", "surface removed"])
    func sourceGoes(how: String) {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(shell, "set", .setDisplay(wall))
        world.tell(shop, .setSurface("window", display: nil, frame: World.main.frame))
        world.tell(shop, .setSource("cart", rect: World.cart, Place(surface: "window")))
        world.open("menu", by: shop, from: "cart")
        world.begin()
        switch how {
        case "moved": world.source("cart", World.cart, by: shop, display: "wall")
        case "removed": world.tell(shop, .removeSource("cart"))
        case "surface moved":
            world.tell(shop, .setSurface("window", display: "wall", frame: World.main.frame))
        default: world.tell(shop, .removeSurface("window"))
        }
        world.expect("shop asked willClose p1 source-gone save")
    }

    @Test("the default display is the surface's, else the source's, else main")
    func whichDisplay() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(shell, "set", .setDisplay(wall))
        world.tell(shop, .setSurface("window", display: "wall", frame: World.main.frame))
        world.source("lamp", World.lamp, by: shop, display: "wall")
        // The source has a display already.
        world.source("lamp", World.cart, by: shop)
        world.open("menu", by: shop) { $0.place.surface = "window" }
        world.open("menu", by: shop, from: "cart")
        #expect(world.scene.popovers.map(\.display) == ["wall", "main"])
        world.open("menu", by: shop, from: "lamp")
        world.open("menu", by: shop) { $0.place.surface = "door" }
        #expect(world.scene.waiting.map(\.display) == ["wall"])
        #expect(world.lines.last == "shop open4: error 2 door")
    }

    @Test("reports unknown names")
    func unknown() {
        world.ask(shop, "source", .removeSource("x"))
        world.ask(shop, "surface", .removeSurface("y"))
        world.ask(shop, "occluder", .removeOccluder("z"))
        world.ask(shop, "display", .setDisplay(World.main))
        world.expect(
            """
            shop source: error 2 x
            shop surface: error 2 y
            shop occluder: error 2 z
            shop display: error 3 shell
            """)
    }

    @Test("the shield follows the visible popover and lists the interactive rectangles")
    func shield() {
        world.transcript.subjects = .shields
        world.open("menu", by: shop, from: "cart") { $0.passthrough = [World.lamp] }
        world.raise(by: shell)
        world.answerAlert(1, by: shell)
        world.close(1, .done, by: shop)
        let shields = world.lines.filter { $0.hasPrefix("shop gets shield") }
        #expect(
            shields == [
                "shop gets shield main on [480,152 320x200] [100,100 80x40]",
                "shop gets shield main on [480,320 320x160]",
                "shop gets shield main on [480,152 320x200] [100,100 80x40]",
                "shop gets shield main off",
            ])
    }

    @Test("sends a shield to those whom it concerns, once it concerns them")
    func audience() {
        world.transcript.subjects = .shields
        let late = world.arrive("late")
        let asking = world.arrive("asking")
        world.begin()
        world.ask(late, "hello", .hello(Hello(protocolVersion: 1, app: "late")))
        world.ask(
            asking, "hello",
            .hello(Hello(protocolVersion: 1, app: "asking", wantsShields: true)))
        world.expect(
            """
            late hello: welcome c3
            asking hello: welcome c4
            asking gets shield main off
            """)
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.ask(late, "window", .setSurface("window", display: nil, frame: World.lamp))
        world.expect("late window: done\nlate gets shield main on [480,152 320x200]")
        world.close(1, .done, by: shop)
        #expect(world.lines.contains("late gets shield main off"))
        // Who opened with nothing else there is told when the shield goes off, and then no more.
        world.ask(late, "gone", .removeSurface("window"))
        world.open("menu", by: late)
        world.begin()
        world.close(2, .done, by: late)
        #expect(world.lines.contains("late gets shield main off"))
        world.begin()
        world.open("menu", by: shop, from: "cart")
        #expect(!world.lines.contains { $0.hasPrefix("late") })
    }
}
