// SPDX-License-Identifier: MIT

import PopoverModel

/// The frame of a popover: computed at its grant and when its owner or its surroundings change.
extension Arbiter {
    /// The rectangle that it points at: the latest anchor of its client, or its registered source.
    func anchorRect(of popover: Popover) -> Rect? {
        if let anchor = popover.anchor { return anchor.offset(by: popover.origin) }
        guard let source = popover.source else { return nil }
        return regions.sources.value(of: RegionKey(client: popover.owner, name: source)) { $0.rect }
    }

    /// The area in which a tap is inside: the frame or `hit`, and the arrow.
    func shape(of popover: Popover.Outline) -> [Rect] {
        let frame = popover.presentation.frame
        guard case .popover(_, let side, let arrow, _) = popover.presentation else {
            return [frame]
        }
        let arrowRect = placementStyle.arrowRect(frame: frame, side: side, arrow: arrow)
        if popover.hit.isEmpty { return [frame, arrowRect] }
        return popover.hit.map { $0.offset(by: frame.origin) } + [arrowRect]
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
        if display.isCompact && popover.behavior.compactAdaptation == .refuse { return nil }
        let query = placementQuery(
            for: popover, at: anchor, on: display, currentSide: currentSide)
        switch query.placement(style: placementStyle) {
        case .popover(let frame, let side, let arrow, let scrolls):
            return .popover(frame: frame, side: side, arrow: arrow, scrolls: scrolls)
        // A sheet covers its source.
        case .sheet where popover.behavior.isHint: return nil
        case .sheet(let frame, let scrolls): return .sheet(frame: frame, scrolls: scrolls)
        case .doesNotFit: return nil
        }
    }

    func placementQuery(
        for popover: Popover, at anchor: Rect, on display: DisplaySpecification,
        currentSide: Side? = nil
    ) -> PlacementQuery {
        PlacementQuery(
            display: display.size, insets: display.insets,
            occluders: regions.occluders.onDisplay(display.name).map(\.rect), source: anchor,
            wanted: popover.size, minimum: popover.minimum, widthRange: popover.widthRange,
            sides: popover.preferredSides?.map { $0.side(in: display.direction) } ?? popover.sides,
            alignment: popover.alignment, isRightToLeft: display.direction == .rtl,
            gap: popover.gap, bounds: bounds(of: popover),
            avoid: popover.avoid.map { $0.offset(by: popover.origin) },
            currentSide: currentSide, isCompact: display.isCompact && !popover.behavior.isHint)
    }

    /// The surface that it is kept within: its own, or that of its source; nil for the display.
    private func bounds(of popover: Popover) -> Rect? {
        guard popover.bounds == .surface else { return nil }
        let ofSource = popover.source.flatMap { source in
            regions.sources.value(of: RegionKey(client: popover.owner, name: source)) { $0.surface }
                ?? nil
        }
        guard let surface = popover.surface ?? ofSource else { return nil }
        return regions.surfaces.value(of: RegionKey(client: popover.owner, name: surface)) {
            $0.rect
        }
    }

    // MARK: Changes by the owner

    /// Changes a popover (G19): it keeps its id, and its side where possible.
    mutating func update(
        _ id: PopoverID, _ changes: PopoverChanges, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), var popover = popovers[id] else { return }
        let before = popover
        popover.apply(changes)
        guard let display = displays[popover.display], let anchor = anchorRect(of: popover) else {
            return answer(
                client, request,
                .updated(popover.presentation, .none, scrim: scrim(behind: popover)))
        }
        // A different source or other sides make the order of sides apply again.
        let keepsSide =
            anchor == anchorRect(of: before) && popover.preferredSides == before.preferredSides
        guard
            let presentation = presentation(
                of: popover, at: anchor, on: display.specification,
                currentSide: keepsSide ? popover.presentation.side : nil)
        else { return fail(client, request, .refused(.doesNotFit)) }
        let isMoved = presentation != popover.presentation
        let motion = isMoved ? motion(from: popover.presentation.frame, on: display.name) : .none
        popover.presentation = presentation
        let advice = advise(
            &popover, popover.declaration.findings, at: anchor, on: display.specification)
        replace(before, by: popover)
        answer(
            client, request,
            .updated(presentation, motion, scrim: scrim(behind: popover)))
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
    mutating func reposition(on name: String, isAnimated: Bool) {
        guard let display = displays[name], let id = display.popover,
            let before = popovers[id], before.closing == nil
        else { return }
        var popover = before
        if let surface = popover.surface,
            let region = regions.surfaces[RegionKey(client: popover.owner, name: surface)]
        {
            popover.origin = region.rect.origin
        }
        guard let anchor = anchorRect(of: popover) else {
            return startClosing(id, because: .sourceGone)
        }
        guard
            let presentation = presentation(
                of: popover, at: anchor, on: display.specification, currentSide: nil)
        else { return startClosing(id, because: .displayChanged) }
        let isMoved = presentation != popover.presentation
        let start = popover.presentation.frame
        popover.presentation = presentation
        replace(before, by: popover)
        // The areas that taps pass through move with the surface, even where the frame does not.
        touch(name)
        guard isMoved else { return }
        notify(
            popover.owner,
            .popoverMoved(
                id, presentation, isAnimated ? motion(from: start, on: name) : .none,
                scrim: scrim(behind: popover)))
        publishMoved(popover)
    }
}

extension Popover {
    mutating func apply(_ changes: PopoverChanges) {
        size = changes.size ?? size
        anchor = changes.anchor ?? anchor
        preferredSides = changes.sides ?? preferredSides
        alignment = changes.align ?? alignment
        gap = changes.gap ?? gap
        bounds = changes.within ?? bounds
        avoid = changes.avoid ?? avoid
        passthrough = changes.passthrough ?? passthrough
        hit = changes.hit ?? hit
        isModal = changes.isModal ?? isModal
        title = changes.title ?? title
        declaration.apply(changes)
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
