// SPDX-License-Identifier: MIT

import PopoverModel

/// Opening: who may, who waits, and whose turn it is (G1).
///
/// The refusals come in the order in which they stand here; parameters were checked by the wire.
extension Arbiter {
    mutating func open(_ request: OpenRequest, _ client: ClientID, _ id: RequestID?) {
        wishes += 1
        admit(request, client, id, wish: wishes, arrived: now, ruling: nil)
    }

    /// Runs the rules for an open; once more with what came of it when plugins were asked. As what
    /// a plugin opens it instead, nobody is asked about.
    mutating func admit(
        _ request: OpenRequest, _ client: ClientID, _ id: RequestID?, wish: UInt64,
        arrived: Instant, ruling: Ruling?
    ) {
        var name = request.behavior
        if case .replace(let other) = ruling?.verdict { name = other }
        switch check(request, as: name, client) {
        case .failure(let failure):
            // Nobody was asked before the display was known.
            let display = ruling == nil ? nil : place(of: request, client)
            refuse(request, client, id, failure, display: display, ruling)
        case .success(let (behavior, name)):
            guard let display = displays[name] else { return }
            let judged = Declaration(request, of: behavior, widthRange: behavior.widthRange)
                .judged
            if let failure = refusal(judged, behavior, display) {
                return refuse(request, client, id, failure, display: display.name, ruling)
            }
            if ruling == nil, isAsked(at: .open, behavior, by: client) {
                ask(
                    behavior, .open(facts(of: request, client, display)),
                    .open(request, client, id, wish: wish, arrived: arrived), by: client)
                return
            }
            var wish = WaitingOpen(
                client: client, id: id, request: request, behavior: behavior, wish: wish,
                arrived: arrived)
            wish.testimonies = ruling?.testimonies ?? []
            switch ruling?.verdict {
            case .refuse(let reason, let message):
                // A plugin speaks for itself, never for the other rules.
                let failure = Failure.refused(
                    reason == .notForWarnings ? reason : .policy, message: message)
                return refuse(request, client, id, failure, display: display.name, ruling)
            case .admit(let sides, let widthRange):
                wish.sides = sides
                wish.widthRange = widthRange
            case nil, .abstain, .replace, .close, .stay, .detach, .present, .hold, .warn, .idle:
                break
            }
            if mayPass(wish, display, ruling) {
                // It is still as it was judged.
                return grant(wish, judged, on: display)
            }
            take(wish, display)
        }
    }

    /// The behaviour and the display's name, or what is unknown.
    private func check(
        _ request: OpenRequest, as name: String, _ client: ClientID
    ) -> Result<(Behavior, String), Failure> {
        guard has(.app, client) else {
            return .failure(.notPermitted(needs: Role.app.rawValue))
        }
        let source = request.source.flatMap { sources[RegionKey(client: client, name: $0)] }
        guard source != nil || request.anchor != nil else {
            let message = "needed unless the source is registered"
            return .failure(.badParameter(member: "anchor", message: message))
        }
        if let failure = contradiction(in: request, of: client, source: source) {
            return .failure(failure)
        }
        guard let behavior = behaviors[name] else {
            let message = "no loaded plugin provides the behaviour \(name)"
            return .failure(.refused(.unknownBehavior, message: message))
        }
        if behavior.needsTitle, request.title?.isEmpty ?? true {
            let message = "the behaviour \(behavior.name) needs a title"
            return .failure(.badParameter(member: "title", message: message))
        }
        return resolve(request.place, of: client, source: source).map { (behavior, $0) }
    }

    /// The display that an open is meant for, where it is known.
    private func place(of request: OpenRequest, _ client: ClientID) -> String? {
        let source = request.source.flatMap { sources[RegionKey(client: client, name: $0)] }
        return try? resolve(request.place, of: client, source: source).get()
    }

    /// What the display's kind, a lock, the end of the session, the guidelines or the behaviour's
    /// own nature say against it.
    private func refusal(
        _ judged: JudgedDeclaration, _ behavior: Behavior, _ display: Display
    ) -> Failure? {
        let specification = display.specification
        if !specification.supportsPopovers { return .refused(.unsupportedIdiom) }
        if display.isLocked { return .refused(.locked) }
        if awaitsSessionEnd(on: display.name) { return .refused(.superseded) }
        if let failure = advisor.refusal(for: judged.findings) { return failure }
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

    /// Whether it gets its place at once, as most do: nobody was asked, nothing is there and nobody
    /// waits, so that nothing can come between.
    private func mayPass(_ wish: WaitingOpen, _ display: Display, _ ruling: Ruling?) -> Bool {
        ruling == nil && display.popover == nil && display.view == nil && display.alerts.isEmpty
            && display.waitingView == nil && display.waitingOpen == nil
            && display.grantedWish <= wish.wish && !undoesTap(wish, display.toggle)
    }

    /// What stands at its place: a toggle, a repeat, something modal; else it gets in line.
    private mutating func take(_ wish: WaitingOpen, _ display: Display) {
        let visible = display.popover.flatMap { popovers[$0] }
        if undoesTap(wish, display.toggle) {
            return refuse(wish, .refused(.toggled), display: display.name)
        }
        if let visible, repeats(wish, visible) {
            return answer(wish.client, wish.id, .opened(grant(of: visible, draft: nil)))
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
        if display.grantedWish > wish.wish {
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
    func turnMissed(_ display: Display, _ client: ClientID) -> Failure {
        guard let alert = display.presented.flatMap({ alerts[$0] }) else {
            let holder = display.popover.flatMap { popovers[$0] }
            return .refused(.timedOut, app: holder?.owner == client ? nil : holder?.app)
        }
        return .refused(.alertActive, app: alert.raiser == .client(client) ? nil : alert.app)
    }

    private func superseded(by winner: ClientID, _ loser: ClientID) -> Failure {
        .refused(.superseded, app: winner == loser ? nil : app(of: winner))
    }

    func modalActive(_ holder: ClientID, _ client: ClientID) -> Failure {
        .refused(.modalActive, app: holder == client ? nil : app(of: holder))
    }

    // MARK: Recognising

    /// Whether a tap on its own source has just closed what this open would show again.
    private func undoesTap(_ wish: WaitingOpen, _ toggle: ToggleMark?) -> Bool {
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
        let isAwaited = displays.value(of: name) {
            $0.presented == nil && ($0.waitingView != nil || $0.waitingOpen != nil)
        }
        guard isAwaited == true, let display = displays[name] else { return }
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
        let judged = Declaration(request, of: behavior, widthRange: behavior.widthRange).judged
        // All of it may have changed while the open waited.
        if let failure = gone(wish, from: display.name)
            ?? refusal(judged, behavior, display) ?? hidden(wish, on: display)
        {
            return refuse(wish, failure, display: display.name)
        }
        grant(wish, judged, on: display)
    }

    private mutating func grant(
        _ wish: WaitingOpen, _ judged: JudgedDeclaration, on display: Display
    ) {
        let request = wish.request
        guard let place = anchorRect(of: wish) else {
            return refuse(wish, .unknownID(request.source ?? ""), display: display.name)
        }
        let origin = origin(of: request.place.surface, wish.client)
        let owner = clients.value(of: wish.client) { (uid: $0.credentials.uid, app: $0.app) }
        let widthRange = wish.widthRange ?? wish.behavior.widthRange
        var judged = judged
        if wish.widthRange != nil {
            judged = Declaration(request, of: wish.behavior, widthRange: widthRange).judged
        }
        var popover = Popover(
            id: popoverNumbers.next(), owner: wish.client, uid: owner?.uid ?? 0,
            app: owner?.app ?? "",
            behavior: wish.behavior, display: display.name, wish: wish.wish, grantedAt: now,
            view: display.view, source: request.source, surface: request.place.surface,
            key: request.key, minimum: request.minimum,
            widthRange: widthRange, size: request.size,
            anchor: request.anchor, origin: origin,
            sides: request.sides ?? wish.sides ?? wish.behavior.sides, avoid: request.avoid,
            passthrough: request.passthrough, hit: request.hit, isModal: request.isModal,
            title: request.title,
            declaration: judged.declaration,
            presentation: .sheet(frame: display.specification.frame, scrolls: false))
        guard
            let presentation = presentation(
                of: popover, at: place, on: display, currentSide: nil)
        else { return refuse(wish, .refused(.doesNotFit), display: display.name) }
        popover.presentation = presentation
        let advice = advise(&popover, judged.findings, at: place, on: display)
        enter(popover, wish, advice, on: display.name)
    }

    private mutating func enter(
        _ popover: consuming Popover, _ wish: WaitingOpen, _ advice: [Advice],
        on display: String
    ) {
        displays.update(display) {
            $0.popover = popover.id
            $0.grantedWish = wish.wish
            $0.idleness.hasCompany(at: now)
        }
        touch(display)
        counters.opened += 1
        let draft = handBack(to: popover)
        answer(wish.client, wish.id, .opened(grant(of: popover, draft: draft)))
        publish(.popoverOpened) {
            $0.describe(popover)
            $0.presentation = popover.presentation
        }
        record(granted: popover, wish)
        if let draft { publish(.draftRestored, fact(of: draft, client: wish.client)) }
        publish(advice, on: popover)
        let id = popover.id
        popovers.append(popover, as: id)
    }

    private func grant(of popover: Popover, draft: StoredDraft?) -> Grant {
        Grant(
            popover: popover.id, presentation: popover.presentation,
            draft: draft ?? storedDraft(of: popover), appearance: appearance(on: popover.display),
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
    mutating func dropWaitingOpen(on name: String, _ failure: Failure) {
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

    private mutating func refuse(_ wish: WaitingOpen, _ failure: Failure, display: String) {
        refuse(
            wish.request, wish.client, wish.id, failure, display: display,
            testimonies: wish.testimonies)
    }

    private mutating func refuse(
        _ request: OpenRequest, _ client: ClientID, _ id: RequestID?, _ failure: Failure,
        display: String?, _ ruling: Ruling?
    ) {
        refuse(
            request, client, id, failure, display: display,
            testimonies: ruling?.testimonies ?? [])
    }

    /// Answers an open with a no, and tells observers.
    mutating func refuse(
        _ request: OpenRequest, _ client: ClientID, _ id: RequestID?, _ failure: Failure,
        display: String?, testimonies: [Testimony] = []
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
        record(.refused(failure), app: refused.app, on: display, testimonies)
    }
}
