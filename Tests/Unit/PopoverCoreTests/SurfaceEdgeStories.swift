// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A list in a window that is 300 points high; its later rows lie below the window's edge.
@Suite("Sources count where they lie within their surface")
struct SurfaceEdgeStories {
    let world = World()
    let shop: ClientID
    let bank: ClientID
    let pad: ClientID

    private static let window = Rect(x: 200, y: 100, width: 600, height: 300)

    init() {
        shop = world.connect("shop", wantsFocus: true)
        bank = world.connect("bank", wantsFocus: true)
        pad = world.connect("pad", roles: [.input])
        world.tell(
            bank, .setSource("pay", rect: Rect(x: 200, y: 460, width: 200, height: 44), Place()))
        world.tell(shop, .setSurface("list", display: nil, frame: Self.window))
        scroll(by: 0)
        world.begin()
    }

    private func scroll(by way: Double) {
        for row in 0..<12 { place(row, at: Double(row) * 50 - way) }
    }

    private func place(_ row: Int, at top: Double) {
        let rect = Rect(x: 0, y: top, width: 600, height: 44)
        world.tell(shop, .setSource("row\(row)", rect: rect, Place(surface: "list")))
    }

    private func next() { world.ask(pad, "next", .navigate(.next, display: nil, time: nil)) }

    private var advised: [String] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .publish(let event, _) = effect, event.topic == .advice else { return nil }
            return event.fact.rule
        }
    }

    private var shown: (frame: Rect?, arrow: Point?) {
        let presentation = world.scene.popovers.first?.presentation
        return (presentation?.frame, presentation?.arrow)
    }

    @Test("a tap below the window goes to what people see there, not to a hidden row")
    func tap() {
        world.open("menu", by: shop, from: "row0")
        world.begin()
        // Row 7 would lie here, and was registered later.
        world.tap(Point(x: 300, y: 480), by: pad, swallowed: true)
        let activated = world.history.flatMap(\.effects).compactMap { effect -> String? in
            guard case .notify(let client, .sourceActivated(let source, _, _)) = effect else {
                return nil
            }
            return client == bank ? source : "another client's \(source)"
        }
        #expect(activated == ["pay"])
    }

    @Test("the visible part of a row that is half scrolled out takes taps, the rest does not")
    func halfOut() {
        scroll(by: 20)
        world.open("menu", by: bank, from: "pay")
        world.begin()
        world.tap(Point(x: 300, y: 90), by: shop)
        #expect(world.lines.contains("shop tap: dismissed p1"))
        world.answer(bank)
        world.open("menu", by: bank, from: "pay")
        world.begin()
        world.tap(Point(x: 300, y: 110), by: shop)
        #expect(world.lines.contains("shop tap2: dismissed p2 deliver"))
    }

    @Test("a keypad skips the rows outside the window, and reaches them when they scroll in")
    func ring() {
        for _ in 0..<13 { next() }
        let moves = world.lines.filter { $0.hasPrefix("pad next") }
        #expect(
            moves.prefix(7).map { $0.split(separator: " ").last.map(String.init) } == [
                "row0", "row1", "row2", "row3", "row4", "row5", "pay",
            ])
        #expect(!moves.contains { $0.hasSuffix("row7") })
        scroll(by: 300)
        world.begin()
        next()
        #expect(world.lines.contains { $0.hasSuffix("moved row7") || $0.hasSuffix("moved row6") })
    }

    @Test("a ring on a row that scrolled out activates nothing")
    func hiddenRing() {
        next()
        scroll(by: 100)
        world.begin()
        world.ask(pad, "activate", .navigate(.activate, display: nil, time: nil))
        #expect(world.lines.first == "pad activate: none row0")
        scroll(by: 0)
        world.begin()
        world.ask(pad, "activate", .navigate(.activate, display: nil, time: nil))
        #expect(world.lines.contains("pad activate2: activated row0"))
    }

    @Test("a popover follows its row to the window's edge and waits there, with advice once")
    func follows() {
        world.open("menu", by: shop, from: "row2")
        #expect(shown.arrow == Point(x: 500, y: 244))
        place(2, at: -20)
        #expect(shown.arrow == Point(x: 500, y: 124))
        #expect(advised == [])
        place(2, at: -60)
        #expect(shown.arrow == Point(x: 500, y: 100))
        #expect(advised == ["G2"])
        place(2, at: -900)
        #expect(shown.arrow == Point(x: 500, y: 100))
        #expect(advised == ["G2"])
        place(2, at: 100)
        #expect(shown.arrow == Point(x: 500, y: 244))
    }

    @Test("a window that gets lower takes its rows along")
    func resized() {
        world.open("menu", by: shop, from: "row5")
        var low = Self.window
        low.height = 100
        world.tell(shop, .setSurface("list", display: nil, frame: low))
        #expect(shown.arrow?.y == 200)
        world.tap(Point(x: 300, y: 360), by: shop)
        #expect(world.scene.popovers.first?.closing == .outsideTap)
    }

    @Test("an anchor counts where it lies within the surface, too", arguments: [true, false])
    func anchor(isHint: Bool) {
        if isHint {
            var hint = Behavior(name: "hint")
            hint.isHint = true
            hint.widthRange = 60...320
            world.send(.behaviorLoaded(hint))
        }
        let below = Rect(x: 100, y: 500, width: 80, height: 44)
        world.open(isHint ? "hint" : "menu", by: shop, at: below) {
            $0.size = Size(width: 200, height: 60)
            $0.place.surface = "list"
        }
        #expect(world.scene.popovers.first?.anchor == Rect(x: 300, y: 400, width: 80, height: 0))
        #expect(shown.arrow == Point(x: 340, y: 400))
    }

    @Test("an open from a row that is scrolled out points at the edge, with advice")
    func opened() {
        world.open("menu", by: shop, from: "row9")
        #expect(shown.arrow == Point(x: 500, y: 400))
        #expect(world.lines.first?.contains("G2") == true)
    }

    @Test(
        "a source that moves to a compact surface without moving makes its popover a sheet at once")
    func compact() {
        let place = Rect(x: 300, y: 200, width: 80, height: 44)
        world.source("basket", place, by: shop)
        world.open("menu", by: shop, from: "basket")
        let narrow = Rect(x: 200, y: 100, width: 400, height: 600)
        world.tell(shop, .setSurface("side", display: nil, frame: narrow))
        let moved = place.offset(by: Point(x: -200, y: -100))
        world.tell(shop, .setSource("basket", rect: moved, Place(surface: "side")))
        let sheet = Rect(x: 200, y: 500, width: 400, height: 200)
        #expect(shown.frame == sheet)
        let far = Rect(x: 1200, y: 0, width: 80, height: 40)
        world.tell(pad, .setOccluder("toast", rect: far, display: nil))
        #expect(shown.frame == sheet)
        world.tell(shop, .setSource("basket", rect: place, Place()))
        #expect(world.scene.popovers.first?.presentation.side == .bottom)
    }

    @Test("the same with an anchor, whose source says which surface it is on")
    func compactAnchor() {
        let place = Rect(x: 300, y: 200, width: 80, height: 44)
        world.source("basket", place, by: shop)
        world.open("menu", by: shop, from: "basket", at: place)
        let narrow = Rect(x: 200, y: 100, width: 400, height: 600)
        world.tell(shop, .setSurface("side", display: nil, frame: narrow))
        let moved = place.offset(by: Point(x: -200, y: -100))
        world.tell(shop, .setSource("basket", rect: moved, Place(surface: "side")))
        #expect(shown.frame == Rect(x: 200, y: 500, width: 400, height: 200))
    }
}
