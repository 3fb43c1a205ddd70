// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// The first five weights of an answer, worked out from what can be seen of it.
struct VisibleWeights {
    private let weights: [Double]

    /// Of a popover in this world; nil for every other answer.
    init?(_ placement: Placement, in query: PlacementQuery) {
        guard case .popover(let frame, let side, let arrow, _) = placement else { return nil }
        let popover = PlacedWorld.Popover(frame: frame, side: side, arrow: arrow, scrolls: false)
        let (room, source) = (query.room, query.visibleSource)
        // A margin that made way is just what the frame keeps from the room's edge.
        let keptX = min(8, frame.minX - room.minX, room.maxX - frame.maxX)
        let keptY = min(8, frame.minY - room.minY, room.maxY - frame.maxY)
        let missed = Point(
            x: max(0, source.minX - arrow.x, arrow.x - source.maxX),
            y: max(0, source.minY - arrow.y, arrow.y - source.maxY))
        let edge = popover.edge
        let inCorners = 20 - min(20, (edge.high - edge.low) / 2)
        var avoided = 0.0
        for rect in query.avoid { avoided += rect.intersection(frame)?.area ?? 0 }
        weights = [
            max(0, 12 - popover.gap(to: source)), 16 - keptX - keptY,
            missed.distance(to: Point(x: 0, y: 0)) + inCorners, -(frame.width + frame.height),
            avoided,
        ]
    }

    enum Comparison {
        case lighter
        case level
        case heavier
        /// So close that the solver's rounding decides.
        case unclear
    }

    func compared(to other: VisibleWeights) -> Comparison {
        for (one, two) in zip(weights, other.weights) {
            let difference = one - two
            if abs(difference) < 1e-6 { continue }
            if abs(difference) < 0.003 { return .unclear }
            return difference < 0 ? .lighter : .heavier
        }
        return .level
    }
}
