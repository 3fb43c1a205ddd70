// SPDX-License-Identifier: MIT

import PopoverModel

/// Alerts: most severe first, then by rank, then first come, above everything else on their display.
extension Arbiter {
    // MARK: Raising

    mutating func raise(_ request: AlertRequest, _ client: ClientID, _ id: RequestID?) {
        guard let state = clients[client] else { return }
        switch resolve(Place(display: request.display), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let display = displays[name] else { return }
            if display.isLocked && request.severity < .critical {
                return fail(client, id, .refused(.locked))
            }
            let alert = Alert(
                raiser: .client(client), request: id, app: state.app,
                uid: state.credentials.uid, display: display.name, title: request.title,
                message: request.message, severity: request.severity, buttons: request.buttons,
                key: request.key, rendering: request.renderer)
            // The one whose place it takes does not count.
            let replaced = replaced(by: alert)
            let others = zip(alerts.ids, alerts.values).count {
                $0.1.raiser == .client(client) && $0.0 != replaced
            }
            if others >= settings.limits.alerts { return fail(client, id, overLimit(.alerts)) }
            guard renderer(of: alert) != nil else {
                return fail(client, id, .refused(.noRenderer))
            }
            let alertID = alertNumbers.next()
            counters.alerts += 1
            if let timeout = request.timeout {
                deadlines.arm(.alert(alertID), at: now + timeout)
            }
            queue(alertID, alert)
        }
    }

    /// The earlier alert of the same user's app and key.
    private func replaced(by alert: Alert) -> AlertID? {
        guard alert.key != nil else { return nil }
        return zip(alerts.ids, alerts.values).first {
            $0.1.key == alert.key && $0.1.app == alert.app && $0.1.uid == alert.uid
        }?.0
    }

    /// Raises an alert of the daemon's own; nil where nobody can render it. Policies are not asked
    /// about it: one of them has said that it is raised.
    mutating func raise(
        _ warning: IdleWarning, for policy: String, on display: String
    ) -> AlertID? {
        let alert = Alert(
            raiser: .policy(policy), app: policy, display: display, title: warning.title,
            message: warning.message, severity: .warning,
            buttons: [Button(id: "ok", label: warning.button, role: .default)])
        guard renderer(of: alert) != nil else { return nil }
        let id = alertNumbers.next()
        counters.alerts += 1
        queue(id, alert)
        return id
    }

    /// Gives an alert its turn: that of an earlier one of the same app and key, or the last one of
    /// its severity and rank.
    private mutating func queue(_ id: AlertID, _ raised: Alert) {
        var alert = raised
        alert.arrival = id.number
        if let earlierID = replaced(by: alert), let earlierAlert = alerts[earlierID] {
            if earlierAlert.display == alert.display, earlierAlert.severity == alert.severity {
                alert.arrival = earlierAlert.arrival
            }
            let app = earlierAlert.raiser == alert.raiser ? nil : alert.app
            withdraw(
                earlierID, reason: RefusalReason.superseded.rawValue,
                failure: .refused(.superseded, app: app))
        }
        alerts[id] = alert
        line(up: id, on: alert.display)
        if let client = alert.raiser.client, let request = alert.request {
            notify(client, .alertQueued(id, request: request))
        }
        publish(.alertQueued, fact(of: id, alert))
        askForTurn(of: id)
        touch(alert.display)
    }

    /// Puts an alert in its place in the queue of its display.
    mutating func line(up id: AlertID, on display: String) {
        guard let alert = alerts[id], var queue = displays[display]?.alerts else { return }
        queue.removeAll { $0 == id }
        let place = queue.firstIndex { alerts[$0].map(alert.precedes) ?? false } ?? queue.count
        queue.insert(id, at: place)
        displays.update(display) { $0.alerts = queue }
    }

    // MARK: Presenting

    /// Presents the first alert of a display whose turn it is, in place of a less severe one; with
    /// none left, what it has stopped goes on. The next customer's alerts wait until the session
    /// before has ended: presenting one would stop the deadlines that end it.
    mutating func presentAlerts(on name: String) {
        while let queue = displays.value(of: name, { $0.alerts }) {
            // Most displays have none: all of a display is much to copy.
            guard !queue.isEmpty, let display = displays[name],
                let (first, alert) = nextAlert(on: display), !isSessionEnding(on: name)
            else { return resumeClosing(on: name) }
            if display.presented == first { return }
            if let presented = display.presented {
                alerts.update(presented) { $0.tried = [] }
                takeDown(presented, tellRenderer: true)
            }
            guard let renderer = renderer(of: alert) else {
                withdraw(
                    first, reason: RefusalReason.noRenderer.rawValue,
                    failure: .refused(.noRenderer))
                continue
            }
            present(first, alert, by: renderer, on: display)
        }
    }

    /// Whose turn it is. One that is presented leaves the screen for a more severe one alone:
    /// people are reading it.
    private func nextAlert(on display: Display) -> (AlertID, Alert)? {
        for id in display.alerts {
            guard let alert = alerts[id], alert.turn == .due else { continue }
            if let presented = display.presented, let there = alerts[presented],
                there.severity == alert.severity
            {
                return (presented, there)
            }
            return (id, alert)
        }
        return nil
    }

    private mutating func present(
        _ id: AlertID, _ alert: Alert, by renderer: ClientID, on display: Display
    ) {
        let presented = PresentedAlert(
            alert: id, title: alert.title, message: alert.message, severity: alert.severity,
            buttons: alert.buttons, frame: alertFrame(on: display), app: alert.app)
        let call = call(renderer, .presentAlert(id), .presentAlert(presented))
        alerts.update(id) {
            $0.renderer = renderer
            $0.presentedAt = now
            $0.call = call
        }
        displays.update(display.name) { $0.presented = id }
        deadlines.arm(.presentation(id), at: now + settings.timing.present)
        pauseClosing(on: display.name)
        record(.presented, id, alert, nil)
        publish(.alertPresented, fact(of: id, alert))
    }

    /// The oldest shell that has not failed to show it, or the raiser itself.
    func renderer(of alert: Alert) -> ClientID? {
        switch alert.rendering {
        case .`self`: alert.raiser.client.flatMap { alert.tried.contains($0) ? nil : $0 }
        case .shell:
            clients.ids.first { has(.shell, $0) && !alert.tried.contains($0) }
        }
    }

    /// Centred where the insets leave room.
    func alertFrame(on display: Display) -> Rect {
        let room = display.specification.frame.inset(by: display.specification.insets)
        let width = min(Alert.size.width, room.width)
        let height = min(Alert.size.height, room.height)
        return Rect(
            x: room.midX - width / 2, y: room.midY - height / 2, width: width, height: height)
    }

    /// The renderer's answer to `alert.present`.
    mutating func presented(_ id: AlertID, isError: Bool) {
        deadlines.disarm(.presentation(id))
        alerts.update(id) { $0.call = nil }
        if isError { passOn(id, tellRenderer: false) } else { warningSeen(id) }
    }

    mutating func presentationMissed(_ id: AlertID) { passOn(id, tellRenderer: true) }

    /// Gives an alert to the next renderer.
    mutating func passOn(_ id: AlertID, tellRenderer: Bool) {
        guard let alert = alerts[id], let renderer = alert.renderer else { return }
        alerts.update(id) { $0.tried.append(renderer) }
        takeDown(id, tellRenderer: tellRenderer)
        touch(alert.display)
    }

    /// Takes an alert off the screen; it keeps its turn.
    private mutating func takeDown(_ id: AlertID, tellRenderer: Bool) {
        guard let alert = alerts[id], let renderer = alert.renderer else { return }
        if let call = alert.call { calls.remove(call) }
        deadlines.disarm(.presentation(id))
        warningHidden(id)
        if let display = displays[alert.display], let since = alert.presentedAt {
            remember(
                .alert(renderer: renderer, frame: alertFrame(on: display)), since: since,
                on: alert.display)
        }
        displays.update(alert.display) { if $0.presented == id { $0.presented = nil } }
        alerts.update(id) {
            $0.renderer = nil
            $0.presentedAt = nil
            $0.call = nil
        }
        if tellRenderer { notify(renderer, .alertDismiss(id)) }
    }

    /// Presents the alert of a display again when its frame has changed.
    mutating func presentAnew(on name: String, unlessIn frame: Rect) {
        guard let display = displays[name], let id = display.presented,
            alertFrame(on: display) != frame
        else { return }
        alerts.update(id) { $0.tried = [] }
        takeDown(id, tellRenderer: true)
    }

    // MARK: The end of an alert

    mutating func answerAlert(
        _ id: AlertID, _ button: String, _ client: ClientID, _ request: RequestID?
    ) {
        guard alertNumbers.hasGiven(id) else {
            return fail(client, request, .unknown(id))
        }
        guard let alert = alerts[id], let renderer = alert.renderer else {
            return fail(client, request, .refused(.stale))
        }
        guard renderer == client else {
            return fail(client, request, .notPermitted(needs: "renderer"))
        }
        guard alert.buttons.contains(where: { $0.id == button }) else {
            let message = "alert \(id) has no button \(button)"
            return fail(client, request, .badParameter(member: "button", message: message))
        }
        answer(client, request, .done)
        finish(id, with: button, tellRenderer: false)
        noteInput(on: alert.display)
    }

    /// People have answered.
    mutating func finish(_ id: AlertID, with button: String, tellRenderer: Bool) {
        guard let alert = alerts[id] else { return }
        takeDown(id, tellRenderer: tellRenderer)
        remove(id)
        if let client = alert.raiser.client {
            answer(client, alert.request, .alertAnswered(id, button: button))
        }
        var answered = fact(of: id, alert)
        answered.button = button
        publish(.alertAnswered, answered)
    }

    mutating func cancelAlert(_ id: AlertID, _ client: ClientID, _ request: RequestID?) {
        guard let alert = alerts[id] else {
            return fail(client, request, .unknown(id))
        }
        guard alert.raiser == .client(client) else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        withdraw(
            id, reason: RefusalReason.cancelled.rawValue,
            failure: .refused(.cancelled))
        answer(client, request, .done)
    }

    /// Whether the request was a raise that is not answered yet; it is refused `cancelled`.
    mutating func cancelRaise(_ request: RequestID, of client: ClientID) -> Bool {
        let raised = zip(alerts.ids, alerts.values).first {
            $0.1.raiser == .client(client) && $0.1.request == request
        }
        guard let (id, _) = raised else { return false }
        withdraw(
            id, reason: RefusalReason.cancelled.rawValue,
            failure: .refused(.cancelled))
        return true
    }

    mutating func alertMissed(_ id: AlertID) {
        withdraw(
            id, reason: RefusalReason.timedOut.rawValue,
            failure: .refused(.timedOut))
    }

    /// Ends an alert that nobody answered; with a failure, its raiser is told.
    mutating func withdraw(
        _ id: AlertID, reason: String, failure: RequestError? = nil
    ) {
        guard let alert = alerts[id] else { return }
        takeDown(id, tellRenderer: true)
        remove(id)
        if let failure, let client = alert.raiser.client { fail(client, alert.request, failure) }
        var withdrawn = fact(of: id, alert)
        withdrawn.reason = reason
        publish(.alertCancelled, withdrawn)
    }

    private mutating func remove(_ id: AlertID) {
        warningGone(id)
        guard let alert = alerts.remove(id) else { return }
        deadlines.disarm(.alert(id))
        deadlines.disarm(.hold(id))
        if case .undecided(let question) = alert.turn { drop(question) }
        displays.update(alert.display) { $0.alerts.removeAll { $0 == id } }
        touch(alert.display)
    }
}
