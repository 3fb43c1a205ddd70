// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

/// Plugins that were built against the headers of earlier versions, which are kept beside this file.
@Suite("The museum")
struct MuseumTests {
    @Test("A plugin of version 1.0 loads, answers, reads its settings and ends")
    func version1_0() throws {
        let zoo = try Zoo()
        let header = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Museum/1.0").path
        try zoo.breed(
            "popover-good.so",
            [
                "VERSION_1_0", "CREATE=if (table->abi_minor < 1) return 9",
                """
                ANSWER=popover_string key = {"greeting", 8}; \
                say_string(host->config_get(host->context, key)); \
                verdict->kind = POPOVER_VERDICT_REFUSE; verdict->message_length = 2; \
                memcpy(verdict->message, "no", 2)
                """,
            ], header: header)
        var settings = PluginSettings()
        settings.options = [PluginOption(name: "greeting", value: .string("hello"))]
        let keeper = HostFixture(zoo, settings: settings)
        #expect(keeper.host.rescan().map(\.message) == [nil])
        #expect(keeper.host.behaviors.map(\.hooks) == [[.open, .choice, .outsideTap, .detach]])
        #expect(
            keeper.host.answer(.open(Facts.open), by: .behavior("good"))
                == .open(.refuse(reason: .policy, message: "no")))
        try keeper.host.reload(name: "good")
        try keeper.host.unload(name: "good")
        #expect(keeper.logged == ["create", "hello", "create", "destroy", "destroy"])
    }
}
