// SPDX-License-Identifier: MIT

import PopoverConfiguration
import PopoverModel
import Testing

@Suite("Boundaries of options")
struct BoundaryTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var option: String
        /// A configuration with the value for `%`.
        var text: String
        /// The last valid value, and the first invalid one.
        var values: (String, String)
        var testDescription: String { option }

        func load(_ value: String) throws {
            let parts = text.split(separator: "%", omittingEmptySubsequences: false)
            _ = try Configuration.load(text: parts.joined(separator: value), fileName: "f")
        }
    }

    private static let displays = ["a", "b", "c"].map {
        "[[display]]\nname = \"\($0)\"\nwidth = 9\nheight = 9\n"
    }

    private static let rows = [
        Row(option: "limits.content", text: "[limits]\ncontent = %", values: ("196608", "196609")),
        Row(
            option: "limits.draft", text: "[limits]\ncontent = 5000\ndraft = %",
            values: ("5000", "5001")),
        Row(
            option: "limits.draftsTotal", text: "[limits]\ndraft = 5000\ndraftsTotal = %",
            values: ("5000", "4999")),
        Row(
            option: "limits.clientsPerUser", text: "[limits]\nclients = 5\nclientsPerUser = %",
            values: ("5", "6")),
        Row(
            option: "limits.outputBytes", text: "[limits]\nmessage = 8192\noutputBytes = %",
            values: ("16384", "16383")),
        Row(
            option: "timing.maximumWaitMs", text: "[timing]\nwaitMs = 500\nmaximumWaitMs = %",
            values: ("500", "499")),
        Row(
            option: "display", text: "%[limits]\ndisplays = 2",
            values: (displays[..<2].joined(), displays.joined())),
    ]

    @Test("The last valid value loads, and the next one is an error that names it", arguments: rows)
    func boundaries(row: Row) throws {
        try row.load(row.values.0)
        let invalid = #expect(throws: InvalidConfiguration.self) { try row.load(row.values.1) }
        #expect(invalid?.errors.map { "\($0)".contains(" \(row.option): ") } == [true])
    }

    @Test("What is not given follows the limit that it depends on")
    func followers() throws {
        let limits = try Configuration.load(
            text: "[limits]\nmessage = 8192\nclients = 5", fileName: "f"
        ).limits
        #expect(limits.content == 6144)
        #expect(limits.draft == 6144)
        #expect(limits.clientsPerUser == 5)
        let large = try Configuration.load(text: "[limits]\nmessage = 1048576", fileName: "f")
            .limits
        #expect(large.outputBytes == 2_097_152)
        let timing = try Configuration.load(text: "[timing]\nwaitMs = 20000", fileName: "f").timing
        #expect(timing.maximumWait == .milliseconds(20_000))
    }
}
