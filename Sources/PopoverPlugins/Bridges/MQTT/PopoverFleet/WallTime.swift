// SPDX-License-Identifier: MIT

internal import Glibc

/// Seconds since 1970 as RFC 3339 writes them, in UTC: `2026-11-22T20:15:00Z`.
public enum WallTime {
    /// Years 1 to 9999.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    public static func text(_ seconds: Int64) -> String {
        var seconds = time_t(min(max(seconds, range.lowerBound), range.upperBound))
        var date = unsafe tm()
        unsafe gmtime_r(&seconds, &date)
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%04Y-%m-%dT%H:%M:%SZ", &date)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Nil for anything but a date and a time of whole seconds in UTC, `Z` or `+00:00`.
    public static func seconds(_ text: String) -> Int64? {
        let utc = text.hasSuffix("+00:00") ? "\(text.dropLast(6))Z" : text
        let fields = utc.split { !$0.isNumber }.compactMap { Int32($0) }
        guard fields.count == 6 else { return nil }
        var date = unsafe tm()
        unsafe date.tm_year = fields[0] - 1900
        unsafe date.tm_mon = fields[1] - 1
        unsafe date.tm_mday = fields[2]
        unsafe date.tm_hour = fields[3]
        unsafe date.tm_min = fields[4]
        unsafe date.tm_sec = fields[5]
        let seconds = Int64(unsafe timegm(&date))
        // Anything that is spelled otherwise, or is no day of its month, comes back different.
        return self.text(seconds) == utc ? seconds : nil
    }
}
