// SPDX-License-Identifier: MIT

internal import PopoverModel

/// How long to wait before a program is started again: longer each time, until it has run well. A
/// value that is given the time.
struct RestartBackoff {
    private var next = ProgramLimits.shortestRestart
    private var runningSince: Instant?

    /// It has answered to all that it is asked at its start.
    mutating func started(at now: Instant) {
        runningSince = now
    }

    /// It has ended; how long to wait.
    mutating func ended(at now: Instant) -> Interval {
        if let since = runningSince, now - since >= ProgramLimits.goodLife {
            next = ProgramLimits.shortestRestart
        }
        runningSince = nil
        let delay = next
        next = next.doubled(upTo: ProgramLimits.longestRestart)
        return delay
    }
}
