// SPDX-License-Identifier: MIT

import Glibc

/// A date and time of day in UTC, as `2026-11-21T08:09:13Z`; `seconds` counts since 1970.
func timestamp(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return "\(seconds) s after 1970" }
    let date = unsafe [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return date.map { padded($0) }.joined(separator: "-") + "T"
        + clock.map { padded(Int($0)) }.joined(separator: ":") + "Z"
}

private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
