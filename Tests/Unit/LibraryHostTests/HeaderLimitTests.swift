// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// Tables that are just within a limit of the header, and just over it.
@Suite("Limits of the header")
struct HeaderLimitTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    private static func list(_ count: Int, of text: String) -> String {
        "{\(Array(repeating: "TEXT(\"\(text)\")", count: count).joined(separator: ","))}"
    }

    private static func options(_ count: Int) -> String {
        let options = (0..<count).map { "OPTION(\"o\($0)\", POPOVER_OPTION_STRING)" }
        return "OPTIONS={\(options.joined(separator: ","))}"
    }

    private static func option(_ type: String, _ text: String) -> String {
        "OPTIONS={OPTION_OR(\"a\", POPOVER_OPTION_\(type), \"\(text)\")}"
    }

    private static let idle = PolicyTests.policy + [PolicyTests.hooks]

    static let fitting: [[String]] = [
        ["NAME=\"\(String(repeating: "n", count: 64))\""],
        ["BEFORE=\(list(16, of: "a"))"], ["AFTER=\(list(16, of: "a"))"],
        idle + ["IDLE=1000"], idle + ["IDLE=86400000"],
        [option("STRING", String(repeating: "x", count: 4096))], [option("STRINGS", "a\\n")],
        [option("STRINGS", "")], [option("BOOLEAN", "true")], [option("NUMBER", "0.5")],
    ]

    @Test("A table that is just within the limits is accepted", arguments: fitting)
    func fits(_ definitions: [String]) throws {
        try zoo.breed("popover-good.so", definitions)
        #expect(HostFixture(zoo).host.rescan().map(\.message) == [nil])
    }

    static let misfits: [([String], String)] = [
        (["COUNT=17"], "it has 17 behaviors"),
        (
            ["NAME=\"\(String(repeating: "n", count: 65))\""],
            "the name of the plugin is missing or longer than 64 bytes"
        ),
        (["AFTER=\(list(17, of: "a"))"], "its list after has 17 elements, or is NULL"),
        (idle + ["IDLE=86400001"], "its idle_ms is 86400001"),
        ([options(65)], "it has 65 options"),
        (
            ["OPTIONS={OPTION(\"a b\", POPOVER_OPTION_STRING)}"],
            "the name of the option a b has other characters than letters"
        ),
        (
            [option("STRING", String(repeating: "x", count: 4097))],
            "the default of a is missing or longer than 4096 bytes"
        ),
        ([option("STRINGS", "a\\nb")], "the default of a is not a list of strings"),
        ([option("BOOLEAN", "yes")], "the default of a is not true or false"),
        ([option("NUMBER", "inf")], "the default of a is not a number"),
    ]

    @Test("A table that is just over a limit is refused with the reason", arguments: misfits)
    func misfit(_ definitions: [String], reason: String) throws {
        let path = try zoo.breed("popover-good.so", definitions)
        let keeper = HostFixture(zoo)
        #expect(keeper.cause(try keeper.host.load(path: path)) == .malformed(reason))
    }
}
