// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("Focus: returns to the source unless the user went on")
struct FocusStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        shell = world.connect("shell", roles: [.shell])
        world.source("lamp", World.lamp, by: cafe)
        world.open("task", by: shop) { $0.key = "mail" }
        world.advance(10)
        world.begin()
    }

    @Test("a tap on another source moves the focus there")
    func otherSource() {
        world.tap(World.lamp.center, by: cafe)
        world.answer(shop)
        #expect(world.lines.last == "shop gets closed p1 outside-tap none")
    }

    @Test("an alert does not affect the returned focus")
    func underAlert() {
        world.raise(by: cafe)
        world.answer(shell)
        world.begin()
        world.close(1, .done, by: shop)
        world.expect("shop close: done\nshop gets closed p1 done none focus")
    }

    @Test("the focus returns to the view of a popover's source")
    func fromView() {
        world.close(1, .done, by: shop)
        world.present(by: cafe, frame: World.main.frame)
        world.open("menu", by: cafe, from: "lamp")
        world.begin()
        world.close(2, .done, by: cafe)
        world.expect("cafe close: done\ncafe gets closed p2 done none focus")
    }

    @Test("a popover on another display does not affect the focus")
    func otherDisplay() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.tell(shell, .setDisplay(wall))
        world.open("menu", by: cafe, display: "wall")
        world.begin()
        world.close(1, .done, by: shop)
        world.expect("shop close: done\nshop gets closed p1 done none focus")
    }
}
