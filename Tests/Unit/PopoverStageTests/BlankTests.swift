// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("A screen that nobody uses turns off")
struct BlankTests {
    private static let minute: Int64 = 60_000_000
    private static let place = Point(x: 100, y: 100)

    /// With an app, and outputs that turn off after a minute.
    private var fixture: StageFixture

    init() throws {
        fixture = try StageFixture(blanksAfter: 60)
        fixture.show(1)
    }

    /// Whether outputs are turned on; nil: they stay.
    private static func power(_ orders: [StageOrder]) -> Bool? {
        for case .turnOutputs(let isOn) in orders { return isOn }
        return nil
    }

    private static func log(_ orders: [StageOrder]) -> String? {
        for case .log(let line) in orders { return line }
        return nil
    }

    private static func wakesAt(_ orders: [StageOrder]) -> Int64? {
        for case .wake(let time) in orders { return time }
        return nil
    }

    private mutating func pass(_ time: Int64 = minute) -> [StageOrder] {
        fixture.now += time
        return fixture.handle(.woke)
    }

    private mutating func touch(_ finger: Int32 = 1) -> [StageOrder] {
        fixture.handle(.pressed(.finger(finger), at: Self.place, time: 1))
    }

    private static func isReported(_ orders: [StageOrder]) -> Bool {
        requestIfAny("pointer", in: orders) != nil
    }

    @Test("Outputs turn off after their time, and each step starts it again")
    mutating func turnsOff() {
        fixture.now += Self.minute / 2
        let used = fixture.handle(.pointed(at: Self.place, time: 1))
        #expect(Self.wakesAt(used) == fixture.now + Self.minute)
        #expect(Self.power(pass(Self.minute / 2)) == nil)
        let orders = pass(Self.minute / 2)
        #expect(Self.power(orders) == false)
        #expect(Self.log(orders) == "outputs off: unused for 60 seconds")
        #expect(fixture.picture.drawn.last?.kind == .dim(1))
        #expect(fixture.picture.drawn.last?.place == Rect(x: 0, y: 0, width: 1000, height: 700))
        #expect(Self.power(pass()) == nil)
        _ = touch()
        #expect(fixture.picture.drawn.isEmpty)
    }

    @Test("Without a time they stay on")
    mutating func never() throws {
        fixture = try StageFixture()
        _ = pass(1_000_000 * Self.minute)
        #expect(!fixture.stage.blanking.isBlank)
    }

    @Test(
        "The touch that wakes the screen is nobody's, also others until it ends, and counts as activity"
    )
    mutating func touched() {
        _ = pass()
        let first = touch()
        #expect(Self.power(first) == true)
        #expect(Self.log(first) == "outputs on: touched")
        #expect(
            first.contains {
                if case .send(let line) = $0 { line.contains("Unidentified") } else { false }
            })
        let rest =
            first + touch(2) + fixture.handle(.moved(.finger(1), to: Self.place, time: 2))
            + fixture.handle(
                .wheeled(
                    WheelStep(isHorizontal: false, delta: 1, steps: 1), at: Self.place, time: 2))
            + fixture.handle(.released(.finger(1), time: 3))
            + fixture.handle(.released(.finger(2), time: 3))
        #expect(!Self.isReported(rest))
        #expect(Self.isReported(touch()))
    }

    @Test("So is the key, and the movement of the mouse")
    mutating func typed() {
        _ = pass()
        let down = fixture.handle(.key(StageKey(30, isDown: true, time: 1)))
        #expect(Self.log(down) == "outputs on: a key was pressed")
        let up = fixture.handle(.key(StageKey(30, isDown: false, time: 2)))
        for case .key in down + up { Issue.record("the key was delivered") }
        let next = fixture.handle(.key(StageKey(31, isDown: true, time: 3)))
        #expect(next.contains(.key(StageKey(31, isDown: true, time: 3))))
        _ = pass()
        let moved = fixture.handle(.pointed(at: Self.place, time: 4))
        #expect(Self.log(moved) == "outputs on: the mouse was used")
        for case .point in moved { Issue.record("the movement was delivered") }
    }

    @Test("What a device loses wakes nothing, and a press from before ends as ever")
    mutating func held() {
        let request = requestIfAny("pointer", in: touch())
        fixture.told(#"{"jsonrpc":"2.0","id":"\#(request ?? "")","result":{"deliver":true}}"#)
        _ = pass()
        let canceled = fixture.handle(.canceled(.finger(1)))
        #expect(Self.power(canceled) == nil)
        #expect(canceled.contains(.cancel(.finger(1))))
        #expect(Self.power(fixture.handle(.key(StageKey(30, isDown: false, time: 2)))) == nil)
    }

    @Test("A popover or an alert that opens wakes the screen, once")
    mutating func opened() {
        _ = pass()
        let popover = fixture.scene(StageFixture.popover())
        #expect(Self.power(popover) == true)
        #expect(Self.log(popover) == "outputs on: popover p1 has opened")
        #expect(Self.power(pass()) == false)
        #expect(Self.power(fixture.scene(StageFixture.popover(isClosing: true))) == nil)
        #expect(Self.log(fixture.scene(StageFixture.alert)) == "outputs on: alert a1 has opened")
    }

    /// A window of the café, on top, that keeps the screen on.
    private mutating func play(isMapped: Bool = true, region: StageWindow.Region? = nil) {
        var window = StageWindow(
            id: 2, kind: .toplevel,
            owner: StageProcess(
                number: StageFixture.cafe, user: StageFixture.user, startedAt: StageFixture.start),
            isMapped: isMapped, region: region)
        window.inhibitsBlank = true
        fixture.handle(.windowChanged(window))
    }

    @Test("A video keeps the screen on; the time begins when it ends")
    mutating func inhibited() {
        play()
        #expect(Self.power(pass(10 * Self.minute)) == nil)
        let ended = fixture.handle(.windowGone(2))
        #expect(Self.wakesAt(ended) == fixture.now + Self.minute)
        #expect(Self.power(pass()) == false)
    }

    @Test("Programs hear of each use, also where the screen never turns off")
    mutating func used() throws {
        fixture = try StageFixture()
        fixture.show(1)
        for step in [
            StageInput.pressed(.finger(1), at: Self.place, time: 1),
            .pointed(at: Self.place, time: 2), .key(StageKey(30, isDown: true, time: 3)),
        ] {
            fixture.now += Self.minute
            _ = fixture.handle(step)
            #expect(fixture.stage.usage.lastAt == fixture.now)
        }
        let keyAt = fixture.now
        fixture.now += Self.minute
        _ = fixture.handle(.key(StageKey(30, isDown: false, time: 4)))
        #expect(fixture.stage.usage.lastAt == keyAt)
        _ = fixture.scene(StageFixture.popover())
        #expect(fixture.stage.usage.lastAt == fixture.now)
        play()
        #expect(fixture.stage.usage.isKept)
        fixture.handle(.windowGone(2))
        #expect(!fixture.stage.usage.isKept)
    }

    @Test("A window that nobody sees keeps nothing on")
    mutating func unseen() {
        play(isMapped: false)
        #expect(Self.power(pass()) == false)
        _ = touch()
        play(region: StageWindow.Region(display: "elsewhere"))
        #expect(Self.power(pass()) == false)
        _ = touch()
        play()
        fixture.show(3)
        #expect(Self.power(pass()) == false)
    }

    /// What the daemon is told of the display `main`, if anything is.
    private static func told(_ orders: [StageOrder]) -> String? {
        for case .send(let line) in orders where line.contains(#""method":"display."#) {
            return line.split(separator: "\"params\":").last.map { String($0.dropLast()) }
        }
        return nil
    }

    private static func display(_ isBlank: Bool) -> String {
        #"{"display":"main","width":1000,"height":700,"scale":1,"blank":\#(isBlank)}"#
    }

    private mutating func echo(_ isBlank: Bool) -> [StageOrder] {
        fixture.told(
            #"{"method":"display.changed","params":\#(Self.display(isBlank))}"#)
    }

    @Test("The daemon is told when the screen turns off and on")
    mutating func told() {
        #expect(Self.told(pass()) == Self.display(true))
        #expect(Self.told(echo(true)) == nil)
        #expect(Self.told(touch()) == Self.display(false))
        #expect(Self.told(echo(false)) == nil)
    }

    @Test("It is told the latest, even if its answers are late or it was gone")
    mutating func late() {
        _ = pass()
        #expect(Self.told(touch()) == nil)
        #expect(Self.told(echo(true)) == Self.display(false))
        _ = echo(false)
        fixture.handle(.disconnected)
        _ = pass()
        fixture.sent = []
        fixture.connect()
        #expect(fixture.sent.contains { $0.contains(#""blank":true"#) })
        // One that was blank when its stage ended.
        fixture.handle(.disconnected)
        _ = touch(2)
        fixture.sent = []
        fixture.handle(.connected)
        fixture.told(
            #"{"jsonrpc":"2.0","id":"hello","result":{"displays":[\#(Self.display(true))]}}"#)
        #expect(fixture.sent.contains { $0.contains(#""blank":false"#) })
    }
}
