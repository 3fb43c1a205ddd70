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
            (
                "missed",
                touches(placement, query, within: one) || !touches(exact, query) || frame.width < 42
            ),
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

    /// A minimum that just fits leaves no choice, nor does a sheet that is as high as its display.
    private static func isTight(
        _ query: PlacementQuery, _ length: Double, _ part: KeyPath<Size, Double>
    ) -> Bool {
        let (size, insets) = (query.display, query.insets)
        let area = Size(
            width: size.width - insets.left - insets.right,
            height: size.height - insets.top - insets.bottom)
        return length <= query.leastSize[keyPath: part] + 1 || !query.occluders.isEmpty
            || length >= area[keyPath: part] - 1
    }

    private static func isLarger(_ frame: Rect, than other: Rect) -> Bool {
        frame.width > other.width + tolerance || frame.height > other.height + tolerance
    }

    private static func isAtLeast(_ least: Size, _ frame: Rect) -> Bool {
        frame.width >= least.width - tolerance && frame.height >= least.height - tolerance
    }

    /// - Parameter reach: how far beside the source's edge the tip may be, where no pixel lets it touch.
    private static func touches(
        _ placement: Placement, _ query: PlacementQuery, within reach: Double = 0
    ) -> Bool {
        guard let side = placement.side, let arrow = placement.arrow else { return true }
        let source = query.visibleSource
        let nearest = Point(
            x: min(max(arrow.x, source.minX), source.maxX),
            y: min(max(arrow.y, source.minY), source.maxY))
        let tip =
            side.isVertical ? Point(x: nearest.x, y: arrow.y) : Point(x: arrow.x, y: nearest.y)
        return abs(tip.x - arrow.x) <= reach && abs(tip.y - arrow.y) <= reach
            && tip.touches(source, on: side)
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
