// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

/// What holds after a suspension, and in the next one.
@Suite("Resumption")
struct ResumptionTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private var host: LibraryHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        try zoo.breed("popover-good.so")
        keeper = HostFixture(zoo)
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
}
