// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Administrators may ask what was decided, who was heard, and why.
@Suite("Explaining")
struct ExplainStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
        admin = world.connect("admin", roles: [.shell], uid: 0)
    }

    private func explain(_ popover: UInt64? = nil, limit: Int? = nil) -> [Decision] {
        let request = Request.explain(
            popover: popover.map { PopoverID(number: $0) }, limit: limit)
        world.ask(admin, "explain", request)
        for case .answer(_, _, .decisions(let decisions)) in world.history.last?.effects ?? [] {
            return decisions
        }
        return []
    }

    private func told(_ decisions: [Decision]) -> [String] {
        decisions.map { "\($0.subject.rawValue) \($0.outcome): \($0.because)" }
    }

    @Test("A popover's whole life, with who said what")
    func life() {
        world.setPolicies(
            Policy(name: "edition", hooks: [.open, .disposition]),
            Policy(name: "exclusive", hooks: [.open]))
        world.open("menu", by: shop) { $0.key = "mail" }
        world.decide(.open(.replace(behavior: "task")))
        world.decide(.choice(.stay))
        world.tap(World.nowhere, by: cafe)
        world.advance(50)
        world.advance(250)
        #expect(
            told(explain(1)) == [
                "open granted: its place was free, and it fits on the side bottom; "
                    + "the policy edition made it task, not menu",
                "tap dismissed: the tap was outside the popover (G3)",
                "close outside-tap: a tap outside at 1200,760 (G3); its work is to be saved",
                "close outside-tap: its owner did not answer in time (K5) after: "
                    + "a tap outside (G3)",
            ])
        let heard = explain(1).map { $0.records.map(\.fallback) }
        #expect(heard == [[nil, .unfit], [], [.late], []])
        let opened = explain(1).first?.records
        #expect(opened?.map(\.verdict) == [.open(.replace(behavior: "task")), .abstain])
        #expect(opened?.map(\.respondent) == [.policy("edition"), .policy("exclusive")])
    }

    private let known =
        "known: action-sheet, inspector, menu, oracle, selection, split-pane, task"

    @Test("Who wanted what nobody provides, and where")
    func replacedByUnknown() {
        world.setPolicies(
            Policy(name: "wide", hooks: [.open]), Policy(name: "edition", hooks: [.open]))
        world.open("menu", by: shop)
        world.decide(.open(.admit(sides: [.left], widthRange: nil)))
        world.decide(.open(.replace(behavior: "hologram")))
        #expect(
            told(explain()) == [
                "open unknown-behavior: no loaded plugin provides the behavior \"hologram\" "
                    + "(\(known)); "
                    + "the policy edition made it hologram, not menu"
            ])
        #expect(explain().map(\.display) == ["main"])
    }

    @Test("A replacement that did not come about is not told as one")
    func notReplaced() {
        world.setPolicies(
            Policy(name: "edition", hooks: [.open]), Policy(name: "strict", hooks: [.open]))
        world.open("menu", by: shop)
        world.decide(.open(.replace(behavior: "task")))
        world.decide(.open(.refuse(reason: .policy, message: "not now")))
        #expect(told(explain()) == ["open policy: not now"])
    }

    @Test("Why one was refused, and what replaced another")
    func others() {
        world.open("task", by: shop)
        world.open("task", by: cafe)
        world.answer(shop)
        world.open("unheard-of", by: shop)
        world.escape(by: shop)
        world.choose(2, by: cafe)
        world.detach(2, by: cafe)
        #expect(
            told(explain()) == [
                "open granted: its place was free, and it fits on the side bottom",
                "close replaced: an open of cafe takes its place (G11); its work is to be saved",
                "open granted: its place was free, and it fits on the side bottom",
                "open unknown-behavior: no loaded plugin provides the behavior \"unheard-of\" "
                    + "(\(known))",
                "key dismissed: the key was outside the popover (G3)",
                "close key: Escape outside it (G3); its work is to be saved",
                "choice stays: a choice lets it stay (G7, G8)",
                "detach detach-not-allowed: "
                    + "this behavior does not let its popovers be detached",
            ])
        #expect(explain().map(\.app).prefix(2) == ["shop", "shop"])
    }

    @Test("Alerts and idleness are told too")
    func alertsAndIdleness() {
        world.setPolicies(
            Policy(name: "quiet", hooks: [.alert]),
            Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(5000)))
        world.raise(by: shop)
        world.decide(.alert(.hold(.milliseconds(500))))
        world.advance(500)
        world.decide(.alert(.present(rank: 2)))
        world.answerAlert(1, by: admin)
        world.open("task", by: shop)
        world.advance(5000)
        world.decide(.idle(.act(.close)))
        #expect(
            told(explain()).filter { !$0.hasPrefix("open") } == [
                "alert held: held for 500 ms, as the policy quiet was heard",
                "alert admitted: its turn comes by severity, then rank 2, "
                    + "as the policy quiet was heard",
                "alert presented: it is the first alert of its display whose turn it is",
                "idle close: nobody touched the display, and the policy idle wants it: "
                    + "its popover closes",
                "close idle: nobody touched its display, as the policy idle wants (K3); "
                    + "its work is to be saved",
            ])
    }

    @Test("People's choices are in nobody's record")
    func noWork() {
        world.setPolicies(Policy(name: "one", hooks: [.choice]))
        world.open("task", by: shop)
        world.choose(1, by: shop)
        world.decide(.choice(.stay))
        let asked = explain(1).last?.records.map(\.question)
        guard case .choice(_, let choice)? = asked?.first else {
            Issue.record("\(String(describing: asked))")
            return
        }
        #expect(choice == .null)
    }

    @Test("The latest are remembered, oldest first, as many as are wanted")
    func bounded() {
        for _ in 0..<300 {
            world.open("unheard-of", by: shop)
            world.advance(1)
        }
        #expect(explain().count == 256)
        #expect(explain().first?.time == world.moment(-256))
        let some = explain(limit: 3)
        #expect(some == explain().suffix(3))
        #expect(some.map(\.time) == some.map(\.time).sorted())
        #expect(explain(limit: 0) == [])
    }

    @Test("Taps that met nothing push nothing out")
    func nothing() {
        world.tap(World.nowhere, by: shop)
        #expect(explain() == [])
    }

    @Test("Only administrators may ask; what never was is unknown")
    func permitted() {
        world.ask(shop, "explain", .explain(popover: nil, limit: nil))
        #expect(world.lines.last == "shop explain: error 3 administrator")
        world.ask(admin, "explain", .explain(popover: PopoverID(number: 7), limit: nil))
        #expect(world.lines.last == "admin explain: error 2 p7")
    }
}
