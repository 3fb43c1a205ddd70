// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Policies hold alerts back, and say which comes first; they cannot keep what is critical from
/// people.
@Suite("Held alerts")
struct HeldAlertStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        world.begin()
    }

    private var presented: [String] {
        world.scene.alerts.filter { $0.frame != nil }.map(\.title)
    }

    @Test("a held alert is asked about again and finally presented")
    func held() {
        world.raise("Tea", by: shop)
        world.expect("shop gets queued a1 for raise\npolicy quiet asked q1 alert a1")
        world.decide(.alert(.hold(.milliseconds(1000))))
        world.expect("")
        world.advance(999)
        world.expect("")
        world.advance(1)
        world.expect("policy quiet asked q2 alert a1")
        world.decide(.abstain)
        world.expect("shell asked present a1")
    }

    @Test("a question without an answer delays an alert by its deadline at most")
    func late() {
        world.raise("Tea", by: shop)
        world.begin()
        world.advance(50)
        world.expect("policy quiet need not answer q1 any more\nshell asked present a1")
    }

    @Test("a critical alert is presented at once, before held ones")
    func critical() {
        world.raise("Tea", by: shop)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.raise("Fire", .critical, by: shop)
        #expect(presented == ["Fire"])
        #expect(world.questions.isEmpty)
    }

    @Test("a held alert can be canceled, times out, and ends with its raiser")
    func ends() {
        world.raise("Tea", by: shop)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.begin()
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 1)))
        world.expect("shop raise: refused cancelled\nshop cancel: done")
        world.raise("Tea", by: shop) { $0.timeout = .milliseconds(300) }
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.begin()
        world.advance(300)
        world.expect("shop raise2: refused timed-out")
        world.raise("Tea", by: shop)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.disconnect(shop)
        #expect(world.scene.alerts.isEmpty)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("new policies are asked about held alerts; without a policy they are presented")
    func policiesChange() {
        world.raise("Tea", by: shop)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.begin()
        world.setPolicies(Policy(name: "loud", hooks: [.alert]))
        world.expect("policy loud asked q2 alert a1")
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.setPolicies()
        #expect(presented == ["Tea"])
    }

    @Test("of equal severity the lowest rank is first, but does not replace the presented alert")
    func ranks() {
        for (title, rank) in [("Tea", 0), ("Milk", 5), ("Cake", -5), ("Rum", 5)] {
            world.raise(title, by: shop)
            world.decide(.alert(.present(rank: rank)))
        }
        #expect(presented == ["Tea"])
        #expect(world.scene.alerts.map(\.title) == ["Cake", "Tea", "Milk", "Rum"])
        var order: [String] = []
        for _ in 0..<4 {
            order += presented
            guard let alert = world.scene.alerts.first(where: { $0.frame != nil }) else { return }
            world.answerAlert(alert.alert.number, by: shell)
        }
        #expect(order == ["Tea", "Cake", "Milk", "Rum"])
    }

    @Test("a held alert blocks nothing, not even an open that cannot wait")
    func inNobodysWay() {
        world.raise("Tea", by: shop)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.begin()
        world.open("task", by: shop) { $0.wait = .milliseconds(0) }
        world.expect("shop open: p1 bottom")
    }

    @Test("the next question reports the time of the hold")
    func since() throws {
        world.raise("Tea", by: shop)
        for _ in 0..<2 {
            world.decide(.alert(.hold(.milliseconds(1000))))
            world.advance(1000)
        }
        let asked = world.history.flatMap(\.effects).compactMap { effect in
            if case .ask(_, _, .alert(let facts)) = effect { facts } else { nil }
        }
        #expect(asked.map(\.held.milliseconds) == [0, 1000, 2000])
    }

    @Test("an alert that replaces one of the same key is asked about again")
    func replaced() {
        for _ in 0..<2 {
            world.raise("Tea", by: shop) { $0.key = "tea" }
        }
        world.expect(
            """
            shop gets queued a1 for raise
            policy quiet asked q1 alert a1
            policy quiet need not answer q1
            shop raise: refused superseded
            shop gets queued a2 for raise2
            policy quiet asked q2 alert a2
            """)
    }
}
