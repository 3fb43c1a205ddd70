// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// What holds after a suspension, and in the next one.
@Suite("Resumption")
struct ResumptionTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private let loop = PaperLoop()
    private let watch = PluginWatch(plugin: "good", id: 3)
    private var host: LibraryHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        try zoo.breed(
            "popover-good.so",
            [
                "CAPABILITIES=POPOVER_CAPABILITY_LOOP", "RECEIVE=say_string(line)",
                "READY=say(events == POPOVER_READABLE ? \"ready\" : \"gone\")",
                "CREATE=table->watch(table->context, 3, 0, 1)",
            ])
        var settings = PluginSettings()
        settings.isTrusted = true
        keeper = HostFixture(zoo, settings: settings)
        keeper.host.loop = loop
        _ = keeper.host.rescan()
    }

    private func ask(_ times: Int = 1, took microseconds: Int64 = 0) {
        keeper.microsecondsPerReading = microseconds
        for _ in 0..<times {
            _ = host.answer(.detach(Facts.popover), by: .behavior("good"))
        }
        keeper.microsecondsPerReading = 0
    }

    private func pass(_ milliseconds: Int64) {
        keeper.now = keeper.now + .milliseconds(milliseconds)
    }

    /// Suspends the plugin for five seconds, and lets it pass its trial after them.
    private func suspendAndResume() {
        ask(3, took: 1001)
        pass(5000)
        ask()
    }

    private var pauses: [Int64] {
        keeper.reports.compactMap { report in
            guard case .suspended(plugin: _, let pause) = report else { return nil }
            return pause.milliseconds
        }
    }

    private func deliver(_ line: String) { host.deliver(Array(line.utf8), to: "good") }

    @Test("A call that took just the budget is not slow")
    func budget() {
        ask(5, took: PluginLimits.softBudget.microseconds)
        #expect(pauses == [])
        #expect(host.statistics(of: "good")?.slowAnswers == 0)
    }

    @Test("The slowest call stays the slowest")
    func slowest() {
        ask(took: 3000)
        ask(took: 2000)
        #expect(host.statistics(of: "good")?.slowest == Interval(microseconds: 3000))
    }

    @Test("After a passed trial three slow calls suspend again, for twice as long")
    func relapse() {
        suspendAndResume()
        ask(2, took: 1001)
        #expect(pauses == [5000])
        ask(took: 1001)
        #expect(pauses == [5000, 10_000])
    }

    @Test("A slow call counts for a minute, and not a moment longer")
    func age() {
        // All but the first are looked at as closely, and so read the clock as often.
        for half in 0...3 as ClosedRange<Int64> {
            keeper.now = Instant(microseconds: (half + 1) * 30_000_000)
            ask(took: 1001)
        }
        #expect(pauses == [])
    }

    @Test("A suspension a minute after a passed trial is the first again")
    func recovery() {
        suspendAndResume()
        let passed = keeper.now
        ask(took: 1001)
        let before = keeper.now
        ask(took: 1001)
        // The clock is read last for when the call ended.
        let reading = keeper.now - before
        keeper.now = Instant(
            microseconds: passed.microseconds + 60_000_000 - reading.microseconds)
        ask(took: 1001)
        #expect(keeper.now - passed == .milliseconds(60_000))
        #expect(pauses == [5000, 5000])
    }

    @Test("A descriptor is parked in every suspension, and no other is watched again")
    func parked() {
        for _ in 1...2 {
            ask(3, took: 1001)
            loop.orders = []
            host.descriptorReady(watch, .readable)
            #expect(loop.orders.first == "unwatch 3")
            pass(60_000)
            host.timerFired(.resumption(plugin: "good"))
            #expect(loop.orders.last == "watch 3 0 1")
            loop.orders = []
            ask()
            pass(60_000)
            #expect(loop.orders == [])
        }
    }

    @Test("A descriptor that fails while its plugin is suspended is told afterwards")
    func disconnected() {
        ask(3, took: 1001)
        loop.orders = []
        host.descriptorReady(watch, .disconnected)
        #expect(keeper.logged == ["create"])
        pass(5000)
        host.timerFired(.resumption(plugin: "good"))
        // The loop finds the failure again.
        #expect(loop.orders.last == "watch 3 0 1")
        host.descriptorReady(watch, .disconnected)
        #expect(keeper.logged == ["create", "gone"])
    }

    private func dropped(_ lines: [Int]) -> Int {
        for line in lines { deliver(String(repeating: "x", count: line)) }
        pass(60_000)
        host.timerFired(.resumption(plugin: "good"))
        while loop.orders.last == "start resumption 0" {
            loop.orders = []
            host.timerFired(.resumption(plugin: "good"))
        }
        return keeper.reports.count { report in
            if case .dropped = report { true } else { false }
        }
    }

    @Test("Held lines are dropped from a byte over the limit on, in every suspension anew")
    func heldBytes() {
        let half = PluginLimits.heldBytes / 2
        for _ in 1...2 {
            ask(3, took: 1001)
            #expect(dropped([half, half]) == 0)
        }
        ask(3, took: 1001)
        #expect(dropped([half, half, 1]) == 1)
    }
}
