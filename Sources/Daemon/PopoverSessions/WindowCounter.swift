// SPDX-License-Identifier: MIT

import PopoverModel

/// Counts events in a fixed time window; the first event after its end opens the next window.
struct WindowCounter {
    private var start: Instant?
    private(set) var count = 0

    /// Counts one event and returns the number of events in the current window.
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
