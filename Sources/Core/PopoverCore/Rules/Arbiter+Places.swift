// SPDX-License-Identifier: MIT

import PopoverModel

/// Where things are: which display is meant, surfaces, sources and occluders, and what a popover
/// does when one of them moves.
extension Arbiter {
    // MARK: What is meant

    /// The name of the display that a request is about: the one it names, else the surface's, else the
    /// source's, else `main`, else the oldest.
    ///
    /// - Parameter source: the display of its source.
    func resolve(
        _ place: Place, of client: ClientID, source: String?
    ) -> Result<String, RequestError> {
        var surface: String?
        if let name = place.surface {
            surface = surfaces.value(of: RegionKey(client: client, name: name)) { $0.display }
            if surface == nil { return .failure(.unregistered("surface", name)) }
        }
        let name = place.display ?? surface ?? source ?? displays.standard
        guard let name, displays.contains(name) else {
            return .failure(unknownDisplay(name ?? "main"))
        }
        return .success(name)
    }

    func unknownDisplay(_ name: String) -> RequestError {
        .unknown("display", name, known: displays.names)
    }

    /// What points of a surface are relative to.
    func origin(of surface: String?, _ client: ClientID) -> Point {
        surface.flatMap {
            surfaces.value(of: RegionKey(client: client, name: $0)) { $0.rect.origin }
        } ?? Point(x: 0, y: 0)
    }

    // MARK: A popover's places

    /// What revealed it: the anchor that its client gave last, or its registered source.
    func anchorRect(of popover: Popover) -> Rect? {
        if let anchor = popover.anchor { return anchor.offset(by: popover.origin) }
        guard let source = popover.source else { return nil }
        return sources.value(of: RegionKey(client: popover.owner, name: source)) { $0.rect }
    }

    /// Where a tap is inside: its frame, or its `hit`, and its arrow.
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

    private var placementStyle: PlacementStyle {
        PlacementStyle(
            arrowLength: settings.appearance.arrowLength,
            arrowWidth: settings.appearance.arrowWidth,
            cornerRadius: settings.appearance.cornerRadius, margin: settings.appearance.margin)
    }

    /// How a popover is shown for a source at this place; nil where not even its minimum fits.
    func presentation(
        of popover: Popover, at place: Rect, on display: DisplaySpecification, currentSide: Side?
    ) -> Presentation? {
        if display.isCompact && popover.behavior.compactAdaptation == .refuse { return nil }
        let query = PlacementQuery(
            display: display.size, insets: display.insets,
            occluders: occluders.onDisplay(display.name).map(\.rect), source: place,
            wanted: popover.size, minimum: popover.minimum, widthRange: popover.widthRange,
            sides: popover.sides, avoid: popover.avoid.map { $0.offset(by: popover.origin) },
            currentSide: currentSide, isCompact: display.isCompact)
        switch query.placement(style: placementStyle) {
        case .popover(let frame, let side, let arrow, let scrolls):
            return .popover(frame: frame, side: side, arrow: arrow, scrolls: scrolls)
        case .sheet(let frame, let scrolls): return .sheet(frame: frame, scrolls: scrolls)
        case .doesNotFit: return nil
        }
    }

    // MARK: Changes by the owner

    /// The same popover, otherwise (G19): the id stays, and the side where it can.
    mutating func update(
        _ id: PopoverID, _ changes: PopoverChanges, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), var popover = popovers[id] else { return }
        let before = popover
        popover.apply(changes)
        guard let display = displays[popover.display], let place = anchorRect(of: popover) else {
            return answer(
                client, request,
                .updated(popover.presentation, animation(of: popover, isAnimated: false)))
        }
        // Another source or other sides are another environment; then the order given counts.
        let keepsSide = place == anchorRect(of: before) && popover.sides == before.sides
        guard
            let presentation = presentation(
                of: popover, at: place, on: display.specification,
                currentSide: keepsSide ? popover.presentation.side : nil)
        else { return fail(client, request, .refused(.doesNotFit)) }
        let isMoved = presentation != popover.presentation
        popover.presentation = presentation
        let advice = advise(
            &popover, popover.declaration.findings, at: place, on: display.specification)
        replace(before, by: popover)
        answer(
            client, request, .updated(presentation, animation(of: popover, isAnimated: isMoved)))
        if isMoved { publishMoved(popover) }
        publish(advice, on: popover)
        touch(popover.display)
    }

    private func animation(of popover: Popover, isAnimated: Bool) -> Animation {
        let moves = isAnimated && !appearance(on: popover.display).reducesMotion
        return Animation(
            isAnimated: moves,
            duration: moves ? settings.timing.animation : Interval(microseconds: 0))
    }

    /// The same popover as it is from now on; taps from before are judged by how it was.
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

    /// Places the popover of a display anew, after something around it has changed.
    mutating func placeAnew(on name: String, isAnimated: Bool) {
        guard let display = displays[name], let id = display.popover,
            let before = popovers[id], before.closing == nil
        else { return }
        var popover = before
        if let surface = popover.surface,
            let region = surfaces[RegionKey(client: popover.owner, name: surface)]
        {
            popover.origin = region.rect.origin
        }
        guard let place = anchorRect(of: popover) else {
            return startClosing(id, because: .sourceGone)
        }
        guard
            let presentation = presentation(
                of: popover, at: place, on: display.specification, currentSide: nil)
        else { return startClosing(id, because: .displayChanged) }
        let isMoved = presentation != popover.presentation
        popover.presentation = presentation
        replace(before, by: popover)
        // What taps may pass through has moved with its surface, even where the frame has not.
        touch(name)
        guard isMoved else { return }
        notify(
            popover.owner,
            .popoverMoved(id, presentation, animation(of: popover, isAnimated: isAnimated)))
        publishMoved(popover)
    }

    /// A client's popovers that one of these has revealed.
    private func revealed(
        by client: ClientID, sources names: [String], surface: String? = nil
    ) -> [Popover] {
        popovers.values.filter { popover in
            popover.owner == client
                && (popover.source.map(names.contains) ?? false
                    || surface != nil && popover.surface == surface)
        }
    }

    private mutating func closeRevealed(
        by client: ClientID, sources names: [String], surface: String? = nil
    ) {
        for popover in revealed(by: client, sources: names, surface: surface) {
            startClosing(popover.id, because: .sourceGone)
        }
    }

    // MARK: Surfaces

    mutating func setSurface(
        _ name: String, _ displayName: String?, _ frame: Rect, _ client: ClientID,
        _ id: RequestID?
    ) {
        let key = RegionKey(client: client, name: name)
        let earlier = surfaces[key]
        if earlier == nil && surfaces.count(of: client) >= settings.limits.surfaces {
            return fail(client, id, overLimit(.surfaces))
        }
        switch resolve(Place(display: displayName), of: client, source: earlier?.display) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            surfaces.set(
                Region(
                    key: key, display: display, rect: frame, surface: nil,
                    rectInSurface: frame))
            answer(client, id, .done)
            if let earlier { moveSources(on: key, from: earlier.display, to: display) }
        }
    }

    /// Sources follow their surface; a popover does too, unless it would have to leave its display.
    private mutating func moveSources(on key: RegionKey, from old: String, to new: String) {
        let origin = origin(of: key.name, key.client)
        let moved = sources.of(key.client, on: [old]).filter { $0.surface == key.name }
        for var source in moved {
            source.display = new
            source.rect = source.rectInSurface.offset(by: origin)
            sources.set(source)
        }
        let names = moved.map(\.key.name)
        if old != new {
            forgetPresses(of: key.client, in: key.name)
            return closeRevealed(by: key.client, sources: names, surface: key.name)
        }
        for popover in revealed(by: key.client, sources: names, surface: key.name) {
            placeAnew(on: popover.display, isAnimated: false)
        }
    }

    mutating func removeSurface(_ name: String, _ client: ClientID, _ id: RequestID?) {
        let key = RegionKey(client: client, name: name)
        guard let surface = surfaces.remove(key) else {
            return fail(client, id, .unregistered("surface", name))
        }
        answer(client, id, .done)
        forgetPresses(of: client, in: name)
        let gone = sources.of(client, on: [surface.display]).filter { $0.surface == name }
        for source in gone { sources.remove(source.key) }
        closeRevealed(by: client, sources: gone.map(\.key.name), surface: name)
    }

    // MARK: Sources

    mutating func setSource(
        _ name: String, _ rect: Rect, _ place: Place, _ client: ClientID, _ id: RequestID?
    ) {
        let key = RegionKey(client: client, name: name)
        let earlier = sources[key]
        if earlier == nil && sources.count(of: client) >= settings.limits.sources {
            return fail(client, id, overLimit(.sources))
        }
        switch resolve(place, of: client, source: earlier?.display) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            let source = Region(
                key: key, display: display,
                rect: rect.offset(by: origin(of: place.surface, client)),
                surface: place.surface, rectInSurface: rect)
            sources.set(source)
            answer(client, id, .done)
            if let earlier, earlier.display != display {
                closeRevealed(by: client, sources: [name])
            } else if earlier?.rect != source.rect {
                follow(source)
            }
        }
    }

    /// A popover follows its source: where it is now counts more than an earlier anchor, unless
    /// that is on a display where the source is not.
    private mutating func follow(_ source: Region) {
        for popover in revealed(by: source.key.client, sources: [source.key.name])
        where popover.display == source.display {
            popovers.update(popover.id) { $0.anchor = nil }
            placeAnew(on: popover.display, isAnimated: false)
        }
    }

    mutating func removeSource(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard sources.remove(RegionKey(client: client, name: name)) != nil else {
            return fail(client, id, .unregistered("source", name))
        }
        answer(client, id, .done)
        closeRevealed(by: client, sources: [name])
    }

    // MARK: Occluders

    mutating func setOccluder(
        _ name: String, _ rect: Rect, _ displayName: String?, _ client: ClientID,
        _ id: RequestID?
    ) {
        let key = RegionKey(client: client, name: name)
        let earlier = occluders[key]
        if earlier == nil && occluders.count(of: client) >= settings.limits.occluders {
            return fail(client, id, overLimit(.occluders))
        }
        switch resolve(Place(display: displayName), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            answer(client, id, .done)
            // Keyboards report empty rectangles while people still see them.
            guard rect.width > 0, rect.height > 0 else { return }
            if earlier?.rect != rect || earlier?.display != display {
                if let earlier { remember(earlier) }
                occluderTimes[key] = now
            }
            occluders.set(
                Region(
                    key: key, display: display, rect: rect, surface: nil,
                    rectInSurface: rect))
            occludersChanged(on: display)
            if let earlier, earlier.display != display {
                occludersChanged(on: earlier.display)
            }
        }
    }

    mutating func removeOccluder(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard let occluder = occluders.remove(RegionKey(client: client, name: name)) else {
            return fail(client, id, .unregistered("occluder", name))
        }
        answer(client, id, .done)
        remember(occluder)
        occludersChanged(on: occluder.display)
    }

    /// Popovers keep out of what covers the screen (K7).
    private mutating func occludersChanged(on display: String) {
        placeAnew(on: display, isAnimated: true)
        touch(display)
    }

    /// Forgets what a client that is gone has registered.
    mutating func removeRegions(of client: ClientID) {
        for region in surfaces.of(client, on: displays.names) { surfaces.remove(region.key) }
        for region in sources.of(client, on: displays.names) { sources.remove(region.key) }
        for region in occluders.of(client, on: displays.names) {
            occluders.remove(region.key)
            remember(region)
            occludersChanged(on: region.display)
        }
    }
}

extension Popover {
    mutating func apply(_ changes: PopoverChanges) {
        size = changes.size ?? size
        anchor = changes.anchor ?? anchor
        sides = changes.sides ?? sides
        avoid = changes.avoid ?? avoid
        passthrough = changes.passthrough ?? passthrough
        hit = changes.hit ?? hit
        isModal = changes.isModal ?? isModal
        title = changes.title ?? title
        declaration.apply(changes)
    }
}
