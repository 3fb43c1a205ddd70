// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Rights: input and alerts of other users")
struct InputRightStories {
    let world = World()
    /// Has a popover, and a control.
    let shop: ClientID
    /// Another app of the same user.
    let cafe: ClientID
    let stranger: ClientID
    let finger: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        stranger = world.connect("stranger", uid: 7)
        finger = world.connect("finger", roles: [.input], uid: 8)
        bind(.role(.input), users: [8])
        world.source("cart", World.cart, by: shop)
        world.begin()
    }

    private func bind(_ subject: Settings.Binding.Subject, users: Set<UInt32>) {
        var settings = Settings(displays: [World.main], administrators: [0])
        settings.bindings = [Settings.Binding(subject: subject, users: users, groups: [])]
        world.send(.configured(settings))
    }

    @Test("a tap closes popovers of the reporter's user; those of others take the role input")
    func taps() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.tap(World.nowhere, by: stranger)
        world.tap(Point(x: 640, y: 200), by: stranger)
        world.tap(World.nowhere, by: cafe)
        world.answer(shop)
        world.open("menu", by: shop, from: "cart")
        world.advance(100)
        world.tap(World.nowhere, by: finger)
        world.expect(
            """
            stranger tap: swallowed p1
            stranger tap2: inside p1
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            shop gets closed p1 outside-tap none focus
            shop open2: p2 bottom
            shop asked willClose p2 outside-tap save
            finger tap: dismissed p2
            """)
    }

    @Test("a report without the role hides no later report of the same tap")
    func sameTap() {
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.tap(World.nowhere, by: stranger)
        world.tap(World.nowhere, by: finger)
        world.tap(World.nowhere, by: stranger)
        world.expect(
            """
            stranger tap: swallowed p1
            shop asked willClose p1 outside-tap save
            finger tap: dismissed p1
            stranger tap2: dismissed p1
            """)
    }

    @Test("nobody presses another user's control by claiming that a shield swallowed the tap")
    func otherControl() {
        world.open("menu", by: stranger, at: World.lamp)
        world.begin()
        world.tap(World.cart.center, by: stranger, swallowed: true)
        world.expect(
            """
            stranger asked willClose p1 outside-tap save
            stranger tap: dismissed p1
            """)
    }

    @Test("a modal popover of another user is not nudged, nor are steps of a finger")
    func modal() {
        world.open("task", by: shop, from: "cart") { $0.isModal = true }
        world.begin()
        world.tap(World.nowhere, by: stranger)
        world.point(.down, World.nowhere, by: stranger)
        world.point(.up, World.nowhere, by: stranger)
        world.expect(
            """
            stranger tap: swallowed p1
            stranger down: none
            stranger up: swallowed p1
            """)
    }

    @Test("Escape closes the popover and answers the alert of the reporter's user only")
    func escape() {
        let shell = world.connect("shell", roles: [.shell], uid: 9)
        world.open("menu", by: shop, from: "cart")
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        world.escape(by: stranger)
        world.escape(by: cafe)
        world.escape(by: stranger)
        world.escape(by: finger)
        world.answer(shop)
        world.raise(by: shop)
        world.escape(by: shell)
        world.expect(
            """
            stranger key: swallowed
            cafe key: dismissed
            shell gets dismiss a1
            shop raise: a1 no
            stranger key2: swallowed
            shop asked willClose p1 key save
            finger key: dismissed p1
            shop gets closed p1 key none focus
            shop gets queued a2 for raise2
            shell asked present a2
            shell key: dismissed
            shell gets dismiss a2
            shop raise2: a2 no
            """)
    }

    @Test("without a binding of the role everyone reports input for everyone")
    func unbound() {
        bind(.role(.shell), users: [8])
        world.open("menu", by: shop, from: "cart")
        world.begin()
        world.tap(World.nowhere, by: stranger)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            stranger tap: dismissed p1
            """)
    }

    @Test("the right to render own alerts can be kept for some users")
    func selfRendering() {
        bind(.right(.renderOwnAlerts), users: [7])
        world.raise(by: shop) { $0.renderer = .`self` }
        world.raise(by: stranger) { $0.renderer = .`self` }
        world.expect(
            """
            shop raise: error 3 render-own-alerts
            stranger gets queued a1 for raise
            stranger asked present a1
            """)
        bind(.right(.renderOwnAlerts), users: [8])
        world.expect(
            """
            stranger gets dismiss a1
            stranger raise: refused no-renderer
            """)
    }
}
