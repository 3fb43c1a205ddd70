// SPDX-License-Identifier: MIT

import PopoverModel

/// Alerts: most severe first, then their users in turn, above everything else on their display. Of one
/// user they are presented by rank, then first come.
extension Arbiter {
    // MARK: Raising

    mutating func raiseAlert(_ request: AlertRequest, _ client: ClientID, _ id: RequestID?) {
        guard let state = clients[client] else { return }
        switch resolve(Place(display: request.display), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let display = displays[name] else { return }
            if isOver(request.session) { return fail(client, id, .refused(.sessionEnded)) }
            let alert = Alert(
                raiser: .client(client), request: id, app: state.app,
                uid: state.credentials.uid, display: display.name, title: request.title,
                message: request.message, severity: request.severity, buttons: request.buttons,
                size: request.size.map(Alert.bounded) ?? Alert.usualSize, key: request.key,
                isPrivate: request.isPrivate, rendering: request.renderer)
            let shortage = shortage(for: alert, besides: replaced(by: alert))
            if let shortage, shortage.displaced == nil {
                return fail(client, id, overLimit(shortage.limit))
            }
            if request.renderer == .`self`, !mayRenderItsOwn(client) {
                let needs = Right.renderOwnAlerts.rawValue
                return fail(client, id, .notPermitted(needs: needs))
            }
            guard renderer(of: alert) != nil || mayAwaitRenderer(alert) else {
                return fail(client, id, .refused(.noRenderer))
            }
            if let displaced = shortage?.displaced { displace(displaced, by: alert) }
            let alertID = identifiers.alerts.next()
            counters.alerts += 1
            if let timeout = request.timeout {
                deadlines.arm(.alert(alertID), at: now + timeout)
            }
            enqueue(alertID, alert)
        }
    }

    /// The earlier alert of the same user's app and key.
    private func replaced(by alert: Alert) -> AlertID? {
        guard alert.key != nil else { return nil }
        return zip(alerts.ids, alerts).first {
            $0.1.key === alert.key && $0.1.app == alert.app && $0.1.uid == alert.uid
        }?.0
    }

    /// Raises a policy's warning; nil if no client can render it. Policies are not asked about it.
    mutating func raise(
        _ warning: IdleWarning, for policy: String, on display: String
    ) -> AlertID? {
        let alert = Alert(
            raiser: .policy(policy), app: policy, display: display, title: warning.title,
            message: warning.message, severity: .warning,
            buttons: [Button(id: "ok", label: warning.button, role: .default)])
        guard renderer(of: alert) != nil else { return nil }
        let id = identifiers.alerts.next()
        counters.alerts += 1
        enqueue(id, alert)
        return id
    }

    /// Adds an alert to the queue of its display: in place of an earlier one of the same app and key, else
    /// behind those of its severity and rank. A replaced alert leaves its turn to its replacement.
    private mutating func enqueue(_ id: AlertID, _ raised: Alert) {
        var alert = raised
        alert.arrival = id.number
        let earlierID = replaced(by: alert)
        let earlier = earlierID.flatMap { alerts[$0] }
        let isHere = earlier?.display === alert.display
        let keepsTurn = isHere && earlier?.severity == alert.severity
        if let earlier, keepsTurn { alert.arrival = earlier.arrival }
        alert.isInPlace = isHere && earlier?.showing != nil
        alerts[id] = alert
        sortIntoQueue(id, on: alert.display)
        displays.update(alert.display) {
            $0.alertTurns.join(alert.uid, alert.severity)
            if let earlierID, keepsTurn { $0.alertTurns.hand(earlierID, to: id) }
        }
        if let earlierID, let earlier {
            let app = earlier.raiser == alert.raiser ? nil : alert.app
            withdraw(
                earlierID, reason: RefusalReason.superseded.rawValue,
                failure: .refused(.superseded, app: app))
        }
        if let client = alert.raiser.client, let request = alert.request {
            notify(client, .alertQueued(id, request: request))
        }
        publish(.alertQueued, fact(of: id, alert))
        requestAdmission(of: id)
        touch(alert.display)
    }

    mutating func sortIntoQueue(_ id: AlertID, on display: String) {
        guard let alert = alerts[id], var queue = displays[display]?.alerts else { return }
        queue.removeAll { $0 == id }
        let index = queue.firstIndex { alerts[$0].map(alert.precedes) ?? false } ?? queue.count
        queue.insert(id, at: index)
        displays.update(display) { $0.alerts = queue }
    }

    // MARK: Presenting

    /// Presents the first admitted alert of a display, in place of a less severe one. Without an alert,
    /// a paused close resumes. While a session ends no alert is presented: it would pause that end.
    mutating func presentAlerts(on name: String) {
        while let queue = displays.value(of: name, { $0.alerts }) {
            // Most displays have no alert, and a display is large to copy.
            guard !queue.isEmpty, let display = displays[name],
                let (first, alert) = nextAlert(on: display), !isSessionEnding(on: name)
            else { return resumeClosing(on: name) }
            if display.presented == first { return limitTurn(on: name) }
            if let presented = display.presented {
                alerts.update(presented) { $0.tried = [] }
                hide(presented, notifyRenderer: true)
                deadlines.disarm(.alertTurn(display: Name(name)))
            }
            guard let renderer = renderer(of: alert) else {
                awaitRenderer(first, alert)
                continue
            }
            present(first, alert, by: renderer, on: display)
        }
    }

    private mutating func present(
        _ id: AlertID, _ alert: Alert, by renderer: ClientID, on display: Display
    ) {
        endHint(on: display.name, because: .replaced)
        let frame = alertFrame(of: alert, on: display)
        let presented = PresentedAlert(
            alert: id, title: alert.title, message: alert.message, severity: alert.severity,
            buttons: alert.buttons, frame: frame, app: alert.app, timeout: timeLeft(of: id),
            animation: alert.isInPlace ? .none : entrance(of: frame, on: display.name),
            scrim: settings.appearance.scrim)
        let call = call(renderer, .presentAlert(id), .presentAlert(presented))
        alerts.update(id) {
            $0.isInPlace = false
            $0.showing = Alert.Showing(
                renderer: renderer, presentedAt: now, frame: frame, call: call)
        }
        beginTurn(of: id, alert)
        displays.update(display.name) { $0.presented = id }
        deadlines.arm(.presentation(id), at: now + settings.timing.present)
        pauseClosing(on: display.name)
        limitTurn(on: display.name)
        record(.presented, id, alert, nil)
        publish(.alertPresented, fact(of: id, alert))
        announce(id, alert)
    }

    /// The time until an alert ends by itself: its own, or that of the warning that it shows.
    private func timeLeft(of id: AlertID) -> Interval? {
        deadlines.left(of: .alert(id), at: now) ?? warningTime(of: id)
    }

    /// Nearest to the center of what people can touch, off occluders where they leave room.
    private func alertFrame(of alert: Alert, on display: Display) -> Rect {
        let least = Size(width: Alert.widths.lowerBound, height: Alert.heights.lowerBound)
        let whole = display.specification.frame.inset(by: display.specification.insets)
        let occluders = regions.occluders.onDisplay(display.name).map(\.rect)
        let reachable = display.specification.reach.flatMap(whole.intersection)
        let room = reachable.flatMap { $0.hasRoom(for: least, off: occluders) ? $0 : nil }
        return (room ?? whole).centered(
            alert.size, least: least, off: occluders, margin: settings.appearance.margin,
            scale: display.specification.scale)
    }

    /// The frame of the alert that a display presents.
    func alertFrame(on display: Display) -> Rect? {
        display.presented.flatMap { alerts[$0]?.showing?.frame }
    }

    /// Takes an alert off the screen; it stays in the queue.
    mutating func hide(_ id: AlertID, notifyRenderer: Bool) {
        guard let alert = alerts[id], let showing = alert.showing else { return }
        if let call = showing.call { calls.remove(call) }
        deadlines.disarm(.presentation(id))
        warningHidden(id)
        remember(
            .alert(renderer: showing.renderer, frame: showing.frame),
            since: showing.presentedAt, on: alert.display)
        displays.update(alert.display) { if $0.presented == id { $0.presented = nil } }
        alerts.update(id) { $0.showing = nil }
        if notifyRenderer { notify(showing.renderer, .alertDismiss(id)) }
    }

    /// Presents the alert of a changed display again where its frame has changed.
    mutating func presentAgain(on name: String) {
        guard let display = displays[name], let id = display.presented, let alert = alerts[id],
            alertFrame(of: alert, on: display) != alert.showing?.frame
        else { return }
        alerts.update(id) { $0.tried = [] }
        hide(id, notifyRenderer: true)
    }

    /// Presents the alert of a display again where an occluder has come to lie over it. It stays when
    /// the occluder goes: a dialog that jumps twice would be harder to answer.
    mutating func keepAlertUncovered(on name: String) {
        guard let display = displays[name], let id = display.presented,
            alerts[id]?.mayMove == true, let frame = alertFrame(on: display),
            regions.occluders.onDisplay(name).contains(where: { $0.rect.overlaps(frame) })
        else { return }
        presentAgain(on: name)
        if displays[name]?.presented == nil { alerts.update(id) { $0.moves += 1 } }
    }

    // MARK: The end of an alert

    mutating func answerAlert(
        _ id: AlertID, _ button: String, _ client: ClientID, _ request: RequestID?
    ) {
        guard identifiers.alerts.hasIssued(id) else {
            return fail(client, request, .unknown(id))
        }
        guard let alert = alerts[id], let renderer = alert.showing?.renderer else {
            return fail(client, request, .refused(.stale))
        }
        guard renderer == client else {
            return fail(client, request, .notPermitted(needs: "renderer"))
        }
        guard alert.buttons.contains(where: { $0.id === button }) else {
            let message = "alert \(id) has no button \(button)"
            return fail(client, request, .badParameter(member: "button", message: message))
        }
        answer(client, request, .done)
        finish(id, with: button, notifyRenderer: false)
        noteInput(on: alert.display)
    }

    /// Ends an alert that the user has answered.
    mutating func finish(_ id: AlertID, with button: String, notifyRenderer: Bool) {
        guard let alert = alerts[id] else { return }
        hide(id, notifyRenderer: notifyRenderer)
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

    /// Refuses a client's unanswered raise as `cancelled`; false where it has none of this id.
    mutating func cancelRaise(_ request: RequestID, of client: ClientID) -> Bool {
        let raised = zip(alerts.ids, alerts).first {
            $0.1.raiser == .client(client) && $0.1.request == request
        }
        guard let (id, _) = raised else { return false }
        withdraw(
            id, reason: RefusalReason.cancelled.rawValue,
            failure: .refused(.cancelled))
        return true
    }

    mutating func alertTimedOut(_ id: AlertID) {
        withdraw(
            id, reason: RefusalReason.timedOut.rawValue,
            failure: .refused(.timedOut))
    }

    /// Ends an alert without an answer; a failure goes to its raiser.
    mutating func withdraw(_ id: AlertID, reason: String, failure: RequestError? = nil) {
        guard let alert = alerts[id] else { return }
        hide(id, notifyRenderer: true)
        remove(id)
        if let failure, let client = alert.raiser.client { fail(client, alert.request, failure) }
        var withdrawn = fact(of: id, alert)
        withdrawn.reason = reason
        publish(.alertCanceled, withdrawn)
    }

    private mutating func remove(_ id: AlertID) {
        warningEnded(id)
        guard let alert = alerts.remove(id) else { return }
        deadlines.disarm(.alert(id))
        deadlines.disarm(.hold(id))
        deadlines.disarm(.renderer(id))
        if case .undecided(let question) = alert.admission { drop(question) }
        displays.update(alert.display) { $0.alerts.removeAll { $0 == id } }
        let holdsTurn = displays.value(of: alert.display) { $0.alertTurns.isHeld(by: id) }
        if holdsTurn == true { endTurn(of: alert) }
        leaveTurns(alert)
        touch(alert.display)
    }
}
