// SPDX-License-Identifier: MIT

import PopoverModel

/// Opening: who may, who waits, and whose turn it is (G1).
///
/// The refusals come in the order in which they stand here; parameters were checked by the wire.
extension Arbiter {
    mutating func open(_ request: consuming OpenRequest, _ client: ClientID, _ id: RequestID?) {
        wishes += 1
        admit(request, client, id, wish: wishes, arrived: now, combined: nil)
    }

    /// Runs the rules for an open; once more with what came of it when plugins were asked. As what
    /// a plugin opens it instead, nobody is asked about.
    mutating func admit(
        _ request: consuming OpenRequest, _ client: ClientID, _ id: RequestID?, wish: UInt64,
        arrived: Instant, combined: CombinedVerdict?
    ) {
        var name = request.behavior
        if case .replace(let other) = combined?.verdict.open { name = other }
        let target: Target
        switch check(request, as: name, client) {
        case .failure(let failure):
            // Nobody was asked before the display was known.
            let display = combined == nil ? nil : self.display(of: request, client)
            return refuse(request, client, id, failure, display: display, combined)
        case .success(let found): target = found
        }
        let declaration = Declaration(
            request, of: target.behavior, widthRange: target.behavior.widthRange)
        let findings = declaration.findings
        if let failure = refusal(findings, target.behavior, on: target.display) {
            return refuse(request, client, id, failure, display: target.display, combined)
        }
        if combined == nil, isAsked(at: .open, target.behavior, by: client) {
            guard let display = displays[target.display] else { return }
            ask(
                target.behavior, .open(facts(of: request, client, display)),
                .open(request, client, id, wish: wish, arrived: arrived), by: client)
            return
        }
        var sides: [Side]?
        var widthRange: ClosedRange<Double>?
        switch combined?.verdict.open {
        case .refuse(let reason, let message):
            // A plugin speaks for itself, never for the other rules.
            let failure = RequestError.refused(
                reason == .notForWarnings ? reason : .policy, message: message)
            return refuse(request, client, id, failure, display: target.display, combined)
        case .admit(let someSides, let someWidths):
            sides = someSides
            widthRange = someWidths
        case nil, .replace: break
        }
        take(
            WaitingOpen(
                client: client, id: id, request: request, behavior: target.behavior, wish: wish,
                arrived: arrived, sides: sides, widthRange: widthRange,
                records: combined?.records ?? []),
            declaration, findings, at: target.place, on: target.display, isAsked: combined != nil)
    }

    /// Grants it at once where nothing can come between, and lets it wait otherwise.
    private mutating func take(
        _ wish: consuming WaitingOpen, _ declaration: consuming Declaration,
        _ findings: [Finding], at place: Rect, on name: String, isAsked: Bool
    ) {
        if !isAsked, mayPass(wish, on: name) {
            // It is still as it was judged.
            return grant(wish, declaration, findings, at: place, on: name)
        }
        if let display = displays[name] { take(wish, display) }
    }

    /// What the display's kind, a lock, the end of the session, the guidelines or the behaviour's
    /// own nature say against it.
    private func refusal(
        _ findings: [Finding], _ behavior: Behavior, on name: String
    ) -> RequestError? {
        guard let index = displays.index(of: name) else { return unknownDisplay(name) }
        let specification = displays.all[index].specification
        if !specification.supportsPopovers { return .refused(.unsupportedIdiom) }
        if displays.all[index].isLocked { return .refused(.locked) }
        if awaitsSessionEnd(on: name) { return .refused(.superseded) }
        if let failure = advisor.refusal(for: findings) { return failure }
        if behavior.isPortraitOnly && specification.isLandscape {
            let message = "the behaviour \(behavior.name) is for portrait"
            return .refused(.policy, message: message)
        }
        return nil
    }

    private func facts(
        of request: OpenRequest, _ client: ClientID, _ display: Display
    ) -> Question.OpenFacts {
        Question.OpenFacts(
            behavior: request.behavior, app: app(of: client) ?? "", display: display.name,
            displaySize: display.specification.size, isCompact: display.specification.isCompact,
            size: request.size, key: request.key, title: request.title,
            isModal: request.isModal)
    }

    /// Whether it gets its place at once, as most do: nothing is there and nobody waits, so that
    /// nothing can come between.
    private func mayPass(_ wish: borrowing WaitingOpen, on name: String) -> Bool {
        guard let index = displays.index(of: name), displays.all[index].isFree,
            displays.all[index].grantedSequence <= wish.wish
        else { return false }
        return displays.all[index].toggle == nil || !undoesTap(wish, displays.all[index].toggle)
    }

    /// What stands at its place: a toggle, a repeat, something modal; else it gets in line.
    private mutating func take(_ wish: WaitingOpen, _ display: Display) {
        let visible = display.popover.flatMap { popovers[$0] }
        if undoesTap(wish, display.toggle) {
            return refuse(wish, .refused(.toggled), display: display.name)
        }
        if let visible, repeats(wish, visible) {
            return answer(wish.client, wish.id, .opened(grant(of: visible)))
        }
        if let visible, visible.isModal, visible.closing == nil {
            return refuse(wish, modalActive(visible.owner, wish.client), display: display.name)
        }
        if let failure = hidden(wish, on: display) {
            return refuse(wish, failure, display: display.name)
        }
        if let view = display.waitingView {
            return refuse(wish, modalActive(view.client, wish.client), display: display.name)
        }
        if let other = display.waitingOpen, other.wish > wish.wish {
            return refuse(wish, superseded(by: other.client, wish.client), display: display.name)
        }
        if display.grantedSequence > wish.wish {
            return refuse(wish, .refused(.superseded), display: display.name)
        }
        wait(wish, display)
    }

    /// Gets in line, or is granted at once when nobody is before it.
    private mutating func wait(_ wish: WaitingOpen, _ display: Display) {
        let patience = wish.request.wait ?? settings.timing.wait
        let isFree = display.popover == nil && !display.alerts.contains { isDue($0) }
        if patience.microseconds == 0, !isFree {
            return refuse(wish, turnMissed(display, wish.client), display: display.name)
        }
        if let other = display.waitingOpen {
            dropWaitingOpen(on: display.name, superseded(by: wish.client, other.client))
        }
        displays.update(display.name) { $0.waitingOpen = wish }
        deadlines.arm(.open(display: display.name), at: now + patience)
        touch(display.name)
    }

    mutating func openMissed(_ name: String) {
        guard let display = displays[name], let wish = display.waitingOpen else { return }
        dropWaitingOpen(on: name, turnMissed(display, wish.client))
    }

    /// Why who waited got no place, be it for a popover or a view.
    func turnMissed(_ display: Display, _ client: ClientID) -> RequestError {
        guard let alert = display.presented.flatMap({ alerts[$0] }) else {
            let holder = display.popover.flatMap { popovers[$0] }
            return .refused(.timedOut, app: holder?.owner == client ? nil : holder?.app)
        }
        return .refused(.alertActive, app: alert.raiser == .client(client) ? nil : alert.app)
    }

    private func superseded(by winner: ClientID, _ loser: ClientID) -> RequestError {
        .refused(.superseded, app: winner == loser ? nil : app(of: winner))
    }

    func modalActive(_ holder: ClientID, _ client: ClientID) -> RequestError {
        .refused(.modalActive, app: holder == client ? nil : app(of: holder))
    }

    // MARK: Recognising

    /// Whether a tap on its own source has just closed what this open would show again.
    private func undoesTap(_ wish: borrowing WaitingOpen, _ toggle: ToggleMark?) -> Bool {
        guard let toggle, toggle.client == wish.client, toggle.arrived <= wish.arrived,
            wish.arrived - toggle.arrived <= settings.timing.toggle
        else { return false }
        return toggle.source == wish.request.source
            && (wish.request.source != nil || toggle.anchor == anchorRect(of: wish))
    }

    private func repeats(_ wish: WaitingOpen, _ visible: Popover) -> Bool {
        let request = wish.request
        return visible.closing == nil && visible.owner == wish.client
            && visible.behavior.name == wish.behavior.name && visible.key == request.key
            && visible.source == request.source
            && (request.source != nil || anchorRect(of: visible) == anchorRect(of: wish))
    }

    // MARK: Turns

    /// Gives the display's place to who waits for it, or asks who holds it to leave.
    mutating func giveTurns(on name: String) {
        // Most displays have nobody who waits: all of a display is much to copy.
        guard let index = displays.index(of: name), displays.all[index].presented == nil,
            displays.all[index].waitingView != nil || displays.all[index].waitingOpen != nil
        else { return }
        let display = displays.all[index]
        if let view = display.waitingView {
            if let popover = display.popover {
                let cause = Popover.Cause.app(app(of: view.client) ?? "")
                startClosing(popover, because: .viewPresented, cause: cause)
            } else {
                grant(view, on: name)
            }
        } else if let wish = display.waitingOpen {
            guard let popover = display.popover.flatMap({ popovers[$0] }) else {
                return grant(wish, on: display)
            }
            // It may have become modal while an alert kept the open waiting.
            if popover.isModal && popover.closing == nil {
                dropWaitingOpen(on: name, modalActive(popover.owner, wish.client))
            } else {
                // Also where the source lies in that popover: never a cascade (G12).
                let cause = Popover.Cause.app(app(of: wish.client) ?? "")
                startClosing(popover.id, because: .replaced, cause: cause)
            }
        }
    }

    private mutating func grant(_ wish: WaitingOpen, on display: Display) {
        takeWaitingOpen(on: display.name)
        let request = wish.request
        let behavior = wish.behavior
        let declaration = Declaration(request, of: behavior, widthRange: behavior.widthRange)
        let findings = declaration.findings
        // All of it may have changed while the open waited.
        if let failure = gone(wish, from: display.name)
            ?? refusal(findings, behavior, on: display.name) ?? hidden(wish, on: display)
        {
            return refuse(wish, failure, display: display.name)
        }
        guard let place = anchorRect(of: wish) else {
            return refuse(
                wish, .unregistered("source", request.source ?? ""), display: display.name)
        }
        grant(wish, declaration, findings, at: place, on: display.name)
    }

    /// - Parameter findings: what its declaration breaches.
    private mutating func grant(
        _ wish: consuming WaitingOpen, _ declaration: consuming Declaration,
        _ findings: consuming [Finding], at place: Rect, on name: String
    ) {
        guard let index = displays.index(of: name) else { return }
        let specification = displays.all[index].specification
        let owner = clients.value(of: wish.client) { (uid: $0.credentials.uid, app: $0.app) }
        let widthRange = wish.widthRange ?? wish.behavior.widthRange
        if wish.widthRange != nil {
            declaration = Declaration(wish.request, of: wish.behavior, widthRange: widthRange)
            findings = declaration.findings
        }
        var popover = Popover(
            id: popoverNumbers.next(), owner: wish.client, uid: owner?.uid ?? 0,
            app: owner?.app ?? "",
            behavior: wish.behavior, display: name, wish: wish.wish, grantedAt: now,
            view: displays.all[index].view, source: wish.request.source,
            surface: wish.request.place.surface, key: wish.request.key,
            minimum: wish.request.minimum, widthRange: widthRange, size: wish.request.size,
            anchor: wish.request.anchor,
            origin: origin(of: wish.request.place.surface, wish.client),
            sides: wish.request.sides ?? wish.sides ?? wish.behavior.sides,
            avoid: wish.request.avoid, passthrough: wish.request.passthrough,
            hit: wish.request.hit, isModal: wish.request.isModal, title: wish.request.title,
            declaration: declaration,
            presentation: .sheet(frame: specification.frame, scrolls: false))
        guard
            let presentation = presentation(
                of: popover, at: place, on: specification, currentSide: nil)
        else { return refuse(wish, .refused(.doesNotFit), display: name) }
        popover.presentation = presentation
        let advice = advise(&popover, findings, at: place, on: specification)
        enter(consume popover, consume wish, advice, on: specification)
    }

    private mutating func enter(
        _ popover: consuming Popover, _ wish: consuming WaitingOpen, _ advice: [Advice],
        on display: DisplaySpecification
    ) {
        let id = popover.id
        let app = popover.app
        let key = popover.draftKey
        let presentation = popover.presentation
        let advised = popover.advice
        popovers.append(popover, as: id)
        displays.update(display.name) {
            $0.popover = id
            $0.grantedSequence = wish.wish
            $0.idleness.hasCompany(at: now)
        }
        touch(display.name)
        counters.opened += 1
        let draft = key.flatMap { handBack($0, on: display.name) }
        let grant = Grant(
            popover: id, presentation: presentation, draft: draft,
            appearance: settings.appearance.adapted(to: display), advice: advised)
        answer(wish.client, wish.id, .opened(grant))
        publish(.popoverOpened, about: id) { $0.presentation = presentation }
        record(
            .granted(presentation.side), popover: id, app: app, on: display.name,
            wish.records)
        if let draft { publish(.draftRestored, fact(of: draft, client: wish.client)) }
        if !advice.isEmpty, let popover = popovers[id] { publish(advice, on: popover) }
    }

    private func grant(of popover: Popover) -> Grant {
        Grant(
            popover: popover.id, presentation: popover.presentation,
            draft: storedDraft(popover.draftKey), appearance: appearance(on: popover.display),
            advice: popover.advice)
    }

    // MARK: Leaving the line

    @discardableResult
    private mutating func takeWaitingOpen(on name: String) -> WaitingOpen? {
        guard let wish = displays[name]?.waitingOpen else { return nil }
        displays.update(name) { $0.waitingOpen = nil }
        deadlines.disarm(.open(display: name))
        return wish
    }

    /// Refuses the open that waits on a display, if there is one.
    mutating func dropWaitingOpen(on name: String, _ failure: RequestError) {
        guard let wish = takeWaitingOpen(on: name) else { return }
        refuse(wish, failure, display: name)
    }

    /// Drops what a client that is gone has waited for; nobody is told.
    mutating func dropWaiting(of client: ClientID) {
        for name in displays.names {
            if displays[name]?.waitingOpen?.client == client { takeWaitingOpen(on: name) }
            if displays[name]?.waitingView?.client == client { takeWaitingView(on: name) }
            touch(name)
        }
    }

    /// Whether the request was an open or view that waited; it is refused `cancelled`.
    mutating func cancelWaiting(_ request: RequestID, of client: ClientID) -> Bool {
        for name in displays.names {
            if let wish = displays[name]?.waitingOpen, wish.client == client, wish.id == request {
                dropWaitingOpen(on: name, .refused(.cancelled))
                return true
            }
            if let view = displays[name]?.waitingView, view.client == client, view.id == request {
                dropWaitingView(on: name, .refused(.cancelled))
                return true
            }
        }
        return false
    }

    private mutating func refuse(_ wish: WaitingOpen, _ failure: RequestError, display: String) {
        refuse(
            wish.request, wish.client, wish.id, failure, display: display,
            records: wish.records)
    }

    private mutating func refuse(
        _ request: OpenRequest, _ client: ClientID, _ id: RequestID?, _ failure: RequestError,
        display: String?, _ combined: CombinedVerdict?
    ) {
        refuse(
            request, client, id, failure, display: display,
            records: combined?.records ?? [])
    }

    /// Answers an open with a no, and tells observers.
    mutating func refuse(
        _ request: OpenRequest, _ client: ClientID, _ id: RequestID?, _ failure: RequestError,
        display: String?, records: [VerdictRecord] = []
    ) {
        fail(client, id, failure)
        guard case .refused(let reason, _, _) = failure else { return }
        counters.refused += 1
        var refused = fact(client: client, app: app(of: client))
        refused.display = display
        refused.reason = reason.rawValue
        refused.behavior = request.behavior
        refused.source = request.source
        refused.key = request.key
        publish(.popoverRefused, refused)
        record(.refused(failure), app: refused.app, on: display, records)
    }
}
