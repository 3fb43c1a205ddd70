// SPDX-License-Identifier: MIT

import PopoverModel

/// Panels: detached popovers, which stay while users work elsewhere (G22). They have drafts like
/// popovers, and are asked for it before the daemon ends them.
extension Arbiter {
    /// Turns a popover into a panel.
    mutating func detach(
        _ id: PopoverID, _ frame: Rect?, _ client: ClientID, _ request: RequestID?,
        combined: CombinedVerdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        if combined == nil { noteActivity(on: popover.display) }
        if combined == nil, isAsked(at: .detach, popover.behavior, by: client) {
            ask(
                popover.behavior, .detach(popover.facts),
                .detach(id, frame: frame, client, request), by: client)
            return
        }
        let isAllowed = combined?.verdict.detach ?? popover.behavior.isDetachable
        guard isAllowed, popover.closing == nil else {
            let message = isAllowed ? "the popover is already closing" : nil
            let failure = RequestError.refused(.detachNotAllowed, message: message)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
        }
        guard panels.count(where: { $0.owner == client }) < settings.limits.panels else {
            let failure = overLimit(.panels)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
        }
        let wanted = frame ?? popover.presentation.frame
        let panel = Panel(
            owner: client, uid: popover.uid, app: popover.app, display: popover.display,
            wanted: wanted, frame: moved(wanted, into: popover.display), key: popover.key,
            derivedKey: popover.derivedKey, title: popover.title,
            isPrivate: popover.request.isPrivate)
        let panelID = identifiers.panels.next()
        add(panel, as: panelID)
        answer(client, request, .detached(panelID, frame: panel.frame))
        var detached = fact(of: popover)
        detached.panel = panelID
        publish(.popoverDetached, detached)
        record(.detached(panelID), popover, combined)
        end(id, because: .detached, work: .nothing)
    }

    /// The panel that has the draft of this key open: no open shares it.
    func panel(holding key: DraftKey) -> PanelID? {
        panels.firstIndex { $0.draftKey == key }.map { panels.ids[$0] }
    }

    /// The refusal of an open whose draft is in a panel, or in a popover on another display: the last
    /// of two saves would win.
    func held(_ open: borrowing WaitingOpen, on display: String) -> RequestError? {
        if panels.isEmpty && popovers.isEmpty { return nil }
        guard let key = draftKey(open.request.key, of: open.client) else { return nil }
        if !panels.isEmpty, let panel = panel(holding: key) {
            return .refused(.panelActive, panel: panel)
        }
        guard
            let index = popovers.firstIndex(where: { $0.display !== display && $0.draftKey == key })
        else { return nil }
        let message =
            "a popover on the display \"\(popovers[index].display)\" has the draft of this key open"
        return .refused(.keyActive, message: message, popover: popovers.ids[index])
    }

    // MARK: Frames

    /// The frame moved into a display minus its insets.
    private func moved(_ wanted: Rect, into display: String) -> Rect {
        guard let specification = displays.value(of: display, { $0.specification }) else {
            return wanted
        }
        let room = specification.frame.inset(by: specification.insets)
        let space = room.area > 0 ? room : specification.frame
        let frame = wanted.moved(into: space)
        return PlacementGrid(scale: specification.scale).frame(
            frame,
            least: (
                frame.width < wanted.width ? 0 : nil, frame.height < wanted.height ? 0 : nil
            ), within: PlacementRegion(space))
    }

    /// Moves or resizes a panel for its owner.
    mutating func setPanel(
        _ id: PanelID, _ frame: Rect, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), let display = panels[id]?.display else { return }
        let moved = moved(frame, into: display)
        panels.update(id) {
            $0.wanted = frame
            $0.frame = moved
        }
        answer(client, request, .panelSet(frame: moved))
        noteActivity(on: display)
    }

    /// Moves the panels of a display that has changed: back to where they were wanted, where it has
    /// room again.
    mutating func movePanels(on display: String) {
        for (id, panel) in zip(panels.ids, panels)
        where panel.display === display && panel.closing == nil {
            let moved = moved(panel.wanted, into: display)
            guard moved != panel.frame else { continue }
            panels.update(id) { $0.frame = moved }
            let motion = motion(from: panel.frame, to: moved, on: display)
            notify(panel.owner, .panelMoved(id, frame: moved, motion))
        }
    }

    // MARK: By clients

    /// Tells the owner to bring its panel to the front, for the clients that share its keys.
    mutating func raisePanel(_ id: PanelID, _ client: ClientID, _ request: RequestID?) {
        guard let panel = panels[id] else { return fail(client, request, .unknown(id)) }
        guard clients[client]?.owner == DraftOwner(uid: panel.uid, app: panel.app) else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        answer(client, request, .done)
        noteActivity(on: panel.display)
        notify(panel.owner, .panelRaised(id))
        pingOwner(of: id, inTheWayOf: client)
    }

    mutating func closePanel(
        _ id: PanelID, _ outcome: CloseOutcome?, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), let display = panels[id]?.display else { return }
        answer(client, request, .done)
        noteActivity(on: display)
        switch outcome {
        case .done: end(id, because: .done, work: .consumed)
        case .cancel: end(id, because: .cancel, work: .discarded)
        case .keep, nil: end(id, because: .done, work: .nothing)
        }
    }

    private mutating func owns(_ id: PanelID, _ client: ClientID, _ request: RequestID?) -> Bool {
        guard let owner = panels.value(of: id, { $0.owner }) else {
            fail(client, request, .unknown(id))
            return false
        }
        guard owner == client else {
            fail(client, request, .notPermitted(needs: "owner"))
            return false
        }
        return true
    }

    // MARK: By the daemon

    /// Asks the owner of a panel for its draft, unless it was asked already.
    mutating func startClosing(
        _ id: PanelID, because reason: CloseReason, _ disposition: Disposition = .save,
        cause: Popover.Cause = .nobody, isFinal: Bool = false
    ) {
        guard let panel = panels[id] else { return }
        if let before = panel.closing {
            if isFinal { finalize(.panel(id), before, because: reason) }
            return
        }
        let closing = Popover.Closing(
            reason: reason, disposition: disposition, hitsSource: false, isFinal: isFinal,
            cause: cause, phase: .leaving(CallID(number: 0)), paused: nil)
        askToLeave(.panel(id), closing)
        touch(panel.display)
    }

    /// Ends a panel and resolves its draft. The owner is notified, unless it closed the panel itself.
    mutating func end(
        _ id: PanelID, because reason: CloseReason, work: HandedOver, isUnresponsive: Bool = false
    ) {
        guard let panel = remove(id) else { return }
        deadlines.disarm(.close(.panel(id)))
        if let call = panel.closing?.call { calls.remove(call) }
        touch(panel.display)
        let (outcome, ticket) = resolve(
            panel.work(work, because: reason), of: panel, because: reason)
        if reason == .done || reason == .cancel { return }
        let closed = ClosedPanel(
            panel: id, reason: reason, draft: outcome, isUnresponsive: isUnresponsive)
        if let ticket {
            addWaiter(.panelClosed(panel.owner, closed), to: ticket)
        } else {
            notify(panel.owner, .panelClosed(closed))
        }
    }
}
