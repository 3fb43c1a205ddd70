// SPDX-License-Identifier: MIT

import Glibc

/// How long a processor worked on something: what a busy machine gives to others does not count.
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
