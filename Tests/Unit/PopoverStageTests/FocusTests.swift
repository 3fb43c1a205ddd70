// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@testable import PopoverStage

@Suite("Which window has the keys")
struct FocusTests {
    private static let left = Rect(x: 0, y: 0, width: 500, height: 700)
    private static let right = Rect(x: 500, y: 0, width: 500, height: 700)

    private func region(_ place: Rect, _ order: Int) -> StageWindow.Region {
        StageWindow.Region(display: "main", place: place, order: order)
    }

    private func layer(
        _ keys: LayerRequest.Keys, _ layer: LayerRequest.Layer = .overlay
    ) -> StageWindow.Kind {
        .layer(
            LayerRequest(
                layer: layer, anchor: [.top, .left], exclusiveZone: -1,
                margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
                size: Size(width: 100, height: 100), keys: keys))
    }

    /// Without the daemon: each press is delivered at once.
    private func press(_ fixture: inout StageFixture, _ x: Double, _ y: Double) {
        fixture.handle(.pressed(.finger(0), at: Point(x: x, y: y), time: 1))
        fixture.handle(.released(.finger(0), time: 2))
    }

    @Test("The app that is first in the configuration has the keys, whichever came last")
    func first() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(2, of: StageFixture.cafe, region: region(Self.right, 1))
        fixture.show(1, region: region(Self.left, 0))
        #expect(fixture.picture.focus == 1)
        fixture.show(3, of: 300, region: region(Self.right, 2))
        #expect(fixture.picture.focus == 1)
    }

    @Test("The app that was pressed last keeps the keys, and has them when it comes back")
    func pressed() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1, region: region(Self.left, 0))
        fixture.show(2, of: StageFixture.cafe, region: region(Self.right, 1))
        press(&fixture, 600, 10)
        #expect(fixture.picture.focus == 2)
        fixture.show(3, region: region(Self.left, 0))
        #expect(fixture.picture.focus == 2)
        fixture.handle(.windowGone(2))
        #expect(fixture.picture.focus == 3)
        // Its program has started again.
        fixture.show(4, of: 300, region: region(Self.right, 1))
        #expect(fixture.picture.focus == 4)
    }

    @Test("What is hidden beneath another app has no keys")
    func hidden() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1, region: region(Self.left, 0))
        press(&fixture, 10, 10)
        fixture.show(2, of: StageFixture.cafe)
        #expect(fixture.picture.focus == 2)
        // A press goes to what has something to show.
        fixture.show(3, of: 300, region: region(Self.left, 3))
        fixture.show(4, of: 400, region: region(Self.left, 4))
        fixture.show(4, of: 400, isMapped: false, region: region(Self.left, 4))
        press(&fixture, 10, 10)
        #expect(fixture.picture.focus == 3)
    }

    @Test("The newest dialog of the app with the keys has them, and not that of another app")
    func dialogs() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1, region: region(Self.left, 0))
        fixture.show(2, of: StageFixture.cafe, region: region(Self.right, 1))
        fixture.show(3, parent: 1, region: region(Self.left, 0))
        fixture.show(4, parent: 3, region: region(Self.left, 0))
        fixture.show(5, of: StageFixture.cafe, parent: 2, region: region(Self.right, 1))
        #expect(fixture.picture.focus == 4)
        press(&fixture, 750, 350)
        #expect(fixture.picture.focus == 5)
        press(&fixture, 10, 10)
        fixture.show(4, parent: 3, isMapped: false, region: region(Self.left, 0))
        #expect(fixture.picture.focus == 3)
        fixture.handle(.windowGone(3))
        #expect(fixture.picture.focus == 1)
    }

    @Test("A dialog of a popover has its keys")
    func popoverDialog() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.show(3, parent: 2)
        fixture.show(4, parent: 1)
        #expect(fixture.picture.focus == 3)
    }

    @Test("A layer surface that demands the keys has them while it is shown, above the apps only")
    func exclusive() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1)
        fixture.show(2, of: StageFixture.cafe, kind: layer(.exclusive, .bottom))
        #expect(fixture.picture.focus == 1)
        fixture.show(3, of: StageFixture.cafe, kind: layer(.exclusive))
        #expect(fixture.picture.focus == 3)
        press(&fixture, 500, 500)
        #expect(fixture.picture.focus == 3)
        fixture.show(3, of: StageFixture.cafe, kind: layer(.exclusive), isMapped: false)
        #expect(fixture.picture.focus == 1)
    }

    @Test("A layer surface that takes keys has them after it is pressed; a panel takes none away")
    func onDemand() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1)
        fixture.show(2, of: StageFixture.cafe, kind: layer(.onDemand))
        #expect(fixture.picture.focus == 1)
        press(&fixture, 10, 10)
        #expect(fixture.picture.focus == 2)
        press(&fixture, 500, 500)
        #expect(fixture.picture.focus == 1)
        press(&fixture, 10, 10)
        fixture.show(2, of: StageFixture.cafe, kind: layer(.none))
        #expect(fixture.picture.focus == 1)
    }

    @Test(
        "No layer surface has the keys over an alert or a popover of another program",
        arguments: [0, 1, 2])
    func kept(what: Int) throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(3, of: StageFixture.cafe, kind: layer(.exclusive))
        #expect(fixture.picture.focus == 3)
        switch what {
        // Drawn in the app's window.
        case 0: fixture.scene(StageFixture.popover())
        case 1: fixture.scene(StageFixture.popover(of: "c2"), StageFixture.alert)
        default:
            fixture.scene(StageFixture.popover())
            fixture.show(2, title: "popover:p1")
        }
        #expect(fixture.picture.focus == (what == 2 ? 2 : 1))
        fixture.scene(StageFixture.popover(of: "c2"))
        #expect(fixture.picture.focus == 3)
    }

    @Test("A program that is no client has the keys once it is pressed, beneath clients on top")
    func stranger() throws {
        var fixture = try StageFixture()
        fixture.show(1, region: region(Self.left, 0))
        fixture.show(2, of: StageFixture.guest, region: region(Self.right, 1))
        func focus(_ members: String) {
            fixture.told(
                StageFixture.event(
                    "focus.changed",
                    #"{"client":"c1","display":"main","pid":100,"ring":false\#(members)}"#))
        }
        focus("")
        #expect(fixture.picture.focus == 1)
        let pressed = fixture.handle(.pressed(.finger(0), at: Point(x: 800, y: 500), time: 1))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(try request("pointer", in: pressed))","#
                + #""result":{"verdict":"none","deliver":true}}"#)
        #expect(fixture.picture.focus == 2)
        focus(#","popover":"p1""#)
        fixture.scene(StageFixture.popover())
        #expect(fixture.picture.focus == 1)
        fixture.scene(StageFixture.popover(isClosing: true))
        #expect(fixture.picture.focus == 2)
        fixture.scene()
        focus(#","view":"v1""#)
        #expect(fixture.picture.focus == 1)
    }

    @Test("Parents in a circle end nothing")
    func circle() throws {
        var fixture = try StageFixture(connected: false)
        fixture.show(1)
        fixture.show(2, parent: 3)
        fixture.show(3, parent: 2)
        press(&fixture, 500, 350)
        #expect(fixture.picture.focus == 3)
    }
}
