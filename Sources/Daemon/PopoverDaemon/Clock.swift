// SPDX-License-Identifier: MIT

import LibUV
public import PopoverModel

/// The system's clocks in the rules' types.
public enum Clock {
    /// CLOCK_MONOTONIC.
    public static var now: Instant {
        Instant(microseconds: Int64(SystemTime.monotonicMicroseconds))
    }

    /// CLOCK_REALTIME minus CLOCK_MONOTONIC, in microseconds.
    static var wallClockAhead: Int64 {
        Int64(SystemTime.realtimeMicroseconds) - Int64(SystemTime.monotonicMicroseconds)
    }

    /// A date and time of day in UTC, as `2026-11-21T08:09:13.042Z`.
    static func timestamp(realtimeMicroseconds: UInt64) -> String {
        let milliseconds = Int(realtimeMicroseconds / 1000)
        let (year, month, day) = date(daysSince1970: milliseconds / 86_400_000)
        let time = milliseconds % 86_400_000
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(year)-\(padded(month))-\(padded(day))T\(padded(time / 3_600_000))"
            + ":\(padded(time / 60_000 % 60)):\(padded(time / 1000 % 60))"
            + ".\(padded(time % 1000, 3))Z"
    }

    /// The Gregorian date, by Richards (2013): years begin in March, so that leap days come last;
    /// 400 years have 146097 days.
    private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let sinceEra = days + 719_468
        let dayOfEra = sinceEra % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + sinceEra / 146_097 * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
