// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A client that hangs cannot hold the screen (K5).
@Suite("Pings")
struct PingStories {
    let world = World()
    let shop: ClientID
    let bank: ClientID
    let shell: ClientID
    let finger: ClientID

    init() {
        shop = world.connect("shop")
        bank = world.connect("bank")
        shell = world.connect("shell", roles: [.shell], uid: 0)
        finger = world.connect("finger", roles: [.input], uid: 0)
        world.answersPings = false
        world.transcript.subjects = [.watcher]
    }

    private func openModal() {
        world.open("task", by: shop) {
            $0.isModal = true
            $0.key = "mail"
        }
        world.begin()
    }

    /// What meets a modal popover and is not let through.
    enum Visitor: CaseIterable {
        case tap, key, open, view
    }

    private func visit(_ visitor: Visitor) {
        switch visitor {
        case .tap: world.tap(World.nowhere, by: finger)
        case .key: world.escape(by: finger)
        case .open: world.open("menu", by: bank)
        case .view: world.present(by: bank, closing: true)
        }
    }

    @Test("a client that has lost its place otherwise does not hang")
    func placeless() {
        openModal()
        world.tap(World.nowhere, by: finger)
        world.ask(shell, "dismiss", .dismiss(popover: PopoverID(number: 1), discard: true))
        world.advance(250)
        #expect(world.scene.popovers.isEmpty)
        world.advance(5000)
        #expect(!world.lines.contains("shop hangs"))
    }

    @Test("a hung owner of a modal popover loses it", arguments: Visitor.allCases)
    func modal(visitor: Visitor) {
        openModal()
        world.save("mail", "half", by: shop)
        visit(visitor)
        #expect(world.calls.map(\.asked) == [.ping(deadline: .milliseconds(5000))])
        _ = world.ignoreCall(of: shop)
        world.begin()
        world.advance(4999)
        world.expect("")
        world.advance(1)
        world.expect(
            """
            shop hangs
            event client.unresponsive to watcher
            shop asked willClose p1 unresponsive save
            event popover.closing p1 mail unresponsive to watcher
            """)
        world.advance(250)
        world.expect(
            """
            event popover.closed p1 mail unresponsive to watcher
            shop gets closed p1 unresponsive kept unresponsive
            """)
    }

    @Test("work that it hands over when it wakes up is still kept")
    func late() {
        openModal()
        visit(.tap)
        _ = world.ignoreCall(of: shop)
        world.advance(5000)
        let call = world.ignoreCall(of: shop)
        world.advance(250)
        world.begin()
        world.send(.clientAnswered(shop, call, World.work("half")))
        world.load("mail", by: shop)
        #expect(world.lines.last == "shop load: \"half\" r1 unresponsive")
    }

    /// What a client may send after a ping.
    enum Sign: CaseIterable {
        case answer, error, request, notification, line
    }

    @Test("any line is a sign of life", arguments: Sign.allCases)
    func alive(sign: Sign) {
        openModal()
        visit(.tap)
        world.advance(4999)
        switch sign {
        case .answer: world.answer(shop)
        case .error: world.answer(shop, .error)
        case .request: world.load("mail", by: shop)
        case .notification: world.tell(shop, .listDrafts)
        case .line: world.send(.clientHeard(shop))
        }
        world.begin()
        world.advance(60_000)
        world.expect("")
        #expect(world.scene.popovers.map(\.closing) == [nil])
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("one ping at a time; who is met again meanwhile is pinged again")
    func again() {
        openModal()
        for _ in 0..<3 { visit(.tap) }
        #expect(world.calls.map(\.client) == [shop])
        world.answer(shop)
        world.begin()
        visit(.key)
        world.advance(5000)
        #expect(world.calls.map(\.client) == [shop])
        world.begin()
        world.advance(5000)
        #expect(world.lines.first == "shop hangs")
    }

    @Test("who reports the tap itself is alive")
    func itself() {
        openModal()
        world.tap(World.nowhere, by: shop)
        #expect(world.calls.isEmpty)
    }

    /// What meets a panel.
    enum Want: CaseIterable {
        case open, raise
    }

    @Test("a hung owner loses its panel when somebody wants the work", arguments: Want.allCases)
    func panel(want: Want) {
        let window = world.connect("window", app: "shop")
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.save("mail", "half", by: shop)
        world.detach(1, by: shop)
        switch want {
        case .open: world.open("inspector", by: window) { $0.key = "mail" }
        case .raise: world.ask(window, "raise", .raisePanel(PanelID(number: 1)))
        }
        #expect(world.calls.map(\.asked) == [.ping(deadline: .milliseconds(5000))])
        _ = world.ignoreCall(of: shop)
        world.begin()
        world.advance(5000)
        world.expect(
            """
            shop hangs
            event client.unresponsive to watcher
            shop asked willClose n1 unresponsive save
            """)
        let call = world.ignoreCall(of: shop)
        world.advance(250)
        world.expect("shop gets panel closed n1 unresponsive kept unresponsive")
        world.open("inspector", by: window) { $0.key = "mail" }
        #expect(world.lines.contains { $0.hasSuffix("bottom draft \"half\" r1 save") })
        world.close(2, .done, by: window)
        world.begin()
        world.send(.clientAnswered(shop, call, World.work("late")))
        #expect(!world.lines.contains { $0.hasPrefix("disk stores") })
    }

    @Test("a panel whose owner lives stays, and nobody asks who meets nothing of it")
    func livingPanel() {
        let window = world.connect("window", app: "shop")
        world.open("inspector", by: shop) { $0.key = "mail" }
        world.detach(1, by: shop)
        world.open("menu", by: bank)
        world.open("inspector", by: shop) { $0.key = "mail" }
        #expect(world.calls.map(\.client) == [])
        world.open("inspector", by: window) { $0.key = "mail" }
        world.answer(shop)
        world.advance(60_000)
        #expect(world.scene.panels.count == 1)
        #expect(world.arbiter.nextDeadline == nil)
    }

    @Test("a hung view gives way", arguments: [true, false])
    func view(isOpen: Bool) {
        world.present(by: shop)
        if isOpen { world.open("menu", by: bank) } else { world.present(by: bank) }
        world.begin()
        world.advance(5000)
        world.expect(
            """
            shop hangs
            event client.unresponsive to watcher
            shop gets view closed v1 unresponsive
            """)
        world.open("menu", by: bank)
        #expect(world.scene.popovers.map(\.app) == ["bank"])
    }

    @Test("an alert of a hung shell goes to the next one")
    func renderer() {
        let other = world.connect("other", roles: [.shell], uid: 0)
        world.raise(by: shop)
        world.answer(shell)
        world.tap(World.nowhere, by: finger)
        world.begin()
        world.advance(5000)
        world.expect(
            """
            shell hangs
            event client.unresponsive to watcher
            shell gets dismiss a1
            other asked present a1
            event alert.presented a1 to watcher
            """)
        #expect(world.calls.last?.client == other)
    }

    @Test("a shell that hung is the last to be asked, until it sends a line")
    func hungRenderer() {
        let other = world.connect("other", roles: [.shell], uid: 0)
        world.raise(by: shop)
        world.answer(shell)
        world.tap(World.nowhere, by: finger)
        world.advance(5000)
        world.answerAlert(1, by: other)
        func asked() -> ClientID? {
            world.raise(by: shop)
            let renderer = world.scene.alerts.first?.renderer
            world.ask(shop, "cancel", .cancelAlert(world.scene.alerts[0].alert))
            return renderer
        }
        #expect(asked() == other)
        world.send(.clientHeard(shell))
        #expect(asked() == shell)
    }

    @Test("a shell that hung is asked where there is no other")
    func onlyHungRenderer() {
        world.raise(by: shop)
        world.answer(shell)
        world.tap(World.nowhere, by: finger)
        world.advance(5000)
        world.raise(by: bank)
        #expect(world.scene.alerts.map(\.renderer) == [shell])
    }

    @Test("without another shell it ends as if the shell had left")
    func noRenderer() {
        world.raise(by: shop)
        world.answer(shell)
        world.tap(World.nowhere, by: finger)
        world.begin()
        world.advance(5000)
        world.expect(
            """
            shell hangs
            event client.unresponsive to watcher
            shell gets dismiss a1
            shop raise: refused no-renderer
            event alert.cancelled a1 no-renderer to watcher
            """)
    }

    @Test("while another alert waits, its shell is pinged again and again")
    func waiting() {
        world.raise(by: shop)
        world.answer(shell)
        world.raise(by: bank)
        for _ in 0..<5 {
            world.answer(shell)
            world.begin()
            world.advance(4999)
            world.expect("")
            world.advance(1)
            world.expect("shell asked ping")
        }
        world.advance(5000)
        #expect(world.lines.first == "shell hangs")
        #expect(world.scene.alerts.map(\.app) == ["bank"])
    }

    @Test("an open that waits under an alert has its shell pinged at once")
    func waitingOpen() {
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        world.open("menu", by: bank)
        world.expect("shell asked ping")
        world.advance(5000)
        #expect(world.lines.contains("shell hangs"))
    }

    @Test("a shell that nobody waits for is left alone")
    func alone() {
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        world.advance(600_000)
        world.expect("")
    }
}
