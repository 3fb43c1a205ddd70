// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
public import PopoverTestSupport

/// A rectangle of whole points.
struct Cells: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
    var rect: Rect {
        Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    func shared(with other: Cells) -> Int {
        max(0, min(right, other.right) - max(x, other.x))
            * max(0, min(bottom, other.bottom) - max(y, other.y))
    }
}

/// A screen so small that every frame on it can be looked at. All lengths are even, so that
/// centring never asks for half a point.
public struct SmallWorld: CustomStringConvertible {
    static let margin = 2
    static let arrowLength = 2
    static let clearance = 2
    static let widths = 4...10

    static let style = PlacementStyle(
        arrowLength: Double(arrowLength), arrowWidth: 2, cornerRadius: 1, margin: Double(margin),
        widthRange: Double(widths.lowerBound)...Double(widths.upperBound), minimumHeight: 4,
        areaShare: 1)

    var width: Int
    var height: Int
    var room: Cells
    var occluders: [Cells]
    var source: Cells
    var wantedWidth: Int
    var wantedHeight: Int
    var minimumWidth: Int
    var minimumHeight: Int
    var sides: [Side]
    var avoid: [Cells]
    var currentSide: Side?

    public init(using generator: inout SeededGenerator) {
        func even(_ range: ClosedRange<Int>) -> Int {
            2 * Int.random(in: range, using: &generator)
        }
        func cells(atMost side: Int) -> Cells {
            Cells(
                x: Int.random(in: -2...width, using: &generator),
                y: Int.random(in: -2...height, using: &generator),
                width: Int.random(in: 0...side, using: &generator),
                height: Int.random(in: 0...side, using: &generator))
        }
        width = even(4...10)
        height = even(4...8)
        let left = generator.chance(0.2) ? 2 : 0
        let top = generator.chance(0.2) ? 2 : 0
        room = Cells(x: left, y: top, width: width - left, height: height - top)
        let sourceWidth = 2 * Int.random(in: 0...2, using: &generator)
        let sourceHeight = 2 * Int.random(in: 0...2, using: &generator)
        source = Cells(
            x: Int.random(in: 0...(width - sourceWidth), using: &generator),
            y: Int.random(in: 0...(height - sourceHeight), using: &generator),
            width: sourceWidth, height: sourceHeight)
        wantedWidth = even(1...6)
        wantedHeight = even(2...5)
        minimumWidth = even(2...3)
        minimumHeight = even(2...2)
        sides = Array(
            Side.allCases.shuffled(using: &generator)
                .prefix(Int.random(in: 1...4, using: &generator)))
        currentSide = generator.chance(0.3) ? Side.allCases.randomElement(using: &generator) : nil
        occluders = []
        avoid = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) { occluders.append(cells(atMost: 7)) }
        for _ in 0..<Int.random(in: 0...2, using: &generator) { avoid.append(cells(atMost: 8)) }
    }

    var query: PlacementQuery {
        PlacementQuery(
            display: Size(width: Double(width), height: Double(height)),
            insets: Insets(top: Double(room.y), left: Double(room.x)),
            occluders: occluders.map(\.rect), source: source.rect,
            wanted: Size(width: Double(wantedWidth), height: Double(wantedHeight)),
            minimum: Size(width: Double(minimumWidth), height: Double(minimumHeight)),
            sides: sides, avoid: avoid.map(\.rect), currentSide: currentSide)
    }

    public var description: String {
        "\(width)x\(height) room \(room) source \(source) occluders \(occluders) "
            + "wants \(wantedWidth)x\(wantedHeight), at least \(minimumWidth)x\(minimumHeight), "
            + "on \(sides) now \(String(describing: currentSide)) avoiding \(avoid)"
    }

    /// What the solver says other than the exhaustive search; nil when the two agree.
    public var disagreement: String? {
        let expected = expectedPlacement
        let placement = query.placement(style: Self.style)
        return placement == expected ? nil : "\(placement) instead of \(expected)"
    }

    private var expectedPlacement: Placement {
        guard let found = ExhaustiveSearch(self).best() else {
            let fits = room.width >= minimumWidth && room.height >= minimumHeight
            return fits ? expectedSheet : .doesNotFit
        }
        return .popover(
            frame: found.frame.rect, side: found.side,
            arrow: Point(x: Double(found.tipX), y: Double(found.tipY)),
            scrolls: found.frame.height < wantedHeight)
    }

    /// The sheet in the best of all rectangles that are free; in the whole room if there is none.
    private var expectedSheet: Placement {
        let wanted = max(minimumHeight, min(wantedHeight, room.height))
        var best: (weight: (Int, Int, Int, Int), frame: Cells)?
        for free in freeRectangles {
            let lost = room.width - free.width
            let weight = (lost + max(0, wanted - free.height), lost, -free.bottom, free.x)
            if let best, best.weight <= weight { continue }
            let height = min(wanted, free.height)
            let frame = Cells(
                x: free.x, y: free.bottom - height, width: free.width, height: height)
            best = (weight, frame)
        }
        let frame = best?.frame ?? room
        return .sheet(frame: frame.rect, scrolls: frame.height < wantedHeight)
    }

    /// Every rectangle of the room that holds the minimum and covers no occluder.
    private var freeRectangles: [Cells] {
        var free: [Cells] = []
        for x in room.x...(room.right - minimumWidth) {
            for y in room.y...(room.bottom - minimumHeight) {
                for width in minimumWidth...(room.right - x) {
                    for height in minimumHeight...(room.bottom - y) {
                        let cells = Cells(x: x, y: y, width: width, height: height)
                        if occluders.allSatisfy({ $0.shared(with: cells) == 0 }) {
                            free.append(cells)
                        }
                    }
                }
            }
        }
        return free
    }
}
