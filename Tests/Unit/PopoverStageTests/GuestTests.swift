// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Popups of programs that are no clients open")
struct GuestTests: GuestStories {
    @Test("A popup that grabs is asked for at its control, and shown when it is granted")
    func opens() throws {
        var fixture = try fixture()
        #expect(lines(showPopup(in: &fixture)) == [])
        #expect(
            lines(fixture.answerScene()) == [
                #"{"jsonrpc":"2.0","id":"hello","method":"hello","params":{"protocol":1,"#
                    + #""app":"program","onBehalfOf":{"pid":400,"uid":1000}}}"#,
                #"{"jsonrpc":"2.0","id":"open 1","method":"popover.open","params":{"#
                    + #""behavior":"menu","size":{"width":200,"height":120},"display":"main","#
                    + #""anchor":{"x":20,"y":10,"width":80,"height":40},"#
                    + #""minimum":{"width":1,"height":1},"waitMs":1000}}"#,
            ])
        #expect(fixture.place(3) == nil)
        let orders = grant(in: &fixture)
        #expect(fixture.place(3) == Self.place)
        #expect(fixture.level(3) == .popover)
        #expect(
            lines(orders) == [
                #"{"jsonrpc":"2.0","id":"update","method":"popover.update","params":{"#
                    + #""popover":"p1","hit":[{"x":-320,"y":-46,"width":200,"height":120}]}}"#
            ])
    }

    @Test(
        "One that does not grab is a hint, unless it takes presses where people pressed last",
        arguments: [(true, 300.0, true), (false, 300, false), (true, 800, false)])
    func hints(takesPresses: Bool, x: Double, opens: Bool) throws {
        var fixture = try fixture()
        let press = fixture.handle(.pressed(.finger(1), at: Point(x: x, y: 500), time: 1))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: press))","#
                + #""result":{"verdict":"none","deliver":true}}"#)
        showPopup(grabs: false, takesPresses: takesPresses, in: &fixture)
        #expect(fixture.level(3) == (opens ? nil : .app))
        fixture.answerScene()
        #expect(fixture.level(3) == (opens ? nil : .app))
        guard opens else { return }
        grant(in: &fixture)
        #expect(fixture.level(3) == .popover)
    }

    @Test("One that takes no presses until it is seen is asked for then, and stays a popover")
    func takesPressesLater() throws {
        var fixture = try fixture()
        let press = fixture.handle(.pressed(.finger(1), at: Point(x: 300, y: 500), time: 1))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: press))","#
                + #""result":{"verdict":"none","deliver":true}}"#)
        showPopup(grabs: false, isMapped: false, in: &fixture)
        #expect(lines(fixture.answerScene()) == [])
        showPopup(grabs: false, takesPresses: false, in: &fixture)
        #expect(lines(fixture.answerScene()) == [])
        #expect(fixture.level(3) == .app)
        showPopup(grabs: false, in: &fixture)
        #expect(fixture.level(3) == nil)
        #expect(lines(fixture.answerScene()).count == 2)
        grant(in: &fixture)
        #expect(fixture.level(3) == .popover)
        showPopup(grabs: false, takesPresses: false, in: &fixture)
        #expect(fixture.level(3) == .popover)
    }

    @Test("Without the setting, or without the daemon, popups are shown as ever")
    func off() throws {
        var fixture = try fixture()
        fixture.stage.opensForOthers = false
        showPopup(in: &fixture)
        #expect(fixture.level(3) == .app)
        fixture.stage.opensForOthers = true
        fixture.handle(.disconnected)
        #expect(fixture.level(3) == .app)
    }

    @Test("It is asked for while its program draws, and shown with the grant")
    func unmapped() throws {
        var fixture = try fixture()
        showPopup(isMapped: false, in: &fixture)
        #expect(lines(fixture.answerScene()).count == 2)
        #expect(fixture.place(3) == nil)
        say(#""id":"hello","result":{"client":"c9"}"#, in: &fixture)
        say(
            #""id":"open 1","result":{"popover":"p1","frame":{"x":340,"y":96,"#
                + #""width":320,"height":200}}"#, in: &fixture)
        #expect(fixture.level(3) == .popover)
        #expect(lines(showPopup(in: &fixture)) == [])
        #expect(
            lines(showPopup(isMapped: false, in: &fixture)).last?.contains("popover.close") == true)
    }

    @Test("One without a size is asked for when it has one")
    func sizeless() throws {
        var fixture = try fixture()
        fixture.show(
            3, of: StageFixture.guest, kind: .popup(at: Self.place.origin), parent: 1,
            isMapped: false, size: Size(width: 0, height: 0), anchor: Self.button)
        #expect(lines(fixture.answerScene()) == [])
        #expect(fixture.place(3) == nil)
        showPopup(in: &fixture)
        #expect(lines(fixture.answerScene()).count == 2)
    }

    @Test("A popup that is there when the daemon comes is asked for")
    func late() throws {
        var fixture = try StageFixture(connected: false)
        fixture.stage.opensForOthers = true
        fixture.show(1, of: StageFixture.guest)
        showPopup(in: &fixture)
        #expect(fixture.level(3) == .app)
        fixture.connect()
        #expect(fixture.place(3) == nil)
        #expect(lines(fixture.answerScene()).count == 2)
    }

    @Test("A program that has just become a client opens its popovers itself")
    func client() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        #expect(lines(fixture.answerScene(client: "c3")) == [])
        #expect(fixture.level(3) == .app)
    }

    @Test("The daemon is asked once about a popup of a client")
    func askedOnce() throws {
        var fixture = try fixture()
        let popup = StageWindow.Kind.popup(at: Self.place.origin)
        fixture.show(5)
        #expect(
            requestIfAny("status", in: fixture.show(6, kind: popup, parent: 5, anchor: Self.button))
                != nil)
        fixture.answerScene()
        #expect(
            requestIfAny("status", in: fixture.show(6, kind: popup, parent: 5, anchor: Self.button))
                == nil)
    }

    @Test("One that becomes a client later does, too")
    func laterClient() throws {
        var fixture = try opened()
        showPopup(isMapped: false, in: &fixture)
        fixture.scene(client: "c3")
        #expect(lines(showPopup(in: &fixture)) == [])
        #expect(fixture.level(3) == .app)
    }

    @Test("A daemon that does not answer an open is given up, and one that does is not")
    func unanswered() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        fixture.now += Stage.sceneTime
        #expect(fixture.handle(.woke).contains(.disconnect))
        fixture = try opened()
        fixture.now += Stage.sceneTime
        #expect(!fixture.handle(.woke).contains(.disconnect))
    }

    @Test("Popups of more programs than have connections are asked to close")
    func limit() throws {
        var fixture = try fixture()
        for number in 0...UInt32(Stage.mostGuests) {
            fixture.show(1000 + number, of: 1000 + number)
            fixture.show(
                2000 + number, of: 1000 + number, kind: .popup(at: Self.place.origin),
                parent: 1000 + number, size: Self.place.size, anchor: Self.button)
            let isOver = number == Stage.mostGuests
            #expect(fixture.answerScene().contains(.dismiss(2000 + number)) == isOver)
        }
        #expect(fixture.stage.guests.count == Stage.mostGuests)
    }

    @Test("A refused one is asked to close")
    func refused() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        let orders = say(
            #""id":"open 1","error":{"code":1,"message":"no","data":{"reason":"policy"}}"#,
            in: &fixture)
        #expect(orders.contains(.dismiss(3)))
        #expect(fixture.place(3) == nil)
    }

    @Test("Without the right the log says what to do, once, and popups are shown as ever")
    func noRight() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        let orders = say(
            #""id":"hello","error":{"code":3,"message":"needs open-for-others","#
                + #""data":{"needs":"open-for-others"}}"#, in: &fixture)
        #expect(orders.contains(.endFor(Self.process)))
        let logged = orders.compactMap { if case .log(let line) = $0 { line } else { nil } }
        #expect(logged.count == 1 && logged[0].contains("needs open-for-others"))
        #expect(fixture.level(3) == .app)
        #expect(lines(showPopup(4, in: &fixture)) == [])
    }

    @Test("A keyboard moves it, and the daemon learns where it is")
    func keyboard() throws {
        var fixture = try opened()
        let orders = fixture.show(
            7,
            kind: .layer(
                LayerRequest(
                    layer: .top, anchor: [.bottom, .left, .right], exclusiveZone: 600,
                    margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
                    size: Size(width: 0, height: 600))))
        #expect(fixture.place(3) == Rect(x: 20, y: 0, width: 200, height: 120))
        #expect(lines(orders).last?.contains(#""hit":[{"x":-320,"y":-96"#) == true)
        fixture.handle(.windowGone(7))
        #expect(fixture.place(3) == Self.place)
    }

    @Test("A name that is reserved for others closes that program's popups, and no others'")
    func reservedName() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        let orders = say(
            #""id":"hello","error":{"code":3,"message":"needs app","data":{"needs":"app"}}"#,
            in: &fixture)
        #expect(orders.contains(.dismiss(3)))
        #expect(orders.contains(.endFor(Self.process)))
        #expect(fixture.place(3) == nil)
        fixture.handle(.windowGone(3))
        let other = StageProcess(number: Self.other, user: 1000, startedAt: StageFixture.start)
        fixture.show(
            4, of: Self.other, kind: .popup(at: Self.place.origin), parent: 2,
            size: Self.place.size, anchor: Self.button)
        #expect(lines(fixture.answerScene(), for: other).count == 2)
    }
}
