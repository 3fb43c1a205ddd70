// SPDX-License-Identifier: MIT

import PopoverModel

/// What there is of everything that has a limit, for administrators.
extension Arbiter {
    /// The scene, and every limit with what the rules know of its use.
    var sceneWithLimits: Scene {
        var scene = scene
        scene.limits = Limits.Name.allCases.map(use)
        return scene
    }

    func use(of name: Limits.Name) -> SceneLimit {
        let used = amount(of: name)
        return SceneLimit(
            name: name.rawValue, value: settings.limits[name], used: used?.count,
            holder: used?.holder, hits: counters.hits[name.rawValue] ?? 0)
    }

    /// Nil where a limit is about one message or one moment, or where the shell keeps it.
    private func amount(of name: Limits.Name) -> (count: Int, holder: String?)? {
        switch name {
        case .draftsTotal: (drafts.bytes, nil)
        case .draftsPerApp: mostDrafts
        case .pendingRequests: most { $1.unanswered }
        case .sources: most { id, _ in sources.count(of: id) }
        case .surfaces: most { id, _ in surfaces.count(of: id) }
        case .occluders: most { id, _ in occluders.count(of: id) }
        case .subscriptions: most { $1.topics.count }
        case .alerts: most { id, _ in alerts.values.count { $0.raiser == .client(id) } }
        case .panels: most { id, _ in panels.values.count { $0.owner == id } }
        case .displays: (displays.names.count, nil)
        case .historyEvents: (bus.remembered.events, nil)
        case .historyBytes: (bus.remembered.bytes, nil)
        case .message, .content, .draft, .draftDays, .clients, .clientsPerUser,
            .connectionsPerSecond, .outputBytes, .outputStallMs, .requestsPerSecond,
            .malformedLines, .malformedWindowMs,
            .rectangles, .buttons, .key, .text, .linesPerTurn:
            nil
        }
    }

    /// The client that has the most of something; of several, the oldest.
    private func most(
        _ count: (ClientID, Client) -> Int
    ) -> (count: Int, holder: String?) {
        var most: (count: Int, holder: String?) = (0, nil)
        for (id, client) in zip(clients.ids, clients.values) {
            let own = count(id, client)
            if own > most.count { most = (own, "\(id) \(client.app)") }
        }
        return most
    }

    private var mostDrafts: (count: Int, holder: String?) {
        guard let most = drafts.most else { return (0, nil) }
        return (most.count, "user \(most.owner.uid) \(most.owner.app)")
    }
}
