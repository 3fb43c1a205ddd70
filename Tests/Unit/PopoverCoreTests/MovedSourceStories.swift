// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Opening: sources and surfaces that go elsewhere")
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
        "A source that goes to another display takes the open along that waits for it",
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

    @Test("With an anchor too, where the source has chosen the display")
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
        "A surface that goes, be it to another display, takes the open along that waits for it",
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

    @Test("A source that moves on its display takes the open along to where it is then")
    func sourceMoves() {
        world.source("pay", World.cart, by: bank)
        world.open("menu", by: shop)
        world.open("menu", by: bank, from: "pay")
        world.source("pay", World.lamp, by: bank)
        world.answer(shop)
        #expect(world.lines.last == "bank open: p2 bottom")
        #expect(world.scene.popovers.first?.anchor == World.lamp)
    }

    @Test("A source that has left the view's frame, while its open waited, is refused as outside")
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

    @Test("A display that is not the source's is a contradiction, unless an anchor says where")
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

    @Test("The contradiction names the display where the source is")
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

    @Test("A surface on another display than the source is a contradiction too")
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

    @Test("A surface on another display than the one that is named is a contradiction")
    func surfaceOnOtherDisplay() {
        surface("hall", by: bank)
        world.begin()
        world.open("menu", by: bank, display: "main") { $0.place.surface = "window" }
        world.open("menu", by: bank, display: "hall") { $0.place.surface = "window" }
        world.expect("bank open: error -32602 display\nbank open2: p1 bottom")
    }

    @Test("A popover does not follow a source of its name on another display")
    func followsOnItsDisplay() {
        world.source("pay", World.cart, by: bank, display: "main")
        world.open("menu", by: bank, from: "pay", at: World.cart, display: "hall")
        world.begin()
        world.source("pay", World.lamp, by: bank, display: "main")
        world.expect("")
    }
}
