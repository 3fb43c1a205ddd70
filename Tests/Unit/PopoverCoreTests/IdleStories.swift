// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Nobody touches a display any more: people are warned, and the next customer begins with an empty
/// screen (K3).
@Suite("Idleness")
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

    @Test("An empty display needs no clock")
    func empty() {
        #expect(world.arbiter.nextDeadline == nil)
        world.tap(World.nowhere, by: shell)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("The policy is asked when nobody has touched the display for its time")
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

    @Test("At a shutdown its fallback ends the session, and who waits is refused once")
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
            disk scrubs
            shop disconnected shutdown
            shell disconnected shutdown
            watcher disconnected shutdown
            exit
            """)
    }

    @Test("It is warned by an alert; nobody answers, and the session ends")
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
        world.expect("shop gets closed p1 idle none\ndisk scrubs")
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("Any touch or key takes the warning back, and touches nothing else", arguments: 0..<4)
    func takenBack(input: Int) {
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
        case tap, step, key, composing, choose, save, answer
    }

    @Test("Whatever shows that somebody is there starts the time anew", arguments: Input.allCases)
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
        }
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("A touch on one display says nothing about another")
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

    @Test("A finger that rests while the time runs out is somebody")
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

    @Test("Without anybody to render it, what it warns of comes all the same")
    func noRenderer() {
        world.disconnect(shell)
        leave()
        world.decide(Self.warning(then: .close))
        world.begin()
        world.advance(10_000)
        world.expect("shop asked willClose p1 idle save")
    }

    @Test("Closing saves, and is done once until somebody or something comes")
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

    @Test("Displays have clocks of their own")
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

    @Test("The work that was found at the start is somebody's who may have gone")
    func found() {
        let key = DraftKey(uid: 1000, app: "shop", key: "mail")
        let draft = StoredDraft(
            key: key, content: World.json("old"), revision: 1, savedAt: 0, reason: "save",
            display: "main")
        world.send(.draftsLoaded([draft]))
        world.advance(60_000)
        world.expect("policy idle asked q1 idle main")
        world.decide(.idle(.act(.endSession)))
        world.expect("disk erases mail, scrubs")
    }

    @Test("Work that is discarded leaves no time behind that counts for what comes next")
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

    @Test("A locked display is nobody's, and counts anew when it is unlocked")
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

    @Test("A policy that goes takes its warning along")
    func policyGoes() {
        leave()
        world.decide(Self.warning(then: .endSession))
        world.answer(shell)
        world.begin()
        world.setPolicies()
        world.expect("shell gets dismiss a1")
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("A warning is no matter for other policies")
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
