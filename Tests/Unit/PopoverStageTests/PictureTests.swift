// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@testable import PopoverStage

@Suite("What is on the glass")
struct PictureTests {
    @Test("An app fills its display, or the region that the configuration gives it")
    func app() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        #expect(fixture.place(1) == Rect(x: 0, y: 0, width: 1000, height: 700))
        #expect(fixture.picture.focus == 1)
        fixture.show(
            2, region: .init(display: "main", place: Rect(x: 0, y: 600, width: 1000, height: 100)))
        #expect(fixture.place(2) == Rect(x: 0, y: 600, width: 1000, height: 100))
        fixture.show(3, region: .init(display: "wall"))
        #expect(fixture.place(3) == nil)
    }

    @Test("Without a region an app is on the display main, whichever output came first")
    func main() throws {
        var fixture = StageFixture(
            outputs: [("HEADLESS-2", 0), ("HEADLESS-1", 1000)],
            names: try OutputNames(entries: ["main=HEADLESS-1"]))
        fixture.show(1)
        #expect(fixture.place(1) == Rect(x: 1000, y: 0, width: 1000, height: 700))
    }

    @Test("A marked window is at the daemon's frame, above the apps, and has the keys")
    func popover() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        #expect(fixture.place(2) == StageFixture.frame)
        #expect(fixture.level(2) == .popover)
        #expect(fixture.picture.focus == 2)
        #expect(
            fixture.picture.drawn == [
                .init(
                    kind: .bubble(
                        side: .bottom, tip: Point(x: 500, y: 84), StageFixture.appearance),
                    level: .popover,
                    place: StageFixture.frame)
            ])
        fixture.scene()
        #expect(fixture.level(2) == nil)
        #expect(fixture.picture.drawn.isEmpty)
        #expect(fixture.picture.focus == 1)
    }

    @Test(
        "A mark counts only for the popover's owner",
        arguments: ["popover:p1", "popover:p2", "popover:", "alert:p1"])
    func pretender(title: String) throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        fixture.show(2, of: StageFixture.cafe, title: title)
        #expect(fixture.level(2) == (title == "popover:" ? .app : nil))
    }

    @Test("What is behind a modal popover is dimmed")
    func modal() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover(modal: true))
        fixture.show(2, title: "popover:p1")
        #expect(fixture.picture.drawn.first?.kind == .dim(0.3))
        #expect(fixture.picture.drawn.first?.level == .dimmedApp)
    }

    @Test("An alert lies above a popover, which it dims, and has the keys")
    func alert() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover(), StageFixture.alert)
        fixture.show(2, title: "popover:p1")
        fixture.show(3, of: StageFixture.cafe, title: "alert:a1")
        #expect(fixture.level(3) == .alert)
        #expect(fixture.place(3) == Rect(x: 340, y: 270, width: 320, height: 160))
        #expect(fixture.picture.focus == 3)
        #expect(fixture.picture.drawn.contains { $0.level == .dimmedPopover })
        // Before the scene is there, so that no frame shows it.
        fixture.told(StageFixture.event("alert.answered", #"{"alert":"a1"}"#))
        #expect(fixture.level(3) == nil)
        #expect(fixture.picture.focus == 2)
    }

    @Test("A dialog stays below a popover, in the middle of its parent")
    func dialog() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, parent: 1)
        #expect(fixture.level(2) == .app)
        #expect(fixture.place(2) == Rect(x: 350, y: 250, width: 300, height: 200))
    }

    @Test("A popup of the owner's window is a part of its popover, and goes with it")
    func popup() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(9, of: StageFixture.cafe)
        // It comes before the scene does.
        fixture.show(2, kind: .popup(at: Point(x: 340, y: 96)), parent: 1)
        fixture.scene(StageFixture.popover())
        #expect(fixture.level(2) == .popover)
        #expect(fixture.place(2) == Rect(x: 340, y: 96, width: 300, height: 200))
        fixture.show(3, of: StageFixture.cafe, kind: .popup(at: Point(x: 0, y: 0)), parent: 9)
        #expect(fixture.level(3) == nil)
        fixture.scene()
        #expect(fixture.level(2) == nil)
        #expect(fixture.level(3) == .app)
    }

    @Test("A panel keeps its edge from the apps; another layer surface lies on them")
    func layers() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        let keyboard = LayerRequest(
            layer: .top, anchor: [.bottom, .left, .right], exclusiveZone: 200,
            margins: Insets(top: 0, left: 0, bottom: 10, right: 0),
            size: Size(width: 0, height: 200))
        let shown = fixture.show(2, kind: .layer(keyboard))
        let occluder = try #require(
            shown.compactMap { order -> String? in
                guard case .send(let line) = order else { return nil }
                return line
            }.last)
        #expect(occluder.contains("occluder.set") && occluder.contains(#""y":490"#))
        #expect(fixture.place(2) == Rect(x: 0, y: 490, width: 1000, height: 200))
        #expect(fixture.level(2) == .keyboard)
        #expect(fixture.place(1) == Rect(x: 0, y: 0, width: 1000, height: 490))
        let note = LayerRequest(
            layer: .overlay, anchor: [.top, .right], exclusiveZone: 0,
            margins: Insets(top: 20, left: 0, bottom: 0, right: 30),
            size: Size(width: 100, height: 50))
        fixture.show(3, kind: .layer(note))
        #expect(fixture.place(3) == Rect(x: 870, y: 20, width: 100, height: 50))
        #expect(fixture.level(3) == .app)
    }

    @Test("A process has so many windows; further ones are not shown, and others' are")
    func manyWindows() throws {
        var fixture = try StageFixture()
        for id in 1...100 as ClosedRange<UInt32> { fixture.show(id) }
        fixture.show(101, of: StageFixture.cafe)
        #expect(fixture.picture.windows.count == 65)
        fixture.handle(.windowGone(1))
        fixture.show(100)
        #expect(fixture.level(100) == .app)
    }

    @Test("Without the daemon nothing marked is shown")
    func disconnected() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.handle(.disconnected)
        #expect(fixture.level(2) == nil)
        #expect(fixture.level(1) == .app)
        #expect(fixture.picture.focus == 1)
    }

    @Test("The ring is around the control that has the focus of a keypad")
    func ring() throws {
        var fixture = try StageFixture()
        fixture.told(
            StageFixture.event(
                "focus.changed",
                #"{"display":"main","client":"c1","pid":100,"source":"pay","ring":true,"#
                    + #""rect":{"x":10,"y":20,"width":30,"height":40}}"#))
        #expect(
            fixture.picture.drawn == [
                .init(
                    kind: .ring, level: .ring, place: Rect(x: 10, y: 20, width: 30, height: 40))
            ])
    }

    @Test("The keys go to the program that the daemon names, among those beneath")
    func focus() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2, of: StageFixture.cafe)
        #expect(fixture.picture.focus == 2)
        fixture.told(
            StageFixture.event("focus.changed", #"{"display":"main","client":"c1","pid":100}"#))
        #expect(fixture.picture.focus == 1)
    }
}

@Suite("What a program has left is covered")
struct VeilTests {
    @Test("A popover that a hung program draws in its own window is covered until it draws")
    func hung() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        let orders = fixture.told(
            StageFixture.event("popover.closed", #"{"popover":"p1","unresponsive":true}"#))
        #expect(orders.contains(.awaitDrawing(1, StageFixture.frame)))
        let veil = Picture.Drawn(kind: .veil, level: .dimmedApp, place: StageFixture.frame)
        #expect(fixture.picture.drawn == [veil])

        // It hangs still.
        fixture.now += Stage.veilTime
        #expect(fixture.handle(.woke).contains(.askAlive(1)))
        fixture.handle(.windowAlive(1, false))
        #expect(fixture.picture.drawn == [veil])

        // Its first drawing may have begun before.
        let drew = fixture.handle(.windowDrew(1))
        let end = fixture.now + Stage.settlingTime
        #expect(drew == [.wake(at: end)])
        #expect(fixture.picture.drawn == [veil])
        // A timer that is early starts again.
        #expect(fixture.handle(.woke) == [.wake(at: end)])
        fixture.now += Stage.settlingTime
        fixture.handle(.woke)
        #expect(fixture.picture.drawn.isEmpty)
    }

    @Test("A popover that its owner has closed in time is not covered")
    func closed() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.told(StageFixture.event("popover.closed", #"{"popover":"p1"}"#))
        #expect(fixture.picture.drawn.isEmpty)
    }

    @Test(
        "After a session the apps are covered until they have drawn, or answer with nothing to draw"
    )
    func session() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        let whole = Rect(x: 0, y: 0, width: 1000, height: 700)
        #expect(
            fixture.picture.drawn == [.init(kind: .veil, level: .dimmedApp, place: whole)])
        fixture.now += Stage.veilTime
        fixture.handle(.woke)
        fixture.handle(.windowAlive(1, true))
        #expect(fixture.picture.drawn.isEmpty)
    }

    @Test(
        "Nobody gets what was copied before a session's end or a lock",
        arguments: [("session.ended", true), ("session.locked", true), ("session.unlocked", false)])
    func clipboard(topic: String, isCleared: Bool) throws {
        var fixture = try StageFixture()
        let orders = fixture.told(StageFixture.event(topic, #"{"display":"main"}"#))
        #expect(orders.contains(.forgetSession) == isCleared)
    }

    @Test("A program that hangs through many sessions has one cover")
    func manySessions() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        for _ in 0..<10 {
            fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        }
        #expect(fixture.picture.drawn.count == 1)
    }

    @Test("The cover of a program that hangs follows its window when the output rotates")
    func rotated() throws {
        var fixture = try StageFixture()
        fixture.show(1, size: Size(width: 1000, height: 700))
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        fixture.rotate()
        let whole = Rect(x: 0, y: 0, width: 700, height: 1000)
        #expect(fixture.picture.drawn == [.init(kind: .veil, level: .dimmedApp, place: whole)])
    }

    @Test("Another display is not covered")
    func otherDisplay() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.told(StageFixture.event("session.ended", #"{"display":"wall"}"#))
        #expect(fixture.picture.drawn.isEmpty)
    }
}

@Suite("Alerts that the stage draws")
struct OwnAlertTests {
    @Test("It says hello as a shell, agrees to draw, and has the keys")
    func presents() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        let hello = try #require(fixture.sent.first)
        #expect(hello.contains(#""roles":["input","observer","shell"]"#))
        fixture.show(1)
        let orders = fixture.told(StageFixture.presenting)
        #expect(orders.contains(.send(#"{"jsonrpc":"2.0","id":"r7","result":{}}"#)))
        #expect(fixture.picture.drawn.isEmpty)
        fixture.scene(Self.alert)
        #expect(
            fixture.picture.drawn.map(\.level) == [.dimmedPopover, .alert])
        #expect(fixture.picture.drawn.last?.place == Rect(x: 340, y: 270, width: 320, height: 160))
        #expect(fixture.picture.focus == nil)
        fixture.told(
            #"{"jsonrpc":"2.0","method":"alert.dismiss","params":{"alert":"a1"}}"#)
        #expect(fixture.picture.drawn.isEmpty)
        #expect(fixture.picture.focus == 1)
    }

    @Test("A press on it reaches no window beneath, and is the stage's own")
    func press() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        fixture.show(1)
        fixture.told(StageFixture.presenting)
        fixture.scene(Self.alert)
        let point = Point(x: 400, y: 400)
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: point, time: 1)))
        let passed = fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(press)","result":{"verdict":"none","deliver":true}}"#)
        #expect(!passed.contains(.press(.finger(0), at: point, time: 1)))
        let release = try request("pointer", in: fixture.handle(.released(.finger(0), time: 2)))
        let released = fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(release)","result":{"verdict":"inside","deliver":true}}"#)
        #expect(released.contains(.pressAlert(from: point, to: point)))
        let answer = fixture.handle(.alertPressed(button: "ok"))
        #expect(
            answer.contains(
                .send(
                    #"{"jsonrpc":"2.0","id":"answer","method":"alert.answer","#
                        + #""params":{"alert":"a1","button":"ok"}}"#)))
    }

    @Test("A ping is answered")
    func ping() throws {
        var fixture = try StageFixture(drawsAlerts: true)
        let orders = fixture.told(
            #"{"jsonrpc":"2.0","id":"r2","method":"client.ping","params":{"deadlineMs":5000}}"#)
        #expect(orders == [.send(#"{"jsonrpc":"2.0","id":"r2","result":{}}"#)])
    }

    private static let alert = StageFixture.alert.replacing(#""c2""#, with: #""c3""#)
}
