// SPDX-License-Identifier: MIT

/// The alerts raised for notifications, and what the daemon's answers mean on the bus. An alert
/// that replaces another counts once the daemon has queued it.
public struct RaisedAlerts: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The daemon has queued it: the caller gets this number.
        case accepted(request: String, id: UInt32)
        /// It was never shown.
        case failed(request: String)
        case chosen(id: UInt32, key: String)
        case closed(id: UInt32, Ending)
    }

    private struct Raise {
        let id: UInt32
        /// The actions' keys, by button.
        let keys: [String]
        var isQueued = false
        var isCanceled = false
    }

    /// By request.
    private var raises: [String: Raise] = [:]
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

    /// Whether it is shown, or waits for the daemon's answer.
    public func isKnown(_ id: UInt32) -> Bool {
        current[id] != nil || raises.values.contains { $0.id == id }
    }

    public func id(of request: String) -> UInt32? { raises[request]?.id }

    public var shown: [UInt32] { current.keys.sorted() }

    /// Registers a raise, and returns the id of its request.
    public mutating func begin(_ id: UInt32, keys: [String]) -> String {
        requests += 1
        let request = "n\(requests)"
        raises[request] = Raise(id: id, keys: keys)
        return request
    }

    /// The requests to cancel, since a caller closes the notification; none twice.
    public mutating func cancel(_ id: UInt32) -> [String] {
        let found = raises.filter { $0.value.id == id && !$0.value.isCanceled }.keys.sorted()
        for request in found { raises[request]?.isCanceled = true }
        return found
    }

    public mutating func queued(_ request: String) -> Outcome? {
        guard let raise = raises[request] else { return nil }
        raises[request]?.isQueued = true
        current[raise.id] = request
        return .accepted(request: request, id: raise.id)
    }

    /// - Parameter button: the id of a button of `alert.raise`.
    public mutating func answered(_ request: String, button: String) -> [Outcome] {
        guard let raise = end(request) else { return [] }
        var outcomes: [Outcome] = []
        if let index = Int(button), raise.keys.indices.contains(index) {
            outcomes.append(.chosen(id: raise.id, key: raise.keys[index]))
        }
        return outcomes + [.closed(id: raise.id, .dismissed)]
    }

    /// The request has failed, or its alert has ended without an answer.
    public mutating func failed(_ request: String, reason: String?) -> Outcome? {
        guard let isQueued = raises[request]?.isQueued else { return nil }
        guard isQueued else {
            raises[request] = nil
            return .failed(request: request)
        }
        guard let raise = end(request) else { return nil }
        switch reason {
        // Its replacement is about to be queued.
        case "superseded" where isKnown(raise.id): return nil
        case "timed-out": return .closed(id: raise.id, .expired)
        case "cancelled" where raise.isCanceled: return .closed(id: raise.id, .canceled)
        default: return .closed(id: raise.id, .other)
        }
    }

    /// Nil where another alert has replaced it.
    private mutating func end(_ request: String) -> Raise? {
        guard let raise = raises.removeValue(forKey: request), current[raise.id] == request else {
            return nil
        }
        current[raise.id] = nil
        return raise
    }
}
