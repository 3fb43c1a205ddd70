// SPDX-License-Identifier: MIT

import PluginHost
import PopoverModel
import Testing

@Suite("Suspension")
struct SuspensionTests {
    private let zoo: Zoo
    private let keeper: Keeper
    private let loop = PaperLoop()
    private var host: PluginHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        try zoo.breed(
            "popover-good.so",
            [
                "CAPABILITIES=POPOVER_CAPABILITY_LOOP", "ANSWER=verdict->kind = 5",
                "RECEIVE=say(\"told\")", "TIMER=say(\"timer\")", "READY=say(\"ready\")",
                """
                CREATE=table->start_timer(table->context, 1, 9, 0); \
                table->start_timer(table->context, 2, 9, 1); \
                table->watch(table->context, 3, 0, 1)
                """,
            ])
        var settings = PluginSettings()
        settings.isTrusted = true
        keeper = Keeper(zoo, settings: settings)
        keeper.host.loop = loop
        _ = keeper.host.rescan()
    }

    private var answer: Verdict? {
        host.answer(.detach(Facts.popover), by: .behavior("good"))
    }

    private func askSlowly() -> Verdict? {
        keeper.microsecondsPerReading = 1001
        defer { keeper.microsecondsPerReading = 0 }
        return answer
    }

    private func pass(_ milliseconds: Int64) {
        keeper.now = keeper.now + .milliseconds(milliseconds)
    }

    private var pauses: [Int64] {
        keeper.reports.compactMap { report in
            guard case .suspended(plugin: "good", let pause) = report else { return nil }
            return pause.milliseconds
        }
    }

    @Test("The third slow call within a minute suspends a plugin for five seconds")
    func third() {
        for _ in 1...3 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [5000])
        #expect(host.states.map(\.state) == [.suspended])
        #expect(
            host.states.map(\.message)
                == ["3 of its calls took more than 1 ms; it is left alone for a while"])
        #expect(answer == nil)
        pass(4999)
        #expect(answer == nil)
        #expect(!host.deliver([], to: "good"))
        pass(1)
        #expect(answer == .detach(allowed: true))
        #expect(keeper.reports.last == .resumed(plugin: "good"))
        #expect(host.states.map(\.state) == [.loaded])
        #expect(host.statistics(of: "good")?.questions == 4)
    }

    @Test("Slow calls that are more than a minute apart do not add up")
    func apart() {
        for _ in 1...6 {
            #expect(askSlowly() == .detach(allowed: true))
            pass(30_000)
        }
        #expect(pauses == [])
    }

    @Test("A slow trial suspends for twice as long, up to a minute")
    func backOff() {
        for _ in 1...3 { _ = askSlowly() }
        for _ in 1...5 {
            pass(pauses.last ?? 0)
            #expect(askSlowly() == .detach(allowed: true))
        }
        #expect(pauses == [5000, 10_000, 20_000, 40_000, 60_000, 60_000])
        pass(60_000)
        #expect(answer == .detach(allowed: true))
        pass(60_000)
        for _ in 1...3 { _ = askSlowly() }
        #expect(pauses.last == 5000, "a minute without a slow call makes up for it")
    }

    @Test("While suspended, timers and descriptors wait and come again")
    func waiting() {
        for _ in 1...3 { _ = askSlowly() }
        loop.orders = []
        pass(1000)
        host.timerFired(.own(plugin: "good", id: 1))
        host.timerFired(.own(plugin: "good", id: 2))
        host.descriptorReady(PluginWatch(plugin: "good", id: 3), .readable)
        #expect(loop.orders == ["start 1 4000", "unwatch 3", "start resumption 4000"])
        #expect(keeper.logged == ["create"])
        pass(4000)
        host.timerFired(.resumption(plugin: "good"))
        host.timerFired(.own(plugin: "good", id: 1))
        host.descriptorReady(PluginWatch(plugin: "good", id: 3), .readable)
        #expect(loop.orders.last == "watch 3 0 1")
        #expect(keeper.logged == ["create", "timer", "ready"])
    }
}
