// SPDX-License-Identifier: MIT

import PopoverModel

/// Keys: Escape counts as a tap outside; the arbiter ignores all other keys.
extension Arbiter {
    mutating func key(
        _ key: String, _ name: String?, _ time: Instant?, _ isComposing: Bool,
        _ client: ClientID, _ id: RequestID?
    ) {
        switch resolve(Place(display: name), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let display = displays[name] else { return }
            if isOfEndedSession(min(time ?? now, now), on: name) {
                return conclude(.swallowed, client, id)
            }
            // While an input method is composing text, Escape belongs to it.
            if key == KeyName.escape && !isComposing {
                escape(on: display, at: min(time ?? now, now), client, id)
            } else {
                conclude(.idle, client, id)
            }
            noteInput(on: display.name)
        }
    }

    private mutating func escape(
        on display: Display, at time: Instant, _ client: ClientID, _ id: RequestID?
    ) {
        if let alert = display.presented, let showing = alerts[alert]?.showing,
            showing.presentedAt <= time
        {
            guard showing.renderer == client || mayReportInput(client, to: raisingUser(of: alert))
            else { return conclude(.swallowed, client, id) }
            guard let cancel = alerts[alert]?.buttons.first(where: { $0.role == .cancel }) else {
                record(.key(.swallowed, .alert), on: display.name)
                return conclude(.swallowed, client, id)
            }
            record(.key(.dismissed, .alert), on: display.name)
            conclude(.dismissed, client, id)
            return finish(alert, with: cancel.id, notifyRenderer: true)
        }
        let wasAlert = display.past.contains { $0.covers(time) && $0.what.isAlert }
        guard !wasAlert, let popover = display.popover.flatMap({ popovers[$0] }),
            popover.grantedAt <= time
        else {
            let wasVisible = display.past.contains { $0.covers(time) }
            if wasVisible { record(.key(.swallowed, .past), on: display.name) }
            return conclude(wasVisible ? .swallowed : .idle, client, id)
        }
        guard mayReportInput(client, to: popover.uid) else {
            return conclude(.swallowed, client, id)
        }
        escape(popover.id, on: display.name, client, id, combined: nil)
    }

    /// The user whose client has raised an alert; nil for a policy's warning.
    private func raisingUser(of alert: AlertID) -> UInt32? {
        alerts[alert].flatMap { $0.raiser.client == nil ? nil : $0.uid }
    }

    /// Runs the rules for a key outside a popover, and again with the verdict of asked plugins.
    mutating func escape(
        _ id: PopoverID, on display: String, _ client: ClientID, _ request: RequestID?,
        combined: CombinedVerdict?
    ) {
        guard let popover = popovers[id], popover.closing == nil else {
            record(
                .key(.swallowed, .closing), popover: id, app: popovers[id]?.app, on: display,
                combined?.records ?? [])
            return conclude(.swallowed, client, request)
        }
        if combined == nil, !popover.isModal,
            isAsked(at: .outsideTap, popover.behavior, by: client)
        {
            ask(
                popover.behavior, .outsideTap(popover.facts, isKey: true),
                .outsideKey(display: display, id, client, request), by: client)
            return
        }
        var closes = popover.behavior.outsideTapCloses
        var disposition = popover.behavior.outsideTapDisposition
        switch combined?.verdict.outsideTap {
        case .close(let other):
            closes = true
            disposition = other ?? disposition
        case .stay: closes = false
        case nil: break
        }
        guard closes, !popover.isModal else {
            notify(popover.owner, .popoverNudge(id))
            record(.key(.swallowed, popover.isModal ? .modal : .stays), popover, combined)
            return conclude(.swallowed, client, request)
        }
        record(.key(.dismissed, .elsewhere), popover, combined)
        startClosing(id, because: .key, disposition)
        answer(
            client, request,
            .judged(TapJudgement(verdict: .dismissed, deliver: false, popover: id)))
    }

    private mutating func conclude(
        _ verdict: TapVerdict, _ client: ClientID, _ id: RequestID?
    ) {
        answer(
            client, id, .judged(TapJudgement(verdict: verdict, deliver: verdict == .idle)))
    }
}
