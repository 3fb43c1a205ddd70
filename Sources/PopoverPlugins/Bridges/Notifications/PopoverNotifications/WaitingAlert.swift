// SPDX-License-Identifier: MIT

/// The alert of a notification, which is raised when its turn comes.
public struct WaitingAlert: Hashable, Sendable {
    public var id: UInt32
    public var alert: NotificationAlert
    /// The actions' keys, by button.
    public var keys: [String]
    /// Rises with each notification.
    var arrival: UInt64 = 0
    /// The caller has its number already.
    var isAccepted = false

    public init(id: UInt32, alert: NotificationAlert, keys: [String]) {
        self.id = id
        self.alert = alert
        self.keys = keys
    }

    /// The most severe comes first, then the oldest.
    func precedes(_ other: WaitingAlert) -> Bool {
        let (own, its) = (alert.rank, other.alert.rank)
        return own == its ? arrival < other.arrival : own > its
    }
}

extension NotificationAlert {
    /// Rises with the severity.
    var rank: Int { ["info", "warning", "critical"].firstIndex(of: severity) ?? 0 }
}

/// The queue of notifications that the daemon has no room for: the most severe first, then the oldest.
extension RaisedAlerts {
    /// The most notifications of one sender, shown and waiting.
    public static let share = 64
    /// The most waiting notifications of all senders.
    public static let capacity = 128
    public static let excessError = BusError.limits(
        "too many notifications: at most \(share) of one sender, and \(capacity) that wait")
    /// The most raises that the daemon has not answered.
    private static let mostUnanswered = 16

    public func isWaiting(_ id: UInt32) -> Bool { waiting.contains { $0.id == id } }

    public var isAnyWaiting: Bool { !waiting.isEmpty }

    /// Adds one, or replaces it in its place.
    public mutating func wait(_ alert: WaitingAlert) {
        var next = alert
        if let index = waiting.firstIndex(where: { $0.id == next.id }) {
            next.arrival = waiting[index].arrival
            waiting[index] = next
        } else {
            arrivals += 1
            next.arrival = arrivals
            waiting.append(next)
        }
    }

    /// Where it still waits, its caller is to get the number now.
    public mutating func acceptWaiting(_ id: UInt32) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting[index].isAccepted = true
        return true
    }

    /// Takes the next one to raise, with the id of its request; nil: none, or it is not its turn.
    /// - Parameter limit: how many alerts the daemon takes.
    public mutating func raiseNext(limit: Int) -> (request: String, WaitingAlert)? {
        // A replacement takes the place of its predecessor.
        let replacement = waiting.first { isRaised($0.id) }
        guard let next = replacement ?? waiting.min(by: { $0.precedes($1) }),
            replacement != nil || mayRaise(next, limit: limit)
        else { return nil }
        waiting.removeAll { $0.id == next.id }
        return (begin(next), next)
    }

    private func mayRaise(_ next: WaitingAlert, limit: Int) -> Bool {
        let rank = next.alert.rank
        if let heldRank, rank <= heldRank { return false }
        guard unanswered.count < Self.mostUnanswered else { return false }
        let ranks = raises.values.filter { $0.canceledAs == nil }.map(\.waiting.alert.rank)
        // The daemon displaces a less severe one.
        return ranks.count < limit || ranks.contains { $0 < rank }
    }

    /// Another attempt is due at what the daemon had no room for.
    public mutating func retry() { heldRank = nil }

    /// Whether it waited.
    public mutating func stopWaiting(_ id: UInt32) -> Bool {
        let count = waiting.count
        waiting.removeAll { $0.id == id }
        return waiting.count < count
    }

    /// Drops all that wait: their session has ended.
    public mutating func stopWaiting() -> [Outcome] {
        defer { waiting = [] }
        return waiting.filter { !isRaised($0.id) }.sorted { $0.precedes($1) }.map {
            .closed(id: $0.id, .other)
        }
    }

    /// Drops one, where the sender of a new notification exceeds its share or too many wait: the least
    /// severe, then one of the sender that has most, then the latest. Nil: there is room.
    public mutating func dropExcess(of notice: Notice, owners: NotificationOwners) -> UInt32? {
        guard let excess = excess(of: notice, owners: owners) else { return nil }
        _ = stopWaiting(excess)
        return excess
    }

    private func excess(of notice: Notice, owners: NotificationOwners) -> UInt32? {
        if owners.count(of: notice) > Self.share {
            let own = waiting.filter { owners.isOwner(notice, $0.id) }
            return own.max { $0.precedes($1) }?.id
        }
        guard waiting.count > Self.capacity else { return nil }
        let counts = owners.counts(of: waiting.map(\.id))
        return waiting.max { one, other in
            if one.alert.rank != other.alert.rank { return one.alert.rank > other.alert.rank }
            let (its, others) = (counts[one.id] ?? 0, counts[other.id] ?? 0)
            return its == others ? one.arrival < other.arrival : its < others
        }?.id
    }
}
