// SPDX-License-Identifier: MIT

/// The alerts raised for notifications, those that wait for their turn, and what the daemon's answers
/// mean on the bus. An alert that replaces another counts once the daemon has queued it.
public struct RaisedAlerts: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The daemon has queued it: the caller gets this number.
        case accepted(request: String, id: UInt32)
        /// It was never shown.
        case failed(request: String)
        case chosen(id: UInt32, key: String)
        case closed(id: UInt32, Ending)
        /// It waits again: a caller that has no number yet gets this one.
        case returned(request: String, id: UInt32)
    }

    struct Raise {
        let waiting: WaitingAlert
        /// The daemon's id of it; nil: the daemon has not queued it.
        var alert: String?
        var isSeen = false
        /// When its time is over, in microseconds; nil: it has none, or it has not begun.
        var deadline: Int64?
        var canceledAs: Ending?

        var id: UInt32 { waiting.id }

        /// Whether it is raised again: nobody has seen it, or a more severe one needed its room.
        func waitsAgain(after reason: String?) -> Bool {
            guard canceledAs == nil, let reason else { return false }
            return switch reason {
            case "displaced": true
            case "locked": !isSeen
            default: RaisedAlerts.roomLimits.contains(reason)
            }
        }
    }

    /// The daemon's limits that others' alerts and requests fill, too.
    private static let roomLimits = ["alerts", "alertsPerUser", "pendingRequests"]

    /// By request.
    private(set) var raises: [String: Raise] = [:]
    var waiting: [WaitingAlert] = []
    var arrivals: UInt64 = 0
    /// Alerts up to this severity are not raised until the next attempt; nil: all are.
    var heldRank: Int?
    /// The request whose alert is shown, by notification.
    private var current: [UInt32: String] = [:]
    private var requests: UInt64 = 0
    /// The number of the latest new notification.
    public private(set) var latest: UInt32

    /// - Parameter latest: new numbers follow this one.
    public init(after latest: UInt32 = 0) {
        self.latest = latest
    }

    /// The number of a notification that replaces another; 0: a new number.
    public mutating func number(replacing id: UInt32) -> UInt32 {
        guard id == 0 else { return id }
        repeat { latest = latest == .max ? 1 : latest + 1 } while isKnown(latest)
        return latest
    }

    /// Whether it is shown, or waits.
    public func isKnown(_ id: UInt32) -> Bool { isRaised(id) || isWaiting(id) }

    func isRaised(_ id: UInt32) -> Bool { raises.values.contains { $0.id == id } }

    public func id(of request: String) -> UInt32? { raises[request]?.id }

    /// Those whose callers have a number.
    public var open: [UInt32] { Set(current.keys).union(waiting.map(\.id)).sorted() }

    /// The requests that the daemon has not answered yet.
    public var unanswered: [String] {
        raises.filter { $0.value.alert == nil }.keys.sorted()
    }

    /// The daemon has had no room, or a lock has ended alerts: another attempt is due later.
    public var isHeld: Bool { heldRank != nil }

    /// Registers a raise, and returns the id of its request.
    mutating func begin(_ waiting: WaitingAlert) -> String {
        requests += 1
        let request = "n\(requests)"
        raises[request] = Raise(waiting: waiting)
        return request
    }

    /// The requests to cancel, since the notification closes; none twice.
    public mutating func cancel(_ id: UInt32, as ending: Ending = .canceled) -> [String] {
        cancel(as: ending) { $0.id == id }
    }

    private mutating func cancel(as ending: Ending, where matches: (Raise) -> Bool) -> [String] {
        let found = raises.filter { $0.value.canceledAs == nil && matches($0.value) }.keys.sorted()
        for request in found { raises[request]?.canceledAs = ending }
        return found
    }

    /// Nil: the request is unknown.
    /// - Parameter alert: the daemon's id of it.
    public mutating func queued(_ request: String, alert: String) -> Outcome? {
        guard let raise = raises[request] else { return nil }
        raises[request]?.alert = alert
        current[raise.id] = request
        return .accepted(request: request, id: raise.id)
    }

    /// The time of a notification begins when its alert is presented for the first time.
    /// - Parameters:
    ///   - alert: the daemon's id of it; others' are ignored.
    ///   - now: in microseconds.
    public mutating func presented(_ alert: String, at now: Int64) {
        guard let (request, raise) = raises.first(where: { $0.value.alert == alert }), !raise.isSeen
        else { return }
        raises[request]?.isSeen = true
        raises[request]?.deadline = raise.waiting.alert.timeout.map { now + Int64($0) * 1000 }
    }

    /// When the next notification's time is over; nil: no time runs.
    public var deadline: Int64? {
        raises.values.filter { $0.canceledAs == nil }.compactMap(\.deadline).min()
    }

    /// The requests to cancel, since the time of their notifications is over.
    public mutating func expire(at now: Int64) -> [String] {
        cancel(as: .expired) { $0.deadline.map { $0 <= now } ?? false }
    }

    /// - Parameter button: the id of a button of `alert.raise`.
    public mutating func answered(_ request: String, button: String) -> [Outcome] {
        guard let raise = raises.removeValue(forKey: request), current[raise.id] == request else {
            return []
        }
        current[raise.id] = nil
        heldRank = nil
        var outcomes: [Outcome] = []
        let keys = raise.waiting.keys
        if let index = Int(button), keys.indices.contains(index) {
            outcomes.append(.chosen(id: raise.id, key: keys[index]))
        }
        return outcomes + [.closed(id: raise.id, .dismissed)]
    }

    /// The request has failed, or its alert has ended without an answer.
    /// - Parameter reason: the daemon's, or the name of the exceeded limit.
    public mutating func failed(_ request: String, reason: String?) -> [Outcome] {
        guard let raise = raises.removeValue(forKey: request) else { return [] }
        let isCurrent = current[raise.id] == request
        if isCurrent { current[raise.id] = nil }
        let hasReplacement = isKnown(raise.id)
        let waitsAgain = raise.waitsAgain(after: reason)
        // The others that a lock ends follow: they are raised again in their order.
        if reason == "locked" || waitsAgain && raise.alert == nil {
            heldRank = max(heldRank ?? 0, raise.waiting.alert.rank)
        }
        if waitsAgain, !hasReplacement {
            var again = raise.waiting
            again.isAccepted = true
            waiting.append(again)
            return [.returned(request: request, id: raise.id)]
        }
        guard raise.alert != nil || raise.waiting.isAccepted else {
            return [.failed(request: request)]
        }
        // Another alert shows the notification, or is about to.
        if raise.alert != nil ? !isCurrent : hasReplacement { return [] }
        if hasReplacement, waitsAgain || reason == "superseded" { return [] }
        if reason != "locked" { heldRank = nil }
        guard reason == "cancelled" else { return [.closed(id: raise.id, .other)] }
        if let ending = raise.canceledAs { return [.closed(id: raise.id, ending)] }
        // The session has ended: the next customer does not read what was for the last.
        return [.closed(id: raise.id, .other)] + stopWaiting()
    }
}
