// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("The daemon's answers, and its absence")
struct DaemonLinkTests {
    private let point = Point(x: 40, y: 650)
    private let step = WheelStep(isHorizontal: false, delta: 15, steps: 1)
    private static let escape: UInt32 = 0xff1b

    private static func answer(_ request: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(request)","result":{"verdict":"none","deliver":true}}"#
    }

    private static func error(_ request: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(request)","error":{"code":2,"message":"no display"}}"#
    }

    @Test("What was answered is not due any more")
    func answered() throws {
        var fixture = try StageFixture()
        fixture.now += Stage.sceneTime
        #expect(!fixture.handle(.woke).contains(.disconnect))
        for line in [Self.answer, Self.error] {
            let press = try request(
                "pointer", in: fixture.handle(.pressed(.button(0x110), at: point, time: 1)))
            fixture.told(line(press))
            fixture.handle(.canceled(.button(0x110)))
            fixture.now += Stage.answerTime
            #expect(!fixture.handle(.woke).contains(.disconnect))
        }
    }

    @Test("A daemon that hangs is given up once, and the next one has all its time")
    func givenUp() throws {
        var fixture = try StageFixture()
        fixture.handle(.pressed(.finger(0), at: point, time: 1))
        fixture.now += Stage.answerTime
        #expect(fixture.handle(.woke).contains(.disconnect))
        #expect(!fixture.handle(.woke).contains(.disconnect))
        fixture.handle(.pressed(.finger(1), at: point, time: 2))
        fixture.handle(.disconnected)
        fixture.connect()
        fixture.now += Stage.answerTime
        #expect(!fixture.handle(.woke).contains(.disconnect))
    }

    @Test("A daemon owes no answer that another one was asked for")
    func answersOfAnother() throws {
        var fixture = try StageFixture()
        fixture.handle(.pressed(.finger(0), at: point, time: 1))
        fixture.handle(.disconnected)
        fixture.connect()
        fixture.now += Stage.answerTime
        #expect(!fixture.handle(.woke).contains(.disconnect))
    }

    @Test("A change while the scene comes is asked about when it has come, and not before")
    func stale() throws {
        var fixture = try StageFixture()
        let event = StageFixture.event("popover.opened", "{}")
        #expect(requestIfAny("status", in: fixture.told(event)) != nil)
        #expect(requestIfAny("status", in: fixture.told(event)) == nil)
        let scene = #"{"jsonrpc":"2.0","id":"scene","result":{}}"#
        #expect(requestIfAny("status", in: fixture.told(scene)) != nil)
        #expect(requestIfAny("status", in: fixture.told(scene)) == nil)
    }

    @Test("Without the daemon there are neither questions nor shields")
    func unshielded() throws {
        var fixture = try StageFixture()
        fixture.told(
            #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
                + #""except":[]}}"#)
        #expect(fixture.handle(.pointed(at: point, time: 1)) == [.pointNowhere])
        fixture.handle(.disconnected)
        #expect(fixture.handle(.pointed(at: point, time: 2)) == [.point(at: point, time: 2)])
        let press = fixture.handle(.pressed(.finger(0), at: point, time: 3))
        #expect(press == [.press(.finger(0), at: point, time: 3)])
    }

    @Test("An alert that a daemon wanted is not drawn for the next one")
    func alertOfThePast() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        fixture.told(StageFixture.presenting)
        fixture.scene(StageFixture.alert)
        #expect(fixture.picture.drawn.count == 2)
        fixture.handle(.disconnected)
        fixture.connect()
        fixture.scene(StageFixture.alert)
        #expect(fixture.picture.drawn.isEmpty)
    }

    @Test("A keyboard is told to every daemon, once its scene is known")
    func keyboards() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1, kind: StageFixture.keyboard)
        #expect(fixture.sent.isEmpty)
        for _ in 1...2 {
            fixture.sent = []
            fixture.connect()
            #expect(fixture.sent.count { $0.contains("occluder.set") } == 1)
            fixture.handle(.disconnected)
        }
    }

    @Test("What waits for a daemon that is gone is delivered, once")
    func delivered() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        fixture.handle(.wheeled(step, at: point, time: 1))
        fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: true, time: 2)))
        fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: false, time: 3)))
        let expected: [StageOrder] = [
            .wheel(step, time: 1),
            .key(StageKey(1, symbol: Self.escape, isDown: true, time: 2)),
            .key(StageKey(1, symbol: Self.escape, isDown: false, time: 3)),
        ]
        #expect(fixture.handle(.disconnected) == expected)
        fixture.connect()
        #expect(fixture.handle(.disconnected) == [])
    }

    @Test("A canceled alert is off the glass before the scene is there")
    func canceled() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.alert)
        fixture.show(3, of: StageFixture.cafe, title: "alert:a1")
        #expect(fixture.level(3) == .alert)
        fixture.told(StageFixture.event("alert.cancelled", #"{"alert":"a1"}"#))
        #expect(fixture.level(3) == nil)
    }

    @Test("An alert that waits for its turn is not on the glass")
    func waiting() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.alert.replacing(#""presented""#, with: #""queued""#))
        fixture.show(3, of: StageFixture.cafe, title: "alert:a1")
        #expect(fixture.level(3) == nil)
    }
}

@Suite("Steps that wait")
struct HeldStepTests {
    private let point = Point(x: 40, y: 650)
    private let step = WheelStep(isHorizontal: false, delta: 15, steps: 1)
    private static let escape: UInt32 = 0xff1b

    private static func answer(_ request: String, deliver: Bool) -> String {
        #"{"jsonrpc":"2.0","id":"\#(request)","result":{"verdict":"none","deliver":\#(deliver)}}"#
    }

    @Test(
        "A key that is up when the daemon answers is delivered whole, or not at all",
        arguments: [true, false])
    func releasedKey(isDelivered: Bool) throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        let key = try request(
            "key", in: fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: true, time: 1)))
        )
        fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: false, time: 2)))
        let whole: [StageOrder] = [
            .key(StageKey(1, symbol: Self.escape, isDown: true, time: 1)),
            .key(StageKey(1, symbol: Self.escape, isDown: false, time: 2)),
        ]
        let orders = fixture.told(Self.answer(key, deliver: isDelivered))
        #expect(orders.filter { whole.contains($0) } == (isDelivered ? whole : []))
        // The next press of it is another one.
        fixture.scene()
        fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: true, time: 3)))
        let release = fixture.handle(.key(StageKey(1, symbol: Self.escape, isDown: false, time: 4)))
        #expect(release == [.key(StageKey(1, symbol: 0xff1b, isDown: false, time: 4))])
    }

    @Test("Another key than Escape goes to its window at once")
    func otherKey() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        let orders = fixture.handle(.key(StageKey(30, symbol: 0x61, isDown: true, time: 1)))
        #expect(orders.contains(.key(StageKey(30, symbol: 0x61, isDown: true, time: 1))))
    }

    @Test("Only a press that a window has is canceled there", arguments: [true, false])
    func canceled(isDelivered: Bool) throws {
        var fixture = try StageFixture()
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: point, time: 1)))
        fixture.told(Self.answer(press, deliver: isDelivered))
        let orders = fixture.handle(.canceled(.finger(0)))
        #expect(orders.contains(.cancel(.finger(0))) == isDelivered)
        #expect(fixture.stage.presses.isEmpty)
    }

    @Test(
        "A button that nobody has got does not drag, and beside all displays the mouse is nowhere")
    func pointing() throws {
        var fixture = try StageFixture()
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.button(0x110), at: point, time: 1)))
        fixture.told(Self.answer(press, deliver: false))
        let near = Point(x: 41, y: 650)
        #expect(fixture.handle(.pointed(at: near, time: 2)).contains(.point(at: near, time: 2)))
        let far = fixture.handle(.pointed(at: Point(x: 5000, y: 650), time: 3))
        #expect(far.contains(.pointNowhere))
    }

    @Test("The app that people have pressed last has the keys")
    func lastPressed() throws {
        var fixture = try StageFixture(connected: false)
        let half = Size(width: 500, height: 700)
        for (id, x) in [(1, 0.0), (2, 500)] as [(UInt32, Double)] {
            let place = Rect(origin: Point(x: x, y: 0), size: half)
            fixture.show(id, region: .init(display: "main", place: place))
        }
        #expect(fixture.picture.focus == 2)
        fixture.handle(.pressed(.finger(0), at: point, time: 1))
        #expect(fixture.picture.focus == 1)
    }

    @Test("A menu that is not shown is no menu")
    func hiddenMenu() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.show(3, kind: .popup(at: Point(x: 20, y: 150)), parent: 2, isMapped: false)
        let orders = fixture.handle(.pressed(.finger(0), at: point, time: 1))
        #expect(!orders.contains(.dismiss(3)))
    }

    @Test("On an alert of the stage's own Enter presses the usual button, and no window has keys")
    func enter() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        fixture.show(1)
        fixture.told(
            #"{"jsonrpc":"2.0","id":"r7","method":"alert.present","params":{"alert":"a1","#
                + #""title":"Fire","severity":"critical","buttons":[{"id":"no","label":"No"},"#
                + #"{"id":"ok","label":"OK","role":"default"}]}}"#)
        fixture.scene(StageFixture.alert)
        fixture.sent = []
        for symbol: UInt32 in [0x61, 0xff0d] {
            let orders = fixture.handle(.key(StageKey(30, symbol: symbol, isDown: true, time: 1)))
            #expect(!orders.contains(.key(StageKey(30, symbol: 0x61, isDown: true, time: 1))))
            #expect(orders.contains { "\($0)".contains("alert.answer") } == (symbol == 0xff0d))
        }
        #expect(fixture.sent.last?.contains(#""button":"ok""#) == true)
    }

    @Test(
        "The only button of an alert is the usual one",
        arguments: [("", Button.Role.default), (#","role":"cancel""#, .cancel)])
    func onlyButton(role: String, shown: Button.Role) throws {
        var fixture = try StageFixture(drawsAlerts: true)
        fixture.told(
            #"{"jsonrpc":"2.0","id":"r7","method":"alert.present","params":{"alert":"a1","#
                + #""title":"Fire","severity":"critical","buttons":[{"id":"ok","label":"OK"\#(role)}]}}"#
        )
        fixture.scene(StageFixture.alert)
        _ = fixture.handle(.key(StageKey(30, symbol: 0xff0d, isDown: true, time: 1)))
        #expect(fixture.sent.last?.contains(#""button":"ok""#) == true)
        let roles = fixture.picture.drawn.compactMap { drawn -> Button.Role? in
            if case .alert(let alert) = drawn.kind { alert.buttons.first?.role } else { nil }
        }
        #expect(roles == [shown])
    }

    @Test("The end of another alert is not that of the stage's own")
    func otherDismissed() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        fixture.told(StageFixture.presenting)
        fixture.scene(StageFixture.alert)
        fixture.told(#"{"jsonrpc":"2.0","method":"alert.dismiss","params":{"alert":"a2"}}"#)
        #expect(fixture.picture.drawn.count == 2)
    }
}
