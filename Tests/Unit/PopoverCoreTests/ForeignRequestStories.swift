// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Requests about what is another client's, and alerts that wait.
@Suite("What is another's, and what waits")
struct ForeignRequestStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe", uid: 7)
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.begin()
    }

    private var presented: [String] {
        world.scene.alerts.filter { $0.frame != nil }.map(\.title)
    }

    @Test("a client cancels only its own open and alert, whatever their ids")
    func cancel() {
        world.open("menu", by: cafe)
        world.open("menu", by: shop, label: "wait")
        world.raise("Tea", by: shop)
        world.begin()
        for id in ["wait", "raise"] {
            world.ask(cafe, "cancel", .cancelRequest(.string(id)))
        }
        #expect(world.lines.count == 2)
        #expect(world.lines.allSatisfy { $0.hasPrefix("cafe cancel") && $0.contains("error 2") })
        #expect(presented == ["Tea"])
    }

    @Test("a held alert limits nobody's turn")
    func held() {
        world.raise("Tea", by: shop)
        world.answer(shell)
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        world.raise("Milk", by: cafe)
        world.decide(.alert(.hold(.milliseconds(60_000))))
        world.advance(59_000)
        #expect(presented == ["Tea"])
    }

    @Test("an alert that has ended has no time any more")
    func ended() {
        world.raise("Tea", by: shop) { $0.timeout = .milliseconds(9000) }
        world.answer(shell)
        world.answerAlert(1, by: shell)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("where the bus is closed, nobody hears afterwards what it could not hear in time")
    func closedBus() {
        let world = World(watches: false, settings: { $0.isBusOpen = false })
        world.connect("shop")
        let cafe = world.connect("cafe", uid: 7)
        world.ask(cafe, "subscribe", .subscribe(topics: ["client.*"], since: 0))
        let told = world.history.last?.effects.filter { effect in
            if case .publish = effect { true } else { false }
        }
        #expect(told?.count == 1, "its own arrival")
    }

    @Test("new policies are asked about held alerts alone")
    func policies() {
        world.raise("Tea", by: shop)
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        #expect(world.questions.isEmpty)
        #expect(presented == ["Tea"])
    }

    @Test("a renderer that has failed is asked again after a more severe alert")
    func failed() {
        let second = world.connect("second", roles: [.shell], uid: 0)
        world.raise("Tea", by: shop)
        world.answer(shell, .error)
        world.answer(second)
        world.raise("Fire", .critical, by: shop)
        world.answer(shell)
        world.begin()
        world.answerAlert(2, by: shell)
        #expect(world.lines.last == "shell asked present a1")
    }

    @Test("an alert makes way for occluders so often, and then stays")
    func moves() {
        world.raise("Tea", by: shop)
        world.answer(shell)
        world.begin()
        for _ in 0..<6 {
            guard let frame = world.scene.alerts.first?.frame else { break }
            let point = Rect(x: frame.midX, y: frame.midY, width: 1, height: 1)
            world.tell(shop, .setOccluder("finger", rect: point, display: nil))
            if world.calls.contains(where: { $0.client == shell }) { world.answer(shell) }
        }
        #expect(world.lines.filter { $0 == "shell asked present a1" }.count == 3)
    }

    @Test("a lock leaves critical alerts where they are")
    func locked() {
        world.raise("Fire", .critical, by: shop)
        world.answer(shell)
        world.ask(shell, "lock", .lockSession(display: nil))
        #expect(presented == ["Fire"])
    }
}
