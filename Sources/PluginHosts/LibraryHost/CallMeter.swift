// SPDX-License-Identifier: MIT

import CPluginGuard
import PopoverModel

/// Measures how long calls take, in ticks of whatever is cheapest to read. Reading CLOCK_MONOTONIC
/// twice would be most of the cost of a question to a library. So it reads the processor's counter
/// where the kernel keeps the time by it, and works out microseconds only for a call worth a second
/// look.
final class CallMeter {
    private let clock: () -> Instant
    /// Where the counter was at which time; nil: the clock itself is read, a tick is a microsecond.
    private let origin: Moment?
    private var rate: Double?
    /// Microseconds after which the rate is known well enough.
    private static let comparison = 1000.0

    private struct Moment {
        let ticks: UInt64
        let instant: Instant
    }

    /// - Parameter usesCounter: whether the clock is the machine's, which its counter can stand for.
    init(clock: @escaping () -> Instant, usesCounter: Bool) {
        self.clock = clock
        origin =
            usesCounter && steady_counter_is_there() != 0
            ? Moment(ticks: steady_counter(), instant: clock()) : nil
    }

    var now: Instant { clock() }

    @inline(__always)
    var ticks: UInt64 {
        origin == nil ? UInt64(clamping: clock().microseconds) : steady_counter()
    }

    /// Never less than nothing: a counter may begin anew when the machine wakes up.
    @inline(__always)
    func ticks(since start: UInt64) -> UInt64 {
        let end = ticks
        return end > start ? end - start : 0
    }

    func interval(ofTicks ticks: UInt64) -> Interval {
        Interval(microseconds: Int64(Double(ticks) / ticksPerMicrosecond))
    }

    func ticks(in interval: Interval) -> UInt64 {
        UInt64(Double(interval.microseconds) * ticksPerMicrosecond)
    }

    /// Compared once, over a time that is long beside the clock's microseconds and short beside a
    /// machine's sleep, in which one of the two may stand still.
    private var ticksPerMicrosecond: Double {
        guard let origin else { return 1 }
        if let rate { return rate }
        let elapsed = Double((clock() - origin.instant).microseconds)
        guard elapsed > 0 else { return 1 }
        let current = Double(ticks(since: origin.ticks)) / elapsed
        if elapsed >= Self.comparison { rate = current }
        return max(current, .leastNormalMagnitude)
    }
}
