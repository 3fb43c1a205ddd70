// SPDX-License-Identifier: MIT

import PopoverModel

/// Sheets: at the bottom of their room, as wide as it, and as high as their content.
extension PlacementSolver {
    /// The sheet in the compact content area, else on the display; off the occluders where they leave
    /// room for the minimum, else below them.
    func sheet() -> Placement {
        guard PlacementRegion(whole).holds(minimum) else { return .doesNotFit }
        let content = query.content.flatMap(whole.intersection)
        let free = content.flatMap { sheetFrame(in: $0) } ?? sheetFrame(in: whole)
        let frame = free ?? onPixels(whole, within: PlacementRegion(whole))
        return .sheet(frame: frame, scrolls: isCut(frame.height))
    }

    /// Whether the occluders leave no room for the minimum on the display.
    var isCrowdedOut: Bool {
        PlacementRegion(whole).freeRegions(off: query.occluders, holding: minimum).isEmpty
    }

    /// The frame in the free rectangle of an area where width and height together lose least.
    private func sheetFrame(in area: Rect) -> Rect? {
        let area = PlacementRegion(area)
        let height = max(minimum.height, min(query.wanted.height, area.y.length))
        func lost(_ free: PlacementRegion) -> (both: Double, width: Double) {
            let width = area.x.length - free.x.length
            let both = width + max(0, height - free.y.length)
            return (PlacementWeights.rounded(both), PlacementWeights.rounded(width))
        }
        // Of equally large ones: the widest, then the lowest, then the leftmost.
        let best = area.freeRegions(off: query.occluders, holding: minimum).min { one, other in
            let (first, second) = (lost(one), lost(other))
            return (first.both, first.width, -one.y.high, one.x.low)
                < (second.both, second.width, -other.y.high, other.x.low)
        }
        guard let free = best else { return nil }
        let top = height < free.y.length ? free.y.high - height : free.y.low
        let frame = Rect(
            x: free.x.low, y: top, width: free.x.length, height: min(height, free.y.length))
        return onPixels(frame, within: free)
    }

    /// A sheet is as wide as its room: its width is never as asked for.
    private func onPixels(_ sheet: Rect, within free: PlacementRegion) -> Rect {
        let least = (width: minimum.width as Double?, height: leastCut(sheet).height)
        return query.grid?.frame(sheet, least: least, within: free) ?? sheet
    }
}

extension Rect {
    /// The frame nearest to the center, off the occluders; in the center where they leave no room for
    /// the least size.
    /// - Parameters:
    ///   - margin: kept from edges and occluders as far as there is room.
    ///   - scale: of the display whose pixels the frame begins on.
    func centered(
        _ wanted: Size, least: Size, off occluders: [Rect], margin: Double, scale: Double
    ) -> Rect {
        let size = Size(width: min(wanted.width, width), height: min(wanted.height, height))
        let least = Size(width: min(least.width, width), height: min(least.height, height))
        let free = PlacementRegion(self).freeRegions(off: occluders, holding: least)
        let places = free.map { ($0, $0.centered(size, near: center, margin: margin)) }
        func weight(_ frame: Rect) -> (lost: Double, distance: Double, y: Double, x: Double) {
            (
                PlacementWeights.rounded(size.width - frame.width + size.height - frame.height),
                PlacementWeights.rounded(frame.center.distance(to: center)), frame.y, frame.x
            )
        }
        let (area, frame) =
            places.min { weight($0.1) < weight($1.1) }
            ?? (
                PlacementRegion(self), PlacementRegion(self).centered(size, near: center, margin: 0)
            )
        return PlacementGrid(scale: scale).frame(
            frame,
            least: (
                frame.width < wanted.width ? least.width : nil,
                frame.height < wanted.height ? least.height : nil
            ), within: area)
    }

    func hasRoom(for size: Size, off occluders: [Rect]) -> Bool {
        !PlacementRegion(self).freeRegions(off: occluders, holding: size).isEmpty
    }

    /// Whether a finger can tap something beside a frame that is off these rectangles.
    func hasRest(beside frame: Rect, off covered: [Rect]) -> Bool {
        // The smallest target for a finger, in points.
        let finger = Size(width: 44, height: 44)
        return !PlacementRegion(self).freeRegions(off: covered + [frame], holding: finger).isEmpty
    }
}

extension PlacementRegion {
    /// The frame of a size, cut where it does not fit, whose center is nearest to a point.
    fileprivate func centered(_ size: Size, near point: Point, margin: Double) -> Rect {
        let size = Size(width: min(size.width, x.length), height: min(size.height, y.length))
        return Rect(
            x: x.low(of: size.width, near: point.x, margin: margin),
            y: y.low(of: size.height, near: point.y, margin: margin), width: size.width,
            height: size.height)
    }
}

extension PlacementSpan {
    /// The low end of a length that fits, whose middle is nearest to a value.
    fileprivate func low(of length: Double, near value: Double, margin: Double) -> Double {
        let kept = inset(by: min(margin, (self.length - length) / 2))
        let lows = PlacementSpan(low: kept.low, high: kept.high - length)
        return lows.nearest(to: value - length / 2)
    }
}
