// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Sessions: the next customer begins anew")
struct SessionTraceStories {
    let world = World()
    let shop: ClientID
    let pad: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop", wantsFocus: true)
        pad = world.connect("pad", roles: [.input])
        admin = world.connect("admin", roles: [.shell], uid: 0)
        world.source("cart", World.cart, by: shop)
        world.begin()
    }

    private func end() { world.ask(admin, "end", .endSession(display: "main")) }

    @Test("with a control that opens at its first tap")
    func toggle() {
        world.open("menu", by: shop, from: "cart")
        world.advance(1000)
        world.tap(World.cart.center, by: shop)
        world.answer(shop)
        end()
        world.begin()
        world.open("menu", by: shop, from: "cart")
        #expect(world.lines.contains { $0.hasPrefix("shop open2: p2") })
    }

    @Test("when the display is unlocked again")
    func locked() {
        world.ask(admin, "subscribe", .subscribe(topics: ["session.began"], since: nil))
        world.ask(admin, "lock", .lockSession(display: nil))
        world.begin()
        world.tap(World.nowhere, by: shop)
        #expect(!world.lines.contains { $0.hasPrefix("event") })
        world.ask(admin, "unlock", .unlockSession(display: nil))
        world.tap(World.nowhere, by: shop)
        #expect(world.lines.contains { $0.hasPrefix("event session.began") })
    }

    @Test("without a ring")
    func ring() {
        world.ask(pad, "next", .navigate(.next, display: nil, time: nil))
        #expect(world.lines.contains("shop gets enter main cart ring"))
        world.begin()
        end()
        #expect(world.lines.contains("shop gets leave main"))
    }

    @Test("without a keyboard at the last customer's app")
    func keyboard() {
        world.tap(World.cart.center, by: shop)
        #expect(world.lines.contains("shop gets enter main cart"))
        world.begin()
        end()
        #expect(world.lines.contains("shop gets leave main"))
    }

    @Test("without the last one's needs")
    func person() {
        let reach = Rect(x: 0, y: 500, width: 1280, height: 300)
        world.tell(admin, .setSession(display: nil, PersonalSettings(reach: reach)))
        end()
        world.raise(by: shop)
        #expect(world.scene.alerts.first?.frame == Rect(x: 480, y: 320, width: 320, height: 160))
    }

    @Test(
        "and hears nothing of a save that the disk had not carried out", arguments: [true, false])
    func saves(isStored: Bool) {
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.saved"], since: nil))
        world.disk = .holds
        world.save("mail", "secret", by: shop)
        end()
        world.begin()
        world.letDisk(succeed: isStored)
        while !world.heldOrders.isEmpty { world.letDisk() }
        world.disk = .works
        world.advance(10_000)
        #expect(!world.lines.contains { $0.contains("draft.saved") || $0.contains("stores") })
    }
}
