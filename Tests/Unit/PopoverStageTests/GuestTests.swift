// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Popups of programs that are no clients")
struct GuestTests {
    private static let process = StageProcess(
        number: StageFixture.guest, user: StageFixture.user, startedAt: StageFixture.start)
    private static let button = Rect(x: 20, y: 10, width: 80, height: 40)
    private static let place = Rect(x: 20, y: 50, width: 200, height: 120)
    private static let other: UInt32 = 500

    /// The window 1 of a guest, which fills the left half, and 2 of another one, at the right.
    private func fixture() throws -> StageFixture {
        var fixture = try StageFixture()
        fixture.stage.opensForOthers = true
        fixture.show(1, of: StageFixture.guest, region: Self.region(at: 0))
        fixture.show(2, of: Self.other, region: Self.region(at: 500))
        return fixture
    }

    private static func region(at x: Double) -> StageWindow.Region {
        StageWindow.Region(display: "main", place: Rect(x: x, y: 0, width: 500, height: 700))
    }

    @discardableResult
    private func showPopup(
        _ id: UInt32 = 3, parent: UInt32 = 1, grabs: Bool = true, takesPresses: Bool = true,
        isMapped: Bool = true, in fixture: inout StageFixture
    ) -> [StageOrder] {
        fixture.show(
            id, of: StageFixture.guest, kind: .popup(at: Self.place.origin), parent: parent,
            isMapped: isMapped, size: Self.place.size, anchor: takesPresses ? Self.button : nil,
            grabs: grabs)
    }

    /// The lines for a guest among these orders.
    private func lines(_ orders: [StageOrder], for process: StageProcess = process) -> [String] {
        orders.compactMap { order in
            if case .sendFor(process, let line) = order { line } else { nil }
        }
    }

    @discardableResult
    private func say(_ line: String, in fixture: inout StageFixture) -> [StageOrder] {
        fixture.handle(.guestLine(#"{"jsonrpc":"2.0",\#(line)}"#, for: Self.process))
    }

    /// The popup 3 has a popover.
    @discardableResult
    private func grant(_ popover: String = "p1", in fixture: inout StageFixture) -> [StageOrder] {
        say(#""id":"hello","result":{"client":"c9"}"#, in: &fixture)
        let orders = say(
            #""id":"open 1","result":{"popover":"\#(popover)","frame":{"x":340,"y":96,"#
                + #""width":320,"height":200}}"#, in: &fixture)
        return orders
            + fixture.scene(StageFixture.popover(popover, of: "c9"), client: "c9")
    }

    private func opened() throws -> StageFixture {
        var fixture = try fixture()
        showPopup(in: &fixture)
        fixture.answerScene()
        grant(in: &fixture)
        return fixture
    }

    // MARK: Opening

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
                    + #""minimum":{"width":1,"height":1}}}"#,
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
    private func tap(_ x: Double, in fixture: inout StageFixture) throws -> [StageOrder] {
        let point = Point(x: x, y: 500)
        let press = fixture.handle(.pressed(.finger(1), at: point, time: 1))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: press))","#
                + #""result":{"verdict":"none","deliver":false}}"#)
        let release = fixture.handle(.released(.finger(1), time: 2))
        return fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: release))","#
                + #""result":{"verdict":"dismissed","popover":"p1","deliver":false}}"#)
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

    @Test("It reaches neither the popup's own program nor a client")
    func staysOff() throws {
        var fixture = try opened()
        let press = StageOrder.press(.finger(1), at: Point(x: 300, y: 500), time: 1)
        #expect(!(try tap(300, in: &fixture)).contains(press))
        fixture = try opened()
        fixture.show(2, of: StageFixture.shop, region: Self.region(at: 500))
        let there = StageOrder.press(.finger(1), at: Point(x: 800, y: 500), time: 1)
        #expect(!(try tap(800, in: &fixture)).contains(there))
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
