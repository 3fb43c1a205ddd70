// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Random days")
struct RandomDayTests {
    static let seeds = Array<UInt64>(1...40)

    @Test("the invariants hold, and every day comes to rest", arguments: seeds)
    func comesToRest(seed: UInt64) {
        var day = RandomDay(seed: seed)
        day.live(steps: 1000)
        let world = day.world
        world.disk = .works
        while !world.heldOrders.isEmpty { world.letDisk() }
        world.answersPings = false
        // What policies watch is never at rest, and what they hold is held for as long as they say.
        world.setPolicies()
        for _ in 0..<100 where world.arbiter.nextDeadline != nil { world.advance(20_000) }
        // Alerts that nobody answers take turns for ever.
        #expect(world.arbiter.nextDeadline == nil || world.scene.alerts.count > 1)
        #expect(world.ledger.untold == [])
        // An alert may wait for people for ever, and what closes below it with it.
        let covered = Set(world.scene.alerts.map(\.display))
        #expect(!covered.isEmpty || !world.ledger.isWaiting, "\(world.ledger.asked)")
        #expect(
            world.scene.popovers.allSatisfy { $0.closing == nil || covered.contains($0.display) })
        #expect(world.scene.waiting == [])
        #expect(world.history.count > 500)
    }

    @Test("the same events give the same effects", arguments: [11, 12] as [UInt64])
    func replays(seed: UInt64) {
        var day = RandomDay(seed: seed)
        day.live(steps: 1000)
        var arbiter = Arbiter()
        for (event, now, effects) in day.world.history {
            #expect(arbiter.handle(event, at: now) == effects, "\(event)")
        }
    }

    @Test(
        "shutting down ends any day with every request answered", arguments: [21, 22] as [UInt64])
    func shutsDown(seed: UInt64) {
        var day = RandomDay(seed: seed)
        day.live(steps: 1000)
        let world = day.world
        world.disk = .works
        while !world.heldOrders.isEmpty { world.letDisk() }
        world.send(.shutdownRequested)
        world.advance(10_000)
        #expect(world.hasEnded)
        #expect(world.ledger.asked.values.allSatisfy { $0.isEmpty }, "\(world.ledger.asked)")
        #expect(world.ledger.untold == [])
    }
}
