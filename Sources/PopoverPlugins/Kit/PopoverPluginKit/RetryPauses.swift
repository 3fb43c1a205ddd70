// SPDX-License-Identifier: MIT

/// Pauses between attempts at something that others bring back, as a display server, a bus or a port:
/// each is twice the one before, up to a bound, and the first is short again after what lasted.
///
/// A value that knows no clock and draws nothing: what it tries is this machine's, and nobody else
/// does so at the same instant.
public struct RetryPauses: Hashable, Sendable {
    /// The first pause and the longest one, in milliseconds.
    public static let bounds: ClosedRange<UInt32> = 250...30_000
    /// What ends sooner, in microseconds, counts as one more failed attempt: who takes a connection
    /// and drops it again and again is not asked without a pause.
    public static let steadyAfter: Int64 = 10_000_000

    private var upcoming = Self.bounds.lowerBound

    public init() {}

    /// How long to wait before the next attempt, in milliseconds.
    public mutating func next() -> UInt32 {
        defer { upcoming = min(upcoming * 2, Self.bounds.upperBound) }
        return upcoming
    }

    /// An attempt has come to what it was for: the next pause is the first again.
    public mutating func reset() { upcoming = Self.bounds.lowerBound }

    /// What an attempt came to has ended.
    ///
    /// - Parameter duration: how long it lasted, in microseconds.
    /// - Returns: whether that was long.
    @discardableResult
    public mutating func ended(after duration: Int64) -> Bool {
        guard duration >= Self.steadyAfter else { return false }
        reset()
        return true
    }
}
