// SPDX-License-Identifier: MIT

import Glibc

/// Hours that come every day, by the kiosk's local time: from one minute of the day up to another,
/// over midnight where the second is the earlier one. The same twice is the whole day.
public struct DailyHours: Hashable, Sendable {
    /// Of the day, 0 to 1439.
    public let from: Int
    public let until: Int

    /// - Parameters: as in "07:30"; nil where one is no such time.
    public init?(from: String, until: String) {
        guard let from = Self.minute(from), let until = Self.minute(until) else { return nil }
        self.from = from
        self.until = until
    }

    /// Minutes from a minute of the day to the end of these hours; nil outside of them.
    public func left(at minute: Int) -> Int? {
        let day = 24 * 60
        let length = (until - from + day - 1) % day + 1
        let passed = (minute - from + day) % day
        return passed < length ? length - passed : nil
    }

    /// The present minute of the day, by the kiosk's local time.
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
    /// What the options `from` and `until` say: nil in the result where neither is given.
    ///
    /// - Throws: where only one is given, or one is no time; the log says so.
    public func dailyHours() throws(InvalidHours) -> DailyHours? {
        let from = setting("from") ?? ""
        let until = setting("until") ?? ""
        if from.isEmpty && until.isEmpty { return nil }
        if let hours = DailyHours(from: from, until: until) { return hours }
        log(.error, "from and until are times of the day, as in 07:30, and both are needed")
        throw InvalidHours()
    }
}

/// The options `from` and `until` make no sense.
public struct InvalidHours: Error, Hashable {}
