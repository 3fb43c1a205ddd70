// SPDX-License-Identifier: MIT

import PopoverModel

/// Clients' own modal views and sheets: never above a popover (G13).
extension Arbiter {
    mutating func presentView(_ request: ViewRequest, _ client: ClientID, _ id: RequestID?) {
        switch resolve(Place(display: request.display), of: client, source: nil) {
        case .failure(let failure): fail(client, id, failure)
        case .success(let name):
            guard let display = displays[name] else { return }
            if let failure = refusal(request, client, display) {
                return fail(client, id, failure)
            }
            if let loser = display.waitingView {
                let app = other(than: loser.client, client)
                dropWaitingView(on: name, .refused(.superseded, app: app))
            }
            if let loser = display.waitingOpen {
                let app = other(than: loser.client, client)
                dropWaitingOpen(on: name, .refused(.modalActive, app: app))
            }
            displays.update(name) {
                $0.waitingView = WaitingView(client: client, id: id, request: request)
            }
            deadlines.arm(.view(display: name), at: now + settings.timing.wait)
            touch(name)
        }
    }

    private func refusal(
        _ request: ViewRequest, _ client: ClientID, _ display: Display
    ) -> RequestError? {
        if display.isLocked { return .refused(.locked) }
        if awaitsSessionEnd(on: display.name) { return .refused(.superseded) }
        if let view = display.view.flatMap({ views[$0] }) {
            return .refused(.modalActive, app: other(than: client, view.owner))
        }
        if let alert = display.presented.flatMap({ alerts[$0] }) {
            return .refused(.alertActive, app: alert.raiser == .client(client) ? nil : alert.app)
        }
        guard let popover = display.popover.flatMap({ popovers[$0] }) else { return nil }
        let app = other(than: client, popover.owner)
        if !request.closePopover { return .refused(.popoverActive, app: app) }
        // Only its own buttons close a modal popover (G3).
        if popover.isModal && popover.closing == nil { return .refused(.modalActive, app: app) }
        return nil
    }

    /// The app of a client that is the cause of another's refusal.
    private func other(than client: ClientID, _ cause: ClientID) -> String? {
        cause == client ? nil : app(of: cause)
    }

    mutating func grant(_ waiting: WaitingView, on name: String) {
        takeWaitingView(on: name)
        let id = viewNumbers.next()
        views[id] = View(
            owner: waiting.client, app: app(of: waiting.client) ?? "", display: name,
            kind: waiting.request.kind, frame: waiting.request.frame)
        displays.update(name) {
            $0.view = id
            $0.idleness.hasCompany(at: now)
        }
        answer(waiting.client, waiting.id, .viewPresented(id))
        touch(name)
    }

    mutating func closeView(_ id: ViewID, _ client: ClientID, _ request: RequestID?) {
        guard let view = views[id] else {
            return fail(client, request, .unknown(id))
        }
        guard view.owner == client else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        answer(client, request, .done)
        endView(id)
    }

    /// Takes a view away; a popover that was revealed from it has lost its source.
    mutating func endView(_ id: ViewID) {
        guard let view = views.remove(id) else { return }
        displays.update(view.display) { $0.view = nil }
        for popover in popovers.values where popover.view == id {
            startClosing(popover.id, because: .sourceGone)
        }
        touch(view.display)
    }

    mutating func viewMissed(_ name: String) {
        guard let display = displays[name], let waiting = display.waitingView else { return }
        dropWaitingView(on: name, turnMissed(display, waiting.client))
    }

    @discardableResult
    mutating func takeWaitingView(on name: String) -> WaitingView? {
        guard let waiting = displays[name]?.waitingView else { return nil }
        displays.update(name) { $0.waitingView = nil }
        deadlines.disarm(.view(display: name))
        return waiting
    }

    /// Refuses the view that waits on a display, if there is one.
    mutating func dropWaitingView(on name: String, _ failure: RequestError) {
        guard let waiting = takeWaitingView(on: name) else { return }
        fail(waiting.client, waiting.id, failure)
    }
}
