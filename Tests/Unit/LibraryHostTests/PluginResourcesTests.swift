// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// A loop that writes down what it is asked for.
final class PaperLoop: PluginLoop {
    var orders: [String] = []
    var refuses = false

    func start(_ timer: PluginTimer, after interval: Interval, repeats: Bool) {
        orders.append("start \(name(timer)) \(interval.milliseconds)\(repeats ? " again" : "")")
    }

    func stop(_ timer: PluginTimer) { orders.append("stop \(name(timer))") }

    func watch(_ watch: PluginWatch, descriptor: CInt, for events: DescriptorEvents) -> Bool {
        orders.append("watch \(watch.id) \(descriptor) \(events.rawValue)")
        return !refuses
    }

    func unwatch(_ watch: PluginWatch) { orders.append("unwatch \(watch.id)") }

    private func name(_ timer: PluginTimer) -> String {
        switch timer {
        case .own(plugin: _, let id): "\(id)"
        case .resumption: "resumption"
        }
    }
}

@Suite("Resources of plugins")
struct EngagementTests {
    private let zoo: Zoo
    private let loop = PaperLoop()

    init() throws {
        zoo = try Zoo()
    }

    private static let capable =
        "CAPABILITIES=POPOVER_CAPABILITY_REQUESTS | POPOVER_CAPABILITY_LOOP"
    private static let start = """
        CREATE=popover_string line = {"{\\"id\\":1}", 8}; \
        say(table->send(table->context, line) ? "no" : "sent"); \
        say(table->start_timer(table->context, 1, 500, 0) ? "no" : "started"); \
        say(table->start_timer(table->context, 2, 20, 1) ? "no" : "started"); \
        say(table->watch(table->context, 3, 0, POPOVER_READABLE) ? "no" : "watched")
        """

    private func keeper(
        _ definitions: [String], isTrusted: Bool = true
    ) throws -> HostFixture {
        try zoo.breed("popover-good.so", definitions)
        var settings = PluginSettings()
        settings.isTrusted = isTrusted
        let keeper = HostFixture(zoo, settings: settings)
        keeper.host.loop = loop
        try #require(keeper.host.rescan().map(\.message) == [nil])
        return keeper
    }

    @Test("A trusted plugin sends, starts timers and watches once it is in use")
    func trusted() throws {
        let keeper = try keeper([Self.capable, Self.start])
        #expect(keeper.logged == ["create", "sent", "started", "started", "watched"])
        #expect(keeper.sentLines == ["good: {\"id\":1}"])
        #expect(loop.orders == ["start 1 500", "start 2 20 again", "watch 3 0 1"])

        loop.orders = []
        try keeper.host.reload(name: "good")
        #expect(
            loop.orders == [
                "stop 1", "stop 2", "unwatch 3", "stop resumption", "start 1 500",
                "start 2 20 again", "watch 3 0 1",
            ])
        loop.orders = []
        try keeper.host.unload(name: "good")
        #expect(loop.orders == ["stop 1", "stop 2", "unwatch 3", "stop resumption"])
    }

    @Test("Calls of a plugin that fails to start have no effect")
    func refused() throws {
        try zoo.breed("popover-good.so", [Self.capable, Self.start, "START=1"])
        var settings = PluginSettings()
        settings.isTrusted = true
        let keeper = HostFixture(zoo, settings: settings)
        keeper.host.loop = loop
        _ = keeper.host.rescan()
        #expect(keeper.sentLines == [])
        #expect(loop.orders.filter { !$0.hasPrefix("stop") } == [])
    }

    @Test(
        "Calls without trust or a declared capability are refused",
        arguments: [([capable, start], false), ([start], true)])
    func untrusted(_ definitions: [String], isTrusted: Bool) throws {
        let keeper = try keeper(definitions, isTrusted: isTrusted)
        #expect(keeper.logged == ["create", "no", "no", "no", "no"])
        #expect(keeper.sentLines == [])
        #expect(loop.orders == [])
    }

    @Test("Lines, timers and descriptors reach a plugin, and nothing else does")
    func told() throws {
        let keeper = try keeper([
            Self.capable, Self.start, "RECEIVE=say_string(line)",
            "TIMER=say(id == 1 ? \"one\" : \"two\")",
            "READY=say(id == 3 && events == POPOVER_READABLE ? \"ready\" : \"gone\")",
        ])
        let before = keeper.logged.count
        let host = keeper.host
        #expect(host.deliver(Array("{}".utf8), to: "good"))
        #expect(!host.deliver(Array("{}".utf8), to: "nobody"))
        // The first is over once it has fired; the second repeats; there is no third.
        for id: UInt32 in [1, 1, 2, 2, 9] { host.timerFired(.own(plugin: "good", id: id)) }
        let watch = PluginWatch(plugin: "good", id: 3)
        host.descriptorReady(watch, .readable)
        host.descriptorReady(watch, .disconnected)
        host.descriptorReady(watch, .readable)
        #expect(
            keeper.logged.dropFirst(before) == ["{}", "one", "two", "two", "ready", "gone"])
    }

    @Test("Invalid and too many calls are refused")
    func limits() throws {
        let keeper = try keeper([
            Self.capable,
            """
            ANSWER=popover_string line = {"a\\nb", 3}; popover_string good = {"ab", 2}; \
            popover_string big = {"", POPOVER_LINE_CAPACITY + 1}; popover_string none = {0, 0}; \
            const popover_host *h = host; void *c = h->context; int i = 0; int sent = 0; \
            int started = 0; int watched = 0; \
            if (h->send(c, line) == POPOVER_STATUS_INVALID) say("a line feed"); \
            if (h->send(c, none) == POPOVER_STATUS_INVALID) say("nothing"); \
            if (h->send(c, big) == POPOVER_STATUS_LIMIT) say("too long"); \
            for (i = 0; i < 70; i++) sent += !h->send(c, good); \
            for (i = 0; i < 20; i++) started += !h->start_timer(c, i, 5, 0); \
            for (i = 0; i < 20; i++) watched += !h->watch(c, i, 100 + i, POPOVER_WRITABLE); \
            if (sent == 64 && started == 16 && watched == 16) say("so many"); \
            if (h->start_timer(c, 0, POPOVER_TIMER_LONGEST_MS + 1, 0) == 3) say("a day"); \
            if (h->start_timer(c, 0, 0, 1) == POPOVER_STATUS_INVALID) say("never ending"); \
            if (h->stop_timer(c, 77) == POPOVER_STATUS_INVALID) say("no such timer"); \
            if (h->watch(c, 0, -1, POPOVER_READABLE) == 3) say("no descriptor"); \
            if (h->watch(c, 0, 101, POPOVER_READABLE) == 3) say("watched already"); \
            if (h->watch(c, 0, 100, 8) == 3) say("no event"); \
            if (h->unwatch(c, 77) == POPOVER_STATUS_INVALID) say("no such watch")
            """,
        ])
        _ = keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
        #expect(
            keeper.logged.dropFirst() == [
                "a line feed", "nothing", "too long", "so many", "a day", "never ending",
                "no such timer", "no descriptor", "watched already", "no event", "no such watch",
            ])
        #expect(keeper.sentLines.count == 64)
    }

    @Test("A descriptor that the system will not watch is an error, or at the start a report")
    func notWatched() throws {
        loop.refuses = true
        let keeper = try keeper([
            Self.capable, Self.start,
            "ANSWER=if (host->watch(host->context, 4, 5, 1) == POPOVER_STATUS_FAILED) say(\"failed\")",
        ])
        #expect(keeper.reports.contains(.notWatched(plugin: "good", descriptor: 0)))
        _ = keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
        #expect(keeper.logged.last == "failed")
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
