// SPDX-License-Identifier: MIT

/// Exponential backoff for reconnecting to a display server, a bus or a port of this machine.
///
/// A value without a clock and without jitter: nothing else retries at the same instant.
public struct RetryPauses: Hashable, Sendable {
    /// The first pause and the longest one, in milliseconds.
    public static let bounds: ClosedRange<UInt32> = 250...30_000
    /// A connection that ends sooner, in microseconds, counts as another failed attempt, so that a peer
    /// which accepts and drops connections is not retried without a pause.
    public static let steadyAfter: Int64 = 10_000_000

    private var upcoming = Self.bounds.lowerBound

    public init() {}

    /// How long to wait before the next attempt, in milliseconds.
    public mutating func next() -> UInt32 {
        defer { upcoming = min(upcoming * 2, Self.bounds.upperBound) }
        return upcoming
    }

    /// Call it after a success: the next pause is the shortest again.
    public mutating func reset() { upcoming = Self.bounds.lowerBound }

    /// Call it when a connection has ended.
    ///
    /// - Parameter duration: its duration in microseconds.
    /// - Returns: whether it lasted at least `steadyAfter`.
    @discardableResult
    public mutating func ended(after duration: Int64) -> Bool {
        guard duration >= Self.steadyAfter else { return false }
        reset()
        return true
    }
}
