// SPDX-License-Identifier: MIT

import PopoverModel

/// A rate limiter: allows a number of events per second, and a burst after a quiet time.
struct TokenBucket {
    private let perSecond: Int64
    private let burst: Int64
    /// In millionths of a token, so that whole microseconds count.
    private var level: Int64
    private var refilled: Instant

    init(perSecond: Int64, burst: Int64, now: Instant) {
        self.perSecond = perSecond
        self.burst = burst
        level = burst * 1_000_000
        refilled = now
    }

    /// Removes a token; false if none is left.
    mutating func spend(at now: Instant) -> Bool {
        let most = burst * 1_000_000
        // More time than fills the bucket makes no difference, and this cannot overflow.
        let elapsed = min(max(0, (now - refilled).microseconds), most / perSecond + 1)
        level = min(most, level + elapsed * perSecond)
        refilled = max(refilled, now)
        guard level >= 1_000_000 else { return false }
        level -= 1_000_000
        return true
    }

    func isEmpty(at now: Instant) -> Bool {
        level + max(0, (now - refilled).microseconds) * perSecond < 1_000_000
    }

    /// Whether it equals a new bucket.
    func isFull(at now: Instant) -> Bool {
        level + max(0, (now - refilled).microseconds) * perSecond >= burst * 1_000_000
    }
}
