// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Logs that the last shell has left, and that a shell is connected again.
extension Sessions {
    /// A client has said hello.
    func clientCame(_ client: ClientID) {
        guard let engine, engine.arbiter.isShell(client) else { return }
        let app = engine.app(of: client) ?? ""
        shells[client] = app
        guard isShellMissed else { return }
        isShellMissed = false
        log.limited(
            .notice, cause: "shell", LogSubject(client: client, app: app),
            "a shell is connected again: client=\(client)\(Self.appField(app))")
    }

    func shellLeft(_ client: ClientID, _ cause: DisconnectCause) {
        guard let app = shells.removeValue(forKey: client), cause != .shutdown else { return }
        counters.shellsLeft += 1
        guard shells.isEmpty else { return }
        isShellMissed = true
        let alerts = engine?.arbiter.alertsForShells ?? 0
        log.limited(
            alerts > 0 ? .warning : .notice, cause: "shell",
            LogSubject(.shellMissed, client: client, app: app),
            "no shell is left to show alerts: alerts=\(alerts) client=\(client)"
                + Self.appField(app))
    }
}
