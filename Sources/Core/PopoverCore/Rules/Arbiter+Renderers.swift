// SPDX-License-Identifier: MIT

public import PopoverModel

/// Renderers: the clients that draw alerts. A critical alert waits for a shell that is starting or
/// restarting; the raiser of another has to know at once that it is not shown.
extension Arbiter {
    /// The renderer of an alert: the oldest shell that has not failed to show it, one that hangs only
    /// where there is no other; or its raiser.
    func renderer(of alert: Alert) -> ClientID? {
        switch alert.rendering {
        case .`self`:
            alert.raiser.client.flatMap {
                alert.tried.contains($0) || !mayRenderItsOwn($0) ? nil : $0
            }
        case .shell: shell(besides: alert.tried, mayHang: false) ?? shell(besides: alert.tried)
        }
    }

    private func shell(besides tried: [ClientID], mayHang: Bool = true) -> ClientID? {
        // By index: a look-up for each of a thousand clients takes long.
        clients.indices.first {
            clients[$0].roles.contains(.shell) && (mayHang || !clients[$0].isHung)
                && !tried.contains(clients.ids[$0])
        }.map { clients.ids[$0] }
    }

    /// Whether it may draw the alerts of others.
    public func isShell(_ client: ClientID) -> Bool { has(.shell, client) }

    /// How many alerts only a shell can draw.
    public var alertsForShells: Int { alerts.count { $0.rendering == .shell } }

    // MARK: Alerts without a renderer

    /// Whether an alert is kept for `timing.rendererMs` while no shell can show it.
    func mayAwaitRenderer(_ alert: Alert) -> Bool {
        alert.severity == .critical && alert.rendering == .shell
            && settings.timing.renderer.microseconds > 0
    }

    /// Keeps an alert that no client can render until a shell comes, or refuses it. A shell that
    /// comes and fails again and again does not prolong the wait.
    mutating func awaitRenderer(_ id: AlertID, _ alert: Alert) {
        let since = alert.unrenderedSince ?? now
        let deadline = since + settings.timing.renderer
        guard mayAwaitRenderer(alert), deadline > now else { return rendererTimedOut(id) }
        alerts.update(id) { $0.unrenderedSince = since }
        deadlines.arm(.renderer(id), at: deadline)
        setAdmission(.unrendered, of: id)
    }

    mutating func rendererTimedOut(_ id: AlertID) {
        withdraw(id, reason: RefusalReason.noRenderer.rawValue, failure: .refused(.noRenderer))
    }

    /// Presents the alerts that waited for a client like this one.
    mutating func rendererCame() {
        for (id, alert) in zip(alerts.ids, alerts)
        where alert.admission == .unrendered && renderer(of: alert) != nil {
            deadlines.disarm(.renderer(id))
            setAdmission(.admitted, of: id)
        }
    }

    // MARK: The answer to alert.present

    mutating func presented(_ id: AlertID, isError: Bool) {
        deadlines.disarm(.presentation(id))
        alerts.update(id) { $0.showing?.call = nil }
        if isError { return passToNextRenderer(id, notifyRenderer: false) }
        alerts.update(id) { $0.unrenderedSince = nil }
        warningPresented(id)
        if let display = alerts[id]?.display { touch(display) }
    }

    mutating func presentationTimedOut(_ id: AlertID) {
        passToNextRenderer(id, notifyRenderer: true)
    }

    /// Lets another renderer show an alert.
    mutating func passToNextRenderer(_ id: AlertID, notifyRenderer: Bool) {
        guard let alert = alerts[id], let renderer = alert.showing?.renderer else { return }
        alerts.update(id) { $0.tried.append(renderer) }
        hide(id, notifyRenderer: notifyRenderer)
        touch(alert.display)
    }
}
