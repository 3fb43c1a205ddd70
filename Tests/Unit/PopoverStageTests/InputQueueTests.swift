// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("What people do reaches windows in its order")
struct InputQueueTests {
    private let beside = Point(x: 40, y: 650)
    private let inside = Point(x: 400, y: 200)
    private static let escape: UInt32 = 0xff1b

    private static func key(_ code: Int32, _ time: UInt32, isDown: Bool = true) -> StageKey {
        StageKey(code, symbol: 0x61, isDown: isDown, time: time)
    }

    private static func answer(
        _ request: String, _ verdict: String = "none", deliver: Bool, popover: String? = nil
    ) -> String {
        let hit = popover.map { #","popover":"\#($0)""# } ?? ""
        return #"{"jsonrpc":"2.0","id":"\#(request)","result":{"verdict":"\#(verdict)","#
            + #""deliver":\#(deliver)\#(hit)}}"#
    }

    /// With the app's window 1, and the popover's 2.
    private func popover() throws -> StageFixture {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        #expect(fixture.picture.focus == 2)
        return fixture
    }

    @Test("Everything waits for the daemon's answer about a press, in its order")
    func everythingWaits() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: beside, time: 1)))
        let shift = KeyboardState(keymap: 1, depressed: 1)
        #expect(fixture.handle(.pointed(at: inside, time: 2)).isEmpty)
        #expect(fixture.handle(.modifiers(shift)).isEmpty)
        #expect(fixture.handle(.key(Self.key(30, 3))).isEmpty)
        #expect(fixture.handle(.modifiers(KeyboardState(keymap: 1))).isEmpty)
        let orders = fixture.told(Self.answer(press, deliver: true))
        let delivered = orders.filter { if case .send = $0 { false } else { true } }
        #expect(
            delivered == [
                .press(.finger(0), at: beside, time: 1), .point(at: inside, time: 2),
                .modifiers(shift), .key(Self.key(30, 3)), .modifiers(KeyboardState(keymap: 1)),
            ])
    }

    @Test("A press in the popover leaves it the keys")
    func pressInside() throws {
        var fixture = try popover()
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: inside, time: 1)))
        fixture.told(Self.answer(press, "inside", deliver: true, popover: "p1"))
        #expect(fixture.picture.focus == 2)
    }

    @Test("Keys after Escape go to the app: the popover that closes has the last one before it")
    func afterEscape() throws {
        var fixture = try popover()
        let escape = StageKey(1, symbol: Self.escape, isDown: true, time: 1)
        let asked = fixture.handle(.key(escape))
        #expect(fixture.handle(.key(Self.key(30, 2))).isEmpty)
        let orders = fixture.told(
            Self.answer(
                try request("key", in: asked), "dismissed", deliver: false, popover: "p1"))
        #expect(fixture.picture.focus == 1)
        let shown = try #require(orders.firstIndex { if case .show = $0 { true } else { false } })
        let typed = try #require(orders.firstIndex(of: .key(Self.key(30, 2))))
        #expect(shown < typed)
        // The picture still has it, until its program has closed it.
        #expect(fixture.level(2) == .popover)
        fixture.scene(StageFixture.popover(isClosing: true))
        #expect(fixture.picture.focus == 1)
    }

    @Test("Keys after a tap beside a popover go to the app")
    func afterTap() throws {
        var fixture = try popover()
        let pressed = fixture.handle(.pressed(.finger(0), at: beside, time: 1))
        fixture.handle(.released(.finger(0), time: 2))
        fixture.handle(.key(Self.key(30, 3)))
        // Nobody has the press; its release is what closes.
        let press = try request("pointer", in: pressed)
        let kept = fixture.told(Self.answer(press, deliver: false))
        #expect(!kept.contains(.key(Self.key(30, 3))))
        let release = try request("pointer", in: kept)
        let orders = fixture.told(
            Self.answer(release, "dismissed", deliver: false, popover: "p1"))
        #expect(fixture.picture.focus == 1)
        #expect(orders.last == .key(Self.key(30, 3)))
    }

    @Test("A popover that closes for another reason has no keys either")
    func closing() throws {
        var fixture = try popover()
        fixture.told(StageFixture.event("popover.closing", #"{"popover":"p1","reason":"timeout"}"#))
        #expect(fixture.picture.focus == 1)
    }

    @Test("An app that people press has the keys before the press")
    func focusBeforePress() throws {
        var fixture = try StageFixture(connected: false)
        let half = Size(width: 500, height: 700)
        for (id, x) in [(1, 0.0), (2, 500)] as [(UInt32, Double)] {
            let place = Rect(origin: Point(x: x, y: 0), size: half)
            fixture.show(id, region: .init(display: "main", place: place))
        }
        let orders = fixture.handle(.pressed(.finger(0), at: beside, time: 1))
        guard case .show(let picture)? = orders.first else {
            Issue.record("\(orders)")
            return
        }
        #expect(picture.focus == 1)
        #expect(orders.last == .press(.finger(0), at: beside, time: 1))
    }

    @Test("Of moves that wait the latest of each finger is kept, and a wheel's steps are added up")
    func merged() {
        var queue = InputQueue()
        for x in 1...9 {
            queue.add(.moved(.finger(0), to: Point(x: Double(x), y: 1), time: 1))
            queue.add(.moved(.finger(1), to: Point(x: Double(x), y: 2), time: 2))
            queue.add(.pointed(at: Point(x: Double(x), y: 3), time: 3))
        }
        for isHorizontal in [false, false, true] {
            let step = WheelStep(isHorizontal: isHorizontal, delta: 15, steps: 1)
            queue.add(.wheeled(step, at: inside, time: 4))
        }
        queue.add(.key(Self.key(30, 5)))
        queue.add(.key(Self.key(30, 6, isDown: false)))
        // A move after a key is another one.
        queue.add(.moved(.finger(0), to: beside, time: 7))
        var steps: [StageInput] = []
        while let step = queue.next() { steps.append(step) }
        #expect(
            steps == [
                .moved(.finger(0), to: Point(x: 9, y: 1), time: 1),
                .moved(.finger(1), to: Point(x: 9, y: 2), time: 2),
                .pointed(at: Point(x: 9, y: 3), time: 3),
                .wheeled(
                    WheelStep(isHorizontal: false, delta: 30, steps: 2), at: inside, time: 4),
                .wheeled(WheelStep(isHorizontal: true, delta: 15, steps: 1), at: inside, time: 4),
                .key(Self.key(30, 5)), .key(Self.key(30, 6, isDown: false)),
                .moved(.finger(0), to: beside, time: 7),
            ])
    }

    @Test("Fingers on a touchpad are no wheel, and their end counts")
    func sources() {
        var queue = InputQueue()
        let steps: [WheelStep] = [
            WheelStep(isHorizontal: false, delta: 15, steps: 1),
            WheelStep(source: .finger, isHorizontal: false, delta: 2, steps: 0),
            WheelStep(source: .finger, isHorizontal: false, delta: 0, steps: 0),
            WheelStep(source: .finger, isHorizontal: false, delta: 3, steps: 0),
        ]
        for step in steps { queue.add(.wheeled(step, at: inside, time: 1)) }
        var found: [StageInput] = []
        while let step = queue.next() { found.append(step) }
        #expect(found == steps.map { .wheeled($0, at: inside, time: 1) })
    }

    @Test("Steps that are handled are not kept, also where some always wait")
    func bounded() {
        var queue = InputQueue()
        queue.add(.key(Self.key(30, 0)))
        for time in 1...1000 as ClosedRange<UInt32> {
            queue.add(.key(Self.key(30, time)))
            #expect(queue.next() == .key(Self.key(30, time - 1)))
        }
        #expect(queue.steps.count <= 4)
    }

    @Test("A daemon that lets too much wait is given up, and nothing is lost")
    func full() throws {
        var fixture = try popover()
        fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: true, time: 0)))
        let most = UInt32(InputQueue.capacity)
        for time in 1..<most { #expect(fixture.handle(.key(Self.key(30, time))).isEmpty) }
        #expect(fixture.handle(.key(Self.key(30, most))) == [.disconnect])
        let keys = fixture.handle(.disconnected).compactMap { order -> UInt32? in
            if case .key(let key) = order { key.time } else { nil }
        }
        #expect(keys == Array(0...most))
    }
}
