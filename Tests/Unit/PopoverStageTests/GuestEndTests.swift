// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Popups of programs that are no clients: how they end, rules and presses")
struct GuestEndTests: GuestStories {
    // MARK: Closing

    @Test("When the daemon closes the popover, its popup is asked to close, and hidden")
    func closedByDaemon() throws {
        var fixture = try opened()
        let orders = say(
            #""id":"r1","method":"popover.willClose","params":{"popover":"p1"}"#, in: &fixture)
        #expect(orders.contains(.dismiss(3)))
        #expect(lines(orders) == [#"{"jsonrpc":"2.0","id":"r1","result":{}}"#])
        #expect(fixture.place(3) == nil)
    }

    @Test("When the program closes the popup, the popover ends")
    func closedByProgram() throws {
        var fixture = try opened()
        let orders = fixture.handle(.windowGone(3))
        #expect(
            lines(orders) == [
                #"{"jsonrpc":"2.0","id":"close","method":"popover.close","params":{"popover":"p1","#
                    + #""outcome":"cancel"}}"#
            ])
        #expect(lines(fixture.handle(.windowGone(2))) == [])
    }

    @Test("At the end of a session every popup is asked to close, but for those of clients")
    func sessionEnd() throws {
        var fixture = try opened()
        let popup = StageWindow.Kind.popup(at: Self.place.origin)
        // A hint.
        showPopup(4, grabs: false, takesPresses: false, in: &fixture)
        fixture.show(5)
        fixture.show(6, kind: popup, parent: 5)
        let orders = fixture.told(StageFixture.event("session.ended", "{}"))
        #expect(
            Set(orders.filter { if case .dismiss = $0 { true } else { false } })
                == [.dismiss(3), .dismiss(4)])
    }

    @Test("What people do then waits until the daemon has closed it, or hangs")
    func orderOfClosing() throws {
        var fixture = try opened()
        fixture.handle(.windowGone(3))
        let point = Point(x: 300, y: 500)
        #expect(fixture.handle(.pressed(.finger(1), at: point, time: 1)) == [])
        fixture.now += 5000
        let orders = say(#""id":"close","result":{}"#, in: &fixture)
        #expect(requestIfAny("pointer", in: orders) != nil)
        // It is judged as what it was on the screen.
        #expect(fixture.sent.last?.contains(#""time":10005000"#) == true)
        fixture = try opened()
        fixture.handle(.windowGone(3))
        fixture.now += Stage.answerTime
        #expect(fixture.handle(.woke).contains(.disconnect))
    }

    @Test("A popup that goes before the grant cancels its open, and a late grant is returned")
    func lateGrant() throws {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        #expect(
            lines(showPopup(isMapped: false, in: &fixture)) == [
                #"{"jsonrpc":"2.0","id":"close","method":"request.cancel","params":{"#
                    + #""request":"open 1"}}"#
            ])
        #expect(lines(grant(in: &fixture)).count { $0.contains("popover.close") } == 1)
        // Both have to be answered before people go on.
        let point = Point(x: 300, y: 500)
        #expect(fixture.handle(.pressed(.finger(1), at: point, time: 1)) == [])
        let line = #""id":"close","error":{"code":2,"message":"it is not waiting"}"#
        #expect(requestIfAny("pointer", in: say(line, in: &fixture)) == nil)
        let orders = say(#""id":"close","result":{}"#, in: &fixture)
        #expect(requestIfAny("pointer", in: orders) != nil)
    }

    @Test("The connection ends with the program's last window")
    func end() throws {
        var fixture = try opened()
        fixture.handle(.windowGone(3))
        #expect(!fixture.handle(.windowGone(1)).contains(.endFor(Self.process)))
        let orders = say(#""id":"close","result":{}"#, in: &fixture)
        #expect(orders.contains(.endFor(Self.process)))
        #expect(fixture.stage.guests.isEmpty)
    }

    @Test("A connection that is lost is made again for the next popup")
    func lost() throws {
        var fixture = try opened()
        #expect(fixture.handle(.guestLost(Self.process)).contains(.dismiss(3)))
        #expect(fixture.place(3) == nil)
        showPopup(4, in: &fixture)
        #expect(lines(fixture.answerScene()).first?.contains(#""method":"hello""#) == true)
    }

    // MARK: Rules

    @Test("The rule for an app id comes before that for all, and says what its popovers are")
    func rules() throws {
        var fixture = try fixture()
        fixture.stage.guestRules = [
            GuestRule(opensPopovers: false),
            GuestRule(appID: "Editor", behavior: "task", isModal: true),
        ]
        showPopup(in: &fixture)
        #expect(lines(fixture.answerScene()) == [])
        #expect(fixture.level(3) == .app)
        var window = try #require(fixture.stage.windows.first { $0.id == 1 })
        window.name = "Editor"
        fixture.handle(.windowChanged(window))
        showPopup(4, in: &fixture)
        let opened = lines(fixture.answerScene())
        #expect(opened.first?.contains(#""app":"editor""#) == true)
        #expect(opened.last?.contains(#""behavior":"task""#) == true)
        #expect(opened.last?.contains(#""modal":true"#) == true)
    }

    @Test("A dialog is a view where the rule says so, and ends with it on either side")
    func dialogs() throws {
        var fixture = try fixture()
        fixture.show(8, of: StageFixture.guest, parent: 1)
        #expect(lines(fixture.answerScene()) == [])
        fixture.stage.guestRules = [GuestRule(dialogs: .sheet)]
        fixture.show(9, of: StageFixture.guest, parent: 1)
        #expect(
            lines(fixture.answerScene()).last
                == #"{"jsonrpc":"2.0","id":"view 9","method":"view.present","params":{"kind":"sheet","#
                + #""display":"main","closePopover":true}}"#)
        #expect(fixture.level(9) == .app)
        say(#""id":"view 9","result":{"view":"v1"}"#, in: &fixture)
        #expect(
            lines(fixture.handle(.windowGone(9))).last
                == #"{"jsonrpc":"2.0","id":"leave","method":"view.close","params":{"view":"v1"}}"#)
        fixture.show(10, of: StageFixture.guest, parent: 1)
        fixture.answerScene()
        say(#""id":"view 10","result":{"view":"v2"}"#, in: &fixture)
        let orders = say(
            #""method":"view.closed","params":{"view":"v2","reason":"session-ended"}"#, in: &fixture
        )
        #expect(orders.contains(.dismiss(10)))
        #expect(lines(fixture.handle(.windowGone(10))) == [])
    }

    @Test("The view of a dialog that is gone before the grant ends at once")
    func lateView() throws {
        var fixture = try fixture()
        fixture.stage.guestRules = [GuestRule(dialogs: .modal)]
        fixture.show(9, of: StageFixture.guest, parent: 1)
        fixture.answerScene()
        fixture.handle(.windowGone(9))
        let orders = say(#""id":"view 9","result":{"view":"v1"}"#, in: &fixture)
        #expect(lines(orders).last?.contains(#""method":"view.close""#) == true)
    }

    // MARK: Presses

    @Test("Menus that a popup opens belong to it")
    func menus() throws {
        var fixture = try opened()
        let orders = showPopup(4, parent: 3, in: &fixture)
        #expect(fixture.level(4) == .popover)
        #expect(
            lines(orders).last?.contains(
                #"{"x":-320,"y":-46,"width":200,"height":120},{"x":-300,"y":4,"width":200,"#)
                == true
        )
        let press = fixture.handle(.pressed(.finger(1), at: Point(x: 50, y: 60), time: 1))
        #expect(requestIfAny("pointer", in: press) != nil)
        #expect(!press.contains(.dismiss(4)))
    }

    /// What follows when a tap there closes the popover.
    private func tap(
        _ x: Double, on client: String = "", in fixture: inout StageFixture
    ) throws -> [StageOrder] {
        let point = Point(x: x, y: 500)
        let press = fixture.handle(.pressed(.finger(1), at: point, time: 1))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: press))","#
                + #""result":{"verdict":"none","deliver":false}}"#)
        let release = fixture.handle(.released(.finger(1), time: 2))
        return fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: release))","#
                + #""result":{"verdict":"dismissed","popover":"p1","deliver":false\#(client)}}"#)
    }

    @Test("A tap that closes it goes on to another program that is no client, after the popup")
    func goesOn() throws {
        var fixture = try opened()
        let orders = try tap(800, in: &fixture)
        let wanted: [StageOrder] = [
            .dismiss(3), .press(.finger(1), at: Point(x: 800, y: 500), time: 1),
            .release(.finger(1), time: 2),
        ]
        #expect(orders.filter(wanted.contains) == wanted)
        #expect(fixture.picture.focus == 2)
    }

    @Test("So it does when the popup was closed before the verdict came")
    func goesOnLater() throws {
        var fixture = try opened()
        say(#""id":"r1","method":"popover.willClose","params":{"popover":"p1"}"#, in: &fixture)
        let orders = try tap(800, in: &fixture)
        #expect(orders.contains(.press(.finger(1), at: Point(x: 800, y: 500), time: 1)))
    }

    @Test(
        "So does one that closes a client's popover, if popups are such", arguments: [true, false])
    func goesOnFromClient(opensForOthers: Bool) throws {
        var fixture = try fixture()
        fixture.stage.opensForOthers = opensForOthers
        fixture.show(5, region: Self.region(at: 0))
        fixture.scene(StageFixture.popover())
        let press = StageOrder.press(.finger(1), at: Point(x: 800, y: 500), time: 1)
        #expect(try tap(800, in: &fixture).contains(press) == opensForOthers)
    }

    @Test(
        "It reaches neither the popup's own program nor a client, nor the page of one in a browser")
    func staysOff() throws {
        var fixture = try opened()
        let press = StageOrder.press(.finger(1), at: Point(x: 300, y: 500), time: 1)
        #expect(!(try tap(300, in: &fixture)).contains(press))
        fixture = try opened()
        fixture.show(2, of: StageFixture.shop, region: Self.region(at: 500))
        let there = StageOrder.press(.finger(1), at: Point(x: 800, y: 500), time: 1)
        #expect(!(try tap(800, in: &fixture)).contains(there))
        fixture = try opened()
        #expect(!(try tap(800, on: #","client":"c2""#, in: &fixture)).contains(there))
    }

    @Test("The keys stay where people pressed, whoever had the last popover")
    func keys() throws {
        var fixture = try opened()
        fixture.told(
            StageFixture.event(
                "focus.changed",
                #"{"client":"c9","app":"program","display":"main","pid":400,"ring":false}"#))
        _ = try tap(800, in: &fixture)
        #expect(fixture.picture.focus == 2)
    }
}
