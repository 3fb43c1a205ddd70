// SPDX-License-Identifier: MIT

public import LibUV

/// Does something when it is asked to, but not more often than it may: what is asked for within the
/// interval is done once, when that is over.
public final class Pace {
    private var limit: RateLimit
    private var timer: Timer?
    private let act: () -> Void

    /// - Parameters:
    ///   - milliseconds: the interval.
    ///   - wake: calls what is to be done when that is over, as whatever the loop wakes the program for.
    public init(
        _ loop: Loop, milliseconds: UInt32, wake: @escaping (() -> Void) -> Void,
        act: @escaping () -> Void
    ) {
        limit = RateLimit(milliseconds: milliseconds)
        self.act = act
        timer = Timer(loop) { [unowned self] in
            limit.timerFired()
            wake(ask)
        }
    }

    public func ask() {
        if limit.allows(at: now, startTimer: { timer?.start(afterMilliseconds: UInt64($0)) }) {
            act()
        }
    }

    /// It has been done without being asked for.
    public func note() { limit.note(at: now) }

    private var now: Int64 { Int64(SystemTime.monotonicMicroseconds) }
}
