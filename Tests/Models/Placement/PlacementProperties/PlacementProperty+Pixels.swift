// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport

/// What a display's pixels may change about an answer.
extension PlacementProperty {
    private static let scales = [1, 1.25, 1.5, 2, 2.75]

    static let onPixels = PlacementProperty(
        "on pixels the answer is the same but for one, and keeps off everything"
    ) { world, generator in
        let scale = scales[Int.random(in: scales.indices, using: &generator)]
        var query = world.query
        query.scale = scale
        let exact = world.query.placement()
        let placement = query.placement()
        guard let frame = placement.frame, let wanted = exact.frame else {
            return .all(("another answer", placement == exact))
        }
        let one = 1 / scale + tolerance
        let isCovered = query.occluders.contains { $0.overlapsVisibly(frame) }
        let wasCovered = query.occluders.contains { $0.overlapsVisibly(wanted) }
        let isNear =
            abs(frame.minX - wanted.minX) <= one && abs(frame.minY - wanted.minY) <= one
            && abs(frame.maxX - wanted.maxX) <= one && abs(frame.maxY - wanted.maxY) <= one
        return .all(
            ("another side", placement.side == exact.side),
            ("another kind", Kind(placement) == Kind(exact)),
            ("scrolls", placement.scrolls == exact.scrolls),
            ("far from \(wanted): \(frame)", isNear),
            ("larger", !isLarger(frame, than: wanted)),
            ("out of the room", query.room.grown(by: tolerance).contains(frame)),
            ("under an occluder", !isCovered || wasCovered),
            (
                "over the source",
                placement.side == nil || !query.visibleSource.overlapsVisibly(frame)
            ),
            ("below the minimum", isAtLeast(query.leastSize, frame)),
            ("off its corners", arrowKeepsOff(placement)),
            ("missed", touches(placement, query) || !touches(exact, query) || frame.width < 42),
            (
                "x between pixels",
                isOnPixels(frame.x, scale) || isTight(query, frame.width, \.width)
            ),
            (
                "y between pixels",
                isOnPixels(frame.y, scale) || isTight(query, frame.height, \.height)
            ))
    }

    private static func isOnPixels(_ place: Double, _ scale: Double) -> Bool {
        abs((place * scale).rounded() - place * scale) < 1e-5
    }

    /// A minimum that just fits leaves no choice.
    private static func isTight(
        _ query: PlacementQuery, _ length: Double, _ part: KeyPath<Size, Double>
    ) -> Bool {
        length <= query.leastSize[keyPath: part] + 1 || !query.occluders.isEmpty
    }

    private static func isLarger(_ frame: Rect, than other: Rect) -> Bool {
        frame.width > other.width + tolerance || frame.height > other.height + tolerance
    }

    private static func isAtLeast(_ least: Size, _ frame: Rect) -> Bool {
        frame.width >= least.width - tolerance && frame.height >= least.height - tolerance
    }

    private static func touches(_ placement: Placement, _ query: PlacementQuery) -> Bool {
        guard let side = placement.side, let arrow = placement.arrow else { return true }
        return arrow.touches(query.visibleSource, on: side)
    }

    private static func arrowKeepsOff(_ placement: Placement) -> Bool {
        guard let side = placement.side, let arrow = placement.arrow, let frame = placement.frame
        else { return true }
        let (low, high, tip) =
            side.isVertical
            ? (frame.minX, frame.maxX, arrow.x) : (frame.minY, frame.maxY, arrow.y)
        let clearance = min(20, (high - low) / 2) - tolerance
        return tip >= low + clearance && tip <= high - clearance
    }
}
