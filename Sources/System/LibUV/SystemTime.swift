// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The clocks of the machine.
public enum SystemTime {
    /// Microseconds of CLOCK_MONOTONIC, read now: for measuring, and for what systemd wants to know
    /// when it is told of a reload.
    public static var monotonicMicroseconds: UInt64 {
        uv_hrtime() / 1000
    }

    /// Microseconds since the start of 1970. Goes back when the clock is set.
    public static var realtimeMicroseconds: UInt64 {
        var time = timespec()
        // Cannot fail with this clock and valid memory.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
