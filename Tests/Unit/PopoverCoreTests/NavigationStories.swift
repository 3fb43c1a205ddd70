// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Navigation: a keypad goes through the controls of all clients")
struct NavigationStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let pad: ClientID

    init() {
        shop = world.connect("shop", wantsFocus: true)
        cafe = world.connect("cafe", uid: 1001, wantsFocus: true)
        pad = world.connect("pad", roles: [.input])
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: cafe)
        world.begin()
    }

    private func navigate(_ step: Step, by client: ClientID? = nil) {
        world.ask(client ?? pad, step.rawValue, .navigate(step, display: nil, time: nil))
    }

    @Test("the order of a line is that of reading, not of registration")
    func order() {
        navigate(.next)
        navigate(.next)
        world.expect(
            """
            pad next: moved lamp
            cafe gets enter main lamp ring
            pad next2: moved cart
            cafe gets leave main
            shop gets enter main cart ring
            """)
    }

    @Test("the way goes on from where a control was that is gone")
    func gone() {
        world.source("last", Rect(x: 900, y: 100, width: 80, height: 40), by: shop)
        navigate(.next)
        navigate(.next)
        world.begin()
        world.tell(shop, .removeSource("cart"))
        navigate(.next)
        world.expect(
            """
            shop gets leave main
            pad next3: moved last
            shop gets enter main last ring
            """)
    }

    @Test("a disabled control keeps the ring, and is not reached again")
    func disabled() {
        navigate(.next)
        world.tell(
            cafe, .setSource("lamp", rect: World.lamp, Place(), Control(isDisabled: true)))
        world.begin()
        navigate(.next)
        navigate(.next)
        world.expect(
            """
            pad next2: moved cart
            cafe gets leave main
            shop gets enter main cart ring
            pad next3: none cart
            """)
    }

    @Test("controls without an area, off the display or on another display are not reached")
    func unreachable() {
        for client in [shop, cafe] { world.disconnect(client) }
        let wall = DisplaySpecification(name: "wall", size: Size(width: 800, height: 600))
        world.tell(pad, .setDisplay(wall))
        world.source("flat", Rect(x: 10, y: 10, width: 80, height: 0), by: pad)
        world.source("off", Rect(x: 1300, y: 10, width: 80, height: 40), by: pad)
        world.source("elsewhere", World.cart, by: pad, display: "wall")
        world.begin()
        navigate(.next)
        world.expect("pad next: none")
    }

    @Test("activating gives the control's client a gesture, which opens one popover")
    func activated() {
        navigate(.next)
        world.begin()
        navigate(.activate)
        world.open("menu", by: cafe, from: "lamp")
        world.expect(
            """
            cafe gets activated lamp at 0
            pad activate: activated lamp
            cafe open: p1 bottom
            cafe gets enter main p1 ring
            """)
        #expect(world.arbiter.scene.displays[0].focus?.isForeign == false)
    }

    @Test("nothing is activated without a ring, beneath a popover or if it is disabled")
    func inert() {
        navigate(.activate)
        world.ask(pad, "other", .activateSource(owner: cafe, source: "none"))
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.ask(pad, "covered", .activateSource(owner: cafe, source: "lamp"))
        world.expect("pad covered: done")
    }

    @Test("a client that reports no input for other users does not reach their controls")
    func rights() {
        var settings = Settings(displays: [World.main], administrators: [0])
        settings.bindings = [Settings.Binding(subject: .role(.input), users: [0], groups: [])]
        world.send(.configured(settings))
        world.begin()
        navigate(.next, by: shop)
        navigate(.next, by: shop)
        world.expect(
            """
            shop next: moved cart
            shop gets enter main cart ring
            shop next2: none cart
            """)
    }

    @Test("a key of an ended session does nothing")
    func late() {
        world.advance(1000)
        world.ask(world.connect("root", uid: 0), "end", .endSession(display: nil))
        world.begin()
        world.ask(
            pad, "key",
            .navigate(.next, display: nil, time: Instant(microseconds: 0)))
        world.expect("pad key: none")
    }

    @Test("an arrow leads to the nearest control on its side")
    func arrows() {
        world.source("below", Rect(x: 120, y: 400, width: 80, height: 40), by: shop)
        navigate(.next)
        world.begin()
        navigate(.down)
        navigate(.up)
        navigate(.left)
        world.expect(
            """
            pad down: moved below
            cafe gets leave main
            shop gets enter main below ring
            pad up: moved lamp
            shop gets leave main
            cafe gets enter main lamp ring
            pad left: none lamp
            """)
    }
}
