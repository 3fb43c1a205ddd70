// SPDX-License-Identifier: MIT

import PopoverModel

/// Computes the weights for every side and every free rectangle, and picks the smallest. Within a
/// free rectangle, clamping satisfies each weight, because the axes are independent. Across the
/// facing edge, contact puts the frame at the arrow's length from the source. Along it, a frame of
/// the largest width reaches every position that a narrower one reaches. Only `avoid` leaves
/// several positions to try.
struct PlacementSolver {
    let query: PlacementQuery
    let style: PlacementStyle
    /// The display minus its insets.
    let whole: Rect
    /// The part of it within the bounds, if there are any.
    private let room: Rect
    private let source: PlacementRegion
    let minimum: Size
    /// The width where nothing cuts it.
    private let wantedWidth: Double
    /// The size where no side cuts it; at least the minimum.
    private let target: Size
    /// The height that gives the width of `target` its whole share of the display. The width that a
    /// side leaves does not count: the height would change faster than the source moves.
    let heightLimit: Double

    init(_ query: consuming PlacementQuery, style: consuming PlacementStyle) {
        let display = Rect(origin: Point(x: 0, y: 0), size: query.display)
        whole = display.inset(by: query.insets)
        room = query.bounds.flatMap(whole.intersection) ?? whole
        // Clamping moves a source off the display to the nearest edge; intersecting would lose it.
        let edges = PlacementRegion(display)
        source = PlacementRegion(
            x: PlacementSpan(
                low: edges.x.nearest(to: query.source.minX),
                high: edges.x.nearest(to: query.source.maxX)),
            y: PlacementSpan(
                low: edges.y.nearest(to: query.source.minY),
                high: edges.y.nearest(to: query.source.maxY)))

        let widths = query.widthRange ?? style.widthRange
        let width = max(widths.lowerBound, min(query.wanted.width, widths.upperBound))
        wantedWidth = width
        let least =
            query.minimum
            ?? Size(
                width: min(style.widthRange.lowerBound, width),
                height: min(style.minimumHeight, query.wanted.height))
        minimum = Size(width: max(0, least.width), height: max(0, least.height))
        let widest = max(minimum.width, min(width, room.width - 2 * style.margin))
        heightLimit = style.heightLimit(forWidth: widest, on: query.display)
        target = Size(
            width: widest,
            height: max(
                minimum.height,
                min(query.wanted.height, room.height - 2 * style.margin, heightLimit)))
        self.query = query
        self.style = style
    }

    func solve() -> Placement {
        guard !query.isCompact else { return sheet() }
        guard let best = bestCandidate() else { return otherwise() }
        var (frame, arrow) = (best.frame, best.arrow)
        if let grid = query.grid, !grid.holds(frame, least: leastCut(frame)) {
            (frame, arrow) = onPixels(best, grid)
        }
        return .popover(
            frame: frame, side: best.side, arrow: arrow, scrolls: isCut(best.frame.height))
    }

    /// A frame on the pixels, and its tip: the arrow makes up for the distance.
    @inline(never)
    private func onPixels(
        _ best: PlacementCandidate, _ grid: PlacementGrid
    ) -> (frame: Rect, arrow: Point) {
        guard let limits = limits(of: best) else { return (best.frame, best.arrow) }
        let frame = grid.frame(
            best.frame, least: leastCut(best.frame), within: limits.area, else: limits.free)
        let edge = PlacementRegion(frame)
        var arrow = best.arrow
        if best.side.isVertical {
            arrow.x = tip(on: edge.x, nearest: source.x.middle)
        } else {
            arrow.y = tip(on: edge.y, nearest: source.y.middle)
        }
        return (frame, arrow)
    }

    /// How far the lengths of a frame may be cut; nil for those that were asked for.
    func leastCut(_ frame: Rect) -> (width: Double?, height: Double?) {
        (
            frame.width < wantedWidth ? minimum.width : nil,
            frame.height < query.wanted.height ? minimum.height : nil
        )
    }

    /// The place of the tip along the edge that carries the arrow.
    private func tip(on edge: PlacementSpan, nearest middle: Double) -> Double {
        edge.inset(by: min(style.tipClearance, edge.length / 2)).nearest(to: middle)
    }

    // Not inlined, because the usual case would pay for the copy.
    @inline(never)
    private func otherwise() -> Placement {
        guard query.bounds != nil else { return sheet() }
        var query = query
        query.bounds = nil
        return PlacementSolver(query, style: style).solve()
    }

    func isCut(_ height: Double) -> Bool {
        PlacementWeights.rounded(query.wanted.height - height) > 0
    }

    /// The limits of the best frame. They are rarely needed, so no candidate stores them.
    private func limits(of best: PlacementCandidate) -> PlacementLimits? {
        let whole = PlacementRegion(room)
        let frees =
            query.occluders.isEmpty
            ? [whole] : whole.freeRegions(off: query.occluders, holding: minimum)
        for free in frees {
            let same = limited(on: best.side, rank: best.weights.sideRank, within: free)
            if let same, same.candidate == best { return same.limits }
        }
        return nil
    }

    private func bestCandidate() -> PlacementCandidate? {
        let whole = PlacementRegion(room)
        var best: PlacementCandidate?
        // Without occluders, the common case, there is no allocation.
        if query.occluders.isEmpty {
            improve(&best, within: whole)
        } else {
            for free in whole.freeRegions(off: query.occluders, holding: minimum) {
                improve(&best, within: free)
            }
        }
        return best
    }

    private func improve(_ best: inout PlacementCandidate?, within free: PlacementRegion) {
        // A frame that lacks nothing yields to an earlier side only. Whether there is a best one is asked of
        // this number: a candidate is large.
        var latest = best.map(\.latestRank)
        for (index, side) in query.sides.enumerated() {
            let rank = side == query.currentSide ? 0 : index + 1
            if let latest, rank > latest {
                // All that follow have higher ranks.
                if query.currentSide == nil { return }
                continue
            }
            if latest != nil, let best, isTooFar(free, on: side, for: best) { continue }
            guard let candidate = candidate(on: side, rank: rank, within: free) else { continue }
            if latest != nil, let best, !candidate.isBetter(than: best) { continue }
            best = candidate
            latest = candidate.latestRank
        }
    }

    /// Whether contact alone rules out a free rectangle on a side: with many occluders, few of
    /// their rectangles are near the source. The margin of one point keeps rounding from deciding.
    private func isTooFar(
        _ free: PlacementRegion, on side: Side, for best: PlacementCandidate
    ) -> Bool {
        guard let reach = best.weights.contactReach else { return false }
        let free = side.turnedToBottom(free)
        let source = side.turnedToBottom(source)
        return free.y.low - source.y.high - query.gap - style.arrowLength > reach + 1
            || free.x.low - source.x.high > reach + 1 || source.x.low - free.x.high > reach + 1
    }

    /// The best frame on one side within one free rectangle; nil when the minimum does not fit.
    private func candidate(
        on side: Side, rank: Int, within free: PlacementRegion
    ) -> PlacementCandidate? {
        limited(on: side, rank: rank, within: free)?.candidate
    }

    /// The same with its limits. The world is turned so that the side is the bottom one.
    @inline(__always)
    private func limited(
        on side: Side, rank: Int, within free: PlacementRegion
    ) -> (candidate: PlacementCandidate, limits: PlacementLimits)? {
        var source = side.turnedToBottom(source)
        let minimum = side.turnedToBottom(minimum)
        var free = side.turnedToBottom(free)
        let gap = gap(from: source.y.high, to: free.y.high - minimum.height)
        source.y.high += gap
        free.y.low = max(free.y.low, source.y.high)
        guard free.holds(minimum) else { return nil }
        let room = side.turnedToBottom(PlacementRegion(room))
        let target = side.turnedToBottom(target)

        // Weight 1. The margin yields to the minimum and its arrow.
        let touching = source.y.high + style.arrowLength
        let beyondArrow = PlacementSpan(
            low: PlacementSpan(low: free.y.low, high: free.y.high - minimum.height)
                .nearest(to: touching),
            high: free.y.high)
        let margin = Size(
            width: margin(in: room.x, free: free.x, holding: minimum.width),
            height: margin(in: room.y, free: beyondArrow, holding: minimum.height))
        let lane = PlacementRegion(
            x: free.x.intersection(room.x.inset(by: margin.width)),
            y: free.y.intersection(room.y.inset(by: margin.height)))

        // Weight 2 determines the distance of the frame, weight 4 its size.
        let top = PlacementSpan(low: lane.y.low, high: lane.y.high - minimum.height)
            .nearest(to: touching)
        let size = Size(
            width: max(minimum.width, min(target.width, lane.x.length)),
            height: max(minimum.height, min(target.height, lane.y.high - top)))
        let clearance = min(style.tipClearance, size.width / 2)
        let reach = lane.x.inset(by: clearance)
        let contact = PlacementSpan(
            low: reach.nearest(to: source.x.low), high: reach.nearest(to: source.x.high))

        // Weights 5 and 7 determine the position along the facing edge.
        let slide = PlacementSpan(
            low: max(lane.x.low, contact.low + clearance - size.width),
            high: min(lane.x.high - size.width, contact.high - clearance))
        let aligned = left(of: size.width, beside: source.x, isVertical: side.isVertical)
        let row = PlacementRow(side: side, y: top, size: size, avoid: query.avoid)
        let left = row.bestLeft(within: slide, aligned: aligned)

        let tip = Point(
            x: PlacementSpan(low: left + clearance, high: left + size.width - clearance)
                .nearest(to: source.x.middle),
            y: max(source.y.high, top - style.arrowLength))
        let facing = Point(x: source.x.nearest(to: tip.x), y: source.y.high)
        let frame = Rect(origin: Point(x: left, y: top), size: size)
        let weights = PlacementWeights(
            arrowSqueezed: max(0, touching - top),
            marginLost: 2 * style.margin - margin.width - margin.height,
            contactMissed: tip.distance(to: facing) + style.tipClearance - clearance,
            sizeLost: target.width - size.width + target.height - size.height,
            avoidCovered: row.avoidCovered(from: left), sideRank: rank, gapLost: query.gap - gap,
            arrowOffCenter: query.alignment == .center ? abs(tip.x - source.x.middle) : 0,
            shift: abs(left - aligned))
        // Where the arrow touches, if a pixel begins there.
        let isSteady = slide.length < (query.grid?.pixel ?? 0)
        let along = isSteady ? lane.x : PlacementSpan(low: slide.low, high: slide.high + size.width)
        let limits = PlacementLimits(
            area: side.turnedBack(PlacementRegion(x: along, y: lane.y)),
            free: side.turnedBack(free))
        let candidate = PlacementCandidate(
            side: side, frame: side.turnedBack(frame), arrow: side.turnedBack(tip),
            weights: weights)
        return (candidate, limits)
    }

    /// The wanted gap, or what is left of it between the source and the last position of the minimum.
    private func gap(from source: Double, to last: Double) -> Double {
        max(0, min(query.gap, last - style.margin - style.arrowLength - source))
    }

    /// The left edge that the alignment asks for.
    private func left(
        of width: Double, beside source: PlacementSpan, isVertical: Bool
    ) -> Double {
        let isReversed = isVertical && query.isRightToLeft
        return switch query.alignment {
        case .center: source.middle - width / 2
        case .start: isReversed ? source.high - width : source.low
        case .end: isReversed ? source.low : source.high - width
        }
    }

    /// The largest margin, up to the style's, that leaves `length` of a free interval of the room.
    private func margin(
        in room: PlacementSpan, free: PlacementSpan, holding length: Double
    ) -> Double {
        let most = min(
            room.high - free.low - length, free.high - room.low - length,
            (room.length - length) / 2)
        return max(0, min(style.margin, most))
    }
}

/// Where a frame keeps its margin and contact, and where it only keeps off everything else.
struct PlacementLimits {
    let area: PlacementRegion
    let free: PlacementRegion
}

/// A frame on a side, with its weights.
struct PlacementCandidate: Equatable {
    let side: Side
    let frame: Rect
    let arrow: Point
    let weights: PlacementWeights

    /// Sides after this one offer nothing better.
    var latestRank: Int { weights.lackNothing ? weights.sideRank : .max }

    /// Equal weights are decided by position, so that the order of occluders does not matter.
    func isBetter(than other: PlacementCandidate) -> Bool {
        if weights != other.weights { return weights < other.weights }
        if frame.x != other.frame.x { return frame.x < other.frame.x }
        return frame.y < other.frame.y
    }
}
