// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Pointers: recognizing taps")
struct PointerStories {
    let world = World()
    let shop: ClientID
    let fingers: ClientID

    init() {
        shop = world.connect("shop")
        fingers = world.connect("fingers", roles: [.input])
        world.open("menu", by: shop)
        world.begin()
    }

    private func point(
        _ phase: PointerReport.Phase, _ point: Point, finger: Int64 = 0,
        button: PointerReport.Button = .primary, swallowed: Bool = false
    ) {
        let report = TapReport(point: point, pointer: finger, wasSwallowed: swallowed)
        let step = PointerReport(phase: phase, report: report, button: button)
        world.ask(fingers, phase.rawValue, .pointer(step))
    }

    private func moved(_ distance: Double) -> Point {
        Point(x: World.nowhere.x - distance, y: World.nowhere.y)
    }

    @Test("a release within 10 points and 600 ms is a tap at the press")
    func tap() {
        point(.down, World.nowhere)
        point(.move, moved(10))
        world.freeze(600)
        point(.up, moved(3))
        world.expect(
            """
            fingers down: none
            fingers move: none
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    @Test("a drag, a returning scroll, a long press and a canceled press are no taps")
    func noTaps() {
        point(.down, World.nowhere)
        point(.up, moved(11))
        point(.down, World.nowhere)
        point(.move, moved(11))
        point(.up, World.nowhere)
        point(.down, World.nowhere)
        world.freeze(601)
        point(.up, World.nowhere)
        point(.down, World.nowhere)
        point(.cancel, World.nowhere)
        point(.up, World.nowhere)
        #expect(world.lines.allSatisfy { $0.hasSuffix(": none") })
        #expect(world.lines.count == 10)
    }

    @Test("people with slow hands tap on a display that lets them")
    func slowHands() {
        world.close(1, .done, by: shop)
        var display = World.main
        display.tapTime = .milliseconds(2000)
        display.tapSlop = 40
        world.tell(fingers, .setDisplay(display))
        world.open("menu", by: shop)
        world.begin()
        point(.down, World.nowhere)
        world.freeze(2001)
        point(.up, World.nowhere)
        point(.down, World.nowhere)
        point(.up, moved(41))
        point(.down, World.nowhere)
        world.freeze(2000)
        point(.up, moved(40))
        world.expect(
            """
            fingers down: none
            fingers up: none
            fingers down2: none
            fingers up2: none
            fingers down3: none
            shop asked willClose p2 outside-tap save
            fingers up3: dismissed p2
            """)
    }

    @Test("what begins inside, or before the popover, is delivered; a wheel where it is")
    func beginsInside() {
        let inside = Point(x: 500, y: 300)
        point(.down, inside)
        point(.move, World.nowhere)
        point(.up, World.nowhere)
        point(.wheel, inside)
        point(.wheel, World.nowhere)
        point(.move, World.nowhere)
        world.expect(
            """
            fingers down: none deliver
            fingers move: none deliver
            fingers up: none deliver
            fingers wheel: none deliver
            fingers wheel2: none
            fingers move2: none
            """)
        world.close(1, .done, by: shop)
        world.advance(1)
        point(.down, World.nowhere, finger: 2)
        world.advance(1)
        world.open("task", by: shop) { $0.isModal = true }
        world.begin()
        point(.move, moved(20), finger: 2)
        point(.up, moved(30), finger: 2)
        world.expect("fingers move3: none deliver\nfingers up2: none deliver")
    }

    @Test("what began outside stays kept from everyone after the popover has closed")
    func beganOutside() {
        point(.down, World.nowhere)
        world.close(1, .done, by: shop)
        world.advance(1)
        world.begin()
        point(.move, moved(30))
        point(.cancel, moved(30))
        point(.move, moved(30))
        world.expect("fingers move: none\nfingers cancel: none\nfingers move2: none deliver")
    }

    @Test("a step of another app's finger in a popover is not delivered to it")
    func othersPopover() {
        let bank = world.connect("bank")
        world.begin()
        world.point(.down, Point(x: 500, y: 300), by: bank)
        world.point(.down, Point(x: 500, y: 300), by: shop)
        world.expect("bank down: none\nshop down: none deliver")
    }

    @Test("a step on an unknown display or surface, or on two displays, is an error")
    func misspelt() {
        world.tell(
            fingers, .setDisplay(DisplaySpecification(name: "wall", size: World.main.size)))
        world.tell(fingers, .setSurface("window", display: "wall", frame: World.main.frame))
        world.begin()
        for place in [
            Place(display: "mian"), Place(surface: "widnow"),
            Place(display: "main", surface: "window"),
        ] {
            for phase in PointerReport.Phase.allCases {
                let report = TapReport(point: World.nowhere, place: place)
                world.ask(
                    fingers, "step", .pointer(PointerReport(phase: phase, report: report)))
            }
            world.ask(fingers, "tap", .tap(TapReport(point: World.nowhere, place: place)))
        }
        let steps = PointerReport.Phase.allCases.count
        #expect(world.lines.count == 3 * (steps + 1))
        for (index, line) in world.lines.enumerated() {
            let expected = ["error 2 mian", "error 2 widnow", "error -32602 display"]
            #expect(line.hasSuffix(expected[index / (steps + 1)]))
        }
    }

    @Test("other buttons make no taps", arguments: [PointerReport.Button.secondary, .middle])
    func buttons(button: PointerReport.Button) {
        point(.down, World.nowhere, button: button)
        point(.up, World.nowhere, button: button)
        world.expect("fingers down: none\nfingers up: none")
    }

    @Test("tracks each finger; a second press replaces the first")
    func fingersApart() {
        point(.down, World.nowhere, finger: 1)
        point(.down, World.cart.center, finger: 2)
        point(.move, Point(x: 0, y: 0), finger: 1)
        point(.down, World.nowhere, finger: 1)
        world.begin()
        point(.up, World.nowhere, finger: 1)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    @Test("presses belong to their connection")
    func connections() {
        point(.down, World.nowhere)
        world.begin()
        let step = PointerReport(phase: .up, report: TapReport(point: World.nowhere))
        world.ask(shop, "up", .pointer(step))
        world.expect("shop up: none")
    }

    @Test("a press and a release on different sides of an edge are no tap")
    func edge() {
        point(.down, Point(x: 485, y: 300))
        point(.up, Point(x: 476, y: 300))
        point(.down, Point(x: 476, y: 300))
        point(.up, Point(x: 485, y: 300))
        world.expect(
            """
            fingers down: none deliver
            fingers up: none deliver
            fingers down2: none
            fingers up2: none
            """)
        #expect(world.scene.popovers.first?.closing == nil)
    }

    @Test("a tap acts at its release but is judged by what was visible at its press")
    func pressBeforeGrant() {
        world.close(1, .done, by: shop)
        world.advance(10)
        point(.down, World.nowhere)
        world.advance(10)
        world.open("menu", by: shop)
        world.begin()
        point(.up, World.nowhere)
        world.expect("fingers up: idle deliver")
    }

    @Test("taps and the shield agree on a popover whose shape is not its frame")
    func hitShape() {
        world.transcript.subjects = .shields
        let knob = Rect(x: -30, y: 0, width: 60, height: 60)
        world.update(1, by: shop) { $0.hit = [knob, Rect(x: 30, y: 0, width: 290, height: 100)] }
        let shield = "shield main on [450,152 60x60] [510,152 290x100]"
        #expect(world.lines.contains { $0.hasSuffix(shield) })
        world.begin()
        point(.down, Point(x: 460, y: 160))
        point(.down, Point(x: 600, y: 300))
        world.expect("fingers down: none deliver\nfingers down2: none")
    }

    @Test("a press in a popover that closes before the release was inside")
    func goneAtRelease() {
        point(.down, Point(x: 500, y: 300))
        world.advance(10)
        world.close(1, .done, by: shop)
        world.begin()
        point(.up, Point(x: 500, y: 300))
        world.expect("fingers up: inside p1 deliver")
    }

    @Test("a shield that swallowed one phase has swallowed the tap")
    func swallowed() {
        world.source("lamp", World.lamp, by: shop)
        point(.down, World.lamp.center, swallowed: true)
        world.begin()
        point(.up, World.lamp.center)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shop gets activated lamp at 0
            fingers up: dismissed p1
            """)
    }

    @Test("tracks steps without an id too")
    func notifications() {
        for phase in [PointerReport.Phase.down, .up] {
            let report = TapReport(point: World.nowhere)
            world.tell(fingers, .pointer(PointerReport(phase: phase, report: report)))
        }
        world.expect("shop asked willClose p1 outside-tap save")
    }
}

@Suite("Keys")
struct KeyStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
    }

    @Test("Escape closes, and the focus returns")
    func closes() {
        world.open("task", by: shop)
        world.begin()
        world.escape(by: shell)
        world.escape(by: shell)
        world.answer(shop)
        world.advance(1)
        world.escape(by: shell)
        world.expect(
            """
            shop asked willClose p1 key save
            shell key: dismissed p1
            shell key2: swallowed
            shop gets closed p1 key none focus
            shell key3: idle deliver
            """)
    }

    @Test("Escape nudges a modal popover")
    func nudges() {
        world.open("task", by: shop) { $0.isModal = true }
        world.begin()
        world.escape(by: shell)
        world.expect(
            """
            shop gets nudge p1
            shell key: swallowed
            """)
    }

    @Test("Escape cancels an action sheet")
    func cancels() {
        world.open("action-sheet", by: shop)
        world.begin()
        world.escape(by: shell)
        world.expect(
            """
            shop asked willClose p1 key discard
            shell key: dismissed p1
            """)
    }

    @Test("Escape presses an alert's cancel button")
    func alert() {
        world.open("menu", by: shop)
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        world.escape(by: shop)
        world.expect(
            """
            shop key: dismissed
            shell gets dismiss a1
            shop raise: a1 no
            """)
    }

    @Test("Escape ignores an alert without a cancel button")
    func alertWithoutCancel() {
        world.raise(by: shop) { $0.buttons = [Button(id: "ok", label: "OK")] }
        world.answer(shell)
        world.begin()
        world.escape(by: shop)
        world.expect("shop key: swallowed")
    }

    @Test("Escape belongs to an input method that is composing", arguments: [false, true])
    func composing(underAlert: Bool) {
        world.open("task", by: shop)
        if underAlert {
            world.raise(by: shop)
            world.answer(shell)
        }
        world.begin()
        world.ask(
            shell, "composing", .key("Escape", display: nil, time: nil, isComposing: true))
        world.expect("shell composing: idle deliver")
        #expect(world.scene.popovers.map(\.closing) == [nil])
        #expect(world.scene.alerts.count == (underAlert ? 1 : 0))
    }

    @Test("ignores Escape from before the grant and all other keys")
    func others() {
        world.advance(10)
        world.open("menu", by: shop)
        world.begin()
        world.escape(by: shop, at: world.moment(-1))
        world.ask(shop, "enter", .key("Enter", display: nil, time: nil))
        world.escape(by: shop, display: "wall")
        world.expect(
            """
            shop key: idle deliver
            shop enter: idle deliver
            shop key2: error 2 wall
            """)
    }
}
