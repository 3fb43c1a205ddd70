// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Policies advise, the arbiter decides: late, wrong, missing and repeated verdicts break nothing.
@Suite("Policies and behaviors")
struct PolicyStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
    }

    private func openOracle() {
        world.open("oracle", by: shop) { $0.key = "mail" }
        world.decide(.abstain)
        world.begin()
    }

    /// Verdicts that have nothing to do with an open.
    static let foreign: [Verdict] = [
        .abstain, .choice(.close(nil)), .choice(.stay), .detach(allowed: true),
    ]

    @Test("an admitting behavior may choose the sides; one without the hook is not asked")
    func admits() {
        world.open("oracle", by: shop)
        world.expect("oracle asked q1 open")
        world.decide(.open(.admit(sides: [.right], widthRange: 100...150)))
        world.expect("shop open: p1 right advice [\"G16\"]")
        #expect(world.scene.popovers.first?.presentation.frame.width == 150)
        world.close(1, .done, by: shop)
        world.open("oracle", by: shop)
        world.begin()
        world.decide(.open(.admit(sides: [], widthRange: -5...0)))
        world.expect("shop open2: p2 bottom")
    }

    @Test("a behavior refuses as policy or as not-for-warnings")
    func refuses() {
        for reason in [RefusalReason.policy, .notForWarnings, .locked] {
            world.open("oracle", by: shop)
            world.decide(.open(.refuse(reason: reason, message: "no")))
        }
        #expect(
            world.lines.filter { $0.hasPrefix("shop") } == [
                "shop open: refused policy", "shop open2: refused not-for-warnings",
                "shop open3: refused policy",
            ])
    }

    @Test("ignores verdicts that do not fit an open", arguments: foreign)
    func foreignToOpen(verdict: Verdict) {
        world.open("oracle", by: shop)
        world.begin()
        world.decide(verdict)
        world.expect("shop open: p1 bottom")
    }

    @Test("ignores late and repeated verdicts")
    func late() {
        world.open("oracle", by: shop)
        world.begin()
        world.advance(50)
        world.expect("oracle need not answer q1 any more\nshop open: p1 bottom")
        world.decide(.open(.refuse(reason: .policy, message: "no")))
        world.send(.answered(QuestionID(number: 1), .behavior("custom"), .choice(.stay)))
        world.send(.answered(QuestionID(number: 77), .behavior("custom"), .choice(.stay)))
        world.expect("")
    }

    @Test("the rule continues with the state at the verdict")
    func everythingChanged() {
        let admin = world.connect("admin", uid: 0)
        world.open("oracle", by: shop)
        world.begin()
        world.ask(admin, "lock", .lockSession(display: nil))
        world.decide(.open(.admit(sides: nil, widthRange: nil)))
        world.expect(
            """
            oracle need not answer q1
            shop open: refused locked
            admin lock: done
            """)
        world.ask(admin, "unlock", .unlockSession(display: nil))
        world.open("oracle", by: shop)
        world.begin()
        world.send(.behaviorUnloaded(name: "oracle"))
        world.expect("oracle need not answer q2\nshop open2: refused unknown-behavior")
        world.decide(.abstain)
        world.expect("")
    }

    @Test("a newer open that was granted during the question wins")
    func newerWish() {
        world.open("oracle", by: shop)
        world.open("menu", by: cafe)
        world.begin()
        world.decide(.abstain)
        world.expect("shop open: refused superseded")
    }

    @Test("an open in question can be canceled and ends with its client")
    func canceled() {
        world.open("oracle", by: shop)
        world.begin()
        world.ask(shop, "cancel", .cancelRequest(.string("open")))
        world.expect(
            """
            oracle need not answer q1
            shop open: refused cancelled
            shop cancel: done
            """)
        world.decide(.abstain)
        world.open("oracle", by: shop)
        world.disconnect(shop)
        world.begin()
        world.decide(.abstain)
        world.expect("")
    }

    @Test(
        "decides whether a choice closes",
        arguments: [
            (Verdict.choice(.close(nil)), "closes"), (.choice(.stay), "stays"), (.abstain, "stays"),
            (.outsideTap(.close(nil)), "stays"), (.detach(allowed: true), "stays"),
        ])
    func choices(verdict: Verdict, outcome: String) {
        openOracle()
        world.choose(1, by: shop)
        world.decide(verdict)
        #expect(
            world.lines.prefix(2) == ["oracle asked q2 choice p1 1", "shop choose: \(outcome)"])
        #expect(world.scene.popovers.isEmpty == (outcome == "closes"))
    }

    @Test("ignores a verdict on a choice in a closed popover")
    func choiceTooLate() {
        openOracle()
        world.choose(1, by: shop)
        world.close(1, .cancel, by: shop)
        world.begin()
        world.decide(.choice(.close(nil)))
        world.expect("shop choose: error 2 p1")
    }

    @Test(
        "decides whether a tap outside closes, and the disposition",
        arguments: [
            (Verdict.outsideTap(.close(.discard)), "shop asked willClose p1 outside-tap discard"),
            (.abstain, "shop asked willClose p1 outside-tap save"),
            (.outsideTap(.stay), "shop gets nudge p1"),
            (
                .open(.refuse(reason: .policy, message: "")),
                "shop asked willClose p1 outside-tap save"
            ),
        ])
    func taps(verdict: Verdict, outcome: String) {
        openOracle()
        world.tap(World.nowhere, by: cafe)
        world.expect("oracle asked q2 tap p1")
        world.decide(verdict)
        let judged = verdict == .outsideTap(.stay) ? "swallowed" : "dismissed"
        world.expect("\(outcome)\ncafe tap: \(judged) p1")
    }

    @Test("a second observer gets the same verdict, even after the first disconnects")
    func twoObservers() {
        openOracle()
        world.tap(World.nowhere, by: cafe)
        world.tap(World.nowhere, by: shop)
        world.disconnect(cafe)
        world.begin()
        world.decide(.outsideTap(.close(nil)))
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            shop tap: dismissed p1
            """)
    }

    @Test("judges pending taps at once when their display is removed")
    func displayGoes() {
        let shell = world.connect("shell", roles: [.shell])
        openOracle()
        world.tap(World.nowhere, by: cafe)
        world.tap(World.nowhere, by: shop)
        world.begin()
        world.ask(shell, "remove", .removeDisplay("main"))
        world.expect(
            """
            shell remove: done
            oracle need not answer q2
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            shop tap: dismissed p1
            """)
    }

    @Test("answers any number of taps during a question")
    func manyTaps() {
        openOracle()
        for number in 0..<40 {
            world.tap(Point(x: 1200, y: 760 - Double(number) * 10), by: cafe)
            world.tap(Point(x: 1200, y: 760 - Double(number) * 10), by: shop)
        }
        world.advance(50)
        #expect(world.ledger.asked.values.allSatisfy { $0.isEmpty })
    }

    @Test("asks about Escape as about a tap")
    func keys() {
        openOracle()
        world.escape(by: cafe)
        world.decide(.outsideTap(.stay))
        world.expect(
            """
            oracle asked q2 key p1
            shop gets nudge p1
            cafe key: swallowed
            """)
    }

    @Test("a modal popover stays, whatever its behavior says")
    func modal() {
        openOracle()
        world.update(1, by: shop) { $0.isModal = true }
        world.begin()
        world.tap(World.nowhere, by: cafe)
        world.escape(by: cafe)
        world.expect(
            """
            shop gets nudge p1
            cafe tap: swallowed p1
            shop gets nudge p1
            cafe key: swallowed
            """)
    }

    @Test(
        "decides whether a popover may be detached",
        arguments: [
            (Verdict.detach(allowed: true), "shop detach: n1 480,152 320x200"),
            (.detach(allowed: false), "shop detach: refused detach-not-allowed"),
            (.abstain, "shop detach: refused detach-not-allowed"),
            (.choice(.close(nil)), "shop detach: refused detach-not-allowed"),
        ])
    func detaching(verdict: Verdict, outcome: String) {
        openOracle()
        world.detach(1, by: shop)
        world.begin()
        world.decide(verdict)
        #expect(world.lines.first == outcome)
    }

    @Test("a popover of an unloaded behavior keeps its defaults")
    func unloaded() {
        openOracle()
        world.send(.behaviorUnloaded(name: "oracle"))
        world.begin()
        world.tap(World.nowhere, by: cafe)
        world.expect(
            """
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            """)
    }
}
