// SPDX-License-Identifier: MIT

import PopoverModel

/// Opening: whether an open is refused, granted at once, or waits for its display (G1). The checks
/// run in the order of this file; the wire has already validated the parameters.
extension Arbiter {
    mutating func open(_ request: Shared<OpenRequest>, _ client: ClientID, _ id: RequestID?) {
        let openSequence = identifiers.nextOpenSequence()
        admit(request, client, id, openSequence: openSequence, arrived: now, combined: nil)
    }

    /// Runs the rules for an open, and runs them again with the verdict where plugins are asked.
    /// Nobody is asked about the behavior that a plugin substitutes.
    mutating func admit(
        _ request: Shared<OpenRequest>, _ client: ClientID, _ id: RequestID?,
        openSequence: UInt64, arrived: Instant, combined: CombinedVerdict?
    ) {
        var name = request.behavior
        if case .replace(let other) = combined?.verdict.open { name = other }
        let target: Target
        switch check(request, as: name, client) {
        case .failure(let failure):
            // Without a known display, no plugin was asked.
            let display = combined == nil ? nil : self.display(of: request, client)
            return refuse(request, client, id, failure, display: display, combined)
        case .success(let found): target = found
        }
        let findings = Declaration(request, of: target.behavior).findings
        let draftKey = draftKey(request.key, of: client)
        if let failure = refusal(
            findings, target.behavior, of: request, client, on: target.display, draftKey)
        {
            return refuse(request, client, id, failure, display: target.display, combined)
        }
        if combined == nil, isAsked(at: .open, target.behavior, by: client) {
            guard let display = displays[target.display] else { return }
            ask(
                target.behavior, .open(facts(of: request, client, display)),
                .open(request, client, id, openSequence: openSequence, arrived: arrived),
                by: client)
            return
        }
        var sides: [Side]?
        var widthRange: ClosedRange<Double>?
        switch combined?.verdict.open {
        case .refuse(let reason, let message):
            // A plugin speaks for itself, never for the other rules.
            let failure = RequestError.refused(
                reason == .notForWarnings ? reason : .policy,
                message: combined?.words(of: reason, message) ?? message)
            return refuse(request, client, id, failure, display: target.display, combined)
        case .admit(let someSides, let someWidths):
            sides = someSides
            widthRange = someWidths
        case nil, .replace: break
        }
        var open = WaitingOpen(
            client: client, id: id, request: request, behavior: target.behavior,
            openSequence: openSequence, arrived: arrived, sides: sides, widthRange: widthRange,
            records: combined?.records ?? [])
        guard let index = displays.index(of: target.display) else { return }
        // A hint takes no place, and appears under a finger that has not tapped yet.
        if target.behavior.isHint {
            if let failure = hintRefusal(client, at: index) {
                return refuse(open, failure, display: target.display)
            }
            return grant(open, findings, at: target.anchor, on: target.display)
        }
        let isFree: Bool
        switch admission(of: open, at: index) {
        case .refused(let failure): return refuse(open, failure, display: target.display)
        case .repeats(let popover): return answer(client, id, .opened(grant(of: popover)))
        case .granted: isFree = true
        case .waits: isFree = false
        }
        open.gesture = useGesture(open.request.gesture, for: client, at: arrived)
        if isUnasked(open), displays[index].specification.opens == .asked {
            return refuse(open, .refused(.unasked), display: target.display)
        }
        // A verdict may decide several opens at once, of which the latest is to win.
        guard isFree, combined == nil else { return enqueue(open, at: index) }
        grant(consume open, findings, at: target.anchor, on: target.display)
    }

    /// The refusal by a full store of drafts, the display's kind, a lock, the session's end, the
    /// guidelines or behavior.
    private func refusal(
        _ findings: [Finding], _ behavior: Shared<Behavior>, of request: Shared<OpenRequest>,
        _ client: ClientID, on name: String, _ draftKey: DraftKey?
    ) -> RequestError? {
        if let limit = limitForWork(on: draftKey) { return overLimit(limit) }
        guard let index = displays.index(of: name) else { return unknownDisplay(name) }
        if !displays[index].specification.supportsPopovers { return .refused(.unsupportedIdiom) }
        if displays[index].isLocked { return .refused(.locked) }
        if isOver(request.session) { return .refused(.sessionEnded) }
        if awaitsSessionEnd(on: name) { return .refused(.superseded) }
        if let failure = refusal(for: findings, request, client, at: index) { return failure }
        if behavior.isPortraitOnly && displays[index].specification.isLandscape {
            let message = "the behavior \(behavior.name) is for portrait displays"
            return .refused(.policy, message: message)
        }
        return nil
    }

    private func facts(
        of request: Shared<OpenRequest>, _ client: ClientID, _ display: Display
    ) -> Question.OpenFacts {
        Question.OpenFacts(
            behavior: request.behavior, app: app(of: client) ?? "", display: display.name,
            displaySize: display.specification.size,
            isCompact: isCompact(request, of: client, on: display.specification),
            size: request.size, key: request.key, title: request.title,
            isModal: request.isModal)
    }

    // MARK: Admission

    private enum OpenAdmission {
        /// The display is free.
        case granted
        case waits
        /// The client asks again for what is visible.
        case repeats(Popover)
        case refused(RequestError)
    }

    /// Decides about an open by the present content of its display.
    private func admission(of open: borrowing WaitingOpen, at index: Int) -> OpenAdmission {
        if undoesTap(open, at: index) { return .refused(.refused(.toggled)) }
        if let visible = displays[index].popover.flatMap({ popovers[$0] }) {
            if repeats(open, visible) { return .repeats(visible) }
            if blocks(visible) { return .refused(modalActive(visible.owner, open.client)) }
        }
        if let failure = hidden(open, at: index) ?? held(open, on: displays[index].name) {
            return .refused(failure)
        }
        if displays[index].waiting != nil, let waiting = displays[index].waiting {
            switch waiting {
            case .view(let view): return .refused(modalActive(view.client, open.client))
            case .open(let other)
            where other.openSequence > open.openSequence || isReopening(open, ahead: other, index):
                return .refused(superseded(by: other.client, open.client))
            case .open: break
            }
        }
        if displays[index].grantedSequence > open.openSequence {
            return .refused(.refused(.superseded))
        }
        return displays[index].isFree ? .granted : .waits
    }

    /// Whether nothing but its own buttons closes a popover (G3).
    private func blocks(_ popover: borrowing Popover) -> Bool {
        popover.isModal && popover.closing == nil
    }

    /// Lets an open wait for its display, in place of an earlier one.
    private mutating func enqueue(_ open: WaitingOpen, at index: Int) {
        let display = displays[index]
        let patience = open.request.wait ?? settings.timing.wait
        let isFree = display.popover == nil && !display.alerts.contains { isAdmitted($0) }
        if patience.microseconds == 0, !isFree {
            return refuse(open, waitExpired(display, open.client), display: display.name)
        }
        if let other = display.waitingOpen {
            noteOvertaking(of: other.client, by: open.client, at: index)
            refuseWaiting(on: display.name, superseded(by: open.client, other.client))
        }
        displays.update(display.name) { $0.waiting = .open(open) }
        deadlines.arm(.waiting(display: Name(display.name)), at: now + patience)
        touch(display.name)
    }

    mutating func waitingTimedOut(on name: String) {
        guard let display = displays[name], let waiting = display.waiting else { return }
        refuseWaiting(on: name, waitExpired(display, waiting.client))
    }

    /// The refusal of an open or view whose wait has timed out: it names the alert or popover in its way.
    private func waitExpired(_ display: Display, _ client: ClientID) -> RequestError {
        guard let alert = display.presented.flatMap({ alerts[$0] }) else {
            let holder = display.popover.flatMap { popovers[$0] }
            return .refused(.timedOut, app: holder?.owner == client ? nil : holder?.app)
        }
        return .refused(.alertActive, app: alert.raiser == .client(client) ? nil : alert.app)
    }

    private func superseded(by winner: ClientID, _ loser: ClientID) -> RequestError {
        .refused(.superseded, app: winner == loser ? nil : app(of: winner))
    }

    /// Whether a tap on its source has just closed what this open would show again.
    private func undoesTap(_ open: borrowing WaitingOpen, at index: Int) -> Bool {
        // First, because the whole mark is large to copy.
        guard displays[index].toggle?.client == open.client, let toggle = displays[index].toggle,
            toggle.arrived <= open.arrived,
            open.arrived - toggle.arrived <= settings.timing.toggle
        else { return false }
        return toggle.source === open.request.source
            && (open.request.source != nil || toggle.anchor == anchorRect(of: open))
    }

    private func repeats(_ open: borrowing WaitingOpen, _ visible: Popover) -> Bool {
        visible.closing == nil && visible.owner == open.client
            && visible.behavior.name == open.behavior.name && visible.key === open.request.key
            && visible.source === open.request.source
            && (open.request.source != nil || anchorRect(of: visible) == anchorRect(of: open))
    }

    // MARK: Granting

    /// Grants the waiting request of a display, or asks the popover in its way to close.
    mutating func admitNext(on name: String) {
        // Most displays have no waiting request, which is large to copy.
        guard let index = displays.index(of: name), displays[index].presented == nil,
            displays[index].waiting != nil, let waiting = displays[index].waiting
        else { return }
        guard let popover = displays[index].popover.flatMap({ popovers[$0] }) else {
            switch waiting {
            case .view(let view): return grant(view, on: name)
            case .open(let open): return grant(open, at: index)
            }
        }
        let cause = Popover.Cause.app(app(of: waiting.client) ?? "")
        switch waiting {
        case .view: startClosing(popover.id, because: .viewPresented, cause: cause)
        // It may have become modal while an alert kept the open waiting.
        case .open(let open) where blocks(popover):
            refuseWaiting(on: name, modalActive(popover.owner, open.client))
        // Also where the source lies in that popover: never a cascade (G12).
        case .open: startClosing(popover.id, because: .replaced, cause: cause)
        }
    }

    /// Grants an open that has waited, unless something has changed meanwhile that forbids it.
    private mutating func grant(_ open: WaitingOpen, at index: Int) {
        let name = displays[index].name
        removeWaiting(on: name)
        let findings = Declaration(open.request, of: open.behavior).findings
        let draftKey = draftKey(open.request.key, of: open.client)
        if let failure = gone(open, from: name)
            ?? refusal(findings, open.behavior, of: open.request, open.client, on: name, draftKey)
            ?? hidden(open, at: index) ?? held(open, on: name)
        {
            return refuse(open, failure, display: name)
        }
        guard let anchor = anchorRect(of: open) else {
            return refuse(
                open, .unregistered("source", open.request.source ?? ""), display: name)
        }
        grant(open, findings, at: anchor, on: name)
    }

    /// - Parameter findings: the guidelines that the declaration breaches.
    private mutating func grant(
        _ open: consuming WaitingOpen, _ findings: consuming [Finding], at anchor: Rect,
        on name: String
    ) {
        guard let index = displays.index(of: name) else { return }
        let specification = displays[index].specification
        let owner = clients.value(of: open.client) {
            (uid: $0.credentials.uid, app: $0.app, isOther: $0.opener.map { _ in true })
        }
        var popover = Popover(
            id: identifiers.popovers.next(), owner: open.client, uid: owner?.uid ?? 0,
            app: owner?.app ?? "", behavior: open.behavior, display: name,
            openSequence: open.openSequence, grantedAt: now, gesture: open.gesture,
            view: displays[index].view,
            hasDerivedKey: hasDerivedKey(open.request, open.behavior.name, open.client, on: name),
            isForOther: owner?.isOther, widthRange: open.widthRange ?? open.behavior.widthRange,
            sides: open.sides ?? open.behavior.sides, request: open.request,
            surfaceFrame: regions.frame(of: open.request.place.surface, open.client),
            presentation: .sheet(frame: specification.frame, scrolls: false))
        let placement = placement(for: popover, at: anchor, on: specification)
        guard let presentation = presentation(of: popover, placement, on: specification)
        else { return refuse(open, .refused(.doesNotFit), display: name) }
        popover.presentation = presentation
        if open.widthRange != nil { findings = popover.declaration.findings }
        if popover.behavior.isHint { return show(hint: popover, open, on: specification) }
        findings.add(unaskedFindings(open, at: index))
        let advice = advise(
            &popover, findings, placement,
            isOutOfSight: isOutOfSight(popover, at: anchor, specification.size))
        show(consume popover, consume open, advice, on: specification)
    }

    private mutating func show(
        _ popover: consuming Popover, _ open: consuming WaitingOpen, _ advice: [Advice],
        on display: DisplaySpecification
    ) {
        let id = popover.id
        let app = popover.app
        let isNamed = popover.key != nil
        let key = isNamed || !drafts.isEmpty ? popover.draftKey : nil
        endHint(on: display.name, because: .replaced)
        let presentation = popover.presentation
        let scrim = scrim(behind: popover)
        let allAdvice = popover.advice
        popovers.append(popover, as: id)
        displays.update(display.name) {
            $0.popover = id
            $0.audience.enter(open.client)
            if $0.overtaker != open.client { $0.overtaker = nil }
            $0.grantedSequence = open.openSequence
            $0.idleness.restartAfterNewContent(at: now)
        }
        touch(display.name)
        focusFollows(id)
        counters.opened += 1
        let draft = key.flatMap { handBack($0, on: display.name) }
        if let key, isNamed {
            drafts.recentKeys.note(key, on: display.name, openSequence: open.openSequence)
            release(key)
        }
        let grant = Grant(
            popover: id, presentation: presentation, draft: draft,
            revision: isNamed ? key.flatMap { lastRevision(of: $0) } : nil,
            appearance: settings.appearance.adapted(to: display),
            animation: entrance(of: presentation, on: display.name), scrim: scrim,
            session: session.names.session(of: display.name), advice: allAdvice)
        answer(open.client, open.id, .opened(grant))
        publish(.popoverOpened, about: id) { $0.presentation = presentation }
        if display.speaks == true { announce(.opened, id) }
        record(
            .granted(presentation.side), popover: id, app: app, on: display.name,
            open.records)
        if let draft { publish(.draftRestored, fact(of: draft, client: open.client)) }
        if !advice.isEmpty, let popover = popovers[id] { publish(advice, on: popover) }
    }

    private func grant(of popover: Popover) -> Grant {
        Grant(
            popover: popover.id, presentation: popover.presentation,
            draft: storedDraft(popover.draftKey),
            revision: popover.key == nil ? nil : popover.draftKey.flatMap { lastRevision(of: $0) },
            appearance: appearance(on: popover.display),
            scrim: scrim(behind: popover), session: session.names.session(of: popover.display),
            advice: popover.advice)
    }

    // MARK: Ending the wait

    @discardableResult
    mutating func removeWaiting(on name: String) -> WaitingRequest? {
        guard let waiting = displays.value(of: name, { $0.waiting }) ?? nil else { return nil }
        displays.update(name) { $0.waiting = nil }
        deadlines.disarm(.waiting(display: Name(name)))
        return waiting
    }

    /// Refuses the waiting request of a display, if there is one.
    mutating func refuseWaiting(on name: String, _ failure: RequestError) {
        switch removeWaiting(on: name) {
        case .open(let open): refuse(open, failure, display: name)
        case .view(let view): fail(view.client, view.id, failure)
        case nil: break
        }
    }

    private mutating func refuse(_ open: WaitingOpen, _ failure: RequestError, display: String) {
        refuse(
            open.request, open.client, open.id, failure, display: display,
            records: open.records)
    }

    private mutating func refuse(
        _ request: Shared<OpenRequest>, _ client: ClientID, _ id: RequestID?,
        _ failure: RequestError, display: String?, _ combined: CombinedVerdict?
    ) {
        refuse(
            request, client, id, failure, display: display,
            records: combined?.records ?? [])
    }

    /// Refuses an open and publishes the refusal.
    mutating func refuse(
        _ request: Shared<OpenRequest>, _ client: ClientID, _ id: RequestID?,
        _ failure: RequestError, display: String?, records: [VerdictRecord] = []
    ) {
        fail(client, id, failure)
        guard case .refused(let reason, _, _, _, _) = failure else { return }
        pingHolder(of: display, inTheWayOf: client, failure)
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
