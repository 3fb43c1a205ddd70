// SPDX-License-Identifier: MIT

public import PopoverCore
import PopoverModel

/// A world, the answer for it, and the answers that each side would get alone.
public struct PlacedWorld: Sendable {
    public let query: PlacementQuery
    public let placement: Placement
    /// For the allowed sides, in their order, none of them the present one.
    let alone: [Placement]

    /// - Parameter placement: another answer than the solver's, to see that it is noticed.
    public init(_ query: PlacementQuery, placement: Placement? = nil) {
        self.query = query
        self.placement = placement ?? query.placement()
        alone = query.sides.map { side in
            var alone = query
            alone.sides = [side]
            alone.currentSide = nil
            return alone.placement()
        }
    }

    /// The parts of the answer, when it is a popover.
    var popover: Popover? {
        guard case .popover(let frame, let side, let arrow, let scrolls) = placement else {
            return nil
        }
        return Popover(frame: frame, side: side, arrow: arrow, scrolls: scrolls)
    }

    struct Popover {
        let frame: Rect
        let side: Side
        let arrow: Point
        let scrolls: Bool

        /// From the source to the frame.
        func gap(to source: Rect) -> Double {
            switch side {
            case .bottom: frame.minY - source.maxY
            case .top: source.minY - frame.maxY
            case .right: frame.minX - source.maxX
            case .left: source.minX - frame.maxX
            }
        }

        /// The stretch of the edge that carries the arrow, and the tip's place along it.
        var edge: (low: Double, high: Double, tip: Double) {
            side.isVertical
                ? (frame.minX, frame.maxX, arrow.x) : (frame.minY, frame.maxY, arrow.y)
        }
    }
}
