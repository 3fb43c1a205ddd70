// SPDX-License-Identifier: MIT

import PopoverModel

/// A frame of known size and distance from its source that can slide along the facing edge. The
/// world is turned so that it lies below the source.
struct PlacementRow {
    let side: Side
    let y: Double
    let size: Size
    let avoid: [Rect]

    /// The area of `avoid` that the frame covers when its left edge is at `left`.
    func avoidCovered(from left: Double) -> Double {
        let frame = PlacementRegion(
            x: PlacementSpan(low: left, high: left + size.width),
            y: PlacementSpan(low: y, high: y + size.height))
        var area = 0.0
        for rect in avoid {
            let shared = side.turnedToBottom(PlacementRegion(rect)).intersection(frame)
            if shared.x.length > 0, shared.y.length > 0 {
                area += shared.x.length * shared.y.length
            }
        }
        return area
    }

    /// The left edge within `slide` that covers the least of `avoid`, and then is nearest to
    /// `aligned`. The covered area is linear between the positions at which edges of the frame and
    /// of `avoid` meet. So its minimum is at such a position, at an end, or around `aligned`.
    func bestLeft(within slide: PlacementSpan, aligned: Double) -> Double {
        var best = slide.nearest(to: aligned)
        guard !avoid.isEmpty else { return best }
        var leastArea = PlacementWeights.rounded(avoidCovered(from: best))
        var leastShift = abs(best - aligned)

        func consider(_ left: Double) {
            guard left >= slide.low, left <= slide.high else { return }
            let area = PlacementWeights.rounded(avoidCovered(from: left))
            let shift = abs(left - aligned)
            guard (area, shift, left) < (leastArea, leastShift, best) else { return }
            (leastArea, leastShift, best) = (area, shift, left)
        }

        consider(slide.low)
        consider(slide.high)
        for rect in avoid {
            let edges = side.turnedToBottom(PlacementRegion(rect)).x
            consider(edges.low)
            consider(edges.high)
            consider(edges.low - size.width)
            consider(edges.high - size.width)
        }
        return best
    }
}
