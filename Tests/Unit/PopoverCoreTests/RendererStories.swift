// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A critical alert waits for a shell that starts or restarts; the raiser of another learns at once that
/// nobody shows it.
@Suite("Alerts without a renderer")
struct RendererStories {
    let world = World()
    let shop: ClientID

    init() { shop = world.connect("shop") }

    private func shell(_ name: String = "shell") -> ClientID {
        world.connect(name, roles: [.shell], uid: 0)
    }

    private var presented: [UInt64] {
        world.scene.alerts.filter { $0.frame != nil }.map(\.alert.number)
    }

    @Test("a critical alert is presented when the first shell comes")
    func beforeShell() {
        world.raise("Fire", .critical, by: shop)
        world.raise("Tea", .warning, by: shop)
        world.expect(
            """
            shop gets queued a1 for raise
            shop raise2: refused no-renderer
            """)
        world.advance(29_999)
        let hall = shell()
        #expect(presented == [1])
        world.answer(hall)
        world.answerAlert(1, by: hall)
        world.expect(
            """
            shell answer: done
            shop raise: a1 ok
            """)
    }

    @Test("without a shell it ends in time")
    func noShell() {
        world.raise("Fire", .critical, by: shop)
        world.begin()
        world.advance(29_999)
        world.expect("")
        world.advance(1)
        world.expect("shop raise: refused no-renderer")
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("it survives a restart of the shell; a milder one does not")
    func restart() {
        let first = shell("first")
        world.raise("Fire", .critical, by: shop)
        world.raise("Tea", .warning, by: shop)
        world.answer(first)
        world.begin()
        world.disconnect(first)
        world.expect("shop raise2: refused no-renderer")
        world.advance(20_000)
        let second = shell("second")
        #expect(presented == [1])
        world.answer(second)
        // It was seen: its time begins anew.
        world.disconnect(second)
        world.begin()
        world.advance(29_999)
        world.expect("")
        _ = shell("third")
        #expect(presented == [1])
    }

    @Test("shells that come and fail do not prolong the wait")
    func crashLoop() {
        world.raise("Fire", .critical, by: shop)
        for _ in 0..<3 {
            world.advance(9000)
            let broken = shell()
            world.disconnect(broken)
        }
        world.begin()
        world.advance(3000)
        world.expect("shop raise: refused no-renderer")
    }

    @Test("while it waits, the shell that failed shows others, and popovers open")
    func inNobodysWay() {
        let hall = shell()
        world.raise("Fire", .critical, by: shop)
        world.answer(hall, .error)
        world.begin()
        world.open("menu", by: shop) { $0.wait = .milliseconds(0) }
        world.raise("Tea", .warning, by: shop)
        #expect(presented == [2])
        _ = shell("other")
        #expect(presented == [1])
    }

    @Test("a role that is given back makes a renderer")
    func roleReturns() {
        let world = World()
        let shop = world.connect("shop")
        _ = world.connect("shell", roles: [.shell], uid: 9)
        var settings = Settings(displays: [World.main], administrators: [0])
        settings.bindings = [Settings.Binding(subject: .role(.shell), users: [8], groups: [])]
        world.send(.configured(settings))
        world.raise("Fire", .critical, by: shop)
        world.expect("shop gets queued a1 for raise")
        settings.bindings = []
        world.send(.configured(settings))
        world.expect("shell asked present a1")
    }

    @Test("its raiser renders it alone: nobody else comes")
    func selfRendered() {
        world.raise("Fire", .critical, by: shop) { $0.renderer = .`self` }
        world.begin()
        world.answer(shop, .error)
        world.expect("shop raise: refused no-renderer")
    }

    @Test("without a time to wait it is refused at once")
    func impatient() {
        let world = World(settings: { $0.timing.renderer = .milliseconds(0) })
        world.raise("Fire", .critical, by: world.connect("shop"))
        world.expect("shop raise: refused no-renderer")
    }

    @Test("it times out, is canceled and ends with its raiser and its session")
    func ends() {
        world.raise("Fire", .critical, by: shop) { $0.timeout = .milliseconds(300) }
        world.raise("Fire", .critical, by: shop)
        world.begin()
        world.advance(300)
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 2)))
        world.expect(
            """
            shop raise: refused timed-out
            shop raise2: refused cancelled
            shop cancel: done
            """)
        world.raise("Fire", .critical, by: shop)
        world.disconnect(shop)
        #expect(world.scene.alerts.isEmpty)
        #expect(world.arbiter.nextDeadline == nil)
    }

    // MARK: While all is locked

    @Test(
        "what is raised under a lock is presented after it, if policies agree; its time runs")
    func locked() {
        let admin = shell("admin")
        world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
        world.ask(admin, "lock", .lockSession(display: nil))
        world.begin()
        world.raise("Tea", .warning, by: shop)
        world.raise("Milk", .info, by: shop) { $0.timeout = .milliseconds(500) }
        world.advance(500)
        world.expect(
            """
            shop gets queued a1 for raise
            shop gets queued a2 for raise2
            shop raise2: refused timed-out
            """)
        world.ask(admin, "unlock", .unlockSession(display: "main"))
        world.expect("policy quiet asked q1 alert a1\nadmin unlock: done")
        world.decide(.abstain)
        world.expect("admin asked present a1")
    }

    @Test("with no shell at the unlock, or a session's end before it, the raiser is told")
    func lockedAndOver() {
        let admin = shell("admin")
        let keeper = world.connect("keeper", uid: 0)
        world.ask(admin, "lock", .lockSession(display: nil))
        world.raise("Tea", by: shop)
        world.begin()
        world.ask(keeper, "end", .endSession(display: nil))
        world.expect(
            """
            shop raise: refused cancelled
            disk scrubs, erases traces
            keeper end: done
            """)
        world.raise("Milk", by: shop)
        world.disconnect(admin)
        world.begin()
        world.ask(keeper, "unlock", .unlockSession(display: nil))
        world.expect("keeper unlock: done\nshop raise2: refused no-renderer")
    }
}
