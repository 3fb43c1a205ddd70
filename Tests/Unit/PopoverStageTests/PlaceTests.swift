// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Places and levels of windows")
struct PlaceTests {
    private let whole = Rect(x: 0, y: 0, width: 1000, height: 700)

    @Test("A window that is shown again is on top, one that changes stays where it is")
    func order() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2)
        fixture.show(1, title: "new")
        #expect(fixture.picture.windows.map(\.window) == [1, 2])
        fixture.show(1, isMapped: false)
        fixture.show(1)
        #expect(fixture.picture.windows.map(\.window) == [2, 1])
    }

    @Test(
        "A popup goes with the popover that was there when it came, a new one of its number does not"
    )
    func ties() throws {
        var fixture = try StageFixture()
        let popup = StageWindow.Kind.popup(at: Point(x: 0, y: 0))
        fixture.show(1)
        fixture.scene(StageFixture.popover("p1"))
        fixture.show(2, kind: popup, parent: 1)
        fixture.scene(StageFixture.popover("p2"))
        #expect(fixture.level(2) == nil)
        fixture.handle(.windowGone(2))
        fixture.show(2, kind: popup, parent: 1)
        #expect(fixture.level(2) == .popover)
    }

    @Test("The window of a popover has the keys, not a popup above it")
    func popupKeys() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.show(3, kind: .popup(at: Point(x: 0, y: 0)), parent: 2)
        #expect(fixture.level(3) == .popover)
        #expect(fixture.picture.focus == 2)
    }

    @Test("What has no content keeps no edge, has no body and no keys")
    func unmapped() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2, isMapped: false)
        fixture.show(3, kind: StageFixture.keyboard, isMapped: false)
        #expect(fixture.place(1) == whole)
        #expect(fixture.picture.focus == 1)
        fixture.scene(StageFixture.popover(), StageFixture.alert)
        fixture.show(4, title: "popover:p1", isMapped: false)
        fixture.show(5, of: StageFixture.cafe, title: "alert:a1", isMapped: false)
        #expect(fixture.picture.drawn.isEmpty)
        #expect(fixture.picture.focus == 1)
    }

    @Test("A popover that is a layer surface keeps no edge, whatever it asks for")
    func markedLayer() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1", kind: StageFixture.keyboard)
        #expect(fixture.level(2) == .popover)
        #expect(fixture.place(1) == whole)
    }

    @Test("A layer surface with a mark is seen and pressed at its frame, with room for a shadow")
    func clippedLayer() throws {
        var fixture = try StageFixture()
        let cover = StageWindow.Kind.layer(
            LayerRequest(
                layer: .overlay, anchor: [.top, .bottom, .left, .right], exclusiveZone: -1,
                margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
                size: Size(width: 0, height: 0)))
        fixture.show(1)
        fixture.scene(StageFixture.popover(), StageFixture.alert)
        fixture.show(2, title: "popover:p1", kind: cover)
        fixture.show(3, of: StageFixture.cafe, title: "alert:a1", kind: cover)
        #expect(fixture.place(2) == whole)
        #expect(fixture.clip(2) == Rect(x: 308, y: 64, width: 384, height: 264))
        #expect(fixture.clip(3) == Rect(x: 308, y: 238, width: 384, height: 224))
        #expect(fixture.picture.window(at: Point(x: 320, y: 70))?.window == 2)
        #expect(fixture.picture.window(at: Point(x: 300, y: 70))?.window == 1)
    }

    @Test("Around popups there is room for a shadow, which is not pressed")
    func clippedPopup() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(
            2, kind: .popup(at: Point(x: 100, y: 50)), parent: 1,
            size: Size(width: 60, height: 40))
        #expect(fixture.clip(1) == whole)
        #expect(fixture.clip(2) == Rect(x: 68, y: 18, width: 124, height: 104))
        #expect(fixture.picture.window(at: Point(x: 100, y: 50))?.window == 2)
        #expect(fixture.picture.window(at: Point(x: 99, y: 50))?.window == 1)
    }

    @Test("An alert's mark counts only for its renderer")
    func alertPretender() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.alert)
        fixture.show(3, title: "alert:a1")
        #expect(fixture.level(3) == nil)
    }

    @Test("A modal popover without a scrim dims nothing")
    func noScrim() throws {
        var fixture = try StageFixture()
        fixture.told(StageFixture.event("popover.opened", "{}"))
        fixture.told(
            #"{"jsonrpc":"2.0","id":"scene","result":{"clients":[{"client":"c1","uid":1000,"pid":100}],"#
                + #""appearance":{"scrim":0},\#(StageFixture.popover(modal: true))}}"#)
        fixture.show(2, title: "popover:p1")
        #expect(fixture.picture.drawn.map(\.level) == [.popover])
    }

    // MARK: Covers

    @Test("A window that is gone has no cover")
    func goneCover() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        fixture.handle(.windowGone(1))
        fixture.now += Stage.veilTime
        #expect(!fixture.handle(.woke).contains(.askAlive(1)))
    }

    @Test("A session's end covers apps alone")
    func panels() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2, kind: StageFixture.keyboard)
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        #expect(fixture.picture.drawn.map(\.place) == [fixture.place(1)])
    }

    @Test("A program that hangs on is asked again after a while")
    func hangsOn() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        fixture.now += Stage.veilTime
        fixture.handle(.woke)
        fixture.handle(.windowAlive(1, false))
        #expect(!fixture.handle(.woke).contains(.askAlive(1)))
        fixture.now += Stage.veilTime
        #expect(fixture.handle(.woke).contains(.askAlive(1)))
    }

    private static let hung = StageFixture.event(
        "popover.closed", #"{"popover":"p1","unresponsive":true}"#)

    @Test(
        "A part of a covered window is covered beside the whole, in the window of its own process")
    func part() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(9, of: StageFixture.cafe)
        fixture.scene(StageFixture.popover())
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        #expect(fixture.told(Self.hung).contains(.awaitDrawing(1, StageFixture.frame)))
        #expect(fixture.picture.drawn.map(\.place) == [whole, whole, StageFixture.frame])
    }

    @Test("A popover in a window of its own leaves nothing in another")
    func ownWindow() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        fixture.told(Self.hung)
        #expect(fixture.picture.drawn.isEmpty)
    }

    // MARK: Layer surfaces

    struct Row: Sendable {
        let anchor: LayerRequest.Edges
        var zone = 50.0
        var size = Size(width: 100, height: 60)
        let place: Rect
        let rest: Rect
    }

    /// With margins of 1, 2, 3 and 4 points from the top counterclockwise.
    static let rows = [
        Row(
            anchor: .top, place: Rect(x: 450, y: 1, width: 100, height: 60),
            rest: Rect(x: 0, y: 51, width: 1000, height: 649)),
        Row(
            anchor: [.bottom, .left, .right], place: Rect(x: 450, y: 637, width: 100, height: 60),
            rest: Rect(x: 0, y: 0, width: 1000, height: 647)),
        Row(
            anchor: [.left, .top, .bottom], place: Rect(x: 2, y: 320, width: 100, height: 60),
            rest: Rect(x: 52, y: 0, width: 948, height: 700)),
        Row(
            anchor: .right, place: Rect(x: 896, y: 320, width: 100, height: 60),
            rest: Rect(x: 0, y: 0, width: 946, height: 700)),
        Row(
            anchor: [.top, .left], place: Rect(x: 2, y: 1, width: 100, height: 60),
            rest: Rect(x: 0, y: 0, width: 1000, height: 700)),
        Row(
            anchor: .top, zone: 0, size: Size(width: 0, height: 0),
            place: Rect(x: 2, y: 1, width: 994, height: 696),
            rest: Rect(x: 0, y: 0, width: 1000, height: 700)),
        Row(
            anchor: .top, zone: -1, place: Rect(x: 450, y: 1, width: 100, height: 60),
            rest: Rect(x: 0, y: 0, width: 1000, height: 700)),
    ]

    @Test("A layer surface is at its edges, off its margins, and keeps its zone", arguments: rows)
    func layers(_ row: Row) {
        let request = LayerRequest(
            layer: .top, anchor: row.anchor, exclusiveZone: row.zone,
            margins: Insets(top: 1, left: 2, bottom: 3, right: 4), size: row.size)
        #expect(request.place(in: whole) == row.place)
        #expect(request.rest(of: whole) == row.rest)
    }

    @Test("A panel is no keyboard: it keeps its edge from apps, and lies below popovers")
    func panel() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.sent = []
        fixture.show(2, kind: StageFixture.keyboard, mayBeKeyboard: false)
        #expect(fixture.place(1)?.height == 500)
        #expect(fixture.level(2) == .app)
        #expect(!fixture.sent.contains { $0.contains("occluder.set") })
    }

    @Test("A layer surface whose margins leave nothing has a point")
    func margins() {
        let request = LayerRequest(
            layer: .top, anchor: .top, exclusiveZone: 0,
            margins: Insets(top: 0, left: 800, bottom: 0, right: 800),
            size: Size(width: 0, height: 10))
        #expect(request.place(in: whole).width == 1)
    }

    @Test(
        "A layer surface lies beside panels, or over them if it asks for it", arguments: [0.0, -1])
    func besidePanels(zone: Double) throws {
        var fixture = try StageFixture()
        fixture.show(1, kind: StageFixture.keyboard)
        let note = LayerRequest(
            layer: .overlay, anchor: [.bottom, .left, .right], exclusiveZone: zone,
            margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
            size: Size(width: 0, height: 50))
        fixture.show(2, kind: .layer(note))
        #expect(fixture.level(2) == .app)
        #expect(fixture.place(2)?.y == (zone < 0 ? 650 : 450))
    }

    @Test("The topmost window at a place is the last one of the highest level")
    func topmost() {
        var picture = Picture()
        let place = Rect(x: 0, y: 0, width: 10, height: 10)
        picture.windows = [
            .init(window: 1, level: .popover, place: place, room: place),
            .init(window: 2, level: .popover, place: place, room: place),
            .init(window: 3, level: .app, place: place, room: place),
            .init(
                window: 4, level: .alert, place: place.offset(by: Point(x: 20, y: 0)), room: place),
        ]
        #expect(picture.window(at: Point(x: 5, y: 5))?.window == 2)
        #expect(picture.window(at: Point(x: 25, y: 5))?.window == 4)
        #expect(picture.window(at: Point(x: 15, y: 5)) == nil)
    }
}
