// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Closing and the work")
struct ClosingStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        admin = world.connect("admin", uid: 0)
    }

    /// A popover whose work was handed over once.
    private func openWithWork(_ behavior: String = "inspector") {
        world.save("mail", "old", by: shop)
        world.open(behavior, by: shop) { $0.key = "mail" }
        world.begin()
    }

    @Test("done removes the stored draft")
    func done() {
        openWithWork()
        world.close(1, .done, by: shop)
        world.expect(
            """
            shop close: done
            disk erases mail
            shop gets closed p1 done discarded focus
            """)
        world.load("mail", by: shop)
        world.expect("shop load: null")
    }

    @Test("cancel discards the draft")
    func cancel() {
        openWithWork()
        world.close(1, .cancel, by: shop)
        world.expect(
            """
            shop close: done
            disk erases mail
            shop gets closed p1 cancel discarded focus
            """)
    }

    @Test("a choice closes a menu and consumes its work; other behaviors stay")
    func choice() {
        openWithWork("menu")
        world.choose(1, by: shop)
        world.open("inspector", by: shop)
        world.choose(2, by: shop)
        world.expect(
            """
            shop choose: closes
            disk erases mail
            shop gets closed p1 choice discarded focus
            shop open2: p2 bottom
            shop choose2: stays
            """)
    }

    @Test("every automatic close saves, and says so when the disk has it")
    func saves() {
        openWithWork()
        world.disk = .holds
        world.tap(World.nowhere, by: cafe)
        world.answer(shop, World.work("new"))
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            disk stores mail "new" r2 outside-tap on main
            """)
        world.open("menu", by: cafe)
        world.expect("cafe open: p2 bottom")
        world.letDisk()
        world.expect("shop gets closed p1 outside-tap saved focus")
    }

    @Test("the answer saved counts like done")
    func saved() {
        openWithWork()
        world.escape(by: cafe)
        world.begin()
        world.answer(shop, .saved)
        world.expect(
            """
            disk erases mail
            shop gets closed p1 key discarded focus
            """)
    }

    @Test(
        "an empty answer keeps the earlier draft",
        arguments: [CallAnswer.empty, .error])
    func nothingNew(answer: CallAnswer) {
        openWithWork()
        world.escape(by: cafe)
        world.begin()
        world.answer(shop, answer)
        world.expect("shop gets closed p1 key kept focus")
    }

    @Test("a tap outside cancels an action sheet")
    func actionSheet() {
        openWithWork("action-sheet")
        world.tap(World.nowhere, by: cafe)
        world.answer(shop, World.work("new"))
        world.expect(
            """
            shop asked willClose p1 outside-tap discard
            cafe tap: dismissed p1
            disk erases mail
            shop gets closed p1 outside-tap discarded focus
            """)
    }

    @Test("replacing an action sheet saves")
    func actionSheetReplaced() {
        openWithWork("action-sheet")
        world.open("menu", by: cafe)
        world.expect("shop asked willClose p1 replaced save")
    }

    @Test("disconnecting keeps the latest draft")
    func clientGone() {
        openWithWork()
        world.disconnect(shop)
        world.expect("")
        let heir = world.connect("heir", app: "shop")
        world.open("inspector", by: heir) { $0.key = "mail" }
        world.expect("heir open: p2 bottom draft \"old\" r1 save")
    }

    @Test("a missed deadline keeps the draft and the original reason")
    func deadline() {
        openWithWork()
        world.tap(World.nowhere, by: cafe)
        world.begin()
        world.advance(250)
        world.expect("shop gets closed p1 outside-tap kept focus unresponsive")
    }

    @Test("a late answer saves its work once and closes nothing again")
    func lateAnswer() {
        openWithWork()
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.saved"], since: nil))
        world.tap(World.nowhere, by: cafe)
        let call = world.ignoreCall(of: shop)
        world.advance(250)
        world.begin()
        world.send(.clientAnswered(cafe, call, World.work("forged")))
        world.send(.clientAnswered(shop, call, World.work("late")))
        world.send(.clientAnswered(shop, call, World.work("again")))
        world.expect(
            """
            disk stores mail "late" r2 outside-tap on main
            event draft.saved mail outside-tap r2 to shop
            """)
    }

    @Test(
        "drops a late answer to work that is already resolved",
        arguments: ["saved", "discarded", "consumed", "erased"])
    func lateAnswerInVain(what: String) {
        openWithWork()
        world.tap(World.nowhere, by: cafe)
        let call = world.ignoreCall(of: shop)
        world.advance(250)
        switch what {
        case "saved": world.save("mail", "newer", by: shop)
        case "discarded": world.ask(shop, "discard", .discardDraft(key: "mail"))
        case "erased": world.ask(admin, "end", .endSession(display: nil))
        default:
            world.open("inspector", by: shop) { $0.key = "mail" }
            world.close(2, .done, by: shop)
        }
        world.begin()
        world.send(.clientAnswered(shop, call, World.work("late")))
        world.expect("")
    }

    @Test("of two late answers about the same work, the first counts", arguments: [true, false])
    func twoLateAnswers(isStored: Bool) {
        if isStored {
            openWithWork()
        } else {
            world.open("inspector", by: shop) { $0.key = "mail" }
        }
        world.tap(World.nowhere, by: cafe)
        let first = world.ignoreCall(of: shop)
        world.advance(250)
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.tap(World.nowhere, by: cafe)
        let second = world.ignoreCall(of: shop)
        world.advance(250)
        world.begin()
        world.send(.clientAnswered(shop, first, .saved))
        world.send(.clientAnswered(shop, second, World.work("late")))
        world.expect(isStored ? "disk erases mail" : "")
    }

    @Test(
        "the owner's close or choice wins over a pending willClose", arguments: [true, false])
    func ownCloseWins(isChoice: Bool) {
        openWithWork("menu")
        world.tap(World.nowhere, by: cafe)
        let call = world.ignoreCall(of: shop)
        world.begin()
        if isChoice { world.choose(1, by: shop) } else { world.close(1, .done, by: shop) }
        world.send(.clientAnswered(shop, call, World.work("late")))
        world.expect(
            """
            shop \(isChoice ? "choose: closes" : "close: done")
            disk erases mail
            shop gets closed p1 \(isChoice ? "choice" : "done") discarded focus
            """)
    }

    @Test("a second automatic reason changes nothing, except the end of the session")
    func secondCause() {
        openWithWork()
        world.tap(World.nowhere, by: cafe)
        world.ask(admin, "dismiss", .dismiss(discard: true, display: "main"))
        world.escape(by: cafe)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            admin dismiss: done
            cafe key: swallowed
            """)
        world.ask(admin, "end", .endSession(display: nil))
        world.answer(shop, World.work("secret"))
        world.expect(
            """
            disk erases mail
            disk scrubs, erases traces
            shop gets closed p1 session-ended discarded
            admin end: done
            """)
    }

    @Test("an administrator may discard the work")
    func discard() {
        openWithWork()
        world.ask(admin, "dismiss", .dismiss(popover: PopoverID(number: 1), discard: true))
        world.answer(shop, World.work("new"))
        world.expect(
            """
            shop asked willClose p1 administrator discard
            admin dismiss: done
            disk erases mail
            shop gets closed p1 administrator discarded
            """)
    }

    @Test("an ended popover is unknown, and another client's is not permitted")
    func others() {
        openWithWork()
        world.close(1, .done, by: cafe)
        world.choose(1, by: cafe)
        world.update(1, by: cafe) { _ in }
        world.detach(1, by: cafe)
        world.expect(
            """
            cafe close: error 3 owner
            cafe choose: error 3 owner
            cafe update: error 3 owner
            cafe detach: error 3 owner
            """)
        world.close(1, .cancel, by: shop)
        world.begin()
        world.close(1, .cancel, by: shop)
        world.ask(admin, "dismiss", .dismiss(popover: PopoverID(number: 1), discard: true))
        world.expect(
            """
            shop close2: error 2 p1
            admin dismiss: error 2 p1
            """)
    }

    @Test("requests without an id work, unless they need an answer")
    func withoutID() {
        openWithWork()
        world.tell(shop, .detach(PopoverID(number: 1), frame: nil))
        world.expect("")
        world.tell(shop, .close(PopoverID(number: 1), outcome: .cancel))
        world.expect(
            """
            disk erases mail
            shop gets closed p1 cancel discarded focus
            """)
    }
}
