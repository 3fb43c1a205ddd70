// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Work belongs to the session of the display where its key was last open.
@Suite("Drafts that are saved when their popover has gone")
struct LastDisplayStories {
    let world = World()
    let shop: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        admin = world.connect("admin", roles: [.shell], uid: 0)
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    @Test("work that is saved after its popover has gone ends with the session of its display")
    func savedAfterwards() {
        world.open("inspector", by: shop, display: "wall") { $0.key = "mail" }
        world.close(1, .done, by: shop)
        world.begin()
        world.save("mail", "a", by: shop)
        world.ask(shop, "discard", .discardDraft(key: "mail"))
        world.save("mail", "b", by: shop)
        world.ask(admin, "main", .endSession(display: "main"))
        world.ask(admin, "wall", .endSession(display: "wall"))
        world.save("mail", "c", by: shop)
        world.expect(
            """
            disk stores mail "a" r1 save on wall
            shop save: r1
            disk erases mail
            shop discard: done
            disk stores mail "b" r1 save on wall
            shop save2: r1
            disk scrubs, erases traces
            admin main: done
            disk erases mail, scrubs, erases traces
            admin wall: done
            shop save3: refused session-ended
            """)
    }

    @Test("remembers the displays of the keys that a user opened last")
    func rememberedDisplays() {
        let bank = world.connect("bank", uid: 1001)
        world.open("inspector", by: bank, display: "wall") { $0.key = "mail" }
        world.close(1, .done, by: bank)
        for number in 0...256 {
            world.open("inspector", by: shop, display: "wall") { $0.key = "mail \(number)" }
            world.close(UInt64(number + 2), .done, by: shop)
        }
        world.begin()
        world.save("mail 0", "a", by: shop)
        world.save("mail 1", "b", by: shop)
        world.save("mail", "c", by: bank)
        world.expect(
            """
            disk stores mail 0 "a" r1 save on main
            shop save: r1
            disk stores mail 1 "b" r1 save on wall
            shop save2: r1
            disk stores mail "c" r1 save on wall
            bank save: r1
            """)
    }
}
