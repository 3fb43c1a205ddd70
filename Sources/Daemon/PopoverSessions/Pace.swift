// SPDX-License-Identifier: MIT

import PopoverModel

/// Counts what happens within a window of time; a new window begins with the first thing after it.
struct WindowCounter {
    private var start: Instant?
    private(set) var count = 0

    /// Counts one more, and returns how many that makes in this window.
    mutating func add(at now: Instant, window: Interval) -> Int {
        if let start, now - start < window {
            count += 1
        } else {
            start = now
            count = 1
        }
        return count
    }
}

/// Lets so many things happen in a second, and some more after a quiet time.
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

    /// Takes a token; false when there is none.
    mutating func take(at now: Instant) -> Bool {
        let most = burst * 1_000_000
        // Longer than it takes to fill the bucket makes no difference, and cannot overflow.
        let elapsed = min(max(0, (now - refilled).microseconds), most / perSecond + 1)
        level = min(most, level + elapsed * perSecond)
        refilled = max(refilled, now)
        guard level >= 1_000_000 else { return false }
        level -= 1_000_000
        return true
    }

    /// Whether there is no token to be taken.
    func isEmpty(at now: Instant) -> Bool {
        level + max(0, (now - refilled).microseconds) * perSecond < 1_000_000
    }

    /// Whether it has forgotten everything that was taken.
    func isFull(at now: Instant) -> Bool {
        level + max(0, (now - refilled).microseconds) * perSecond >= burst * 1_000_000
    }
}
