// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@testable import PopoverStage

@Suite("Dialogs and menus: their sizes, and the room that they have")
struct DialogTests {
    private let region = StageWindow.Region(
        display: "main", place: Rect(x: 100, y: 200, width: 600, height: 400))
    private let popup = StageWindow.Kind.popup(at: Point(x: 10, y: 20))

    private func shown(_ window: UInt32, in fixture: StageFixture) throws -> Picture.Shown {
        try #require(fixture.picture.windows.first { $0.window == window })
    }

    @Test("A dialog chooses its size in the room of its app, and so does its own dialog")
    func chooses() throws {
        var fixture = try StageFixture()
        fixture.show(1, region: region)
        #expect(try shown(1, in: fixture).most == nil)
        fixture.show(2, parent: 1, isMapped: false, size: Size(width: 0, height: 0))
        fixture.show(3, parent: 2, size: Size(width: 600, height: 400))
        for dialog in [2, 3] as [UInt32] {
            #expect(try shown(dialog, in: fixture).most == Size(width: 600, height: 400))
        }
        #expect(fixture.place(3) == region.place)
        // A menu of theirs may reach beyond the app.
        #expect(
            try shown(3, in: fixture).room == Rect(x: 0, y: 0, width: 1000, height: 700))
    }

    @Test("A dialog that is too large is asked for what fits, and for its own size when that fits")
    func cut() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2, parent: 1, size: Size(width: 900, height: 600))
        fixture.show(3, kind: StageFixture.keyboard)
        #expect(fixture.place(2) == Rect(x: 50, y: 0, width: 900, height: 500))
        #expect(try shown(2, in: fixture).most == nil)
        // It obeys.
        fixture.show(2, parent: 1, size: Size(width: 900, height: 500))
        #expect(fixture.place(2) == Rect(x: 50, y: 0, width: 900, height: 500))
        fixture.handle(.windowGone(3))
        #expect(fixture.place(2) == Rect(x: 50, y: 50, width: 900, height: 600))
        #expect(try shown(2, in: fixture).most == nil)
        // Another one of this number has not chosen yet.
        fixture.handle(.windowGone(2))
        fixture.show(2, parent: 1, size: Size(width: 300, height: 200))
        #expect(fixture.place(2) == Rect(x: 350, y: 250, width: 300, height: 200))
    }

    @Test("A dialog of a popover near an edge stays on the display")
    func edge() throws {
        var fixture = try StageFixture()
        fixture.scene(StageFixture.popover())
        fixture.show(1, title: "popover:p1")
        fixture.show(2, parent: 1, size: Size(width: 400, height: 500))
        #expect(fixture.place(2) == Rect(x: 300, y: 0, width: 400, height: 500))
        #expect(fixture.level(2) == .popover)
    }

    @Test("Menus of any depth have the room that keyboards leave on the display of their window")
    func rooms() throws {
        var fixture = StageFixture(
            outputs: [("HEADLESS-1", 0), ("HEADLESS-2", 1000)], names: try OutputNames(entries: []))
        fixture.show(1, region: .init(display: "headless-2"))
        fixture.show(2, kind: .popup(at: Point(x: -900, y: 20)), parent: 1)
        fixture.show(3, kind: popup, parent: 2)
        let room = Rect(x: 1000, y: 0, width: 1000, height: 700)
        for window in 1...3 as ClosedRange<UInt32> {
            #expect(try shown(window, in: fixture).room == room)
        }
        fixture.show(4, kind: StageFixture.keyboard)
        #expect(try shown(3, in: fixture).room == room)
        let other = LayerRequest(
            layer: .top, anchor: .top, exclusiveZone: 40,
            margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
            size: Size(width: 0, height: 40), output: 2)
        fixture.show(5, kind: .layer(other))
        for window in [1, 2, 3, 5] as [UInt32] {
            #expect(
                try shown(window, in: fixture).room
                    == Rect(x: 1000, y: 40, width: 1000, height: 660))
        }
    }

    @Test("A popover that is a popup has the whole display: the daemon has placed it off keyboards")
    func owner() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.show(2, kind: StageFixture.keyboard)
        let free = try shown(1, in: fixture).room
        #expect(free == Rect(x: 0, y: 0, width: 1000, height: 500))
        fixture.scene(StageFixture.popover())
        #expect(try shown(1, in: fixture).room == Rect(x: 0, y: 0, width: 1000, height: 700))
        fixture.scene(StageFixture.popover(isClosing: true))
        #expect(try shown(1, in: fixture).room == free)
    }

    @Test("A menu that reaches beyond its display is hidden by popovers of its own display alone")
    func beyond() throws {
        var fixture = StageFixture(
            outputs: [("HEADLESS-2", 0), ("HEADLESS-1", 1000)],
            names: try OutputNames(entries: ["main=HEADLESS-1"]))
        fixture.show(1, region: .init(display: "headless-2"))
        fixture.show(2, kind: .popup(at: Point(x: 900, y: 20)), parent: 1)
        fixture.show(3, kind: popup, parent: 2)
        fixture.connect()
        fixture.scene(StageFixture.popover(of: "c2"))
        #expect(fixture.level(3) == .app)
    }

    @Test("The menu of a layer surface lies above it, at any depth")
    func layer() throws {
        var fixture = try StageFixture()
        let bar = LayerRequest(
            layer: .overlay, anchor: .top, exclusiveZone: 0,
            margins: Insets(top: 0, left: 0, bottom: 0, right: 0),
            size: Size(width: 0, height: 40))
        fixture.show(1)
        fixture.show(2, kind: .layer(bar))
        fixture.show(3, kind: popup, parent: 2)
        fixture.show(4, kind: popup, parent: 3)
        #expect(fixture.picture.windows.map(\.window) == [1, 2, 3, 4])
        #expect(fixture.picture.window(at: Point(x: 15, y: 30))?.window == 3)
    }
}
