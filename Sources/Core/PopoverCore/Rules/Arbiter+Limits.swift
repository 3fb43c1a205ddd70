// SPDX-License-Identifier: MIT

public import PopoverModel

/// The limits and their use, for administrators.
extension Arbiter {
    /// The scene with the use of every limit.
    mutating func status(_ client: ClientID, _ id: RequestID?) {
        answer(client, id, .status(sceneWithLimits))
    }

    /// The complete state with the use of every limit, without drafts.
    public var sceneWithLimits: Scene {
        var scene = scene
        scene.limits = Limits.Name.allCases.map { use(of: $0) }
        return scene
    }

    func use(of name: Limits.Name) -> SceneLimit {
        let used = amount(of: name)
        return SceneLimit(
            name: name.rawValue, value: settings.limits[name], used: used?.count,
            holder: used?.holder, hits: counters.hits[name.rawValue] ?? 0)
    }

    /// Nil for limits of a single message or moment, and for those that the shell enforces.
    private func amount(of name: Limits.Name) -> (count: Int, holder: String?)? {
        switch name {
        case .draftsTotal: largest(of: drafts.contents)
        case .objectsTotal: largest(of: objects)
        case .draftsPerApp: mostDrafts
        case .pendingRequests: most { $1.unanswered }
        case .sources: most { id, _ in regions.sources.count(of: id) }
        case .surfaces: most { id, _ in regions.surfaces.count(of: id) }
        case .occluders: mostOccluders
        case .subscriptions: most { $1.topics.count }
        case .patternsPerUser: mostPatterns
        case .alerts: most { id, _ in alerts.count { $0.raiser == .client(id) } }
        case .alertsPerUser: mostAlertsOfUser
        case .panels: most { id, _ in panels.count { $0.owner == id } }
        case .displays: (displays.names.count, nil)
        case .historyEvents: (bus.remembered.events, nil)
        case .historyBytes: (bus.remembered.bytes, nil)
        case .message, .content, .draft, .draftDays, .clients, .clientsPerUser,
            .connectionsPerSecond, .outputBytes, .buffersTotal, .outputStallMs, .requestsPerSecond,
            .malformedLines, .malformedWindowMs,
            .rectangles, .buttons, .key, .text, .linesPerTurn:
            nil
        }
    }

    /// The highest count and its client; of several, the oldest client.
    private func most(
        _ count: (ClientID, Client) -> Int
    ) -> (count: Int, holder: String?) {
        var most: (count: Int, holder: String?) = (0, nil)
        for (id, client) in zip(clients.ids, clients) {
            let own = count(id, client)
            if own > most.count { most = (own, "\(id) \(client.app)") }
        }
        return most
    }

    private func largest(of shares: Shares) -> (count: Int, holder: String?) {
        (shares.total, shares.largest.map { "user \($0.uid): \($0.amount)" })
    }

    private var mostOccluders: (count: Int, holder: String?) {
        var counts = Shares()
        for display in displays.names {
            for region in regions.occluders.onDisplay(display) {
                guard let client = clients[region.key.client] else { continue }
                counts.charge(1, to: client.credentials.uid)
            }
        }
        guard let most = counts.largest else { return (0, nil) }
        return (most.amount, "user \(most.uid)")
    }

    private var mostPatterns: (count: Int, holder: String?) {
        guard let most = clients.subscriptions.most else { return (0, nil) }
        return (most.count, "user \(most.uid)")
    }

    private var mostDrafts: (count: Int, holder: String?) {
        guard let most = drafts.most else { return (0, nil) }
        return (most.count, "user \(most.owner.uid) \(most.owner.app)")
    }
}
