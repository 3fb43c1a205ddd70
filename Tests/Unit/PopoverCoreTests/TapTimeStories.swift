// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Taps: time and observers")
struct TapTimeStories {
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
        world.advance(100)
        world.begin()
    }

    private func open() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
    }

    @Test("a tap pressed before the grant never dismisses")
    func beforeGrant() {
        open()
        world.tap(World.nowhere, by: cafe, at: world.moment(-1))
        world.expect("cafe tap: idle deliver")
    }

    @Test("a time in the future counts as now")
    func future() {
        open()
        world.tap(World.nowhere, by: cafe, at: world.moment(5000))
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            """)
    }

    @Test("a tap pressed at a popover that has closed meanwhile reaches nobody")
    func afterEnd() {
        open()
        world.advance(50)
        world.close(1, .done, by: shop)
        world.advance(50)
        world.begin()
        world.tap(World.lamp.center, by: cafe, at: world.moment(-60))
        world.tap(Point(x: 500, y: 300), by: shop, at: world.moment(-60))
        world.tap(World.lamp.center, by: cafe)
        world.expect(
            """
            cafe tap: swallowed p1
            shop tap: inside p1 deliver
            cafe tap2: idle deliver
            """)
    }

    @Test("a tap pressed at the previous popover does not dismiss its successor")
    func atThePrevious() {
        open()
        world.advance(50)
        world.open("menu", by: cafe, at: World.lamp)
        world.answer(shop)
        world.advance(50)
        world.begin()
        world.tap(World.nowhere, by: shell, at: world.moment(-60))
        world.expect("shell tap: swallowed p1")
    }

    @Test("a tap pressed while an alert was presented belongs to the alert")
    func atTheAlert() {
        open()
        world.raise(by: cafe)
        world.answer(shell)
        world.advance(50)
        world.answerAlert(1, by: shell)
        world.advance(50)
        world.begin()
        world.tap(Point(x: 640, y: 400), by: shell, at: world.moment(-60))
        world.tap(World.nowhere, by: shell, at: world.moment(-60))
        world.escape(by: shell, at: world.moment(-60))
        world.expect(
            """
            shell tap: inside deliver
            shell tap2: swallowed
            shell key: swallowed
            """)
    }

    @Test("a tap pressed before the alert was presented belongs to the popover")
    func beforeTheAlert() {
        open()
        world.advance(50)
        world.raise(by: cafe)
        world.answer(shell)
        world.begin()
        world.tap(World.nowhere, by: shell, at: world.moment(-20))
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shell tap: dismissed p1
            """)
        world.advance(5000)
        world.expect("")
        world.answerAlert(1, by: shell)
        world.advance(250)
        world.expect(
            """
            shell answer: done
            cafe raise: a1 ok
            shop gets closed p1 outside-tap none focus unresponsive
            """)
    }

    @Test("a tap seen by two observers counts once; each gets its own deliver")
    func twoObservers() {
        open()
        world.tap(World.lamp.center, by: shell)
        world.freeze(30)
        world.tap(Point(x: World.lamp.midX + 8, y: World.lamp.midY), by: cafe)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shell tap: dismissed p1
            cafe tap: dismissed p1 deliver
            """)
    }

    @Test("a forwarded tap is not delivered to the second observer too")
    func handedOver() {
        open()
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.tap(World.lamp.center, by: cafe)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe gets activated lamp at 100
            shell tap: dismissed p1
            cafe tap: dismissed p1
            """)
    }

    @Test("a delivered tap is not forwarded by the shield's report")
    func deliveredFirst() {
        open()
        world.tap(World.lamp.center, by: cafe)
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1 deliver
            shell tap: dismissed p1
            """)
    }

    @Test("a shield's later report forwards a tap that nobody delivered")
    func shieldSecond() {
        open()
        world.tap(World.lamp.center, by: shop)
        world.tap(World.lamp.center, by: shell, swallowed: true)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shop tap: dismissed p1
            cafe gets activated lamp at 100
            shell tap: dismissed p1
            """)
    }

    @Test(
        "a tap that is later, farther away, or by the same observer is a new tap",
        arguments: ["later", "farther", "same"])
    func notTheSame(what: String) {
        open()
        world.tap(World.nowhere, by: cafe)
        world.begin()
        let there = Point(x: World.nowhere.x - (what == "farther" ? 9 : 0), y: World.nowhere.y)
        world.tap(
            there, by: what == "same" ? cafe : shell,
            at: what == "later" ? world.moment(0 - 31) : nil)
        let name = what == "same" ? "cafe tap2" : "shell tap"
        world.expect(what == "later" ? "shell tap: idle deliver" : "\(name): swallowed p1")
    }

    @Test("two observers of two quick taps agree on both")
    func twoTapsTwoObservers() {
        open()
        let times = [world.moment(0), world.moment(20)]
        world.freeze(20)
        world.tap(World.nowhere, by: cafe, at: times[0])
        world.tap(World.nowhere, by: cafe, at: times[1])
        world.begin()
        world.tap(World.nowhere, by: shell, at: times[0])
        world.tap(World.nowhere, by: shell, at: times[1])
        world.expect(
            """
            shell tap: dismissed p1
            shell tap2: swallowed p1
            """)
    }

    @Test("an observer that saw only the second of two quick taps means that one")
    func secondOfTwoTaps() {
        open()
        let times = [world.moment(0), world.moment(20)]
        world.freeze(20)
        world.tap(World.nowhere, by: cafe, at: times[0])
        world.tap(World.nowhere, by: cafe, at: times[1])
        world.begin()
        world.tap(World.nowhere, by: shell, at: times[1])
        world.expect("shell tap: swallowed p1")
    }

    @Test("a tap on an unknown display or surface is an error")
    func unknown() {
        world.tap(World.nowhere, by: cafe, display: "wall")
        let report = TapReport(point: World.nowhere, place: Place(surface: "window"))
        world.ask(cafe, "tap", .tap(report))
        world.expect(
            """
            cafe tap: error 2 wall
            cafe tap2: error 2 window
            """)
    }

    @Test("points are relative to their surface")
    func surface() {
        open()
        world.ask(
            cafe, "surface",
            .setSurface(
                "window", display: nil, frame: Rect(x: 480, y: 152, width: 200, height: 200)))
        let report = TapReport(point: Point(x: 20, y: 20), place: Place(surface: "window"))
        world.ask(cafe, "tap", .tap(report))
        world.expect(
            """
            cafe surface: done
            cafe tap: inside p1
            """)
    }
}
