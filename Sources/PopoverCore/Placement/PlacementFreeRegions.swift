// SPDX-License-Identifier: MIT

import PopoverModel

extension PlacementRegion {
    /// The largest free rectangles that occluders leave of this one and that hold the minimum.
    /// Every frame that is off the occluders lies in at least one of them.
    ///
    /// Each occluder cuts every rectangle it overlaps into the (overlapping) four that remain to
    /// its left, right, top and bottom; those that lie within another one are dropped.
    func freeRegions(off occluders: [Rect], holding minimum: Size) -> [PlacementRegion] {
        var free = holds(minimum) ? [self] : []
        for occluder in occluders.lazy.map(PlacementRegion.init) {
            let cut = free.filter { $0.overlaps(occluder) }
            guard !cut.isEmpty else { continue }
            free.removeAll { $0.overlaps(occluder) }
            for region in cut {
                for piece in region.pieces(around: occluder) where piece.holds(minimum) {
                    guard !free.contains(where: { $0.contains(piece) }) else { continue }
                    free.removeAll { piece.contains($0) }
                    free.append(piece)
                }
            }
        }
        return free
    }

    private func pieces(around hole: PlacementRegion) -> [PlacementRegion] {
        [
            PlacementRegion(x: PlacementSpan(low: x.low, high: hole.x.low), y: y),
            PlacementRegion(x: PlacementSpan(low: hole.x.high, high: x.high), y: y),
            PlacementRegion(x: x, y: PlacementSpan(low: y.low, high: hole.y.low)),
            PlacementRegion(x: x, y: PlacementSpan(low: hole.y.high, high: y.high)),
        ]
    }
}
