// SPDX-License-Identifier: MIT

import PopoverModel

/// Hints: short help beside its source. A hint takes no place: no open waits for it, it has no shield,
/// and it ends as soon as something is presented, its time is over, or the finger lifts. A display has
/// at most one.
extension Arbiter {
    /// The refusal of a hint on a display that presents something: only alerts lie above a popover (G13).
    func hintRefusal(_ client: ClientID, at index: Int) -> RequestError? {
        if let alert = displays[index].presented.flatMap({ alerts[$0] }) {
            return .refused(.alertActive, app: alert.raiser == .client(client) ? nil : alert.app)
        }
        if let view = displays[index].view.flatMap({ views[$0] }) {
            return modalActive(view.owner, client)
        }
        guard let popover = displays[index].popover.flatMap({ popovers[$0] }) else { return nil }
        return .refused(.popoverActive, app: popover.owner == client ? nil : popover.app)
    }

    /// Shows a hint in place of the display's earlier one.
    mutating func show(hint: Popover, _ open: WaitingOpen, on display: DisplaySpecification) {
        endHint(on: display.name, because: .replaced)
        hints.append(hint, as: hint.id)
        deadlines.arm(.hint(hint.id), at: now + settings.timing.hint)
        let grant = Grant(
            popover: hint.id, presentation: hint.presentation, draft: nil,
            appearance: settings.appearance.adapted(to: display),
            animation: entrance(of: hint.presentation, on: display.name), advice: [])
        answer(open.client, open.id, .opened(grant))
        var opened = fact(of: hint)
        opened.presentation = hint.presentation
        publish(.popoverOpened, opened)
    }

    // MARK: Its end

    /// Ends a hint. Its owner is notified at once: a hint has no draft.
    mutating func endHint(_ id: PopoverID, because reason: CloseReason) {
        guard let hint = hints.remove(id) else { return }
        deadlines.disarm(.hint(id))
        var closed = fact(of: hint)
        closed.reason = reason.rawValue
        publish(.popoverClosed, closed)
        notify(
            hint.owner,
            .popoverClosed(
                ClosedPopover(
                    popover: id, reason: reason, draft: .none, returnFocus: false,
                    isUnresponsive: false, display: hint.display)))
    }

    mutating func endHint(on display: String, because reason: CloseReason) {
        for hint in hints where hint.display === display { endHint(hint.id, because: reason) }
    }

    mutating func endHints(of client: ClientID) {
        for hint in hints where hint.owner == client { endHint(hint.id, because: .clientGone) }
    }

    /// Closes a hint for its owner.
    mutating func closeHint(
        _ id: PopoverID, _ outcome: CloseOutcome, _ client: ClientID, _ request: RequestID?
    ) {
        guard hints[id]?.owner == client else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        answer(client, request, .done)
        endHint(id, because: outcome == .done ? .done : .cancel)
    }

    /// A finger has lifted: of its own hint every owner may say so, of all others who watches input.
    mutating func fingerLifted(on display: String, at time: Instant, _ client: ClientID) {
        for hint in hints
        where hint.display === display && hint.grantedAt <= time
            && (hint.owner == client || has(.input, client))
        {
            endHint(hint.id, because: .released)
        }
    }

    // MARK: Changes around it

    /// Moves hints with their sources, and ends those that cannot stay.
    mutating func reviewHints() {
        if hints.isEmpty { return }
        for before in hints {
            guard let display = displays[before.display], display.specification.supportsPopovers
            else {
                endHint(before.id, because: .displayChanged)
                continue
            }
            guard let hint = placed(before) else {
                endHint(before.id, because: .sourceGone)
                continue
            }
            guard let anchor = anchorRect(of: hint),
                let presentation = presentation(
                    of: hint, at: anchor, on: display.specification, currentSide: nil)
            else {
                endHint(before.id, because: .displayChanged)
                continue
            }
            move(hint, to: presentation)
        }
    }

    /// Ends the hint of a changed display whose source is not on it any more, as a popover closes.
    mutating func endHintsBeside(_ display: DisplaySpecification) {
        for hint in hints where hint.display === display.name {
            if let anchor = anchorRect(of: hint), !display.frame.touches(anchor) {
                endHint(hint.id, because: .displayChanged)
            }
        }
    }

    /// A hint with its surface's present frame; nil where its source or surface is not there any more.
    private func placed(_ before: Popover) -> Popover? {
        var hint = before
        if let surface = hint.surface {
            guard let region = regions.surfaces[RegionKey(client: hint.owner, name: surface)],
                region.display === hint.display
            else { return nil }
            hint.surfaceFrame = region.rect
        }
        if hint.request.anchor == nil, let source = hint.source {
            let region = regions.sources[RegionKey(client: hint.owner, name: source)]
            guard region?.display === hint.display else { return nil }
        }
        return hint
    }

    private mutating func move(_ before: Popover, to presentation: Presentation) {
        var hint = before
        hint.presentation = presentation
        hints[hint.id] = hint
        guard presentation != before.presentation else { return }
        notify(hint.owner, .popoverMoved(hint.id, presentation, .none))
        var moved = fact(of: hint)
        moved.presentation = presentation
        publish(.popoverMoved, moved)
    }
}
