// SPDX-License-Identifier: MIT

internal import PopoverModel

/// A value that counts events in windows that begin with the first of them; it is given the time.
struct RateLimiter {
    let limit: Int
    let window: Interval
    private var start: Instant?
    private var count = 0

    init(_ limit: Int, in window: Interval) {
        self.limit = limit
        self.window = window
    }

    /// What was too much in the window that is over by now; reported once.
    mutating func removeExcess(at now: Instant) -> Int {
        guard let start, now - start >= window else { return 0 }
        return removeExcess()
    }

    /// What was too much so far; a new window begins with the next event.
    mutating func removeExcess() -> Int {
        start = nil
        return max(0, count - limit)
    }

    /// Counts one more; whether it is within the limit.
    mutating func admits(at now: Instant) -> Bool {
        if start.map({ now - $0 >= window }) ?? true {
            start = now
            count = 0
        }
        count += 1
        return count <= limit
    }
}
