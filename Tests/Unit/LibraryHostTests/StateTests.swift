// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

@Suite("State of plugins")
struct StateTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    private func keeper(_ definitions: [String]) throws -> HostFixture {
        try zoo.breed("popover-good.so", definitions)
        let keeper = HostFixture(zoo)
        try #require(keeper.host.rescan().map(\.message) == [nil])
        return keeper
    }

    @Test("State goes from the old instance to the new one")
    func state() throws {
        let export = "EXPORT=memcpy(buffer, \"state\", 5); *length = 5; return 0"
        let take = """
            IMPORT=popover_string text = {(const char *)bytes, length}; say_string(text); return 0
            """
        let keeper = try keeper([export, take])
        try keeper.host.reload(name: "good")
        #expect(keeper.logged == ["create", "create", "state", "destroy"])
    }

    struct Handover: CustomTestStringConvertible, Sendable {
        let definitions: [String]
        let cause: PluginError.Cause
        var testDescription: String { cause.description }
    }

    static let refusals = [
        Handover(
            definitions: ["EXPORT=*length = 1; return 0", "IMPORT=return 5"],
            cause: .refusedState(5)),
        Handover(definitions: ["EXPORT=*length = 65537; return 0"], cause: .tooMuchState(65537)),
    ]

    @Test("Rejected or invalid state keeps the old instance", arguments: refusals)
    func refusedState(_ handover: Handover) throws {
        let keeper = try keeper(handover.definitions + ["ANSWER=verdict->kind = 5"])
        #expect(keeper.cause(try keeper.host.reload(name: "good")) == handover.cause)
        #expect(keeper.logged == ["create", "create", "destroy"])
        #expect(
            keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
                == .detach(allowed: true))
    }
}
