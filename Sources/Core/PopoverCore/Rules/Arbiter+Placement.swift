// SPDX-License-Identifier: MIT

import PopoverModel

/// The frame of a popover: computed at its grant and when its owner or its surroundings change.
extension Arbiter {
    /// The rectangle that it points at: the latest anchor of its client, or its registered source.
    func anchorRect(of popover: Popover) -> Rect? {
        if let anchor = popover.request.anchor {
            return popover.surfaceFrame.map(anchor.placed) ?? anchor
        }
        guard let source = popover.source else { return nil }
        return regions.sources.value(of: RegionKey(client: popover.owner, name: source)) { $0.rect }
    }

    /// Whether nothing of what it points at is on the screen: it has left its surface or its display.
    func isOutOfSight(_ popover: Popover, at anchor: Rect, _ display: Size) -> Bool {
        if anchor.isVisible(on: display) { return false }
        let whole =
            popover.request.anchor
            ?? popover.source.flatMap { source in
                let key = RegionKey(client: popover.owner, name: source)
                return regions.sources.value(of: key) { $0.rectInSurface }
            }
        // A place without an area, such as the cursor of a text, is never visible.
        return whole.map { $0.area > 0 } ?? false
    }

    /// The area in which a tap is inside: the interactive one and the arrow.
    func shape(of popover: Popover.Outline) -> [Rect] {
        guard !popover.isForOther,
            case .popover(let frame, let side, let arrow, _) = popover.presentation
        else { return popover.interactive }
        let arrowRect = placementStyle.arrowRect(frame: frame, side: side, arrow: arrow)
        if popover.hit.isEmpty { return [frame, arrowRect] }
        return popover.interactive + [arrowRect]
    }

    func passthroughRects(of popover: Popover.Outline) -> [Rect] {
        if popover.passthrough.isEmpty { return [] }
        return popover.passthrough.map { $0.offset(by: popover.origin) }
    }

    var placementStyle: PlacementStyle {
        PlacementStyle(
            arrowLength: settings.appearance.arrowLength,
            arrowWidth: settings.appearance.arrowWidth,
            cornerRadius: settings.appearance.cornerRadius, margin: settings.appearance.margin)
    }

    /// The presentation of a popover for an anchor; nil where not even its minimum size fits.
    func presentation(
        of popover: Popover, at anchor: Rect, on display: DisplaySpecification, currentSide: Side?
    ) -> Presentation? {
        let placement = placement(for: popover, at: anchor, on: display, currentSide: currentSide)
        return presentation(of: popover, placement, on: display)
    }

    func presentation(
        of popover: Popover, _ placement: borrowing PlacementSolver,
        on display: DisplaySpecification
    ) -> Presentation? {
        if placement.query.isCompact && popover.behavior.compactAdaptation == .refuse { return nil }
        switch placement.solve() {
        case .popover(let frame, let side, let arrow, let scrolls):
            return .popover(frame: frame, side: side, arrow: arrow, scrolls: scrolls)
        // A sheet covers its source.
        case .sheet where popover.behavior.isHint: return nil
        case .sheet(let frame, let scrolls):
            let room = display.frame.inset(by: display.insets)
            let passed = placement.query.occluders + passthroughRects(of: popover.outline)
            return .sheet(
                frame: frame, scrolls: scrolls,
                needsCloseButton: !popover.isModal && !room.hasRest(beside: frame, off: passed))
        case .doesNotFit: return nil
        }
    }

    /// The presentation on the current side, unless another one has clearly more room or saves
    /// scrolling: a source that moves by a point does not turn its popover over.
    private func steadyPresentation(
        of popover: Popover, at anchor: Rect, on display: DisplaySpecification
    ) -> Presentation? {
        let current = popover.presentation.side
        let best = presentation(of: popover, at: anchor, on: display, currentSide: current)
        guard let best, let side = best.side, let current, side != current else { return best }
        var query = placementQuery(for: popover, at: anchor, on: display)
        query.sides = [current]
        guard
            case .popover(let frame, _, let arrow, let scrolls) =
                query.placement(style: placementStyle),
            !scrolls || best.scrolls,
            best.frame.width - frame.width <= PlacementStyle.clearGain,
            best.frame.height - frame.height <= PlacementStyle.clearGain
        else { return best }
        return .popover(frame: frame, side: current, arrow: arrow, scrolls: scrolls)
    }

    /// The placement of a popover for an anchor, ready to be solved and checked.
    func placement(
        for popover: Popover, at anchor: Rect, on display: DisplaySpecification,
        currentSide: Side? = nil
    ) -> PlacementSolver {
        PlacementSolver(
            placementQuery(for: popover, at: anchor, on: display, currentSide: currentSide),
            style: placementStyle)
    }

    private func placementQuery(
        for popover: Popover, at anchor: Rect, on display: DisplaySpecification,
        currentSide: Side? = nil
    ) -> PlacementQuery {
        let content = contentArea(popover.source, popover.surface, of: popover.owner)
        let isHint = popover.behavior.isHint
        let isCompact = !isHint && display.isCompact(below: settings.appearance.compactWidth)
        let isNarrow = !isHint && !isCompact && isNarrow(content)
        let surface = popover.request.within == .surface ? content : nil
        return PlacementQuery(
            display: display.size, insets: display.insets,
            occluders: regions.occluders.onDisplay(display.name).map(\.rect), source: anchor,
            wanted: popover.request.size, minimum: popover.request.leastSize,
            widthRange: popover.widthRange,
            sides: popover.request.sides?.map { $0.side(in: display.direction) } ?? popover.sides,
            alignment: popover.request.align, isRightToLeft: display.direction == .rtl,
            gap: popover.request.gap, bounds: display.reachable(of: surface),
            avoid: popover.request.avoid.map { $0.offset(by: popover.origin) },
            currentSide: currentSide, isCompact: isCompact || isNarrow,
            content: display.reachable(of: isNarrow ? content : nil), scale: display.scale)
    }

    // MARK: Content areas

    /// The surface of a popover: its own, or that of its source; nil for the display.
    private func contentArea(
        _ source: String?, _ surface: String?, of client: ClientID
    ) -> Rect? {
        // Before any source is looked up.
        if regions.surfaces.isEmpty { return nil }
        var surface = surface
        if surface == nil, let source {
            let key = RegionKey(client: client, name: source)
            surface = regions.sources.value(of: key) { $0.surface } ?? nil
        }
        guard let surface else { return nil }
        return regions.surfaces.value(of: RegionKey(client: client, name: surface)) { $0.rect }
    }

    /// Whether a content area is compact; one without a width is not on the screen yet.
    private func isNarrow(_ content: Rect?) -> Bool {
        content.map { $0.width > 0 && $0.width < settings.appearance.compactWidth } ?? false
    }

    /// Whether popovers of a request are sheets, because the display or its content area is compact.
    func isCompact(
        _ request: Shared<OpenRequest>, of client: ClientID, on display: DisplaySpecification
    ) -> Bool {
        display.isCompact(below: settings.appearance.compactWidth)
            || isNarrow(contentArea(request.source, request.place.surface, of: client))
    }

    // MARK: Changes by the owner

    /// Changes a popover (G19): it keeps its id, and its side where possible.
    mutating func update(
        _ id: PopoverID, _ changes: PopoverChanges, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), var popover = popovers[id] else { return }
        noteActivity(on: popover.display)
        let before = popover
        popover.request = Shared(popover.request.value.with(changes))
        guard let display = displays[popover.display], let anchor = anchorRect(of: popover) else {
            return answer(
                client, request,
                .updated(popover.presentation, .none, scrim: scrim(behind: popover)))
        }
        // A different source or other sides make the order of sides apply again.
        let keepsSide =
            anchor == anchorRect(of: before) && popover.request.sides == before.request.sides
        let side = keepsSide ? popover.presentation.side : nil
        guard
            let presentation = presentation(
                of: popover, at: anchor, on: display.specification, currentSide: side)
        else { return fail(client, request, .refused(.doesNotFit)) }
        let isMoved = presentation != popover.presentation
        let motion = motion(
            from: popover.presentation.frame, to: presentation.frame, on: display.name)
        popover.presentation = presentation
        let placement = placement(for: popover, at: anchor, on: display.specification)
        let advice = advise(
            &popover, popover.declaration.findings, placement,
            isOutOfSight: isOutOfSight(popover, at: anchor, display.specification.size))
        replace(before, by: popover)
        answer(
            client, request,
            .updated(
                presentation, motion, scrim: scrim(behind: popover),
                advice: advice.isEmpty ? nil : advice))
        if isMoved { publishMoved(popover) }
        publish(advice, on: popover)
        touch(popover.display)
    }

    /// Replaces a popover by its new state and remembers the old shape for earlier taps.
    private mutating func replace(_ before: Popover, by popover: Popover) {
        var popover = popover
        let past = pastShape(of: before.outline)
        let shape = pastShape(of: popover.outline)
        if past.rects != shape.rects || past.passthrough != shape.passthrough {
            if popover.pastShapes.count >= PastShape.limit { popover.pastShapes.removeFirst() }
            popover.pastShapes.append(past)
        }
        popovers[popover.id] = popover
    }

    private mutating func publishMoved(_ popover: Popover) {
        publish(.popoverMoved) {
            $0.describe(popover)
            $0.presentation = popover.presentation
        }
    }

    // MARK: Changes around it

    /// Repositions the popover of a display after a change around it.
    /// - Parameter keepsSide: its source moves, as under a scrolling finger.
    mutating func reposition(on name: String, isAnimated: Bool, keepsSide: Bool = false) {
        guard let display = displays[name], let id = display.popover,
            let before = popovers[id], before.closing == nil
        else { return }
        var popover = before
        if let surface = popover.surface,
            let region = regions.surfaces[RegionKey(client: popover.owner, name: surface)]
        {
            popover.surfaceFrame = region.rect
        }
        guard let anchor = anchorRect(of: popover) else {
            return startClosing(id, because: .sourceGone)
        }
        guard
            let presentation = keepsSide
                ? steadyPresentation(of: popover, at: anchor, on: display.specification)
                : presentation(
                    of: popover, at: anchor, on: display.specification, currentSide: nil)
        else { return startClosing(id, because: .displayChanged) }
        let isMoved = presentation != popover.presentation
        popover.presentation = presentation
        let advice = adviseAgain(
            &popover, since: before.presentation, at: anchor, on: display.specification)
        replace(before, by: popover)
        // The areas that taps pass through move with the surface, even where the frame does not.
        touch(name)
        guard isMoved else { return }
        let (start, end) = (before.presentation.frame, presentation.frame)
        notify(
            popover.owner,
            .popoverMoved(
                id, presentation, isAnimated ? motion(from: start, to: end, on: name) : .none,
                scrim: scrim(behind: popover)))
        publishMoved(popover)
        publish(advice, on: popover)
    }
}

extension DisplaySpecification {
    /// The part of an area that people can touch (A6); nil for all of the display. An area out of reach
    /// stays as it is.
    func reachable(of area: Rect?) -> Rect? {
        guard let reach else { return area }
        return area.map { $0.intersection(reach) ?? $0 } ?? reach
    }
}

extension Rect {
    /// Whether some of it is on a display of this size, so that people can see it.
    func isVisible(on display: Size) -> Bool {
        area > 0 && overlaps(Rect(origin: Point(x: 0, y: 0), size: display))
    }
}

extension OpenRequest {
    /// The minimum that its client asks for, but no less than a finger meets.
    fileprivate var leastSize: Size? {
        let least = DisplaySpecification.leastRoom
        return minimum.map {
            Size(
                width: max($0.width, min(least, size.width)),
                height: max($0.height, min(least, size.height)))
        }
    }

    fileprivate func with(_ changes: PopoverChanges) -> OpenRequest {
        var request = self
        request.size = changes.size ?? size
        request.anchor = changes.anchor ?? anchor
        request.sides = changes.sides ?? sides
        request.align = changes.align ?? align
        request.gap = changes.gap ?? gap
        request.within = changes.within ?? within
        request.avoid = changes.avoid ?? avoid
        request.passthrough = changes.passthrough ?? passthrough
        request.hit = changes.hit ?? hit
        request.isModal = changes.isModal ?? isModal
        request.title = changes.title ?? title
        request.help = changes.help ?? help
        request.buttons = changes.buttons ?? buttons
        return request
    }
}

extension PreferredSide {
    /// The side in a writing direction, from left to right by default.
    func side(in direction: WritingDirection?) -> Side {
        switch self {
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .start: direction == .rtl ? .right : .left
        case .end: direction == .rtl ? .left : .right
        }
    }
}
