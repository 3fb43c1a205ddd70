// SPDX-License-Identifier: MIT

import PopoverModel

/// Keys: Escape counts as a tap outside; all other keys are gestures on the app that reports them.
extension Arbiter {
    mutating func key(
        _ key: String, _ name: String?, _ time: Instant?, _ isComposing: Bool,
        _ client: ClientID, _ id: RequestID?
    ) {
        if let failure = wrongUnit(of: time) { return fail(client, id, failure) }
        switch resolve(Place(display: name), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let index = displays.index(of: name) else { return }
            let time = min(time ?? now, now)
            if isOfEndedSession(time, on: name) {
                return conclude(.swallowed, client, id)
            }
            // While an input method is composing text, Escape belongs to it.
            if key == KeyName.escape && !isComposing {
                escape(on: name, index, at: time, client, id)
            } else {
                let gesture =
                    key == KeyName.escape ? nil : giveGesture(forKeyOf: client, on: name)
                let judgement = TapJudgement(verdict: .idle, deliver: true, gesture: gesture)
                answer(client, id, .judged(judgement))
            }
            noteInput(on: name)
        }
    }

    mutating func escape(
        on display: String, _ index: Int, at time: Instant, _ client: ClientID, _ id: RequestID?
    ) {
        if let alert = displays[index].presented, let showing = alerts[alert]?.showing,
            showing.presentedAt <= time
        {
            guard showing.renderer == client || mayReportInput(client, to: raisingUser(of: alert))
            else { return conclude(.swallowed, client, id) }
            guard let cancel = alerts[alert]?.buttons.first(where: { $0.role == .cancel }) else {
                record(.key(.swallowed, .alert), on: display)
                pingRenderer(on: display, inTheWayOf: client)
                return conclude(.swallowed, client, id)
            }
            record(.key(.dismissed, .alert), on: display)
            conclude(.dismissed, client, id)
            return finish(alert, with: cancel.id, notifyRenderer: true)
        }
        let past = displays[index].past
        let wasAlert = past.contains { $0.covers(time) && $0.what.isAlert }
        guard !wasAlert, let popover = displays[index].popover,
            popovers.value(of: popover, { $0.grantedAt <= time }) == true
        else {
            let wasVisible = past.contains { $0.covers(time) }
            if wasVisible { record(.key(.swallowed, .past), on: display) }
            return conclude(wasVisible ? .swallowed : .idle, client, id)
        }
        guard mayReportInput(client, to: popovers.value(of: popover) { $0.uid }) else {
            return conclude(.swallowed, client, id)
        }
        escape(popover, on: display, client, id, combined: nil)
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
            ping(popover.owner, inTheWayOf: client)
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
