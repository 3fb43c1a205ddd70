// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// People are warned before what they left is cleared away: the time of a warning is the time for
/// which they could see it.
@Suite("Warnings")
struct WarningStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell], uid: 0)
    }

    /// Nobody has touched the display for the time of these policies.
    private func leave(_ policies: String...) {
        let all = policies.map {
            Policy(name: $0, hooks: [.idle], idleAfter: .milliseconds(60_000))
        }
        world.send(.policiesChanged(all))
        world.open("task", by: shop) { $0.key = "mail" }
        world.advance(60_000)
    }

    private func warn(by policy: String = "idle", then action: IdleAction = .endSession) {
        world.decide(IdleStories.warning(then: action), by: policy)
    }

    private var presented: [String] {
        world.scene.alerts.filter { $0.frame != nil }.map(\.app)
    }

    private var closing: [CloseReason?] { world.scene.popovers.map(\.closing) }

    @Test("a warning behind a critical alert has its whole time once it is seen")
    func behindCritical() {
        leave("idle")
        world.raise("Fire", .critical, by: shop)
        world.answer(shell)
        warn()
        world.advance(50_000)
        #expect(closing == [nil])
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 1)))
        world.answer(shell)
        #expect(presented == ["idle"])
        world.begin()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect("shell gets dismiss a2\nshop asked willClose p1 idle discard")
    }

    @Test("a warning displaced by a critical alert resumes with the rest of its time")
    func interrupted() {
        leave("idle")
        warn()
        world.answer(shell)
        world.advance(7000)
        world.raise("Fire", .critical, by: shop)
        world.answer(shell)
        #expect(presented == ["shop"])
        world.advance(50_000)
        #expect(closing == [nil])
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 2)))
        world.answer(shell)
        world.begin()
        world.advance(2999)
        world.expect("")
        world.advance(1)
        world.expect("shell gets dismiss a1\nshop asked willClose p1 idle discard")
    }

    @Test("the time of a warning starts when the renderer shows it")
    func slowRenderer() {
        leave("idle")
        warn()
        world.advance(200)
        world.answer(shell)
        world.begin()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect("shell gets dismiss a1\nshop asked willClose p1 idle discard")
    }

    @Test("the next renderer shows a warning for its whole time")
    func nextRenderer() {
        let other = world.connect("other", roles: [.shell])
        leave("idle")
        warn()
        world.answer(shell, .error)
        world.answer(other)
        world.begin()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect("other gets dismiss a1\nshop asked willClose p1 idle discard")
    }

    @Test("once the last renderer has failed the time runs", arguments: [true, false])
    func lastRenderer(isThere: Bool) {
        leave("idle")
        warn()
        if isThere { world.answer(shell, .error) } else { world.disconnect(shell) }
        #expect(world.scene.alerts.isEmpty)
        world.begin()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect("shop asked willClose p1 idle discard")
    }

    @Test("disconnecting the renderer removes only the alert")
    func rendererGoes() {
        leave("idle")
        warn()
        world.answer(shell)
        world.advance(4000)
        world.disconnect(shell)
        world.begin()
        world.advance(5999)
        world.expect("")
        world.advance(1)
        world.expect("shop asked willClose p1 idle discard")
    }

    @Test("a warning does not wait behind an alert that nobody can show")
    func nobodyLeft() {
        leave("idle")
        world.raise("Fire", .critical, by: shop) { $0.renderer = .`self` }
        world.answer(shop)
        warn()
        world.advance(5000)
        #expect(world.scene.alerts.map(\.app) == ["shop", "idle"])
        world.disconnect(shell)
        #expect(world.scene.alerts.map(\.app) == ["shop"])
        world.advance(9999)
        #expect(world.scene.alerts.map(\.app) == ["shop"])
        world.advance(1)
        #expect(world.scene.alerts.isEmpty)
        #expect(closing == [.idle])
    }

    @Test("warnings of two policies coexist, and input withdraws both", arguments: 0..<3)
    func two(input: Int) {
        leave("first", "second")
        warn(by: "first")
        warn(by: "second")
        world.answer(shell)
        #expect(world.scene.alerts.map(\.app) == ["first", "second"])
        #expect(presented == ["first"])
        switch input {
        case 0: world.tap(World.nowhere, by: shell)
        case 1: world.escape(by: shell)
        default: world.answerAlert(1, by: shell)
        }
        #expect(world.scene.alerts.isEmpty)
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy first asked q3 idle main\npolicy second asked q4 idle main")
    }

    @Test("the second policy's warning runs after the action of the first")
    func secondLater() {
        leave("first", "second")
        warn(by: "first", then: .close)
        warn(by: "second")
        world.answer(shell)
        world.advance(10_000)
        world.answer(shop, World.work("half"))
        world.answer(shell)
        #expect(presented == ["second"])
        #expect(world.scene.popovers.isEmpty)
        world.begin()
        world.advance(9999)
        world.expect("")
        world.advance(1)
        world.expect("shell gets dismiss a2\ndisk erases mail, scrubs, erases traces")
    }
}
