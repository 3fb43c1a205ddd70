// SPDX-License-Identifier: MIT

import Glibc

/// Processor time of a piece of work; time that other processes get does not count.
public func processorTime(of work: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let began = now()
    work()
    return now() - began
}
