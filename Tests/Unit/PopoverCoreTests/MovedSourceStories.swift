// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Opening from sources and surfaces that move")
struct MovedSourceStories {
    let world = World(displays: [
        World.main, DisplaySpecification(name: "hall", size: Size(width: 1080, height: 1920)),
    ])
    let shop: ClientID
    let bank: ClientID

    init() {
        shop = world.connect("shop")
        bank = world.connect("bank")
    }

    private func surface(_ display: String, by client: ClientID) {
        let frame = Rect(x: 200, y: 200, width: 800, height: 500)
        world.tell(client, .setSurface("window", display: display, frame: frame))
    }

    @Test(
        "a source that changes its display ends its waiting open",
        arguments: [nil, "main"])
    func sourceElsewhere(display: String?) {
        world.source("pay", World.cart, by: bank, display: "main")
        world.open("menu", by: shop, at: World.lamp)
        world.open("menu", by: bank, from: "pay", display: display)
        world.source("pay", World.lamp, by: bank, display: "hall")
        world.begin()
        world.answer(shop)
        world.expect("shop gets closed p1 replaced none\nbank open: error 2 pay")
    }

    @Test("the same with an anchor, where the source determines the display")
    func anchoredSourceElsewhere() {
        world.source("pay", World.cart, by: bank, display: "main")
        world.open("menu", by: shop, at: World.lamp)
        world.open("menu", by: bank, from: "pay", at: World.cart)
        world.source("pay", World.lamp, by: bank, display: "hall")
        world.begin()
        world.answer(shop)
        world.expect("shop gets closed p1 replaced none\nbank open: error 2 pay")
    }

    @Test(
        "a surface that is removed or changes its display ends its waiting open",
        arguments: [true, false])
    func surfaceGoes(isRemoved: Bool) {
        surface("main", by: bank)
        world.open("menu", by: shop, at: World.lamp)
        world.open("menu", by: bank) { $0.place.surface = "window" }
        if isRemoved {
            world.tell(bank, .removeSurface("window"))
        } else {
            surface("hall", by: bank)
        }
        world.begin()
        world.answer(shop)
        world.expect("shop gets closed p1 replaced none\nbank open: error 2 window")
    }

    @Test("a source that moved on its display is granted at its new place")
    func sourceMoves() {
        world.source("pay", World.cart, by: bank)
        world.open("menu", by: shop)
        world.open("menu", by: bank, from: "pay")
        world.source("pay", World.lamp, by: bank)
        world.answer(shop)
        #expect(world.lines.last == "bank open: p2 bottom")
        #expect(world.scene.popovers.first?.anchor == World.lamp)
    }

    @Test("refuses a waiting open whose source has left the view's frame")
    func leavesView() {
        let frame = Rect(x: 0, y: 0, width: 700, height: 400)
        world.present(by: bank, frame: frame)
        world.source("hint", World.lamp, by: shop)
        world.open("menu", by: bank)
        world.open("menu", by: shop, from: "hint")
        world.source("hint", Rect(x: 1100, y: 700, width: 80, height: 40), by: shop)
        world.begin()
        world.answer(bank)
        world.expect(
            "bank gets closed p1 replaced none\nshop open: refused modal-active by bank")
    }

    @Test("a display other than the source's is a contradiction, unless there is an anchor")
    func otherDisplay() {
        world.source("pay", World.cart, by: bank, display: "main")
        world.begin()
        world.open("menu", by: bank, from: "pay", display: "hall")
        world.open("menu", by: bank, from: "pay", display: "nowhere")
        world.open("menu", by: bank, from: "pay", at: World.cart, display: "hall")
        world.expect(
            """
            bank open: error -32602 display
            bank open2: error 2 nowhere
            bank open3: p1 bottom
            """)
        #expect(world.scene.popovers.map(\.display) == ["hall"])
    }

    @Test("a contradiction names the display of the source")
    func namesDisplay() {
        world.source("pay", World.cart, by: bank, display: "main")
        world.open("menu", by: bank, from: "pay", display: "hall")
        let answers = world.history.flatMap(\.effects)
        let message = "the source pay is on main"
        #expect(
            answers.contains(
                .answer(
                    bank, .string("open"),
                    .failed(.badParameter(member: "display", message: message)))))
    }

    @Test("a surface on another display than the source is a contradiction")
    func otherSurface() {
        world.source("pay", World.cart, by: bank, display: "main")
        surface("hall", by: bank)
        world.begin()
        world.open("menu", by: bank, from: "pay") { $0.place.surface = "window" }
        world.open("menu", by: bank, from: "pay", display: "main") {
            $0.place.surface = "window"
        }
        world.expect("bank open: error -32602 surface\nbank open2: error -32602 display")
    }

    @Test("a surface on another display than the named one is a contradiction")
    func surfaceOnOtherDisplay() {
        surface("hall", by: bank)
        world.begin()
        world.open("menu", by: bank, display: "main") { $0.place.surface = "window" }
        world.open("menu", by: bank, display: "hall") { $0.place.surface = "window" }
        world.expect("bank open: error -32602 display\nbank open2: p1 bottom")
    }

    @Test("an anchor stays where its client put it when its source moves")
    func anchorStays() {
        world.source("pay", World.cart, by: bank)
        world.open("menu", by: bank, from: "pay", at: World.lamp)
        world.begin()
        world.source("pay", World.cart.offset(by: Point(x: 0, y: 40)), by: bank)
        world.expect("")
        #expect(world.scene.popovers.first?.anchor == World.lamp)
    }

    @Test("a popover keeps its side while its source moves by points where neither side fits")
    func steadySide() {
        func row(_ y: Double) -> Rect { Rect(x: 600, y: y, width: 80, height: 40) }
        world.source("row", row(370), by: bank, display: "main")
        world.open("inspector", by: bank, from: "row", display: "main") {
            $0.size.height = 600
            $0.sides = [.bottom, .top]
        }
        let opened = world.scene.popovers.first?.presentation.side
        for y in [379.0, 381, 379, 384, 394] {
            world.source("row", row(y), by: bank, display: "main")
            #expect(world.scene.popovers.first?.presentation.side == opened)
        }
        world.source("row", row(420), by: bank, display: "main")
        #expect(world.scene.popovers.first?.presentation.side == .top)
        for y in [381.0, 379, 370] {
            world.source("row", row(y), by: bank, display: "main")
            #expect(world.scene.popovers.first?.presentation.side == .top)
        }
    }

    @Test("a popover stays above its source when there is room below again by a point")
    func steadyUncut() {
        func row(_ y: Double) -> Rect { Rect(x: 600, y: y, width: 80, height: 40) }
        world.source("row", row(540), by: bank, display: "main")
        world.open("menu", by: bank, from: "row", display: "main")
        #expect(world.scene.popovers.first?.presentation.side == .bottom)
        for (y, side) in [(541.0, Side.top), (540, .top), (541, .top), (300, .top)] {
            world.source("row", row(y), by: bank, display: "main")
            #expect(world.scene.popovers.first?.presentation.side == side)
        }
    }

    @Test("a popover does not follow a source of the same name on another display")
    func followsOnItsDisplay() {
        world.source("pay", World.cart, by: bank, display: "main")
        world.open("menu", by: bank, from: "pay", at: World.cart, display: "hall")
        world.begin()
        world.source("pay", World.lamp, by: bank, display: "main")
        world.expect("")
    }
}
