// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Gestures: opens that people ask for")
struct GestureStories {
    let world: World
    let shop: ClientID
    let bank: ClientID
    let fingers: ClientID

    init() {
        var asked = World.main
        asked.opens = .asked
        world = World(displays: [asked])
        shop = world.connect("shop")
        bank = world.connect("bank")
        fingers = world.connect("fingers", roles: [.input])
        world.source("cart", World.cart, by: shop)
        world.source("lamp", World.lamp, by: bank)
        world.begin()
    }

    /// The gestures that this client was told of, in the last event.
    private func told(_ client: ClientID, in world: World? = nil) -> [String] {
        ((world ?? self.world).history.last?.effects ?? []).compactMap { effect in
            switch effect {
            case .answer(client, _, .judged(let judgement)): judgement.gesture?.description
            case .notify(client, .sourceActivated(_, _, let gesture)): gesture?.description
            default: nil
            }
        }
    }

    @Test("an open without a gesture is refused; a tap on the app lets it open, once")
    func once() {
        world.open("menu", by: shop, from: "cart")
        world.tap(World.cart.center, by: shop)
        #expect(told(shop) == ["g1"])
        world.open("menu", by: shop, from: "cart")
        world.close(1, .done, by: shop)
        world.advance(1000)
        world.open("menu", by: shop, from: "cart")
        world.expect(
            """
            shop open: refused unasked
            shop tap: idle deliver
            shop open2: p1 bottom
            shop close: done
            shop gets closed p1 done none focus
            shop open3: refused unasked
            """)
    }

    @Test("a client has its latest eight gestures, each for as long as is configured")
    func bounds() {
        for _ in 0..<9 { world.tap(World.cart.center, by: shop) }
        let time = Settings(displays: [], administrators: []).timing.gesture.milliseconds
        world.advance(time)
        world.begin()
        for number in [1, 2, 3] as [UInt64] {
            world.open("menu", by: shop, from: "cart") { $0.gesture = GestureID(number: number) }
            if number == 2 {
                world.close(1, .done, by: shop)
                world.advance(1)
            }
        }
        #expect(
            world.lines.filter { $0.contains("open") } == [
                "shop open: refused unasked", "shop open2: p1 bottom",
                "shop open3: refused unasked",
            ])
    }

    @Test("a hint needs no gesture, and uses none")
    func hint() {
        var hint = Behavior(name: "hint")
        hint.isHint = true
        hint.widthRange = 60...320
        world.send(.behaviorLoaded(hint))
        let small = Size(width: 200, height: 60)
        world.open("hint", by: shop, from: "cart") { $0.size = small }
        #expect(world.scene.popovers.map(\.behavior) == ["hint"])
        world.tap(World.cart.center, by: shop)
        world.open("hint", by: shop, from: "cart") { $0.size = small }
        world.open("menu", by: shop, from: "cart")
        #expect(world.scene.popovers.map(\.behavior) == ["menu"])
    }

    @Test("a finger's report gives the app under it a gesture, of which only the app learns")
    func fingerOnApp() {
        world.tap(World.cart.center, by: fingers)
        #expect(told(fingers) == [])
        world.open("menu", by: bank, from: "lamp") { $0.gesture = GestureID(number: 1) }
        world.open("menu", by: shop, from: "cart") { $0.gesture = GestureID(number: 2) }
        world.open("menu", by: shop, from: "cart") { $0.gesture = GestureID(number: 1) }
        world.expect(
            """
            fingers tap: idle deliver
            bank open: refused unasked
            shop open: refused unasked
            shop open2: p1 bottom
            """)
    }

    @Test("another report of a tap tells the app of the same gesture")
    func secondReport() {
        world.tap(World.cart.center, by: fingers)
        world.tap(World.cart.center, by: shop)
        #expect(told(shop) == ["g1"])
        world.tap(World.cart.center, by: bank)
        #expect(told(bank) == [])
    }

    @Test("an app gets no gesture for a tap on another app's control")
    func foreignControl() {
        world.tap(World.cart.center, by: bank)
        #expect(told(bank) == [])
        world.begin()
        world.open("menu", by: bank, from: "lamp")
        world.open("menu", by: shop, from: "cart")
        world.expect("bank open: refused unasked\nshop open: refused unasked")
    }

    @Test("a forwarded tap carries its gesture, and so does a tap in a popover")
    func forwarded() {
        world.tap(World.cart.center, by: shop)
        world.open("menu", by: shop, from: "cart")
        world.advance(100)
        world.tap(World.lamp.center, by: fingers, swallowed: true)
        #expect(told(bank) == ["g2"])
        world.answer(shop)
        world.open("menu", by: bank, from: "lamp")
        world.advance(100)
        world.begin()
        world.tap(Point(x: 110, y: 200), by: bank)
        #expect(told(bank) == ["g3"])
        world.expect("bank tap: inside p2 deliver")
    }

    @Test("a gesture is fresh for two seconds, and belongs to the app, not to a connection")
    func fresh() {
        let window = world.connect("window", app: "shop")
        world.tap(World.cart.center, by: fingers)
        world.freeze(2000)
        world.open("menu", by: window)
        world.close(1, .done, by: window)
        world.tap(World.cart.center, by: fingers)
        world.freeze(2001)
        world.begin()
        world.open("menu", by: window)
        world.open("menu", by: shop, from: "cart")
        world.expect("window open2: refused unasked\nshop open: refused unasked")
    }

    @Test("a session that ends takes its gestures along")
    func ended() {
        let shell = world.connect("shell", roles: [.shell], uid: 0)
        world.tap(World.cart.center, by: fingers)
        world.ask(shell, "end", .endSession(display: "main"))
        world.begin()
        world.open("menu", by: shop, from: "cart")
        world.expect("shop open: refused unasked")
    }

    @Test("an app cannot report its own taps where the role input is kept for somebody")
    func reserved() {
        var asked = World.main
        asked.opens = .asked
        let world = World(displays: [asked]) {
            $0.bindings = [Settings.Binding(subject: .role(.input), users: [7], groups: [])]
        }
        let shop = world.connect("shop")
        let fingers = world.connect("fingers", roles: [.input], uid: 7)
        world.source("cart", World.cart, by: shop)
        world.tap(World.cart.center, by: shop)
        #expect(told(shop, in: world) == [])
        world.ask(shop, "key", .key("Enter", display: nil, time: nil))
        #expect(told(shop, in: world) == [])
        world.open("menu", by: shop, from: "cart")
        world.tap(World.cart.center, by: fingers)
        world.open("menu", by: shop, from: "cart")
        world.expect(
            """
            shop tap: idle deliver
            shop key: idle deliver
            shop open: refused unasked
            fingers tap: idle deliver
            shop open2: p1 bottom
            """)
    }

    @Test("where any open is free, one without a gesture gets advice once taps are reported")
    func advice() {
        let world = World()
        let shop = world.connect("shop")
        let bank = world.connect("bank")
        func rules() -> [String] {
            for case .answer(_, _, .opened(let grant)) in world.history.last?.effects ?? [] {
                return grant.advice.map(\.rule)
            }
            return ["nothing opened"]
        }
        world.open("menu", by: shop)
        #expect(rules() == [])
        world.close(1, .done, by: shop)
        world.tap(World.nowhere, by: shop)
        world.open("menu", by: bank)
        #expect(rules() == ["F8"])
        world.close(2, .done, by: bank)
        world.open("menu", by: shop)
        #expect(rules() == [])
    }

    @Test("a key in an app lets it open, once; Escape and the key of another reporter do not")
    func keys() {
        func press(_ key: String, _ client: ClientID) {
            world.ask(client, "key", .key(key, display: nil, time: nil))
        }
        press("Escape", shop)
        press("Enter", fingers)
        world.open("menu", by: shop, from: "cart")
        press("Enter", shop)
        #expect(told(shop) == ["g1"])
        world.open("menu", by: bank, from: "lamp")
        world.open("menu", by: shop, from: "cart")
        world.close(1, .done, by: shop)
        world.open("menu", by: shop, from: "cart")
        world.expect(
            """
            shop key: idle deliver
            fingers key: idle deliver
            shop open: refused unasked
            shop key2: idle deliver
            bank open: refused unasked
            shop open2: p1 bottom
            shop close: done
            shop gets closed p1 done none focus
            shop open3: refused unasked
            """)
    }

    @Test("where only keys are reported, an open after a tap gets no advice")
    func keysAlone() {
        let world = World()
        let shop = world.connect("shop")
        world.ask(shop, "key", .key("Enter", display: nil, time: nil))
        world.advance(3000)
        world.begin()
        world.open("menu", by: shop)
        world.expect("shop open: p1 bottom")
    }

    @Test("an alert needs no gesture")
    func alerts() {
        world.connect("shell", roles: [.shell])
        world.raise(by: bank)
        #expect(world.scene.alerts.count == 1)
    }
}
