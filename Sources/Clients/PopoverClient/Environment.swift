// SPDX-License-Identifier: MIT

internal import Glibc
public import PopoverModel

/// The environment variables of the process.
public enum Environment {
    public static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

extension Instant {
    /// The time on CLOCK_MONOTONIC, the clock of the protocol.
    public static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
