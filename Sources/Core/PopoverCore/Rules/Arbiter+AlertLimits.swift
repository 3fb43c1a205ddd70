// SPDX-License-Identifier: MIT

import PopoverModel

/// The limits of unanswered alerts. What is urgent displaces what is not: where a limit is reached, a
/// more severe alert ends the least severe one, and never one of another user.
extension Arbiter {
    /// The limit that one more alert would exceed, and the alert that it displaces then; nil where
    /// there is room.
    /// - Parameter replaced: the alert that it replaces, which does not count.
    func shortage(
        for alert: Alert, besides replaced: AlertID?
    ) -> (limit: Limits.Name, displaced: AlertID?)? {
        let limits = settings.limits
        let others = zip(alerts.ids, alerts).filter { $0.0 != replaced }
        let own = others.filter { $0.1.raiser == alert.raiser }
        // The request of this alert is one of those that wait.
        if let client = alert.raiser.client,
            clients.value(of: client, { $0.unanswered > limits.pendingRequests }) == true
        {
            return (.pendingRequests, displaced(by: alert, among: own))
        }
        if own.count >= limits.alerts { return (.alerts, displaced(by: alert, among: own)) }
        let ofUser = others.filter { $0.1.raiser.client != nil && $0.1.uid == alert.uid }
        guard ofUser.count >= limits.alertsPerUser else { return nil }
        return (.alertsPerUser, displaced(by: alert, among: ofUser))
    }

    /// The least severe alert, of these the last in turn, one on the screen only where there is no
    /// other.
    private func displaced(by alert: Alert, among others: [(AlertID, Alert)]) -> AlertID? {
        others.filter { $0.1.severity < alert.severity }.min { one, other in
            if one.1.severity != other.1.severity { return one.1.severity < other.1.severity }
            if (one.1.showing == nil) != (other.1.showing == nil) { return one.1.showing == nil }
            return other.1.precedes(one.1)
        }?.0
    }

    /// Ends an alert for which there is no more room, and tells its raiser.
    mutating func displace(_ id: AlertID, by alert: Alert) {
        let app = alerts[id]?.raiser == alert.raiser ? nil : alert.app
        withdraw(
            id, reason: RefusalReason.displaced.rawValue,
            failure: .refused(.displaced, app: app))
    }

    /// The most unanswered alerts of one user, and that user.
    var mostAlertsOfUser: (count: Int, holder: String?) {
        var most: (count: Int, holder: String?) = (0, nil)
        for alert in alerts where alert.raiser.client != nil {
            let own = alerts.count { $0.raiser.client != nil && $0.uid == alert.uid }
            if own > most.count { most = (own, "user \(alert.uid)") }
        }
        return most
    }
}
