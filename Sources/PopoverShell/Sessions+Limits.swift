// SPDX-License-Identifier: MIT

package import PopoverModel

/// What the shell knows of the limits' use; the rules know of their own.
extension Sessions {
    /// Adds to what the rules have said.
    package func complete(_ limits: inout [SceneLimit]) {
        for index in limits.indices {
            guard let name = Limits.Name(rawValue: limits[index].name) else { continue }
            complete(&limits[index], name)
        }
    }

    private func complete(_ limit: inout SceneLimit, _ name: Limits.Name) {
        switch name {
        case .message: limit.hits += counters.linesTooLong
        case .clients:
            let users = connectionsOfUsers
            limit.used = users.reduce(0) { $0 + $1.count }
            limit.peak = counters.mostClients
            limit.holder = words(users.first)
            limit.hits += counters.refusals(name)
        case .clientsPerUser:
            limit.used = connectionsOfUsers.first?.count ?? 0
            limit.holder = words(connectionsOfUsers.first)
            limit.hits += counters.refusals(name)
        case .connectionsPerSecond: limit.hits += counters.refusals(name)
        case .outputBytes:
            limit.used = mostUnread?.bytes ?? 0
            limit.peak = counters.mostBacklog
            if let most = mostUnread, most.bytes > 0 { limit.holder = "\(most.client)" }
            limit.hits += counters.eventsLost + counters.overflows
        case .outputStallMs: limit.hits += counters.disconnects(.slow) - counters.overflows
        case .requestsPerSecond:
            limit.peak = counters.mostRequests
            limit.hits += counters.disconnects(.flood)
        case .malformedLines: limit.hits += counters.disconnects(.malformed)
        case .content, .draft, .draftDays, .draftsTotal, .draftsPerApp, .malformedWindowMs,
            .pendingRequests, .sources, .surfaces, .occluders, .subscriptions, .alerts, .panels,
            .displays,
            .rectangles, .buttons, .key, .text, .historyEvents, .historyBytes, .linesPerTurn:
            break
        }
    }

    private func words(_ user: (uid: UInt32, count: Int)?) -> String? {
        user.map { "user \($0.uid)" }
    }
}
