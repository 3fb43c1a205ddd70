// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A kiosk's day: a session begins with the first touch after rest, and ends when nobody touches
/// anything any more, whatever an app holds (K3).
@Suite("A kiosk's day")
struct RestStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.transcript.subjects = [.watcher]
        world.begin()
    }

    private func watchIdleness() {
        world.setPolicies(
            Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(60_000)))
    }

    /// What begins a session.
    enum Input: CaseIterable {
        case tap, press, move, release, cancel, wheel, key, choice, answer
    }

    @Test("the first input after rest begins a session, once", arguments: Input.allCases)
    func begins(input: Input) {
        switch input {
        case .tap: world.tap(World.nowhere, by: shell)
        case .press: world.point(.down, World.nowhere, by: shell)
        case .move: world.point(.move, World.nowhere, by: shell)
        case .release: world.point(.up, World.nowhere, by: shell)
        case .cancel: world.point(.cancel, World.nowhere, by: shell)
        case .wheel: world.point(.wheel, World.nowhere, by: shell)
        case .choice:
            world.open("menu", by: shop)
            world.choose(1, by: shop)
        case .answer:
            world.raise(by: shop)
            world.answer(shell)
            world.answerAlert(1, by: shell)
        case .key: world.ask(shell, "key", .key("a", display: nil, time: nil))
        }
        #expect(world.lines.contains("event session.began to watcher"))
        world.begin()
        world.tap(World.nowhere, by: shell)
        #expect(!world.lines.contains("event session.began to watcher"))
    }

    @Test("what an app does by itself begins no session")
    func byItself() {
        world.open("task", by: shop)
        world.update(1, by: shop) { $0.title = "Mail" }
        world.save("mail", "half", by: shop)
        world.close(1, .done, by: shop)
        #expect(!world.lines.contains("event session.began to watcher"))
    }

    /// What an owner may do while people use its app.
    enum Doing: CaseIterable {
        case update, close, detach, movePanel, raisePanel, closePanel, save
    }

    @Test("what an owner does prolongs a session", arguments: Doing.allCases)
    func prolongs(doing: Doing) {
        let panel = PanelID(number: 1)
        watchIdleness()
        world.tap(World.nowhere, by: shell)
        world.open("inspector", by: shop) { $0.key = "mail" }
        if [.movePanel, .raisePanel, .closePanel].contains(doing) { world.detach(1, by: shop) }
        world.advance(30_000)
        switch doing {
        case .update: world.update(1, by: shop) { $0.title = "Mail" }
        case .close: world.close(1, .done, by: shop)
        case .detach: world.detach(1, by: shop)
        case .movePanel:
            let frame = Rect(x: 0, y: 0, width: 320, height: 200)
            world.ask(shop, "panel", .setPanel(panel, frame: frame))
        case .raisePanel: world.ask(shop, "panel", .raisePanel(panel))
        case .closePanel: world.ask(shop, "panel", .closePanel(panel))
        case .save: world.save("mail", "half", by: shop)
        }
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q1 idle main")
    }

    @Test("the event of a session's first tap follows its beginning")
    func order() {
        world.tap(World.nowhere, by: shell)
        world.expect(
            """
            event session.began to watcher
            event tap idle to watcher
            shell tap: idle deliver
            """)
    }

    @Test("a session without a popover or draft is warned about and ends")
    func basket() {
        watchIdleness()
        world.tap(World.nowhere, by: shell)
        world.begin()
        world.advance(60_000)
        world.expect("policy idle asked q1 idle main")
        world.decide(IdleStories.warning(then: .endSession))
        world.answer(shell)
        world.begin()
        world.advance(10_000)
        world.expect(
            """
            shell gets dismiss a1
            event alert.cancelled a1 timed-out to watcher
            event display.changed to watcher
            disk scrubs, erases traces
            event session.ended to watcher
            """)
        #expect(world.arbiter.nextDeadline == nil)
        world.tap(World.nowhere, by: shell)
        #expect(world.lines.first == "event session.began to watcher")
    }

    @Test("a tap stops the countdown; the session goes on")
    func stopped() {
        watchIdleness()
        world.tap(World.nowhere, by: shell)
        world.advance(60_000)
        world.decide(IdleStories.warning(then: .endSession))
        world.answer(shell)
        world.advance(9999)
        world.begin()
        world.tap(World.nowhere, by: shell)
        #expect(world.lines[1...2] == ["shell tap2: swallowed", "shell gets dismiss a1"])
        world.begin()
        world.advance(59_999)
        world.expect("")
        world.advance(1)
        world.expect("policy idle asked q2 idle main")
    }

    @Test("a renderer learns how much time a warning leaves, and an alert with a time of its own")
    func countdown() {
        watchIdleness()
        world.raise(by: shop) { $0.timeout = .milliseconds(3000) }
        world.advance(1000)
        world.escape(by: shell)
        world.advance(60_000)
        world.decide(IdleStories.warning(then: .close))
        let times = world.calls.compactMap { call -> Interval? in
            guard case .presentAlert(let alert) = call.asked else { return nil }
            return alert.timeout
        }
        #expect(times == [.milliseconds(3000), .milliseconds(10_000)])
    }

    @Test("input while a session is erased belongs to no session")
    func whileEnding() {
        world.disk = .holds
        world.tap(World.nowhere, by: shell)
        world.ask(shell, "end", .endSession(display: nil))
        world.begin()
        world.ask(shell, "key", .key("a", display: nil, time: nil))
        world.expect("shell key: idle deliver")
        world.letDisk()
        world.begin()
        world.ask(shell, "key", .key("a", display: nil, time: nil))
        #expect(world.lines.contains("event session.began to watcher"))
    }
}
