// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Who gets a press or a key")
struct PressTests {
    private let point = Point(x: 40, y: 650)

    @Test("A press waits for the daemon, with all that follows; a window gets it then")
    func passed() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        let asked = fixture.handle(.pressed(.finger(3), at: point, time: 7))
        let press = try request("pointer", in: asked)
        #expect(!asked.contains(.press(.finger(3), at: point, time: 7)))
        fixture.handle(.moved(.finger(3), to: Point(x: 41, y: 650), time: 8))
        fixture.handle(.moved(.finger(3), to: Point(x: 42, y: 650), time: 9))
        fixture.handle(.released(.finger(3), time: 10))
        let answered = fixture.told(Self.answer(press, deliver: true))
        #expect(answered.contains(.press(.finger(3), at: point, time: 7)))
        // Only the latest move.
        #expect(answered.contains(.move(.finger(3), to: Point(x: 42, y: 650), time: 9)))
        #expect(!answered.contains(.move(.finger(3), to: Point(x: 41, y: 650), time: 8)))
        // The daemon judges the release before the window acts on it.
        #expect(!answered.contains(.release(.finger(3), time: 10)))
        let id = try #require(fixture.stage.input.question).request
        #expect(
            fixture.told(Self.answer(id, deliver: true)).contains(.release(.finger(3), time: 10)))
        #expect(fixture.stage.presses.isEmpty)
    }

    @Test("A press that comes before the last release is judged waits for it, and is not lost")
    func again() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        var press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: point, time: 1)))
        for time in 1..<10 as Range<UInt32> {
            fixture.handle(.released(.finger(0), time: 10 * time))
            fixture.handle(.pressed(.finger(0), at: point, time: 10 * time + 1))
        }
        fixture.handle(.released(.finger(0), time: 100))
        var delivered: [StageOrder] = []
        for _ in 0..<20 {
            let orders = fixture.told(Self.answer(press, deliver: true))
            delivered += orders.filter {
                switch $0 {
                case .press, .release: true
                default: false
                }
            }
            guard let next = requestIfAny("pointer", in: orders) else { break }
            press = next
        }
        let expected = (0..<10 as Range<UInt32>).flatMap { number -> [StageOrder] in
            [
                .press(.finger(0), at: point, time: 10 * number + 1),
                .release(.finger(0), time: 10 * number + 10),
            ]
        }
        #expect(delivered == expected)
        #expect(fixture.stage.presses.isEmpty)
    }

    @Test("A press that the daemon keeps reaches nobody, and is told to have been swallowed")
    func kept() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: point, time: 7)))
        let answered = fixture.told(Self.answer(press, deliver: false))
        #expect(!answered.contains(.press(.finger(0), at: point, time: 7)))
        let released = fixture.handle(.released(.finger(0), time: 9))
        #expect(!released.contains(.release(.finger(0), time: 9)))
        guard case .send(let line)? = released.first else {
            Issue.record("nothing is sent")
            return
        }
        #expect(line.contains(#""phase":"up""#) && line.contains(#""swallowed":true"#))
        #expect(fixture.stage.presses.isEmpty)
    }

    @Test("Without the daemon a window gets it at once; one that hangs is given up")
    func unasked() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1)
        #expect(
            fixture.handle(.pressed(.button(0x110), at: point, time: 7)).contains(
                .press(.button(0x110), at: point, time: 7)))
        #expect(
            fixture.handle(.released(.button(0x110), time: 8)).contains(
                .release(.button(0x110), time: 8)))
        fixture.connect()
        fixture.handle(.pressed(.button(0x110), at: point, time: 9))
        fixture.now += Stage.answerTime
        #expect(fixture.handle(.woke).contains(.disconnect))
        #expect(
            fixture.handle(.disconnected).contains(
                .press(.button(0x110), at: point, time: 9)))
    }

    @Test("Escape, a wheel and the scene do not wait for ever either", arguments: [0, 1, 2])
    func deadlines(what: Int) throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        switch what {
        case 0: fixture.handle(.key(StageKey(1, symbol: 0xff1b, isDown: true, time: 1)))
        case 1:
            let step = WheelStep(isHorizontal: false, delta: 15, steps: 1)
            fixture.handle(.wheeled(step, at: point, time: 1))
        default: fixture.told(StageFixture.event("popover.opened", "{}"))
        }
        #expect(!fixture.handle(.woke).contains(.disconnect))
        fixture.now += what < 2 ? Stage.answerTime : Stage.sceneTime
        #expect(fixture.handle(.woke).contains(.disconnect))
    }

    @Test("An error about a press delivers it: its display may be new")
    func refused() throws {
        var fixture = try StageFixture()
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: point, time: 7)))
        let answered = fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(press)","error":{"code":2,"message":"no display"}}"#)
        #expect(answered.contains(.press(.finger(0), at: point, time: 7)))
    }

    @Test("A menu above a popover gets its presses; one beside it closes only the menu")
    func menu() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.show(3, kind: .popup(at: Point(x: 20, y: 150)), parent: 2)
        let inside = Point(x: 400, y: 400)
        #expect(
            fixture.handle(.pressed(.finger(0), at: inside, time: 1)).contains(
                .press(.finger(0), at: inside, time: 1)))
        #expect(
            fixture.handle(.released(.finger(0), time: 2)) == [.release(.finger(0), time: 2)])
        let outside = fixture.handle(.pressed(.finger(0), at: point, time: 3))
        #expect(outside == [.dismiss(3)])
        #expect(fixture.handle(.released(.finger(0), time: 4)).isEmpty)
    }

    @Test("A button that the daemon does not know is kept where there is a shield")
    func otherButton() throws {
        var fixture = try StageFixture()
        #expect(
            fixture.handle(.pressed(.button(0x113), at: point, time: 1)).contains(
                .press(.button(0x113), at: point, time: 1)))
        fixture.handle(.released(.button(0x113), time: 2))
        fixture.told(Self.shield)
        #expect(fixture.handle(.pressed(.button(0x113), at: point, time: 3)).isEmpty)
    }

    @Test("The mouse is nowhere where a shield is, unless a window has its button")
    func mouse() throws {
        var fixture = try StageFixture()
        let inside = Point(x: 400, y: 100)
        fixture.told(Self.shield)
        #expect(fixture.handle(.pointed(at: point, time: 1)) == [.pointNowhere])
        #expect(fixture.handle(.pointed(at: inside, time: 2)) == [.point(at: inside, time: 2)])
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.button(0x110), at: inside, time: 3)))
        fixture.told(Self.answer(press, deliver: true))
        #expect(
            fixture.handle(.pointed(at: point, time: 4)).contains(
                .move(.button(0x110), to: point, time: 4)))
    }

    @Test("A wheel's step is delivered if the daemon says so", arguments: [true, false])
    func wheel(isDelivered: Bool) throws {
        var fixture = try StageFixture()
        let step = WheelStep(isHorizontal: false, delta: 15, steps: 1)
        let wheel = try request(
            "pointer", in: fixture.handle(.wheeled(step, at: point, time: 5)))
        let answered = fixture.told(Self.answer(wheel, deliver: isDelivered))
        #expect(answered.contains(.wheel(step, time: 5)) == isDelivered)
    }

    @Test("Escape waits for the daemon while something is on top, and its release goes with it")
    func escape() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        let free = fixture.handle(.key(StageKey(1, symbol: 0xff1b, isDown: true, time: 1)))
        #expect(free.contains(.key(StageKey(1, symbol: 0xff1b, isDown: true, time: 1))))
        fixture.handle(.key(StageKey(1, symbol: 0xff1b, isDown: false, time: 2)))
        fixture.scene(StageFixture.popover())
        let asked = fixture.handle(.key(StageKey(1, symbol: 0xff1b, isDown: true, time: 3)))
        #expect(!asked.contains(.key(StageKey(1, symbol: 0xff1b, isDown: true, time: 3))))
        let key = try request("key", in: asked)
        #expect(
            !fixture.told(Self.answer(key, deliver: false)).contains(
                .key(StageKey(1, symbol: 0xff1b, isDown: true, time: 3)))
        )
        #expect(fixture.handle(.key(StageKey(1, symbol: 0xff1b, isDown: false, time: 4))).isEmpty)
    }

    @Test("Typing is told as activity, once a second at most")
    func activity() throws {
        var fixture = try StageFixture()
        let first = fixture.handle(.key(StageKey(30, symbol: 0x61, isDown: true, time: 1)))
        #expect(try request("key", in: first).isEmpty == false)
        fixture.now += 999_999
        let second = fixture.handle(.key(StageKey(30, symbol: 0x61, isDown: true, time: 2)))
        #expect(second == [.key(StageKey(30, symbol: 0x61, isDown: true, time: 2))])
        fixture.now += 1
        #expect(fixture.handle(.key(StageKey(30, symbol: 0x61, isDown: true, time: 3))).count == 2)
    }

    @Test("Further fingers than a seat has are ignored")
    func manyFingers() throws {
        var fixture = try StageFixture()
        for finger in 0..<60 {
            let orders = fixture.handle(.pressed(.finger(Int32(finger)), at: point, time: 1))
            guard let press = requestIfAny("pointer", in: orders) else { break }
            fixture.told(Self.answer(press, deliver: true))
        }
        #expect(fixture.stage.presses.count == 48)
    }

    private static let shield =
        #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
        + #""except":[{"x":340,"y":96,"width":320,"height":200}]}}"#

    private static func answer(_ request: String, deliver: Bool) -> String {
        #"{"jsonrpc":"2.0","id":"\#(request)","result":{"verdict":"none","deliver":\#(deliver)}}"#
    }
}
