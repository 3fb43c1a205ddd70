// SPDX-License-Identifier: MIT

/// Sums over several days.
package struct Totals {
    package private(set) var days = 0
    package private(set) var events = 0
    private var lines = 0
    private var bytes = 0
    private var microseconds: Int64 = 0
    private var deaths = 0
    private var shutdowns = 0
    private var transactions = 0
    private var gaps = 0
    private var byes: [String: Int] = [:]
    private var digest: UInt64 = 0

    package init() {}

    package mutating func add(_ day: Kiosk) {
        days += 1
        events += day.events
        lines += day.lines
        bytes += day.bytesRead
        microseconds += day.microseconds
        deaths += day.deaths
        shutdowns += day.shutdowns
        transactions += day.transactions
        gaps += day.gaps
        byes.merge(day.byes, uniquingKeysWith: +)
        digest = digest &* 31 &+ day.digest
    }

    package func words(seconds: Double) -> String {
        let perSecond = Int(Double(events) / max(0.001, seconds))
        let sent = byes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return """
            simulated: \(days) days, \(events) events, \(perSecond) a second, 0 violations
              \(microseconds / 3_600_000_000) hours of kiosks in \(Int(seconds)) s; \
            \(lines) lines, \(bytes >> 20) MiB; \(transactions) transactions on the disk
              \(deaths) deaths, \(shutdowns) shutdowns, \(gaps) gaps; \
            sent away: \(sent.joined(separator: ", "))
              digest \(digest)
            """
    }
}
