// SPDX-License-Identifier: MIT

import CLibUV

/// What this process has used.
public enum ProcessUsage {
    /// Seconds of processor time since its start, the kernel's for it included; nil where the
    /// system does not say.
    public static var processorSeconds: Double? {
        var usage = uv_rusage_t()
        guard unsafe uv_getrusage(&usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }

    /// Bytes of its memory that are in the machine's; nil where the system does not say.
    public static var residentBytes: Int? {
        var bytes = 0
        return unsafe uv_resident_set_memory(&bytes) == 0 ? bytes : nil
    }
}
