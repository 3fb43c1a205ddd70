// SPDX-License-Identifier: MIT

import PopoverModel

/// Placement findings. A sheet has no arrow and may cover everything: its height is checked, and whether
/// people can leave it.
extension PlacedFacts {
    /// The tolerance for rounding errors, in points.
    private static let rounding = 1e-6

    /// In the order of the rules.
    /// - Parameter placement: the one that gave the presentation.
    func findings(of placement: borrowing PlacementSolver) -> [Finding] {
        switch presentation {
        case .popover(let frame, _, let arrow, _):
            var findings = pointingFindings(arrow, placement)
            findings.add(shareFindings(frame, placement))
            findings.add(scrollFindings)
            findings.add(coveringFindings(frame, placement))
            return findings
        case .sheet: return wayOutFindings + scrollFindings
        }
    }

    /// G3: a sheet that leaves nothing to tap needs a button that closes it.
    private var wayOutFindings: [Finding] {
        guard presentation.needsCloseButton, lacksWayOut else { return [] }
        let message =
            "buttons: none of them leaves this sheet, and nothing beside it can be tapped: add "
            + "Cancel or Done, or ask for a lower size"
        return [Finding(.wayOut, message)]
    }

    /// What a frame on the pixels of its display may differ by, in points.
    private func pixel(of placement: borrowing PlacementSolver) -> Double {
        placement.query.scale.map { 1 / $0 } ?? 0
    }

    /// G2: the arrow points at its source, across the gap that its owner wants.
    private func pointingFindings(
        _ arrow: Point, _ placement: borrowing PlacementSolver
    ) -> [Finding] {
        let source = placement.query.source
        let reach = placement.query.gap + pixel(of: placement) + Self.rounding
        let isOn =
            arrow.x >= source.minX - reach && arrow.x <= source.maxX + reach
            && arrow.y >= source.minY - reach && arrow.y <= source.maxY + reach
        guard
            !isOn || isOutOfSight
                || placement.query.occluders.contains(where: { $0.encloses(arrow) })
        else { return [] }
        let message =
            "the arrow cannot touch its source, which is off the display or its surface, or behind an "
            + "occluder: bring the control into view"
        return [Finding(.pointing, message)]
    }

    /// G15: never the whole screen.
    private func shareFindings(
        _ frame: Rect, _ placement: borrowing PlacementSolver
    ) -> [Finding] {
        guard placement.query.wanted.height > frame.height + Self.rounding else { return [] }
        let style = placement.style
        let bounded = placement.query.bounded(for: frame)
        let limit = PlacementSolver(bounded, style: style).heightLimit
        // A height that was cut is one of whole pixels.
        guard frame.height >= limit - pixel(of: placement) - Self.rounding else { return [] }
        let message =
            "size: it asks for more than \(Int(style.areaShare * 100)) % of the display, so its "
            + "height was cut: show less, or present a view"
        return [Finding(.share, message)]
    }

    /// G16: a task or an action sheet should not need scrolling.
    private var scrollFindings: [Finding] {
        guard presentation.scrolls, avoidsScrolling else { return [] }
        let message =
            "the height was cut: the behavior \(behavior) should not need scrolling, so ask "
            + "for less or show less"
        return [Finding(.size, message)]
    }

    /// G17: nothing essential is covered.
    private func coveringFindings(
        _ frame: Rect, _ placement: borrowing PlacementSolver
    ) -> [Finding] {
        let avoid = placement.query.avoid
        let all = avoid.reduce(0) { $0 + $1.area }
        let covered = avoid.reduce(0) { $0 + (frame.intersection($1)?.area ?? 0) }
        guard all > 0, covered > Self.rounding else { return [] }
        // A small share is not reported as 0 %, nor a large one as 100 %.
        let share = covered / all * 100
        let percent = covered < all ? max(1, min(99, Int(share + 0.5))) : 100
        let message =
            "avoid: the frame covers \(percent) % of it: ask for a smaller size, or allow more "
            + "sides"
        return [Finding(.covering, message)]
    }
}

extension PlacementQuery {
    /// The query that gave a frame: without bounds where the minimum did not fit there.
    fileprivate func bounded(for frame: Rect) -> PlacementQuery {
        var query = self
        if let bounds, !PlacementRegion(bounds).contains(PlacementRegion(frame)) {
            query.bounds = nil
        }
        return query
    }
}

extension Rect {
    /// Whether a point lies inside, and on no edge.
    fileprivate func encloses(_ point: Point) -> Bool {
        point.x > minX && point.x < maxX && point.y > minY && point.y < maxY
    }
}
