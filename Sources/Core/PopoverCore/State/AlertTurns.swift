// SPDX-License-Identifier: MIT

import PopoverModel

/// The order in which users present their alerts on a display. Each severity has its own: an alert
/// that a more severe one interrupts keeps its turn.
struct AlertTurns: Codable, Sendable {
    struct Turn: Codable, Sendable {
        let severity: Severity
        let user: UInt32
        /// The alert that was presented in this turn, which has not ended.
        var alert: AlertID?
    }

    /// Of each severity, that of the next turn first.
    private var turns: [Turn] = []

    init() {}

    /// Of one severity, the next first.
    func order(of severity: Severity) -> [Turn] { turns.filter { $0.severity == severity } }

    func isHeld(by alert: AlertID) -> Bool { turns.contains { $0.alert == alert } }

    mutating func join(_ user: UInt32, _ severity: Severity) {
        guard index(of: user, severity) == nil else { return }
        turns.append(Turn(severity: severity, user: user))
    }

    /// Begins or continues the turn of a user.
    mutating func begin(_ user: UInt32, _ severity: Severity, with alert: AlertID) {
        leave(user, severity)
        turns.insert(Turn(severity: severity, user: user, alert: alert), at: 0)
    }

    /// Moves a user to the end of the order.
    mutating func end(_ user: UInt32, _ severity: Severity) {
        guard index(of: user, severity) != nil else { return }
        leave(user, severity)
        join(user, severity)
    }

    mutating func leave(_ user: UInt32, _ severity: Severity) {
        turns.removeAll { $0.user == user && $0.severity == severity }
    }

    /// Lets another alert of the same user and severity continue a turn.
    mutating func hand(_ alert: AlertID, to other: AlertID) {
        for index in turns.indices where turns[index].alert == alert { turns[index].alert = other }
    }

    private func index(of user: UInt32, _ severity: Severity) -> Int? {
        turns.firstIndex { $0.user == user && $0.severity == severity }
    }
}

extension KeyedDecodingContainer {
    /// Recordings of 0.1.0 have no turns of this kind.
    func decode(_ type: AlertTurns.Type, forKey key: Key) throws -> AlertTurns {
        try decodeIfPresent(type, forKey: key) ?? AlertTurns()
    }
}
