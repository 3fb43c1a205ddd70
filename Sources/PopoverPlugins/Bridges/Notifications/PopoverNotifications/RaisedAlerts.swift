// SPDX-License-Identifier: MIT

/// The alerts that notifications have become, and what each answer of the daemon's means for those
/// who notified.
///
/// A notification may be raised again in the place of its earlier self; the later one counts from
/// when the daemon has taken it.
public struct RaisedAlerts: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The daemon has taken it: who notified is told this number.
        case accepted(request: String, id: UInt32)
        /// It has not, and nothing is shown that was not before.
        case refused(request: String)
        case chosen(id: UInt32, key: String)
        case over(id: UInt32, Ending)
    }

    private struct Raise {
        let id: UInt32
        /// By the number of the button.
        let keys: [String]
        var isTaken = false
        var isTakenBack = false
    }

    /// By the request's id.
    private var raises: [String: Raise] = [:]
    /// The raise that counts, by the notification.
    private var current: [UInt32: String] = [:]
    private var requests: UInt64 = 0
    /// The number that the latest new notification got.
    public private(set) var latest: UInt32

    /// - Parameter latest: numbers after this one are new.
    public init(after latest: UInt32 = 0) {
        self.latest = latest
    }

    /// The number of what takes the place of another; 0: of what is new.
    public mutating func number(replacing id: UInt32) -> UInt32 {
        guard id == 0 else { return id }
        repeat { latest = latest == .max ? 1 : latest + 1 } while isKnown(latest)
        return latest
    }

    /// Whether it is shown, or asked to be.
    public func isKnown(_ id: UInt32) -> Bool {
        current[id] != nil || raises.values.contains { $0.id == id }
    }

    /// All that are shown.
    public var shown: [UInt32] { current.keys.sorted() }

    /// The id of the request that raises it.
    public mutating func begin(_ id: UInt32, keys: [String]) -> String {
        requests += 1
        let request = "n\(requests)"
        raises[request] = Raise(id: id, keys: keys)
        return request
    }

    /// The requests that are to be cancelled, since somebody takes the notification back; none
    /// twice.
    public mutating func takeBack(_ id: UInt32) -> [String] {
        let found = raises.filter { $0.value.id == id && !$0.value.isTakenBack }.keys.sorted()
        for request in found { raises[request]?.isTakenBack = true }
        return found
    }

    public mutating func taken(_ request: String) -> Outcome? {
        guard let raise = raises[request] else { return nil }
        raises[request]?.isTaken = true
        current[raise.id] = request
        return .accepted(request: request, id: raise.id)
    }

    /// - Parameter button: that of `alert.raise`.
    public mutating func answered(_ request: String, button: String) -> [Outcome] {
        guard let raise = end(request) else { return [] }
        var outcomes: [Outcome] = []
        if let index = Int(button), raise.keys.indices.contains(index) {
            outcomes.append(.chosen(id: raise.id, key: raise.keys[index]))
        }
        return outcomes + [.over(id: raise.id, .dismissed)]
    }

    /// - Parameter reason: the daemon's, where it has one.
    public mutating func refused(_ request: String, reason: String?) -> Outcome? {
        guard let isTaken = raises[request]?.isTaken else { return nil }
        guard isTaken else {
            raises[request] = nil
            return .refused(request: request)
        }
        guard let raise = end(request) else { return nil }
        switch reason {
        // The one that has its place is about to be taken.
        case "superseded" where isKnown(raise.id): return nil
        case "timed-out": return .over(id: raise.id, .expired)
        case "cancelled" where raise.isTakenBack: return .over(id: raise.id, .takenBack)
        default: return .over(id: raise.id, .other)
        }
    }

    /// nil: another one has its place.
    private mutating func end(_ request: String) -> Raise? {
        guard let raise = raises.removeValue(forKey: request), current[raise.id] == request else {
            return nil
        }
        current[raise.id] = nil
        return raise
    }
}
