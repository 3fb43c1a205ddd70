// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Administrators may ask what was decided, who was heard, and why.
@Suite("Explaining decisions")
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

    private func explain(_ popover: UInt64? = nil, limit: Int = 32) -> [Decision] {
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

    @Test("explains the whole life of a popover with its verdicts")
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
                "open granted: the display was free, and the popover fits on the bottom side; "
                    + "the policy edition replaced the behavior menu with task",
                "tap dismissed: the tap was outside the popover (G3)",
                "close outside-tap: a tap outside at 1200,760 (G3); its draft will be saved",
                "close outside-tap: its owner did not answer in time (K5); "
                    + "it was asked because: a tap outside (G3)",
            ])
        let heard = explain(1).map { $0.records.map(\.fallback) }
        #expect(heard == [[nil, .unfit], [], [.late], []])
        let opened = explain(1).first?.records
        #expect(opened?.map(\.verdict) == [.open(.replace(behavior: "task")), .abstain])
        #expect(opened?.map(\.respondent) == [.policy("edition"), .policy("exclusive")])
    }

    private let known =
        "known: action-sheet, inspector, menu, oracle, selection, split-pane, task"

    @Test("explains an unknown replacement, with the display")
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
                    + "the policy edition replaced the behavior menu with hologram"
            ])
        #expect(explain().map(\.display) == ["main"])
    }

    @Test("does not report a replacement that was refused")
    func notReplaced() {
        world.setPolicies(
            Policy(name: "edition", hooks: [.open]), Policy(name: "strict", hooks: [.open]))
        world.open("menu", by: shop)
        world.decide(.open(.replace(behavior: "task")))
        world.decide(.open(.refuse(reason: .policy, message: "not now")))
        #expect(told(explain()) == ["open policy: not now"])
    }

    @Test("explains refusals and replacements")
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
                "open granted: the display was free, and the popover fits on the bottom side",
                "close replaced: an open of cafe replaces it (G11); its draft will be saved",
                "open granted: the display was free, and the popover fits on the bottom side",
                "open unknown-behavior: no loaded plugin provides the behavior \"unheard-of\" "
                    + "(\(known))",
                "key dismissed: Escape closes this popover (G3)",
                "close key: Escape was pressed (G3); its draft will be saved",
                "choice stays: a choice leaves this behavior open (G7, G8)",
                "detach detach-not-allowed: "
                    + "this behavior does not let its popovers be detached (G22)",
            ])
        #expect(explain().map(\.app).prefix(2) == ["shop", "shop"])
    }

    @Test("explains alerts and unattended displays")
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
                "alert held: held for 500 ms, by the verdict of the policy quiet",
                "alert admitted: queued by severity, then rank 2, "
                    + "by the verdict of the policy quiet",
                "alert presented: it is the first admitted alert of its display",
                "idle close: the display is unattended; as the policy idle requested, "
                    + "its popover closes",
                "close idle: its display is unattended, as the policy idle requested (K3); "
                    + "its draft will be saved",
            ])
    }

    @Test("the records do not contain choices")
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

    @Test("returns the latest decisions, oldest first, up to the limit")
    func bounded() {
        for _ in 0..<300 {
            world.open("unheard-of", by: shop)
            world.advance(1)
        }
        let all = explain(limit: 256)
        #expect(all.count == 256)
        #expect(all.first?.time == world.moment(-256))
        let some = explain(limit: 3)
        #expect(some == explain().suffix(3))
        #expect(some.map(\.time) == some.map(\.time).sorted())
        #expect(explain(limit: 0) == [])
    }

    @Test("taps that hit nothing are not recorded")
    func nothing() {
        world.tap(World.nowhere, by: shop)
        #expect(explain() == [])
    }

    @Test("only administrators may ask; an unknown popover is an error")
    func permitted() {
        world.ask(shop, "explain", .explain())
        #expect(world.lines.last == "shop explain: error 3 administrator")
        world.ask(admin, "explain", .explain(popover: PopoverID(number: 7)))
        #expect(world.lines.last == "admin explain: error 2 p7")
    }
}
