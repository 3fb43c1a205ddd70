// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Presses between down and up")
struct PressStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID
    let fingers: ClientID

    /// In the popover's first place, and neither under the keyboard nor in its second one.
    private static let onPopover = Point(x: 500, y: 200)
    /// In the popover's second place only.
    private static let besidePopover = Point(x: 900, y: 100)
    private static let keyboard = Rect(x: 0, y: 250, width: 1280, height: 550)

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        fingers = world.connect("fingers", roles: [.input])
        world.open("menu", by: shop)
        world.advance(100)
        world.begin()
    }

    private func set(_ change: (inout DisplaySpecification) -> Void) {
        var display = World.main
        change(&display)
        world.tell(shell, .setDisplay(display))
    }

    private func showKeyboard() {
        world.tell(shell, .setOccluder("keys", rect: Self.keyboard, display: nil))
        world.advance(1)
    }

    @Test("pens, mice and fingers tap alike", arguments: PointerReport.Kind.allCases)
    func kinds(kind: PointerReport.Kind) {
        world.point(.down, World.nowhere, by: fingers, kind: kind)
        world.begin()
        world.point(.up, World.nowhere, by: fingers, kind: kind)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    @Test("a finger resting in the popover does not affect a tap outside")
    func restingFinger() {
        world.point(.down, Self.onPopover, by: fingers, finger: 1)
        world.point(.down, World.nowhere, by: fingers, finger: 2)
        world.advance(50)
        world.begin()
        world.point(.up, World.nowhere, by: fingers, finger: 2)
        world.answer(shop)
        world.point(.up, Self.onPopover, by: fingers, finger: 1)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            shop gets closed p1 outside-tap none focus
            fingers up2: inside p1 deliver
            """)
    }

    // MARK: What is under the finger goes

    @Test("a press in a surface that is removed is no tap")
    func removedSurface() {
        world.tell(fingers, .setSurface("window", display: nil, frame: World.main.frame))
        world.point(.down, World.nowhere, by: fingers, finger: 1, surface: "window")
        world.point(.down, World.nowhere, by: fingers, finger: 2)
        world.tell(fingers, .removeSurface("window"))
        world.begin()
        world.point(.up, World.nowhere, by: fingers, finger: 1)
        world.point(.up, World.nowhere, by: fingers, finger: 2)
        world.expect(
            """
            fingers up: none
            shop asked willClose p1 outside-tap save
            fingers up2: dismissed p1
            """)
    }

    @Test("a press in a surface that changes its display is no tap")
    func movedSurface() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.tell(shell, .setDisplay(wall))
        world.tell(fingers, .setSurface("window", display: nil, frame: World.main.frame))
        world.point(.down, World.nowhere, by: fingers, surface: "window")
        world.tell(fingers, .setSurface("window", display: "wall", frame: World.main.frame))
        world.begin()
        world.point(.up, World.nowhere, by: fingers, surface: "window")
        world.expect("fingers up: none deliver")
    }

    @Test("lost releases are evicted, the oldest first")
    func lostReleases() {
        for finger in 1...40 {
            world.point(.down, World.cart.center, by: fingers, finger: Int64(finger))
        }
        world.begin()
        world.point(.down, World.nowhere, by: fingers, finger: 41)
        world.point(.up, World.nowhere, by: fingers, finger: 41)
        world.expect(
            """
            fingers down41: none
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    @Test("on a moving surface a resting finger taps, and a dragging one does not")
    func surfaceUnderFinger() {
        world.tell(fingers, .setSurface("window", display: nil, frame: World.main.frame))
        let moved = World.main.frame.offset(by: Point(x: -100, y: 0))
        world.point(.down, World.nowhere, by: fingers, finger: 1, surface: "window")
        world.point(.down, World.nowhere, by: fingers, finger: 2, surface: "window")
        world.tell(fingers, .setSurface("window", display: nil, frame: moved))
        world.begin()
        world.point(.up, World.nowhere, by: fingers, finger: 1, surface: "window")
        let rested = Point(x: World.nowhere.x + 100, y: World.nowhere.y)
        world.point(.up, rested, by: fingers, finger: 2, surface: "window")
        world.expect(
            """
            fingers up: none
            shop asked willClose p1 outside-tap save
            fingers up2: dismissed p1
            """)
    }

    @Test("a press on a removed display is no tap, even when the display returns")
    func removedDisplay() {
        world.point(.down, World.nowhere, by: fingers, finger: 1)
        world.point(.down, World.nowhere, by: fingers, finger: 2)
        world.tell(shell, .removeDisplay("main"))
        world.begin()
        world.point(.up, World.nowhere, by: fingers, finger: 1)
        world.tell(shell, .setDisplay(World.main))
        world.point(.up, World.nowhere, by: fingers, finger: 2)
        world.expect("fingers up: none deliver\nfingers up2: none")
    }

    @Test("a press on a display that rotates is no tap")
    func turnedDisplay() {
        world.point(.down, World.nowhere, by: fingers)
        set { $0.size = Size(width: 800, height: 1280) }
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.expect("fingers up: none")
    }

    @Test("a press on a display whose insets change is a tap")
    func insetDisplay() {
        world.point(.down, World.nowhere, by: fingers)
        set { $0.insets.top = 24 }
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    // MARK: The popover moves

    @Test("a finger resting on a popover that moves away was inside")
    func movesAway() {
        world.point(.down, Self.onPopover, by: fingers)
        world.advance(50)
        showKeyboard()
        world.begin()
        world.point(.up, Self.onPopover, by: fingers)
        world.expect("fingers up: inside p1 deliver")
    }

    @Test("a finger beside a popover that moves under it was outside")
    func movesUnder() {
        world.point(.down, Self.besidePopover, by: fingers)
        world.advance(50)
        showKeyboard()
        world.begin()
        world.point(.up, Self.besidePopover, by: fingers)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            fingers up: dismissed p1
            """)
    }

    @Test("judges a tap by the popover's frame at its time, even after the close")
    func movedBeforeReport() {
        showKeyboard()
        world.begin()
        world.tap(Self.onPopover, by: shell, at: world.moment(-10))
        world.expect("shell tap: inside p1 deliver")
        world.close(1, .done, by: shop)
        world.advance(50)
        world.begin()
        world.tap(Self.besidePopover, by: fingers, at: world.moment(-60))
        world.tap(Self.onPopover, by: fingers, at: world.moment(-60))
        world.tap(Self.besidePopover, by: fingers, at: world.moment(-51))
        world.tap(Self.onPopover, by: fingers, at: world.moment(-51))
        world.expect(
            """
            fingers tap: swallowed p1
            fingers tap2: inside p1 deliver
            fingers tap3: inside p1 deliver
            fingers tap4: swallowed p1
            """)
    }

    @Test("passthrough rectangles move with their surface and count where they were")
    func movedPassthrough() {
        let window = Rect(x: 0, y: 0, width: 800, height: 600)
        world.tell(shop, .setSurface("window", display: nil, frame: window))
        world.open("inspector", by: shop, at: World.cart) {
            $0.place.surface = "window"
            $0.passthrough = [World.lamp]
        }
        world.answer(shop)
        world.point(.down, World.lamp.center, by: fingers)
        world.advance(50)
        let moved = window.offset(by: Point(x: 0, y: 300))
        world.tell(shop, .setSurface("window", display: nil, frame: moved))
        world.begin()
        world.point(.up, World.lamp.center, by: fingers)
        world.expect("fingers up: passed deliver")
    }

    // MARK: The press opens or hides something

    @Test("a press that opened a popover never closes it, even in the same instant")
    func opensAtOnce() {
        world.close(1, .done, by: shop)
        world.advance(1)
        world.point(.down, World.nowhere, by: fingers)
        world.open("menu", by: shop)
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.tap(World.nowhere, by: fingers)
        world.expect(
            """
            fingers up: idle deliver
            shop asked willClose p2 outside-tap save
            fingers tap: dismissed p2
            """)
    }

    @Test("releasing the long press that opened a popover does not close it")
    func longPress() {
        world.close(1, .done, by: shop)
        world.advance(1)
        world.point(.down, World.nowhere, by: fingers)
        world.advance(500)
        world.open("menu", by: shop)
        world.advance(50)
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.point(.down, World.nowhere, by: fingers, button: .secondary)
        world.open("menu", by: shop, at: World.lamp)
        world.answer(shop)
        world.begin()
        world.point(.up, World.nowhere, by: fingers, button: .secondary)
        world.expect("fingers up2: none")
        #expect(world.scene.popovers.map(\.closing) == [nil])
    }

    @Test(
        "a press in an occluder that hides at once counts as inside it",
        arguments: [true, false])
    func hidesKeyboard(isRemoved: Bool) {
        let keyboard = Rect(x: 0, y: 600, width: 1280, height: 200)
        world.tell(shell, .setOccluder("keys", rect: keyboard, display: nil))
        world.advance(10)
        world.point(.down, World.nowhere, by: fingers)
        let time = world.now
        world.advance(10)
        if isRemoved {
            world.tell(shell, .removeOccluder("keys"))
        } else {
            let strip = Rect(x: 0, y: 780, width: 1280, height: 20)
            world.tell(shell, .setOccluder("keys", rect: strip, display: nil))
        }
        world.advance(10)
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.tap(Point(x: 100, y: 700), by: shell, at: time)
        world.expect("fingers up: passed deliver\nshell tap: passed deliver")
        world.tap(Point(x: 100, y: 700), by: shell)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shell tap2: dismissed p1
            """)
    }

    @Test("a keyboard that appears on a press outside was not under the press")
    func showsKeyboard() {
        let point = Point(x: 100, y: 700)
        world.point(.down, point, by: fingers)
        let time = world.now
        world.advance(10)
        let keyboard = Rect(x: 0, y: 600, width: 1280, height: 200)
        world.tell(shell, .setOccluder("keys", rect: keyboard, display: nil))
        // Later than what two observers' reports of one tap may be apart.
        world.advance(40)
        world.begin()
        world.tap(point, by: shell)
        world.tap(World.nowhere, by: shell, at: time)
        world.expect(
            """
            shell tap: passed deliver
            shop asked willClose p1 outside-tap save
            shell tap2: dismissed p1
            """)
        world.point(.up, point, by: fingers)
        world.expect("fingers up: swallowed p1")
    }

    @Test("a press in an occluder whose client disconnects counts as inside it")
    func keyboardCrashes() {
        let keys = world.connect("keys")
        let keyboard = Rect(x: 0, y: 600, width: 1280, height: 200)
        world.tell(keys, .setOccluder("keys", rect: keyboard, display: nil))
        world.advance(10)
        world.point(.down, World.nowhere, by: fingers)
        world.advance(10)
        world.disconnect(keys)
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.expect("fingers up: passed deliver")
    }

    @Test(
        "for a slow hand a press counts from a length on, and up to any",
        arguments: [
            (499, "none"), (500, "dismissed p1"), (9000, "dismissed p1"),
        ])
    func slowHand(milliseconds: Int64, verdict: String) {
        world.tell(
            shell, .setSession(display: nil, PersonalSettings(slowPress: .milliseconds(500))))
        world.point(.down, World.nowhere, by: fingers)
        world.advance(milliseconds)
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        #expect(world.lines.last == "fingers up: \(verdict)")
    }
}
