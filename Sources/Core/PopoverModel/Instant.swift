// SPDX-License-Identifier: MIT

/// A moment on CLOCK_MONOTONIC, which the processes of one machine share.
public struct Instant: Codable, Comparable, Hashable, Sendable {
    /// Since an arbitrary start; never negative.
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// In recordings its microseconds alone stand for it.
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    public static func + (instant: Instant, interval: Interval) -> Instant {
        Instant(microseconds: instant.microseconds &+ interval.microseconds)
    }

    public static func - (later: Instant, earlier: Instant) -> Interval {
        Interval(microseconds: later.microseconds &- earlier.microseconds)
    }
}

/// A length of time, on the wire in milliseconds.
public struct Interval: Codable, Comparable, Hashable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// In recordings its microseconds alone stand for it.
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }

    public static func milliseconds(_ count: Int64) -> Interval {
        Interval(microseconds: count * 1000)
    }

    public static func seconds(_ count: Int64) -> Interval { .milliseconds(count * 1000) }

    /// Rounded to microseconds toward zero; what does not fit becomes the nearest that does.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        microseconds = overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }

    /// The same as the standard library's type.
    public var duration: Duration { .microseconds(microseconds) }

    /// Rounded down.
    public var milliseconds: Int64 { microseconds / 1000 }

    /// The next pause of an exponential backoff.
    package func doubled(upTo most: Interval) -> Interval {
        min(Interval(microseconds: microseconds * 2), most)
    }

    public static func < (left: Interval, right: Interval) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Interval {
    /// A time for computing, as long as this build needs it: code that is not optimized is several
    /// times as slow.
    public var forThisBuild: Interval {
        #if DEBUG
            Interval(microseconds: microseconds * 4)
        #else
            self
        #endif
    }
}
