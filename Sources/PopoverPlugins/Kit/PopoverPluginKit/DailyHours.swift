// SPDX-License-Identifier: MIT

import Glibc

/// A daily period in the kiosk's local time, from one minute of the day up to another. It spans
/// midnight if `until` is earlier than `from`, and the whole day if both are equal.
public struct DailyHours: Hashable, Sendable {
    /// Of the day, 0 to 1439.
    public let from: Int
    public let until: Int

    /// Times such as "07:30"; nil if one of them is invalid.
    public init?(from: String, until: String) {
        guard let from = Self.minute(from), let until = Self.minute(until) else { return nil }
        self.from = from
        self.until = until
    }

    /// Minutes left in the period at a minute of the day; nil outside of it.
    public func left(at minute: Int) -> Int? {
        let day = 24 * 60
        let length = (until - from + day - 1) % day + 1
        let passed = (minute - from + day) % day
        return passed < length ? length - passed : nil
    }

    /// The current minute of the day in the kiosk's local time.
    public static var minute: Int {
        var seconds = time(nil)
        var local = unsafe tm()
        _ = unsafe localtime_r(&seconds, &local)
        return Int(unsafe local.tm_hour) * 60 + Int(unsafe local.tm_min)
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}

extension Host {
    /// The period from the options `from` and `until`; nil if neither is set.
    ///
    /// - Throws: after a log line, if only one is set or one is not a time of day.
    public func dailyHours() throws(InvalidHours) -> DailyHours? {
        let from = setting("from") ?? ""
        let until = setting("until") ?? ""
        if from.isEmpty && until.isEmpty { return nil }
        if let hours = DailyHours(from: from, until: until) { return hours }
        log(
            .error,
            "invalid hours \"\(from)\" to \"\(until)\": set both from and until to a time of day (HH:MM)"
        )
        throw InvalidHours()
    }
}

/// The options `from` and `until` are invalid.
public struct InvalidHours: Error, Hashable {}
