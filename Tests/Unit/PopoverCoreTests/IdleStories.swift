// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Nobody touches a display any more: people are warned, and the next customer begins with an empty
/// screen (K3).
@Suite("Unattended displays")
struct IdleStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.setPolicies(
            Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(60_000)))
        world.begin()
    }

    static func warning(then action: IdleAction) -> Verdict {
        .idle(
            .warn(
                IdleWarning(
                    title: "Still there?", message: nil, button: "Yes",
                    timeout: .milliseconds(10_000),
                    then: action)))
    }

    private func leave() {
        world.open("task", by: shop) { $0.key = "mail" }
        world.begin()
        world.advance(60_000)
    }

    @Test("a display at rest has no clock")
    func empty() {
        #expect(world.arbiter.nextDeadline == nil)
        world.ask(shell, "lock", .lockSession(display: nil))
        world.tap(World.nowhere, by: shell)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("asks the policy after its time without input")
    func asked() {
        world.advance(30_000)
        world.open("task", by: shop)
        world.begin()
        world.advance(40_000)
        world.tap(Point(x: 500, y: 180), by: shell)
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
        world.decide(.abstain)
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q2 idle main")
    }

    @Test("a policy that is loaded while people use the display waits its whole time")
    func loadedLater() {
        world.setPolicies()
        world.tap(World.nowhere, by: shell)
        world.advance(70_000)
        world.setPolicies(Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(60_000)))
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("a shutdown applies the fallback and refuses the waiting open once")
    func shutDown() {
        var idle = Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(60_000))
        idle.hooks[.idle] = Hooks.Terms(fallback: .idle(.act(.endSession)))
        world.setPolicies(idle, Policy(name: "quiet", hooks: [.open]))
        world.present(by: shop)
        world.advance(60_000)
        world.open("menu", by: shop)
        world.begin()
        world.send(.shutdownRequested)
        world.expect(
            """
            policy idle need not answer q1
            policy quiet need not answer q2
            shop open: refused superseded
            shop gets view closed v1 idle
            disk scrubs, erases traces
            shop disconnected shutdown
            shell disconnected shutdown
            watcher disconnected shutdown
            exit
            """)
    }

    @Test("an unanswered warning ends the session")
    func warned() {
        leave()
        world.decide(Self.warning(then: .endSession))
        world.expect("policy idle asked q1 idle main\nshell asked present a1")
        #expect(world.scene.alerts.map(\.app) == ["idle"])
        #expect(world.scene.alerts.map(\.client) == [nil])
        world.answer(shell)
        world.begin()
        world.advance(10_000)
        world.expect("shell gets dismiss a1\nshop asked willClose p1 idle discard")
        world.answer(shop, World.work("secret"))
        world.expect("shop gets closed p1 idle none\ndisk scrubs, erases traces")
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("any touch or key withdraws the warning and hits nothing else", arguments: 0..<4)
    func withdrawsWarnings(input: Int) {
        leave()
        world.decide(Self.warning(then: .endSession))
        world.answer(shell)
        world.begin()
        switch input {
        case 0: world.tap(World.nowhere, by: shell)
        case 1: world.escape(by: shell)
        case 2: world.answerAlert(1, by: shell)
        default:
            world.point(.down, World.nowhere, by: shell)
            #expect(world.scene.alerts.count == 1)
            world.point(.up, World.nowhere, by: shell)
        }
        #expect(world.scene.alerts.isEmpty)
        #expect(world.scene.popovers.map(\.closing) == [nil])
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q2 idle main")
    }

    /// What counts as input.
    enum Input: CaseIterable {
        case tap, step, key, composing, choose, save, answer, update
    }

    @Test("every kind of input restarts the time", arguments: Input.allCases)
    func inputs(input: Input) {
        world.open("task", by: shop) { $0.key = "mail" }
        if input == .answer {
            world.raise(by: shop)
            world.answer(shell)
        }
        world.advance(59_999)
        switch input {
        case .tap: world.tap(Point(x: 500, y: 180), by: shell)
        case .step: world.point(.move, World.nowhere, by: shell, kind: .mouse)
        case .key: world.ask(shell, "key", .key("a", display: nil, time: nil))
        case .composing:
            let key = Request.key("Escape", display: nil, time: nil, isComposing: true)
            world.ask(shell, "key", key)
        case .choose: world.choose(1, by: shop)
        case .save: world.save("mail", "half", by: shop)
        case .answer: world.answerAlert(1, by: shell)
        case .update: world.update(1, by: shop) { $0.title = "Mail" }
        }
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("input on one display does not count for another")
    func elsewhere() {
        var wall = World.main
        wall.name = "wall"
        world.ask(shell, "set", .setDisplay(wall))
        world.open("task", by: shop)
        world.advance(59_999)
        world.tap(World.nowhere, by: shell, display: "wall")
        world.begin()
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("a resting finger counts as input")
    func resting() {
        leave()
        world.decide(Self.warning(then: .endSession))
        world.answer(shell)
        world.point(.down, World.nowhere, by: shell)
        world.begin()
        world.advance(10_000)
        world.expect("shell gets dismiss a1")
        #expect(world.scene.popovers.map(\.closing) == [nil])
    }

    @Test("without a renderer the action of a warning still follows")
    func noRenderer() {
        world.disconnect(shell)
        leave()
        world.decide(Self.warning(then: .close))
        world.begin()
        world.advance(10_000)
        world.expect("shop asked willClose p1 idle save")
    }

    @Test("closing saves, and happens once until input or new content")
    func closes() {
        leave()
        world.decide(.idle(.act(.close)))
        world.answer(shop, World.work("half"))
        world.begin()
        world.advance(600_000)
        world.expect("")
        world.open("task", by: shop) { $0.key = "mail" }
        world.begin()
        world.advance(60_000)
        world.expect("policy idle asked q2 idle main")
    }

    @Test("each display has its own clock")
    func ownClocks() {
        var wall = World.main
        wall.name = "wall"
        world.ask(shell, "set", .setDisplay(wall))
        world.open("task", by: shop)
        world.open("task", by: shop, display: "wall")
        world.begin()
        world.advance(30_000)
        world.tap(World.nowhere, by: shell, display: "nowhere")
        world.tap(Point(x: 500, y: 180), by: shell, display: "wall")
        world.begin()
        world.advance(30_000)
        world.expect("policy idle asked q1 idle main")
        world.decide(.abstain)
        world.advance(30_000)
        world.expect("policy idle asked q2 idle wall")
    }

    @Test("drafts found at the start count as content")
    func found() {
        let key = DraftKey(uid: 1000, app: "shop", key: "mail")
        let draft = StoredDraft(
            key: key, content: World.json("old"), revision: 1, savedAt: 0, reason: "save",
            display: "main")
        world.send(.draftsLoaded([draft]))
        world.advance(60_000)
        world.expect("policy idle asked q1 idle main")
        world.decide(.idle(.act(.endSession)))
        world.expect("disk erases mail, scrubs, erases traces")
    }

    @Test("discarded work leaves no idle time for later content")
    func discarded() {
        world.save("mail", "half", by: shop)
        world.ask(shop, "discard", .discardDraft(key: "mail"))
        world.advance(90_000)
        world.open("task", by: shop)
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("a locked display has no clock and restarts when unlocked")
    func locked() {
        world.save("mail", "half", by: shop)
        world.ask(shell, "lock", .lockSession(display: nil))
        world.begin()
        world.advance(600_000)
        world.expect("")
        world.ask(shell, "unlock", .unlockSession(display: nil))
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("removing a policy withdraws its warning")
    func policyGoes() {
        leave()
        world.decide(Self.warning(then: .endSession))
        world.answer(shell)
        world.begin()
        world.setPolicies()
        world.expect("shell gets dismiss a1")
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("policies are not asked about warnings")
    func notHeld() {
        world.setPolicies(
            Policy(name: "quiet", hooks: [.alert]),
            Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(1)))
        world.open("task", by: shop)
        world.begin()
        world.advance(1000)
        world.expect("policy idle asked q1 idle main")
        world.decide(Self.warning(then: .close))
        world.expect("shell asked present a1")
    }
}
