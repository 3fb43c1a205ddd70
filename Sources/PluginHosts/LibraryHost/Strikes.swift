// SPDX-License-Identifier: MIT

import PopoverModel

/// How often a plugin was slow of late, and until when it is left alone for that. The third slow
/// call within `PluginLimits.strikeWindow` suspends it. The first counts by the clock alone, later
/// ones only if the time was the call's own (`ThreadUsage`), not that of a busy machine. After the
/// suspension the next call is a trial: if slow, it is suspended for twice as long; in time, all is
/// well.
struct Strikes {
    /// Not called before this; nil: it is not suspended.
    private(set) var suspendedUntil: Instant?
    private var slowCalls: [Instant] = []
    private var lastPause: Interval?
    private var resumed: Instant?

    enum Change: Hashable {
        case suspended(Interval)
        case resumed
    }

    /// Looks at the clock only where it matters.
    @inline(__always)
    func isSuspended(at now: @autoclosure () -> Instant) -> Bool {
        guard let suspendedUntil else { return false }
        return now() < suspendedUntil
    }

    /// Nothing to note where a call was in time and it is on no trial.
    @inline(__always)
    var isClean: Bool { suspendedUntil == nil }

    /// Whether it is suspended, or on trial, or was slow within `PluginLimits.strikeWindow`.
    func areRecent(at now: Instant) -> Bool {
        !isClean || slowCalls.contains { now - $0 < PluginLimits.strikeWindow }
    }

    /// Notes that a call has ended now.
    mutating func note(isSlow: Bool, at now: Instant) -> Change? {
        if suspendedUntil != nil {
            if isSlow { return suspend(at: now) }
            suspendedUntil = nil
            slowCalls = []
            resumed = now
            return .resumed
        }
        guard isSlow else { return nil }
        slowCalls = slowCalls.filter { now - $0 < PluginLimits.strikeWindow } + [now]
        return slowCalls.count < PluginLimits.strikes ? nil : suspend(at: now)
    }

    private mutating func suspend(at now: Instant) -> Change {
        var pause = PluginLimits.shortestSuspension
        let isRelapse =
            suspendedUntil != nil || resumed.map { now - $0 < PluginLimits.strikeWindow } == true
        if let lastPause, isRelapse {
            pause = lastPause.doubled(upTo: PluginLimits.longestSuspension)
        }
        lastPause = pause
        suspendedUntil = now + pause
        return .suspended(pause)
    }
}
