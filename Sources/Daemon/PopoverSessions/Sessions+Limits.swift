// SPDX-License-Identifier: MIT

package import PopoverModel

/// How far limits are used; the rules report their own limits.
extension Sessions {
    /// Adds to the rules' report.
    package func complete(_ limits: inout [SceneLimit]) {
        for index in limits.indices {
            guard let name = Limits.Name(rawValue: limits[index].name) else { continue }
            complete(&limits[index], name)
            limits[index].hits += hits(name)
        }
    }

    private func complete(_ limit: inout SceneLimit, _ name: Limits.Name) {
        switch name {
        case .clients:
            let users = accounts.byConnections
            limit.used = users.reduce(0) { $0 + $1.count }
            limit.peak = counters.mostClients
            limit.holder = userName(users.first)
        case .clientsPerUser:
            let user = accounts.byConnections.first
            limit.used = user?.count ?? 0
            limit.holder = userName(user)
        case .buffersTotal:
            limit.used = accounts.bufferedBytes
            if let most = accounts.mostBuffered, most.bytes > 0 {
                limit.holder = "user \(most.uid): \(most.bytes)"
            }
        case .outputBytes:
            limit.used = mostUnread?.bytes ?? 0
            limit.peak = counters.mostBacklog
            if let most = mostUnread, most.bytes > 0 { limit.holder = "\(most.client)" }
        case .requestsPerSecond:
            limit.peak = counters.mostRequests
        case .content, .draft, .draftDays, .draftsTotal, .objectsTotal, .draftsPerApp,
            .malformedWindowMs, .pendingRequests, .sources, .surfaces, .occluders, .subscriptions,
            .patternsPerUser, .alerts, .alertsPerUser, .panels, .displays,
            .rectangles, .buttons, .key, .text, .historyEvents, .historyBytes, .linesPerTurn,
            .message, .connectionsPerSecond, .outputStallMs, .malformedLines:
            break
        }
    }

    /// How often a limit was hit here.
    func hits(_ name: Limits.Name) -> Int64 {
        switch name {
        case .message: counters.linesTooLong
        case .clients, .clientsPerUser, .connectionsPerSecond: counters.refusals(name)
        case .outputBytes: counters.eventsLost + counters.overflows
        case .buffersTotal: counters.sharesExceeded
        case .outputStallMs: counters.disconnects(.slow) - counters.overflows
        case .requestsPerSecond: counters.disconnects(.flood)
        case .malformedLines: counters.disconnects(.malformed)
        default: 0
        }
    }

    private func userName(_ user: (uid: UInt32, count: Int)?) -> String? {
        user.map { "user \($0.uid)" }
    }
}
