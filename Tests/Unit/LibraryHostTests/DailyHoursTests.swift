// SPDX-License-Identifier: MIT

import PopoverPluginKit
import Testing

@Suite("Daily hours")
struct DailyHoursTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let from: String
        let until: String
        let minute: Int
        let left: Int?
        var testDescription: String { "\(from) to \(until) at minute \(minute)" }
    }

    static let rows = [
        Row(from: "08:00", until: "20:00", minute: 479, left: nil),
        Row(from: "08:00", until: "20:00", minute: 480, left: 720),
        Row(from: "08:00", until: "20:00", minute: 1199, left: 1),
        Row(from: "08:00", until: "20:00", minute: 1200, left: nil),
        Row(from: "22:00", until: "07:30", minute: 1319, left: nil),
        Row(from: "22:00", until: "07:30", minute: 1320, left: 570),
        Row(from: "22:00", until: "07:30", minute: 0, left: 450),
        Row(from: "22:00", until: "07:30", minute: 450, left: nil),
        Row(from: "12:00", until: "12:00", minute: 720, left: 1440),
        Row(from: "12:00", until: "12:00", minute: 719, left: 1),
    ]

    @Test("They begin with their first minute and end before their last", arguments: rows)
    func left(_ row: Row) throws {
        let hours = try #require(DailyHours(from: row.from, until: row.until))
        #expect(hours.left(at: row.minute) == row.left)
    }

    @Test("The last minute of a day is one")
    func lastMinute() {
        #expect(DailyHours(from: "00:00", until: "23:59")?.until == 1439)
    }

    @Test(
        "What is no time of day is refused",
        arguments: ["24:00", "12:60", "7:30", "07:3", "07:30:00", "07", "", "0a:00", "-1:00"])
    func invalid(_ text: String) {
        #expect(DailyHours(from: text, until: "12:00") == nil)
        #expect(DailyHours(from: "12:00", until: text) == nil)
    }
}
