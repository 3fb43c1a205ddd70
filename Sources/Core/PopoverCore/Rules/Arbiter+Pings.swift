// SPDX-License-Identifier: MIT

import PopoverModel

/// Pings: a client that hangs cannot hold the screen (K5). The owner of a popover or view, and the
/// renderer of an alert, are pinged when somebody waits for their place, is refused because of it, or
/// taps it and nothing closes; the owner of a panel when a client wants the draft in it. A client that sends no line
/// before the deadline loses its place. Any line counts: a client may be too old to know pings.
extension Arbiter {
    // MARK: Who is pinged

    /// Pings what an open or view was refused for. One that closes already has its own deadline.
    mutating func pingHolder(
        of name: String?, inTheWayOf client: ClientID, _ failure: RequestError
    ) {
        guard case .refused(let reason, _, _, let panel, let popover) = failure,
            let index = name.flatMap({ displays.index(of: $0) })
        else { return }
        switch reason {
        case .panelActive: if let panel { pingOwner(of: panel, inTheWayOf: client) }
        case .keyActive: pingOwner(of: popover, inTheWayOf: client)
        case .alertActive: pingRenderer(on: displays[index].name, inTheWayOf: client)
        case .popoverActive: pingOwner(of: displays[index].popover, inTheWayOf: client)
        case .modalActive:
            let view = displays[index].view.flatMap { views.value(of: $0) { $0.owner } }
            pingOwner(of: displays[index].popover, inTheWayOf: client)
            if let view { ping(view, inTheWayOf: client) }
        default: break
        }
    }

    /// Pings the client whose alert or popover a tap met without closing it: it may hang.
    mutating func pingHolder(
        metBy outcome: RecentTap.Outcome, on display: String, reportedBy client: ClientID
    ) {
        switch outcome.ground {
        case .alert: pingRenderer(on: display, inTheWayOf: client)
        case .modal, .stays: pingOwner(of: outcome.popover, inTheWayOf: client)
        case .nothing, .popover, .passage, .closing, .ownSource, .otherSource, .elsewhere, .edge,
            .swipedBack, .past:
            break
        }
    }

    private mutating func pingOwner(of id: PopoverID?, inTheWayOf client: ClientID) {
        guard let index = id.flatMap({ popovers.index(of: $0) }),
            popovers[index].state.closing == nil
        else { return }
        ping(popovers[index].owner, inTheWayOf: client)
    }

    /// Pings the owner of a panel with this draft.
    mutating func pingOwner(of id: PanelID, inTheWayOf client: ClientID) {
        guard let index = panels.index(of: id), panels[index].closing == nil else { return }
        ping(panels[index].owner, inTheWayOf: client)
    }

    /// Pings the renderer of the presented alert; one that has not accepted it has another deadline.
    mutating func pingRenderer(on display: String, inTheWayOf client: ClientID?) {
        guard let alert = displays.value(of: display, { $0.presented }) ?? nil,
            let showing = alerts[alert]?.showing, showing.call == nil
        else { return }
        ping(showing.renderer, inTheWayOf: client)
    }

    /// Pings the renderer of the presented alert repeatedly while another client waits for the display.
    mutating func watchRenderer(on display: String) {
        if alerts.isEmpty { return }
        guard let renderer = hinderingRenderer(on: display),
            clients.value(of: renderer, { $0.ping == nil }) == true
        else { return }
        ping(renderer, inTheWayOf: nil)
    }

    /// The renderer that has accepted the presented alert, if another client waits for the display:
    /// another alert, an open, a view, or what cannot close under it.
    func hinderingRenderer(on name: String) -> ClientID? {
        guard let index = displays.index(of: name), let alert = displays[index].presented,
            let showing = alerts[alert]?.showing, showing.call == nil
        else { return nil }
        let isWaitedFor =
            displays[index].waiting != nil
            || displays[index].alerts.contains { $0 != alert && isAdmitted($0) }
            || displays[index].popover.flatMap { closing(of: .popover($0)) }?.paused != nil
            || panels.contains { $0.display === name && $0.closing?.paused != nil }
        return isWaitedFor ? showing.renderer : nil
    }

    // MARK: The ping

    /// Pings a client, unless it has just sent a line itself. At most one ping is sent in
    /// `timing.ping`, whatever others do: the next follows when that has passed.
    mutating func ping(_ id: ClientID, inTheWayOf other: ClientID?) {
        guard id != other, stage == .running, let latest = clients.value(of: id, { $0.ping })
        else { return }
        guard latest == nil else {
            return clients.update(id) { $0.ping?.isWantedAgain = true }
        }
        let deadline = settings.timing.ping
        let call = call(id, .ping, .ping(deadline: deadline))
        clients.update(id) { $0.ping = Ping(call: call) }
        deadlines.arm(.ping(id), at: now + deadline)
    }

    /// Notes a line of a client.
    mutating func noteSignOfLife(_ id: ClientID) {
        clients.update(id) { $0.noteSignOfLife() }
    }

    mutating func pingEnded(_ id: ClientID) {
        guard let ping = clients.value(of: id, { $0.ping }) ?? nil else { return }
        calls.remove(ping.call)
        clients.update(id) { $0.ping = nil }
        guard holdsPlace(id) else { return }
        guard ping.isAlive else { return takePlaces(of: id) }
        if ping.isWantedAgain { self.ping(id, inTheWayOf: nil) }
        for alert in alerts where alert.showing?.renderer == id { touch(alert.display) }
    }

    private func holdsPlace(_ id: ClientID) -> Bool {
        popovers.contains { $0.owner == id && $0.closing == nil }
            || panels.contains { $0.owner == id && $0.closing == nil }
            || views.contains { $0.owner == id }
            || alerts.contains { $0.showing?.renderer == id }
    }

    /// Takes a hung client off the screen. Its popovers and panels are closed like any other, so that
    /// a draft which it hands over late is still kept; its alerts go to the next renderer, as if it had left.
    private mutating func takePlaces(of id: ClientID) {
        clients.update(id) { $0.isHung = true }
        emit(.reportHung(id))
        publish(.clientUnresponsive, fact(client: id, app: app(of: id)))
        for (popover, state) in zip(popovers.ids, popovers) where state.owner == id {
            startClosing(popover, because: .unresponsive)
        }
        for (panel, state) in zip(panels.ids, panels) where state.owner == id {
            startClosing(panel, because: .unresponsive)
        }
        for (view, state) in zip(views.ids, views) where state.owner == id {
            notify(id, .viewClosed(view, .unresponsive))
            endView(view)
        }
        for (alert, state) in zip(alerts.ids, alerts) where state.showing?.renderer == id {
            passToNextRenderer(alert, notifyRenderer: true)
        }
        withdrawUnshowableWarnings()
    }
}
