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
                fail(client, id, failure)
                pingHolder(of: name, inTheWayOf: client, failure)
                return
            }
            if let waiting = display.waiting {
                let app = other(than: waiting.client, client)
                let isView = display.waitingView != nil
                refuseWaiting(on: name, .refused(isView ? .superseded : .modalActive, app: app))
            }
            let view = WaitingView(client: client, id: id, request: request)
            displays.update(name) { $0.waiting = .view(view) }
            deadlines.arm(.waiting(display: Name(name)), at: now + settings.timing.wait)
            touch(name)
        }
    }

    private func refusal(
        _ request: ViewRequest, _ client: ClientID, _ display: Display
    ) -> RequestError? {
        if display.isLocked { return .refused(.locked) }
        if isOver(request.session) { return .refused(.sessionEnded) }
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

    /// The app to blame in a refusal; nil where a client is in its own way.
    private func other(than client: ClientID, _ cause: ClientID) -> String? {
        cause == client ? nil : app(of: cause)
    }

    func modalActive(_ holder: ClientID, _ client: ClientID) -> RequestError {
        .refused(.modalActive, app: holder == client ? nil : app(of: holder))
    }

    mutating func grant(_ waiting: WaitingView, on name: String) {
        removeWaiting(on: name)
        endHint(on: name, because: .viewPresented)
        let id = identifiers.views.next()
        views[id] = View(
            owner: waiting.client, app: app(of: waiting.client) ?? "", display: name,
            kind: waiting.request.kind, frame: waiting.request.frame)
        displays.update(name) {
            $0.view = id
            $0.idleness.restartAfterNewContent(at: now)
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

    /// Removes a view; a popover that was opened from it has lost its source.
    mutating func endView(_ id: ViewID) {
        guard let view = views.remove(id) else { return }
        displays.update(view.display) { $0.view = nil }
        for popover in popovers where popover.view == id {
            startClosing(popover.id, because: .sourceGone)
        }
        touch(view.display)
    }
}
