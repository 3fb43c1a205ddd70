// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// What people report of other software: popovers that drift, flicker or lose their control.
@Suite("Displaced popovers return, and point at their control")
struct DisplacementStories {
    private static let keyboard = Rect(x: 0, y: 480, width: 1280, height: 320)

    private let world = World(displays: [
        World.main, DisplaySpecification(name: "small", size: Size(width: 800, height: 480)),
    ])
    private let shop: ClientID
    private let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
    }

    private var presentation: Presentation? { world.scene.popovers.last?.presentation }

    private func occlude(_ rect: Rect?) {
        let request: Request =
            rect.map { .setOccluder("keys", rect: $0, display: nil) } ?? .removeOccluder("keys")
        world.tell(shell, request)
    }

    private func turn(_ width: Double, _ height: Double) {
        let size = Size(width: width, height: height)
        world.tell(shell, .setDisplay(DisplaySpecification(name: "main", size: size)))
    }

    @Test("after a keyboard it is where it was", arguments: [300.0, 500, 700])
    func keyboardGoes(top: Double) {
        world.open("menu", by: shop, at: Rect(x: 600, y: top, width: 80, height: 40))
        let before = presentation
        occlude(Self.keyboard)
        #expect(presentation?.frame.overlaps(Self.keyboard) == false)
        occlude(nil)
        #expect(presentation == before)
    }

    @Test("a display that turns under a keyboard leaves nothing behind")
    func turned() {
        let anchor = Rect(x: 600, y: 500, width: 80, height: 40)
        world.open("menu", by: shop, at: anchor)
        occlude(Self.keyboard)
        turn(800, 1280)
        occlude(Rect(x: 0, y: 960, width: 800, height: 320))
        occlude(nil)
        let fresh = PlacementQuery(
            display: Size(width: 800, height: 1280), source: anchor,
            wanted: Size(width: 320, height: 200), scale: 1
        ).placement()
        #expect(presentation?.frame == fresh.frame)
        #expect(presentation?.arrow == fresh.arrow)
    }

    @Test("four turns there and back end where they began")
    func turnedBack() {
        world.open("menu", by: shop, at: Rect(x: 600, y: 400, width: 80, height: 40))
        let before = presentation
        for _ in 0..<4 {
            turn(800, 1280)
            turn(1280, 800)
        }
        #expect(presentation == before)
    }

    @Test("a control that a smaller display lacks closes its popover")
    func leftBehind() {
        world.open("menu", by: shop, at: Rect(x: 1180, y: 100, width: 40, height: 40))
        turn(800, 800)
        #expect(world.scene.popovers.first?.closing == .displayChanged)
    }

    @Test("a keyboard that changes its height gives two frames, and none where it is clear")
    func heights() {
        world.open("menu", by: shop, at: Rect(x: 600, y: 420, width: 80, height: 40))
        var frames: Set<Rect> = []
        for step in 0..<20 {
            let height = step.isMultiple(of: 2) ? 280.0 : 320
            occlude(Rect(x: 0, y: 800 - height, width: 1280, height: height))
            if let frame = presentation?.frame { frames.insert(frame) }
        }
        #expect(frames.count <= 2)
        world.open("menu", by: shop, at: World.lamp)
        world.answer(shop)
        let before = presentation
        occlude(Self.keyboard)
        #expect(presentation == before)
    }

    @Test("typing on the keyboard leaves the popover open")
    func typing() {
        occlude(Self.keyboard)
        world.advance(1)
        world.open("menu", by: shop)
        world.begin()
        for _ in 0..<11 {
            world.advance(100)
            world.tap(Point(x: 400, y: 600), by: shell)
        }
        // The key that hides the keyboard: it was there when the finger came down.
        let pressed = world.now
        world.advance(100)
        occlude(nil)
        world.tap(Point(x: 1200, y: 780), by: shell, at: pressed)
        #expect(world.lines.count { $0.hasPrefix("shell tap") && $0.contains("passed") } == 12)
        #expect(world.scene.popovers.first?.closing == nil)
    }

    @Test("on a small display it stays in the half that the keyboard leaves")
    func small() throws {
        let keys = Rect(x: 0, y: 240, width: 800, height: 240)
        world.tell(shell, .setOccluder("keys", rect: keys, display: "small"))
        let anchor = Rect(x: 360, y: 300, width: 80, height: 40)
        world.open("menu", by: shop, at: anchor, display: "small")
        let frame = try #require(presentation?.frame)
        #expect(frame.maxY <= 240 && frame.minY >= 0 && frame.height >= 120)
    }

    @Test("content that grows and shrinks changes the side once at most")
    func flicker() {
        world.open("menu", by: shop, at: Rect(x: 600, y: 400, width: 80, height: 40)) {
            $0.size.height = 340
        }
        var sides = [presentation?.side]
        for step in 0..<40 {
            let height = 340 + Double(step * 7 % 37)
            world.update(1, by: shop) { $0.size = Size(width: 320, height: height) }
            if sides.last != presentation?.side { sides.append(presentation?.side) }
        }
        #expect(sides.count <= 2)
    }

    @Test("an update with other sides moves it, and one with another size keeps its side")
    func otherSides() {
        world.open("menu", by: shop, at: Rect(x: 600, y: 300, width: 80, height: 40))
        world.update(1, by: shop) { $0.sides = [.top, .bottom] }
        #expect(presentation?.side == .top)
        world.update(1, by: shop) { $0.size = Size(width: 340, height: 220) }
        #expect(presentation?.side == .top)
    }

    @Test(
        "the arrow points at a tiny control, clear of the corners",
        arguments: Alignment.allCases, [PreferredSide.top, .bottom, .left, .right])
    func tiny(alignment: Alignment, side: PreferredSide) throws {
        let control = Rect(x: 636, y: 396, width: 8, height: 8)
        world.open("menu", by: shop, at: control) {
            $0.align = alignment
            $0.sides = [side]
        }
        let frame = try #require(presentation?.frame)
        let tip = try #require(presentation?.arrow)
        let isVertical = presentation?.side?.isVertical == true
        let (low, high, place) =
            isVertical ? (frame.minX, frame.maxX, tip.x) : (frame.minY, frame.maxY, tip.y)
        #expect(place - low >= 20 && high - place >= 20)
        #expect(tip.x >= 636 && tip.x <= 644 && tip.y >= 396 && tip.y <= 404)
    }

    @Test(
        "beside a control that is wider than it, the edges are aligned", arguments: [false, true])
    func wide(isEnd: Bool) {
        world.open("menu", by: shop, at: Rect(x: 240, y: 300, width: 800, height: 40)) {
            $0.align = isEnd ? .end : .start
        }
        #expect(presentation?.frame.x == (isEnd ? 720 : 240))
        #expect(presentation?.arrow?.x == (isEnd ? 740 : 540))
    }

    @Test("a control half off the display is pointed at where it shows", arguments: [-60.0, 1240])
    func halfOff(left: Double) throws {
        world.open("menu", by: shop, at: Rect(x: left, y: 300, width: 100, height: 40))
        let frame = try #require(presentation?.frame)
        let tip = try #require(presentation?.arrow)
        #expect(frame.minX >= 0 && frame.maxX <= 1280)
        #expect(tip.x >= max(0, left) && tip.x <= min(1280, left + 100))
    }

    @Test("read from right to left, start is on the right and leaves the control free")
    func rightToLeft() throws {
        var display = World.main
        display.direction = .rtl
        world.tell(shell, .setDisplay(display))
        let control = Rect(x: 600, y: 300, width: 80, height: 40)
        world.open("menu", by: shop, at: control) { $0.align = .start }
        #expect(presentation?.frame.maxX == 680)
        world.update(1, by: shop) { $0.sides = [.start] }
        #expect(presentation?.side == .right)
        #expect(try #require(presentation?.frame).overlaps(control) == false)
    }
}
