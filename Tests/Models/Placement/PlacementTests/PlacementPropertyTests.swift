// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PlacementProperties

/// What must hold for every world, tried on some thousands; `placement-survey` tries a million.
@Suite("Placement properties")
struct PlacementPropertyTests {
    /// Beyond those of the survey.
    private static func seeds(of part: Int) -> Range<UInt64> {
        let first: UInt64 = (1 << 32) + UInt64(part) * 1000
        return first..<(first + 400)
    }

    @Test("every property holds in random worlds", arguments: 0..<8)
    func properties(part: Int) {
        var survey = Survey()
        for seed in Self.seeds(of: part) { survey.tryWorld(seed) }
        #expect(survey.violations == [])
        for (property, checks) in zip(PlacementProperty.all, survey.checks) {
            #expect(checks > 10, "\(property.name) says next to nothing")
        }
    }

    @Test("the solver agrees with an exhaustive search on small screens", arguments: 0..<8)
    func solverAgreesWithSearch(part: Int) {
        var survey = Survey()
        for seed in Self.seeds(of: part) { survey.trySmallWorld(seed) }
        #expect(survey.violations == [])
        #expect(survey.smallWorlds == 400)
    }

    /// A world whose popover has room on all sides.
    private let query = PlacementQuery(
        display: Size(width: 1280, height: 800),
        occluders: [Rect(x: 0, y: 700, width: 1280, height: 100)],
        source: Rect(x: 600, y: 380, width: 80, height: 40), wanted: Size(width: 320, height: 200),
        currentSide: .bottom)

    private func broken(by placement: Placement) -> [String] {
        let world = PlacedWorld(query, placement: placement)
        return PlacementProperty.all.filter {
            if case .broken = $0.tried(on: world, SeededGenerator(seed: 1)) { true } else { false }
        }
        .map(\.name)
    }

    private static let right = Rect(x: 480, y: 432, width: 320, height: 200)

    private func popover(
        _ frame: Rect = right, _ side: Side = .bottom, _ tip: Point = Point(x: 640, y: 420)
    ) -> Placement {
        .popover(frame: frame, side: side, arrow: tip, scrolls: false)
    }

    @Test("a wrong result breaks the matching property")
    func wrongAnswers() {
        #expect(broken(by: query.placement()) == [])
        #expect(query.placement() == popover())
        var frame = Self.right
        frame.x = 961
        #expect(broken(by: popover(frame)).contains("the frame lies in the room"))
        frame.x = 480
        frame.y = 501
        #expect(broken(by: popover(frame)).contains("a popover is off all occluders"))
        frame.y = 419
        #expect(broken(by: popover(frame)).contains("a popover leaves its source uncovered"))
        frame = Self.right
        frame.width = 601
        #expect(broken(by: popover(frame)).contains("sizes and sides are those allowed"))
        let tip = Point(x: 499, y: 420)
        #expect(
            broken(by: popover(Self.right, .bottom, tip))
                .contains("the arrow is clear of corners, and 12 long"))
        let above = Rect(x: 480, y: 168, width: 320, height: 200)
        #expect(
            broken(by: popover(above, .top, Point(x: 640, y: 380)))
                .contains("it stays on its side while that is as good"))
        let sheet = Placement.sheet(frame: query.room, scrolls: false)
        #expect(broken(by: .doesNotFit).contains("the same world gets the same answer"))
        #expect(broken(by: sheet).contains("the same world gets the same answer"))
    }

    @Test("handles a hundred occluders")
    func manyOccluders() {
        var generator = SeededGenerator(seed: 1)
        var query = PlacementQuery.drawn(using: &generator)
        query.display = Size(width: 1920, height: 1080)
        query.minimum = Size(width: 40, height: 40)
        query.occluders = (0..<100).map { _ in
            Rect(
                x: generator.length(0...1900), y: generator.length(0...1060),
                width: generator.length(1...30), height: generator.length(1...30))
        }
        let took = processorTime { #expect(Kind(query.placement()) == .popover) }
        #expect(took < .seconds(1))
    }
}
