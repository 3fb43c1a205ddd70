// SPDX-License-Identifier: MIT

import PopoverModel

/// A press that ended as a swipe.
enum Swipe {
    /// From the edge of this source, which it activates.
    case reveals(RegionKey)
    /// Back to the edge of this popover's source.
    case hides(PopoverID)
}

/// Swipes: a source with an edge is activated by a swipe from there, and its popover hidden by a swipe
/// back (G29). Like a tap, a swipe is decided by what was visible at its press.
extension Arbiter {
    /// A swipe begins this close to its edge, in points.
    private static let edgeWidth: Double = 24
    /// The shortest swipe, in points.
    private static let swipeLength: Double = 48

    /// What a released press means as a swipe; nil where it is none.
    func swipe(_ press: Press, releasedAt step: TapReport, _ client: ClientID) -> Swipe? {
        guard press.maySwipe, !isElsewhere(step.place, than: press, client) else { return nil }
        let tap = Tap(
            display: press.display, point: press.point, time: press.time, arrived: now,
            latest: press.latest, number: 0)
        let end = absolute(step, client)
        switch place(of: tap) {
        case .decisive(let outcome) where outcome.verdict == .idle || outcome.verdict == .passed:
            return revealed(by: press, to: end)
        case .decisive(let outcome) where outcome.ground == .popover:
            return outcome.popover.flatMap { hidden($0, by: press, to: end) }
        case .outside(let popover): return hidden(popover, by: press, to: end)
        case .decisive, nil: return nil
        }
    }

    /// The source whose edge a press began at and led away from; the latest of several.
    private func revealed(by press: Press, to end: Point) -> Swipe? {
        let key = regions.edges.last { key in
            guard let source = regions.sources[key], source.display === press.display,
                let edge = edge(of: source), let bounds = bounds(of: source)
            else { return false }
            return bounds.contains(press.point)
                && edge.distance(of: press.point, in: bounds) <= Self.edgeWidth
                && edge.leads(from: press.point, to: end, atLeast: Self.swipeLength)
        }
        return key.map(Swipe.reveals)
    }

    /// A modal popover is closed by its own buttons only (G3).
    private func hidden(_ id: PopoverID, by press: Press, to end: Point) -> Swipe? {
        guard let popover = popovers[id], popover.closing == nil, !popover.isModal,
            let name = popover.source,
            let source = regions.sources[RegionKey(client: popover.owner, name: name)],
            let edge = edge(of: source),
            edge.leads(from: end, to: press.point, atLeast: Self.swipeLength)
        else { return nil }
        return .hides(id)
    }

    private func edge(of source: Region) -> Side? {
        let direction = displays.value(of: source.display) { $0.specification.direction } ?? nil
        return source.edge?.side(in: direction)
    }

    /// The surface of a source, or its display.
    private func bounds(of source: Region) -> Rect? {
        guard let surface = source.surface else {
            return displays.value(of: source.display) { $0.specification.frame }
        }
        return regions.surfaces[RegionKey(client: source.key.client, name: surface)]?.rect
    }

    /// Carries out a swipe.
    mutating func outcome(of swipe: Swipe, at point: Point) -> RecentTap.Outcome {
        switch swipe {
        case .reveals(let source):
            return RecentTap.Outcome(verdict: .swiped, ground: .edge, source: source)
        case .hides(let id):
            let disposition = popovers.value(of: id) { $0.behavior.outsideTapDisposition }
            startClosing(id, because: .outsideTap, disposition ?? .save, cause: .tap(point))
            return RecentTap.Outcome(verdict: .dismissed, ground: .swipedBack, popover: id)
        }
    }
}

extension Side {
    fileprivate func distance(of point: Point, in bounds: Rect) -> Double {
        switch self {
        case .left: point.x - bounds.minX
        case .right: bounds.maxX - point.x
        case .top: point.y - bounds.minY
        case .bottom: bounds.maxY - point.y
        }
    }

    /// Whether a way leads from this edge into the room, twice as far as it strays along the edge.
    fileprivate func leads(from start: Point, to end: Point, atLeast length: Double) -> Bool {
        let inward =
            switch self {
            case .left: end.x - start.x
            case .right: start.x - end.x
            case .top: end.y - start.y
            case .bottom: start.y - end.y
            }
        let along = isVertical ? end.x - start.x : end.y - start.y
        return inward >= length && inward >= 2 * abs(along)
    }
}
