// SPDX-License-Identifier: MIT

import PopoverModel

/// Keypads and switches: a ring that moves over the sources of all clients (A3).
extension Arbiter {
    mutating func navigate(
        _ step: Step, _ display: String?, _ time: Instant?, _ client: ClientID, _ id: RequestID?
    ) {
        if let failure = wrongUnit(of: time) { return fail(client, id, failure) }
        switch resolve(Place(display: display), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let index = displays.index(of: name) else { return }
            let time = min(time ?? now, now)
            guard !isOfEndedSession(time, on: name) else {
                return answer(client, id, .navigated(.none))
            }
            noteInput(on: name)
            let outcome =
                isCovered(at: index)
                ? navigateOnTop(step, at: index, time, client)
                : navigateBeneath(step, at: index, client)
            let holder = focusHolder(at: index)
            answer(
                client, id,
                .navigated(outcome, client: holder?.client, source: holder?.target.source))
        }
    }

    // MARK: On top

    /// The client on top moves its own focus; the daemon only closes (A4).
    private mutating func navigateOnTop(
        _ step: Step, at index: Int, _ time: Instant, _ client: ClientID
    ) -> NavigationOutcome {
        let name = displays[index].name
        if step == .back { return goBack(on: name, at: index, time, client) }
        guard let holder = holderOnTop(at: index), wantsFocus(holder.client),
            mayReportInput(client, to: uid(of: holder.client))
        else { return .none }
        notify(holder.client, .focusMove(display: name, holder.target, step: step))
        return .passed
    }

    private mutating func goBack(
        on name: String, at index: Int, _ time: Instant, _ client: ClientID
    ) -> NavigationOutcome {
        let before = holderOnTop(at: index)
        escape(on: name, index, at: time, client, nil)
        guard let popover = before?.target.popover else {
            return holderOnTop(at: index) == before ? .none : .closed
        }
        return popovers.value(of: popover, { $0.closing == nil }) == true ? .none : .closed
    }

    // MARK: The ring

    private mutating func navigateBeneath(
        _ step: Step, at index: Int, _ client: ClientID
    ) -> NavigationOutcome {
        let ringed = displays[index].focus.ring.flatMap { regions.sources[$0.source] }
        switch step {
        case .activate:
            guard let ringed, ringed.rect.isVisible(on: displays[index].specification.size),
                mayReportInput(client, to: uid(of: ringed.key.client))
            else {
                return .none
            }
            activate(ringed)
            return .activated
        case .help:
            guard let control = ringed?.control, let help = control.help, !help.isEmpty, let ringed
            else { return .none }
            announce(.help, control, of: ringed, help)
            return .explained
        case .back: return .none
        case .next, .previous, .up, .down, .left, .right:
            guard let next = target(of: step, at: index, client) else { return .none }
            displays[index].focus.ring = FocusState.Ring(source: next.key, rect: next.rect)
            touch(displays[index].name)
            if let control = next.control, let label = control.label {
                announce(.focused, control, of: next, label)
            }
            return .moved
        }
    }

    /// The source that a step leads to.
    private func target(of step: Step, at index: Int, _ client: ClientID) -> Region? {
        let display = displays[index].specification
        let candidates = regions.sources.onDisplay(display.name).filter { source in
            source.control?.isDisabled != true && source.rect.isVisible(on: display.size)
                && mayReportInput(client, to: uid(of: source.key.client))
        }
        guard let place = startOfWay(at: index) else {
            let order = ReadingOrder(candidates, display.direction)
            return order.region(after: nil, by: step == .previous ? -1 : 1)
        }
        // The place itself is in the order, also where its source is gone or disabled.
        let others = candidates.filter { $0.key != place.key }
        let order = ReadingOrder(others + [place], display.direction)
        return switch step {
        case .next: order.region(after: place, by: 1)
        case .previous: order.region(after: place, by: -1)
        case .up: order.nearest(to: place, .top)
        case .down: order.nearest(to: place, .bottom)
        case .left: order.nearest(to: place, .left)
        case .right: order.nearest(to: place, .right)
        case .activate, .back, .help: nil
        }
    }

    /// Where the ring is; without a ring the control beneath, from which people went on.
    private func startOfWay(at index: Int) -> Region? {
        if let ring = displays[index].focus.ring {
            return regions.sources[ring.source]
                ?? Region(
                    key: ring.source, display: displays[index].name, rect: ring.rect,
                    surface: nil, rectInSurface: ring.rect)
        }
        guard let beneath = displays[index].focus.beneath, let source = beneath.source else {
            return nil
        }
        let key = RegionKey(client: beneath.client, name: source)
        guard let region = regions.sources[key], region.display === displays[index].name else {
            return nil
        }
        return region
    }

    // MARK: Activating

    /// Activates a source as people would: with a gesture, and the focus returns to it.
    private mutating func activate(_ source: Region) {
        let gesture = giveGesture(to: source.key.client, on: source.display)
        displays.update(source.display) { $0.givesGestures = true }
        notify(
            source.key.client,
            .sourceActivated(source: source.key.name, time: now, gesture: gesture))
        guard let index = displays.index(of: source.display) else { return }
        bringBeneath(
            FocusState.Beneath(client: source.key.client, source: source.key.name), at: index)
    }

    mutating func activateSource(
        _ owner: ClientID, _ name: String, _ client: ClientID, _ id: RequestID?
    ) {
        guard has(.shell, client) || has(.input, client) else {
            return fail(client, id, .notPermitted(needs: Role.shell.rawValue))
        }
        guard clients.value(of: owner, { $0.isGreeted }) == true else {
            return fail(client, id, .unknown(owner))
        }
        guard let source = regions.sources[RegionKey(client: owner, name: name)] else {
            return fail(client, id, .unregistered("source", name))
        }
        guard mayReportInput(client, to: uid(of: owner)) else {
            return fail(client, id, .notPermitted(needs: Role.input.rawValue))
        }
        noteInput(on: source.display)
        answer(client, id, .done)
        if let index = displays.index(of: source.display), isCovered(at: index) { return }
        if source.control?.isDisabled == true { return }
        activate(source)
    }
}
