// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Sessions of one among several displays")
struct DisplaySessionStories {
    let world = World()
    let shop: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        admin = world.connect("admin", roles: [.shell], uid: 0)
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    @Test("ending one display's session erases the drafts last open there")
    func endsOneDisplay() {
        world.save("mail", "a", by: shop)
        world.save("note", "b", by: shop)
        world.open("inspector", by: shop, display: "wall") { $0.key = "note" }
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.begin()
        world.ask(admin, "end", .endSession(display: "wall"))
        world.answer(shop)
        world.ask(shop, "list", .listDrafts)
        world.expect(
            """
            shop asked willClose p1 session-ended discard
            disk erases note
            disk scrubs, erases traces
            shop gets closed p1 session-ended discarded
            admin end: done
            shop list: ["mail r1"]
            """)
    }

    @Test("a draft that is open on another display belongs to that session")
    func endsWhereWorkWas() {
        world.save("note", "b", by: shop)
        world.open("inspector", by: shop, display: "wall") { $0.key = "note" }
        world.begin()
        world.ask(admin, "end", .endSession(display: "main"))
        world.ask(shop, "list", .listDrafts)
        world.expect(
            """
            disk scrubs, erases traces
            admin end: done
            shop list: ["note r1"]
            """)
    }

    @Test("late work belongs to the display of its popover")
    func endsLateSave() {
        world.open("inspector", by: shop, display: "wall") { $0.key = "mail" }
        world.tell(admin, .dismiss(discard: false, display: "wall"))
        _ = world.ignoreCall(of: shop)
        world.advance(250)
        world.save("mail", "secret", by: shop)
        world.begin()
        world.ask(admin, "end", .endSession(display: "wall"))
        world.expect(
            """
            disk erases mail, scrubs, erases traces
            admin end: done
            """)
    }
}
