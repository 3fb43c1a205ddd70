// SPDX-License-Identifier: MIT

import PopoverModel

/// Registering surfaces, sources and occluders, and moving the popovers that depend on them.
extension Arbiter {
    /// The display of a request: the one it names, else the surface's, else the source's, else
    /// `main`, else the oldest.
    /// - Parameter source: the display of the source.
    func resolve(
        _ place: Place, of client: ClientID, source: String?
    ) -> Result<String, RequestError> {
        var surface: String?
        if let name = place.surface {
            surface = regions.surfaces.value(of: RegionKey(client: client, name: name)) {
                $0.display
            }
            if surface == nil { return .failure(.unregistered("surface", name)) }
        }
        let name = place.display ?? surface ?? source ?? displays.standard
        guard let name, displays.contains(name) else {
            return .failure(unknownDisplay(name ?? "main"))
        }
        return .success(name)
    }

    /// The display of reported input.
    func locate(_ place: Place, of client: ClientID) -> Result<String, RequestError> {
        if let failure = contradiction(in: place, of: client) { return .failure(failure) }
        return resolve(place, of: client, source: nil)
    }

    /// The refusal of a place that names two displays.
    func contradiction(in place: Place, of client: ClientID) -> RequestError? {
        // An unknown display has a refusal of its own.
        guard let display = place.display, displays.contains(display), let name = place.surface,
            let surface = regions.surfaces[RegionKey(client: client, name: name)],
            surface.display !== display
        else { return nil }
        let message = "the surface \(name) is on \(surface.display)"
        return .badParameter(member: "display", message: message)
    }

    func unknownDisplay(_ name: String) -> RequestError {
        .unknown("display", name, known: displays.names)
    }

    /// The popovers of a client that were opened from one of these sources or this surface.
    private func revealed(
        by client: ClientID, sources names: [String], surface: String? = nil
    ) -> [Popover] {
        popovers.filter { popover in
            popover.owner == client
                && (names.contains { $0 === popover.source }
                    || surface != nil && popover.surface === surface)
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
        let earlier = regions.surfaces[key]
        if earlier == nil && regions.surfaces.count(of: client) >= settings.limits.surfaces {
            return fail(client, id, overLimit(.surfaces))
        }
        switch resolve(Place(display: displayName), of: client, source: earlier?.display) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            let surface = Region(
                key: key, display: display, rect: frame, surface: nil, rectInSurface: frame)
            guard register(surface, after: earlier, as: .surface, id) else { return }
            answer(client, id, .done)
            if let earlier {
                // A surface that grows or shrinks makes the order of sides apply again.
                let isScrolled = earlier.rect.size == frame.size
                moveSources(on: key, from: earlier.display, to: display, isScrolled: isScrolled)
            }
        }
    }

    /// Moves sources with their surface. A popover follows, or closes if its display would change.
    private mutating func moveSources(
        on key: RegionKey, from old: String, to new: String, isScrolled: Bool
    ) {
        guard let frame = regions.frame(of: key.name, key.client) else { return }
        let moved = regions.sources.of(key.client, on: [old]).filter { $0.surface === key.name }
        for earlier in moved {
            var source = earlier
            source.display = new
            source.rect = source.rectInSurface.placed(on: frame)
            replace(earlier, with: source, as: .source)
        }
        let names = moved.map(\.key.name)
        if old !== new {
            forgetPresses(of: key.client, in: key.name)
            return closeRevealed(by: key.client, sources: names, surface: key.name)
        }
        for popover in revealed(by: key.client, sources: names, surface: key.name) {
            reposition(on: popover.display, isAnimated: false, keepsSide: isScrolled)
        }
    }

    mutating func removeSurface(_ name: String, _ client: ClientID, _ id: RequestID?) {
        let key = RegionKey(client: client, name: name)
        guard let surface = unregister(key, .surface) else {
            return fail(client, id, .unregistered("surface", name))
        }
        answer(client, id, .done)
        forgetPresses(of: client, in: name)
        let gone = regions.sources.of(client, on: [surface.display]).filter { $0.surface === name }
        for source in gone { unregister(source.key, .source) }
        closeRevealed(by: client, sources: gone.map(\.key.name), surface: name)
    }

    // MARK: Sources

    mutating func setSource(
        _ name: String, _ rect: Rect, _ place: Place, _ edge: PreferredSide?,
        _ control: Control, _ client: ClientID, _ id: RequestID?
    ) {
        let key = RegionKey(client: client, name: name)
        let earlier = regions.sources[key]
        if earlier == nil && regions.sources.count(of: client) >= settings.limits.sources {
            return fail(client, id, overLimit(.sources))
        }
        switch resolve(place, of: client, source: earlier?.display) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            let source = Region(
                key: key, display: display,
                rect: regions.place(rect, on: place.surface, client), surface: place.surface,
                rectInSurface: rect, edge: edge,
                control: control == Control() ? nil : Shared(control))
            let isSameSurface = earlier?.surface === place.surface
            guard register(source, after: earlier, as: .source, id) else { return }
            answer(client, id, .done)
            sourceChanged(key, on: display)
            if let earlier, earlier.display !== display {
                closeRevealed(by: client, sources: [name])
            } else if !isSameSurface || earlier?.rect != source.rect {
                let isScrolled = isSameSurface && earlier?.rectInSurface.size == rect.size
                follow(source, isSameSurface: isSameSurface, isScrolled: isScrolled)
            }
        }
    }

    /// Moves a popover with its source. One with an anchor stays there, because the anchor is its
    /// client's, but the surface of its source makes it a sheet or a popover.
    private mutating func follow(_ source: Region, isSameSurface: Bool, isScrolled: Bool) {
        // Mostly nothing is open.
        if popovers.isEmpty { return }
        for popover in revealed(by: source.key.client, sources: [source.key.name])
        where popover.display === source.display
            && (popover.request.anchor == nil || !isSameSurface)
        {
            reposition(on: popover.display, isAnimated: false, keepsSide: isScrolled)
        }
    }

    mutating func removeSource(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard let source = unregister(RegionKey(client: client, name: name), .source) else {
            return fail(client, id, .unregistered("source", name))
        }
        answer(client, id, .done)
        closeRevealed(by: client, sources: [name])
        sourceChanged(RegionKey(client: client, name: name), on: source.display)
    }

    // MARK: Occluders

    mutating func setOccluder(
        _ name: String, _ rect: Rect, _ displayName: String?, _ client: ClientID,
        _ id: RequestID?
    ) {
        let key = RegionKey(client: client, name: name)
        let earlier = regions.occluders[key]
        if earlier == nil && occluders(ofUserOf: client) >= settings.limits.occluders {
            return fail(client, id, overLimit(.occluders))
        }
        switch resolve(Place(display: displayName), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let display):
            // Keyboards report empty rectangles while users still see them.
            guard rect.width > 0, rect.height > 0 else { return answer(client, id, .done) }
            let occluder = Region(
                key: key, display: display, rect: rect, surface: nil, rectInSurface: rect)
            guard register(occluder, after: earlier, as: .occluder, id) else { return }
            answer(client, id, .done)
            if earlier?.rect != rect || earlier?.display !== display {
                if let earlier { remember(earlier) }
                regions.occluderTimes[key] = now
            }
            occludersChanged(on: display)
            if let earlier, earlier.display !== display {
                occludersChanged(on: earlier.display)
            }
        }
    }

    mutating func removeOccluder(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard let occluder = unregister(RegionKey(client: client, name: name), .occluder) else {
            return fail(client, id, .unregistered("occluder", name))
        }
        answer(client, id, .done)
        remember(occluder)
        occludersChanged(on: occluder.display)
    }

    /// The occluders of all clients of a client's user: each is in every shield, and in the way of every
    /// popover, whoever shows it.
    private func occluders(ofUserOf client: ClientID) -> Int {
        let uid = clients.value(of: client) { $0.credentials.uid }
        return displays.names.reduce(0) { sum, display in
            sum
                + regions.occluders.onDisplay(display).count { region in
                    clients.value(of: region.key.client) { $0.credentials.uid } == uid
                }
        }
    }

    /// Popovers keep clear of whatever covers the screen (K7).
    private mutating func occludersChanged(on display: String) {
        reposition(on: display, isAnimated: true)
        keepAlertUncovered(on: display)
        touch(display)
    }

    /// Whether a tap hit an occluder that was there at its time.
    func isOccluded(_ tap: Tap) -> Bool {
        regions.occluders.onDisplay(tap.display).contains {
            $0.rect.contains(tap.point)
                && regions.occluderTimes[$0.key].map { $0 <= tap.time } ?? false
        }
            || displays.value(of: tap.display) {
                $0.pastOccluders.contains { $0.covers(tap) }
            } ?? false
    }

    /// Removes the regions of a client that has disconnected.
    mutating func removeRegions(of client: ClientID) {
        for region in regions.surfaces.of(client, on: displays.names) {
            unregister(region.key, .surface)
        }
        for region in regions.sources.of(client, on: displays.names) {
            unregister(region.key, .source)
        }
        for region in regions.occluders.of(client, on: displays.names) {
            unregister(region.key, .occluder)
            remember(region)
            occludersChanged(on: region.display)
        }
    }

    /// Removes the regions on a display that was removed.
    mutating func removeRegions(on display: String) {
        for region in regions.surfaces.onDisplay(display) { unregister(region.key, .surface) }
        for region in regions.sources.onDisplay(display) { unregister(region.key, .source) }
        for region in regions.occluders.onDisplay(display) {
            unregister(region.key, .occluder)
            regions.occluderTimes[region.key] = nil
        }
    }
}

extension PastOccluder {
    func covers(_ tap: Tap) -> Bool {
        from <= tap.time && tap.time < until && rect.contains(tap.point)
    }
}
