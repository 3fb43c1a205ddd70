// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

public enum SystemTime {
    /// CLOCK_MONOTONIC in microseconds.
    public static var monotonicMicroseconds: UInt64 {
        uv_hrtime() / 1000
    }

    /// CLOCK_REALTIME in microseconds since 1970. It may go back when the clock is set.
    public static var realtimeMicroseconds: UInt64 {
        var time = timespec()
        // Cannot fail with this clock.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
