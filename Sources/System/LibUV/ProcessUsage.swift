// SPDX-License-Identifier: MIT

import CLibUV

public enum ProcessUsage {
    /// CPU time in seconds, user and system; nil if unknown.
    public static var processorSeconds: Double? {
        var usage = uv_rusage_t()
        guard unsafe uv_getrusage(&usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    /// Resident memory in bytes; nil if unknown.
    public static var residentBytes: Int? {
        var bytes = 0
        return unsafe uv_resident_set_memory(&bytes) == 0 ? bytes : nil
    }
}
