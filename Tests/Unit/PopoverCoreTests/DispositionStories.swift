// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A popover closes that its owner has not closed: plugins say what becomes of its work, unless it
/// is not theirs to say.
@Suite("Verdicts on save or discard")
struct DispositionStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        admin = world.connect("admin", roles: [.shell], uid: 0)
        world.open("task", by: shop) { $0.key = "mail" }
        world.advance(100)
        world.setPolicies(
            Policy(name: "one", hooks: [.disposition]), Policy(name: "two", hooks: [.disposition]))
        world.begin()
    }

    @Test("asks the owner after the verdicts; the popover is closing meanwhile")
    func decided() {
        world.tap(World.nowhere, by: cafe)
        world.expect(
            """
            policy one asked q1 disposition p1 outside-tap save
            policy two asked q1 disposition p1 outside-tap save
            cafe tap: dismissed p1
            """)
        #expect(world.scene.popovers.first?.closing == .outsideTap)
        world.tap(World.nowhere, by: cafe)
        world.expect("cafe tap2: swallowed p1")
        world.decide(.disposition(.discard))
        world.decide(.abstain)
        world.expect("shop asked willClose p1 outside-tap discard")
        world.answer(shop, World.work("new"))
        world.expect("shop gets closed p1 outside-tap none focus")
    }

    @Test("saving wins over discarding")
    func saves() {
        world.escape(by: cafe)
        world.decide(.disposition(.discard))
        world.begin()
        world.decide(.disposition(.save))
        world.expect("shop asked willClose p1 key save")
    }

    @Test("a late verdict applies the default, and the owner has its whole deadline")
    func late() {
        world.tap(World.nowhere, by: cafe)
        world.begin()
        world.advance(299)
        world.expect(
            """
            policy one need not answer q1 any more
            policy two need not answer q1 any more
            shop asked willClose p1 outside-tap save
            """)
        world.advance(1)
        world.expect("shop gets closed p1 outside-tap none focus unresponsive")
    }

    @Test("the end of the session discards without waiting for verdicts")
    func sessionEnds() {
        world.tap(World.nowhere, by: cafe)
        world.begin()
        world.ask(admin, "end", .endSession(display: nil))
        world.expect(
            """
            policy one need not answer q1
            policy two need not answer q1
            shop asked willClose p1 session-ended discard
            """)
        world.answer(shop, World.work("new"))
        world.expect(
            """
            shop gets closed p1 session-ended none
            disk scrubs, erases traces
            admin end: done
            """)
    }

    @Test("plugins have no say where an administrator, a lock or a shutdown closes")
    func undebated() {
        world.ask(admin, "dismiss", .dismiss(popover: PopoverID(number: 1), discard: true))
        world.expect("shop asked willClose p1 administrator discard\nadmin dismiss: done")
    }

    @Test("the owner's close or disconnect wins over the question")
    func ownerWins() {
        world.tap(World.nowhere, by: cafe)
        world.begin()
        world.close(1, .done, by: shop)
        world.expect(
            """
            shop close: done
            policy one need not answer q1
            policy two need not answer q1
            shop gets closed p1 done none focus
            """)
        world.open("task", by: shop, label: "again")
        world.advance(1000)
        world.tap(World.nowhere, by: cafe)
        world.disconnect(shop)
        world.begin()
        world.advance(1000)
        world.expect("")
        #expect(world.scene.popovers.isEmpty)
    }

    @Test("under an alert verdicts still count, and the owner's deadline is paused")
    func underAlert() {
        world.tap(World.nowhere, by: cafe)
        world.raise(by: cafe)
        world.answer(admin)
        world.decide(.abstain)
        world.begin()
        world.decide(.abstain)
        world.expect("shop asked willClose p1 outside-tap save")
        world.advance(5000)
        #expect(world.scene.popovers.count == 1)
        world.answerAlert(1, by: admin)
        world.advance(250)
        #expect(world.scene.popovers.isEmpty)
    }

    @Test("a display removed during the question loses no work")
    func displayGoes() {
        world.tap(World.nowhere, by: cafe)
        world.ask(admin, "remove", .removeDisplay("main"))
        world.decide(.abstain)
        world.begin()
        world.decide(.abstain)
        world.expect("shop asked willClose p1 outside-tap save")
        world.answer(shop, World.work("new"))
        world.expect(
            """
            disk stores mail "new" r1 outside-tap on main
            shop gets closed p1 outside-tap saved focus
            """)
    }

    @Test("a waiting open also waits for the verdicts")
    func replaced() {
        world.open("menu", by: cafe, at: World.lamp)
        world.expect(
            """
            policy one asked q1 disposition p1 replaced save
            policy two asked q1 disposition p1 replaced save
            """)
        world.decide(.abstain)
        world.decide(.abstain)
        world.answer(shop)
        #expect(world.lines.last == "cafe open: p2 bottom")
    }
}
