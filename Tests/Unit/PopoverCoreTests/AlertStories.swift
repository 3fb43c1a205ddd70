// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Alerts")
struct AlertStories {
    let world = World()
    let shop: ClientID
    let shell: ClientID
    let second: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        second = world.connect("second", roles: [.shell])
        world.begin()
    }

    @Test("the oldest shell presents an alert in the center; its answer answers the raise")
    func plain() {
        world.transcript.subjects = .frames
        world.raise(by: shop)
        world.answer(shell)
        world.answerAlert(1, "no", by: shell)
        world.expect(
            """
            shop gets queued a1 for raise
            shell asked present a1 480,320 320x160
            shell answer: done
            shop raise: a1 no
            """)
    }

    @Test("presents the most severe alert first, then the oldest; a displaced one returns first")
    func order() {
        world.raise("1", .warning, by: shop)
        world.raise("2", .warning, by: shop)
        world.raise("3", .info, by: shop)
        world.raise("4", .critical, by: shop)
        world.answer(shell)
        world.begin()
        for alert in [4, 1, 2, 3] as [UInt64] { world.answerAlert(alert, by: shell) }
        world.expect(
            """
            shell answer: done
            shop raise4: a4 ok
            shell asked present a1
            shell answer2: done
            shop raise: a1 ok
            shell asked present a2
            shell answer3: done
            shop raise2: a2 ok
            shell asked present a3
            shell answer4: done
            shop raise3: a3 ok
            """)
    }

    @Test("a more severe alert replaces the presented one")
    func preemption() {
        world.raise("1", .info, by: shop)
        world.begin()
        world.raise("2", .critical, by: shop)
        world.expect(
            """
            shop gets queued a2 for raise2
            shell gets dismiss a1
            shell asked present a2
            """)
    }

    @Test("a renderer that fails, disconnects or times out passes its alert on")
    func renderers() {
        world.raise(by: shop)
        world.begin()
        world.answer(shell, .error)
        world.expect("second asked present a1")
        world.advance(2000)
        world.expect(
            """
            second gets dismiss a1
            shop raise: refused no-renderer
            """)
        world.raise(by: shop)
        world.begin()
        world.disconnect(shell)
        world.expect("second asked present a2")
        world.disconnect(second)
        world.expect("shop raise2: refused no-renderer")
        world.raise(by: shop)
        world.expect("shop raise3: refused no-renderer")
    }

    @Test("ignores the late answer of a silent renderer")
    func lateRenderer() {
        world.raise(by: shop)
        let call = world.ignoreCall(of: shell)
        world.advance(2000)
        world.begin()
        world.send(.clientAnswered(shell, call, .error))
        world.answerAlert(1, by: shell)
        world.answer(second)
        world.answerAlert(1, by: second)
        world.expect(
            """
            shell answer: error 3 renderer
            second answer: done
            shop raise: a1 ok
            """)
    }

    @Test("the raiser may render its own alert")
    func selfRendered() {
        world.raise(by: shop) { $0.renderer = .`self` }
        world.answer(shop)
        world.answerAlert(1, by: shop)
        world.expect(
            """
            shop gets queued a1 for raise
            shop asked present a1
            shop answer: done
            shop raise: a1 ok
            """)
    }

    @Test("accepts one answer: from the renderer, while presented, with one of its buttons")
    func answers() {
        world.raise("1", .info, by: shop)
        world.raise("2", .info, by: shop)
        world.begin()
        world.answerAlert(2, by: shell)
        world.answerAlert(1, by: shop)
        world.answerAlert(1, "perhaps", by: shell)
        world.answerAlert(1, by: shell)
        world.answerAlert(1, by: shell)
        world.answerAlert(9, by: shell)
        world.expect(
            """
            shell answer: refused stale
            shop answer: error 3 renderer
            shell answer2: error -32602 button
            shell answer3: done
            shop raise: a1 ok
            shell asked present a2
            shell answer4: refused stale
            shell answer5: error 2 a9
            """)
    }

    @Test("an alert of the same app and key takes over the queue position")
    func keys() {
        let twin = world.connect("twin", app: "shop")
        world.raise("1", by: shop) { $0.key = "paper" }
        world.raise("2", by: shop)
        world.begin()
        world.raise("3", by: twin) { $0.key = "paper" }
        world.expect(
            """
            shell gets dismiss a1
            shop raise: refused superseded by shop
            twin gets queued a3 for raise
            shell asked present a3
            """)
        let cafe = world.connect("cafe")
        world.raise("4", by: cafe) { $0.key = "paper" }
        world.expect("cafe gets queued a4 for raise")
    }

    @Test("timeoutMs counts from the raise")
    func timeouts() {
        world.raise("1", by: shop)
        world.raise("2", by: shop) { $0.timeout = .milliseconds(500) }
        world.answer(shell)
        world.begin()
        world.advance(500)
        world.expect("shop raise2: refused timed-out")
    }

    @Test("the raiser can cancel an alert; disconnecting withdraws it")
    func cancels() {
        world.raise("1", by: shop)
        world.raise("2", by: shop)
        world.raise("3", by: shop)
        world.begin()
        world.ask(shell, "cancel", .cancelAlert(AlertID(number: 1)))
        world.ask(shop, "cancel", .cancelAlert(AlertID(number: 1)))
        world.ask(shop, "withdraw", .cancelRequest(.string("raise2")))
        world.expect(
            """
            shell cancel: error 3 owner
            shell gets dismiss a1
            shop raise: refused cancelled
            shop cancel: done
            shell asked present a2
            shell gets dismiss a2
            shop raise2: refused cancelled
            shop withdraw: done
            shell asked present a3
            """)
        world.disconnect(shop)
        world.expect("shell gets dismiss a3")
    }

    @Test("presenting an alert pauses the deadline of a close, which resumes with the rest")
    func pausedDeadline() {
        world.open("menu", by: shop)
        world.open("menu", by: second)
        world.tap(World.nowhere, by: shell)
        world.advance(100)
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        world.advance(10_000)
        world.expect("")
        world.answerAlert(1, by: shell)
        world.begin()
        world.advance(149)
        world.expect("")
        world.advance(1)
        world.expect("shop gets closed p1 outside-tap none focus unresponsive")
    }

    @Test("presenting an alert postpones grants, even when the owner answers")
    func pausedGrants() {
        let cafe = world.connect("cafe")
        world.open("menu", by: shop)
        world.open("menu", by: cafe)
        world.raise(by: shop)
        world.begin()
        world.answer(shop)
        world.expect("shop gets closed p1 replaced none")
        world.answerAlert(1, by: shell)
        world.expect(
            """
            shell answer: done
            shop raise: a1 ok
            cafe open: p2 bottom
            """)
    }

    @Test("a changed display moves its alert and presents it again only then")
    func displayChanges() {
        world.transcript.subjects = .frames
        world.raise(by: shop)
        world.answer(shell)
        world.begin()
        var display = World.main
        display.scale = 2
        world.ask(shell, "set", .setDisplay(display))
        world.expect("shell set: done")
        display.size = Size(width: 800, height: 800)
        world.ask(shell, "set", .setDisplay(display))
        world.expect(
            """
            shell set2: done
            shell gets dismiss a1
            shell asked present a1 240,320 320x160
            """)
    }

    @Test("a removed display refuses its alerts")
    func displayGoes() {
        world.raise(by: shop)
        world.begin()
        world.ask(shell, "remove", .removeDisplay("main"))
        world.expect(
            """
            shell remove: done
            shell gets dismiss a1
            shop raise: refused no-renderer
            """)
    }
}
