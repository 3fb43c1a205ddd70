// SPDX-License-Identifier: MIT

/// Lets something happen at once, and again only after an interval. Whatever is asked for within the
/// interval is done once, when a timer of the plugin's fires.
struct RateLimit: Hashable, Sendable {
    /// In milliseconds.
    private let interval: UInt32
    /// In microseconds.
    private var latest: Int64?
    private var isDue = false

    init(milliseconds: UInt32) { interval = milliseconds }

    /// Whether it may happen now. Otherwise the timer is started, unless it runs already.
    ///
    /// - Parameter now: microseconds.
    mutating func allows(at now: Int64, startTimer: (_ milliseconds: UInt32) -> Void) -> Bool {
        guard !isDue else { return false }
        if let latest, now - latest < Int64(interval) * 1000 {
            isDue = true
            startTimer(interval)
            return false
        }
        latest = now
        return true
    }

    /// The timer has fired: it may happen again.
    mutating func timerFired() {
        isDue = false
        latest = nil
    }

    /// It has happened without being asked for.
    mutating func note(at now: Int64) { latest = now }
}
