// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

/// Plugins that were built against the headers of earlier versions, which are kept beside this file.
@Suite("The museum")
struct MuseumTests {
    @Test("A plugin of version 2.0 loads, answers, reads settings, hands over its state and ends")
    func version2_0() throws {
        let zoo = try Zoo()
        let header = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Museum/2.0").path
        try zoo.breed(
            "popover-good.so",
            [
                "OPTIONS={OPTION(\"greeting\", POPOVER_OPTION_STRING)}",
                """
                ANSWER=popover_string key = {"greeting", 8}; \
                say_string(host->config_get(host->context, key)); \
                verdict->kind = POPOVER_VERDICT_REFUSE; verdict->message_length = 2; \
                memcpy(verdict->message, "no", 2)
                """,
                "EXPORT=memcpy(buffer, \"state\", 5); *length = 5; return 0",
                """
                IMPORT=popover_string text = {(const char *)bytes, length}; say_string(text); \
                return 0
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
        #expect(keeper.logged == ["create", "hello", "create", "state", "destroy", "destroy"])
    }

    @Test("A plugin of version 1 is refused uncalled, and its author told what to do")
    func version1() throws {
        let zoo = try Zoo()
        let source = """
            #include <stdlib.h>
            __attribute__((visibility("default")))
            const void *popoverd_plugin_abi_1(void) { abort(); }
            """
        let path = try zoo.breed("popover-old.so", source: source)
        let keeper = HostFixture(zoo)
        #expect(keeper.cause(try keeper.host.load(path: path)) == .otherMajor(1))
        #expect(keeper.host.rescan().map(\.state) == [.failed])
        #expect(
            keeper.host.states.map(\.message) == [
                "was built with version 1 of popover_plugin.h; build it with version 2"
            ])
    }
}
