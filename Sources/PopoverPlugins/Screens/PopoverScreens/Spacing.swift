// SPDX-License-Identifier: MIT

/// Has something happen at once, and again only after a pause: others may bring it about as often as
/// they like.
package struct Spacing: Sendable {
    /// In milliseconds.
    private let pause: UInt32
    /// In microseconds.
    private var latest: Int64?
    private var isDue = false

    package init(milliseconds: UInt32) { pause = milliseconds }

    /// Whether it may happen now. Otherwise it has to when a timer has come, which is started unless
    /// it runs already.
    ///
    /// - Parameter now: microseconds.
    package mutating func allows(
        at now: Int64, startTimer: (_ milliseconds: UInt32) -> Void
    ) -> Bool {
        guard !isDue else { return false }
        if let latest, now - latest < Int64(pause) * 1000 {
            isDue = true
            startTimer(pause)
            return false
        }
        latest = now
        return true
    }

    /// The timer has come: it may happen again.
    package mutating func timerCame() {
        isDue = false
        latest = nil
    }

    /// It has happened otherwise.
    package mutating func note(at now: Int64) { latest = now }
}
