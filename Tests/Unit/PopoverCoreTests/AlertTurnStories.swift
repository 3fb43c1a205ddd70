// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Alerts of several users")
struct AlertTurnStories {
    let world = World()
    let shop: ClientID
    let fire: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        fire = world.connect("fire", uid: 7)
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.begin()
    }

    private func renders(_ count: Int = 1) {
        for _ in 0..<count { world.answer(shell) }
        world.begin()
    }

    @Test("an alert that nobody answers hides another user's of its severity for one turn")
    func turns() {
        for _ in 0..<32 { world.raise("Buy", .critical, by: shop) }
        renders()
        world.advance(60_000)
        world.raise("Fire", .critical, by: fire)
        world.advance(9999)
        world.expect("fire gets queued a33 for raise")
        world.advance(1)
        world.expect(
            """
            shell gets dismiss a1
            shell asked present a33
            """)
        renders()
        world.advance(10_000)
        world.expect(
            """
            shell gets dismiss a33
            shell asked present a1
            """)
        renders()
        world.advance(10_000)
        world.expect(
            """
            shell gets dismiss a1
            shell asked present a33
            """)
    }

    @Test("an answer ends a turn; without another user's alert there are no turns")
    func answered() {
        for _ in 0..<3 { world.raise(by: shop) }
        world.raise(by: fire)
        renders()
        world.answerAlert(1, by: shell)
        renders()
        world.answerAlert(4, by: shell)
        renders()
        world.advance(60_000)
        world.expect("")
        #expect(presented == [2])
    }

    @Test("neither replacing an alert nor raising it again lengthens a turn")
    func replaced() {
        world.raise(by: shop) { $0.key = "a" }
        world.raise(by: fire)
        renders()
        for _ in 0..<9 {
            world.advance(1000)
            world.raise(by: shop) { $0.key = "a" }
            renders()
        }
        world.advance(1000)
        world.expect(
            """
            shell gets dismiss a11
            shell asked present a2
            """)
        renders()
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 11)))
        world.raise(by: shop)
        world.advance(10_000)
        #expect(world.scene.alerts.first { $0.frame != nil }?.alert.number == 12)
    }

    @Test("an alert that is replaced while it waits keeps its place")
    func replacedInQueue() {
        for key in ["a", "b", "c", "b"] { world.raise(by: shop) { $0.key = key } }
        renders()
        var shown = presented
        for _ in 0..<2 {
            world.answerAlert(shown.last ?? 0, by: shell)
            renders()
            shown += presented
        }
        #expect(shown == [1, 4, 3])
    }

    @Test("three users follow each other in order of their first alerts")
    func three() {
        let door = world.connect("door", uid: 8)
        for client in [shop, fire, door] { world.raise(by: client) }
        var shown: [UInt64] = []
        for _ in 0..<7 {
            renders()
            shown += presented
            world.advance(10_000)
        }
        #expect(shown == [1, 2, 3, 1, 2, 3, 1])
    }

    @Test("a more severe alert interrupts a turn, which starts again afterwards")
    func interrupted() {
        world.raise(by: shop)
        world.raise(by: fire)
        renders()
        world.advance(9000)
        world.raise("Smoke", .critical, by: fire)
        renders()
        world.advance(60_000)
        world.answerAlert(3, by: shell)
        world.expect(
            """
            shell answer: done
            fire raise2: a3 ok
            shell asked present a1
            """)
        renders()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect(
            """
            shell gets dismiss a1
            shell asked present a2
            """)
    }

    @Test("the turn of a more severe alert does not end with the turn that it interrupts")
    func interruptedByTwo() {
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        for client in [shop, fire] {
            world.raise("Sale", .info, by: client)
            world.decide(.alert(.present(rank: 0)))
        }
        renders()
        world.advance(9000)
        for client in [shop, fire] { world.raise("Smoke", .warning, by: client) }
        world.setPolicies()
        renders()
        #expect(presented == [3])
        world.advance(9999)
        #expect(presented == [3])
        world.advance(1)
        #expect(presented == [4])
    }

    @Test("the alert that the same user's more severe one interrupts comes next", arguments: 0..<3)
    func interruptedBySame(end: Int) {
        world.raise("Buy", by: shop)
        world.raise("Door", by: fire)
        world.raise("Smoke", .critical, by: shop) { $0.timeout = .milliseconds(5000) }
        renders(2)
        switch end {
        case 0: world.answerAlert(3, by: shell)
        case 1: world.ask(shop, "cancel", .cancelAlert(AlertID(number: 3)))
        default: world.advance(5000)
        }
        #expect(presented == [1])
        renders()
        world.advance(10_000)
        #expect(presented == [2])
    }

    @Test("a critical alert costs its user no turn among the others")
    func severitiesApart() {
        let door = world.connect("door", uid: 8)
        for client in [shop, fire, door] { world.raise(by: client) }
        world.raise("Smoke", .critical, by: fire)
        renders(2)
        world.answerAlert(4, by: shell)
        var shown = presented
        for _ in 0..<2 {
            renders()
            world.advance(10_000)
            shown += presented
        }
        #expect(shown == [1, 2, 3])
    }

    @Test("the interrupted alert comes before what a policy has ranked higher meanwhile")
    func interruptedAndOutranked() {
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        for rank in [0, -5] {
            world.raise(by: shop)
            world.decide(.alert(.present(rank: rank)))
        }
        world.raise("Smoke", .critical, by: shop)
        renders(2)
        world.answerAlert(3, by: shell)
        #expect(presented == [1])
    }

    private var presented: [UInt64] {
        world.scene.alerts.filter { $0.frame != nil }.map(\.alert.number)
    }

    @Test("renderers that fail do not lengthen a turn")
    func failing() {
        for _ in 0..<8 { world.raise(by: shop) { $0.renderer = .`self` } }
        world.raise(by: fire)
        world.begin()
        world.advance(2000)
        world.expect(
            """
            shop gets dismiss a1
            shop raise: refused no-renderer
            shell asked present a9
            """)
    }

    @Test("the limit is per user, whatever the connections; a replaced alert does not count")
    func limit() {
        let world = World(settings: { $0.limits.alertsPerUser = 3 })
        let clients = (0..<3).map { world.connect("shop\($0)", roles: [.shell]) }
        let other = world.connect("other", uid: 7)
        for client in clients { world.raise(by: client) { $0.key = "a" } }
        world.begin()
        world.raise(by: clients[0])
        world.raise(by: clients[0], label: "replace") { $0.key = "a" }
        world.raise(by: other)
        world.expect(
            """
            shop0 raise2: error 4 alertsPerUser 3
            shop0 gets dismiss a1
            shop0 raise: refused superseded
            shop0 gets queued a4 for replace
            shop0 asked present a4
            other gets queued a5 for raise
            """)
        let rows = world.arbiter.metrics.families.flatMap(\.samples).filter {
            $0.labels.first?.value == "alertsPerUser"
        }
        #expect(rows.map(\.value) == [3, 3, 1])
    }
}
