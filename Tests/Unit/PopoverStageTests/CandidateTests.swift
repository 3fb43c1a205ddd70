// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("What input methods offer")
struct CandidateTests {
    private static let method: UInt32 = 300

    /// A window of 1000 x 700 with a text field, and what is offered for it, of 200 x 100.
    private func fixture(cursor: Point, height: Double = 20) throws -> StageFixture {
        var fixture = try StageFixture()
        // It comes first, and stays.
        offer(at: cursor, height: height, in: &fixture)
        fixture.show(1)
        return fixture
    }

    private func offer(
        for window: UInt32? = 1, at cursor: Point, height: Double = 20,
        in fixture: inout StageFixture
    ) {
        fixture.show(
            9, of: Self.method, title: "", kind: .candidates(at: cursor, textHeight: height),
            parent: window, size: Size(width: 200, height: 100))
    }

    @Test(
        "They are below the text, above it where there is no room, and never beside the screen",
        arguments: [
            (Point(x: 300, y: 100), 20, Point(x: 300, y: 120)),
            (Point(x: 300, y: 580), 20, Point(x: 300, y: 600)),
            (Point(x: 300, y: 581), 20, Point(x: 300, y: 481)),
            (Point(x: 950, y: 100), 20, Point(x: 800, y: 120)),
            (Point(x: -50, y: -500), 20, Point(x: 0, y: 0)),
            (Point(x: 300, y: 9000), 20, Point(x: 300, y: 600)),
            (Point(x: 300, y: 50), 640, Point(x: 300, y: 0)),
        ])
    func places(_ cursor: Point, _ height: Double, _ origin: Point) throws {
        let fixture = try fixture(cursor: cursor, height: height)
        #expect(fixture.place(9) == Rect(origin: origin, size: Size(width: 200, height: 100)))
        #expect(fixture.level(9) == .app)
        #expect(fixture.picture.windows.map(\.window) == [1, 9])
    }

    @Test("They keep off an on-screen keyboard")
    func keyboard() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 450))
        fixture.show(2, kind: StageFixture.keyboard)
        #expect(fixture.place(9)?.y == 350)
    }

    @Test("Those that are larger than the screen begin at its corner, and are cut")
    func large() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.show(
            9, of: Self.method, kind: .candidates(at: Point(x: 3, y: 5), textHeight: 7), parent: 1,
            size: Size(width: 2000, height: 2000))
        #expect(fixture.place(9)?.origin == Point(x: 0, y: 0))
        #expect(fixture.clip(9) == Rect(x: 0, y: 0, width: 1000, height: 700))
    }

    @Test("Without a text field in use, or with one that is hidden, they are not shown")
    func hidden() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        offer(for: nil, at: Point(x: 0, y: 0), in: &fixture)
        #expect(fixture.level(9) == nil)
        offer(for: 2, at: Point(x: 0, y: 0), in: &fixture)
        #expect(fixture.level(9) == nil)
        fixture.show(2, title: "popover:p1")
        #expect(fixture.level(9) == nil)
    }

    @Test("They are above the popover with the text, and never have the keys")
    func inPopover() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        offer(for: 2, at: Point(x: 10, y: 30), in: &fixture)
        #expect(fixture.level(9) == .popover)
        #expect(fixture.place(9)?.origin == Point(x: 350, y: 146))
        #expect(fixture.picture.focus == 2)
        fixture.scene(StageFixture.alert)
        fixture.show(3, of: StageFixture.cafe, title: "alert:a1")
        offer(for: 3, at: Point(x: 10, y: 30), in: &fixture)
        #expect(fixture.level(9) == .alert)
        #expect(fixture.picture.focus == 3)
    }

    @Test("Where the owner of a popover types into its window they are above that popover")
    func besidePopup() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.scene(StageFixture.popover())
        #expect(fixture.level(9) == .popover)
        fixture.scene(StageFixture.popover(of: "c2"))
        #expect(fixture.level(9) == nil)
    }

    @Test("A press on them is theirs, and closes nothing; the keys stay with the text")
    func press() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.show(4, of: StageFixture.cafe)
        fixture.show(1, isMapped: false)
        fixture.show(1)
        fixture.scene(StageFixture.popover())
        fixture.show(2, title: "popover:p1")
        offer(for: 2, at: Point(x: -100, y: 190), in: &fixture)
        let point = Point(x: 250, y: 310)
        #expect(fixture.picture.window(at: point)?.window == 9)
        #expect(
            fixture.handle(.pressed(.finger(0), at: point, time: 1)).contains(
                .press(.finger(0), at: point, time: 1)))
        #expect(
            fixture.handle(.released(.finger(0), time: 2)) == [.release(.finger(0), time: 2)])
        #expect(fixture.picture.focus == 2)
    }

    @Test("A press on them makes the window with the text the one that was pressed last")
    func focus() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.show(
            4, of: StageFixture.cafe,
            region: .init(display: "main", place: Rect(x: 0, y: 0, width: 9, height: 9)))
        for point in [Point(x: 350, y: 150), Point(x: 5, y: 5), Point(x: 350, y: 150)] {
            fixture.handle(.pressed(.button(0x113), at: point, time: 1))
            fixture.handle(.released(.button(0x113), time: 2))
        }
        #expect(fixture.picture.focus == 1)
    }

    @Test("They are hidden while the window of an earlier session is covered")
    func session() throws {
        var fixture = try fixture(cursor: Point(x: 300, y: 100))
        fixture.told(StageFixture.event("session.ended", #"{"display":"main"}"#))
        #expect(fixture.level(9) == nil)
    }
}
