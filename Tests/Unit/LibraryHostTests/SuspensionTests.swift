// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("Suspension")
struct SuspensionTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private let loop = PaperLoop()
    private var host: LibraryHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        try zoo.breed(
            "popover-good.so",
            [
                "CAPABILITIES=POPOVER_CAPABILITY_LOOP", "ANSWER=verdict->kind = 5",
                "RECEIVE=say_string(line)", "TIMER=say(\"timer\")", "READY=say(\"ready\")",
                """
                CREATE=table->start_timer(table->context, 1, 9, 0); \
                table->start_timer(table->context, 2, 9, 1); \
                table->watch(table->context, 3, 0, 1)
                """,
            ])
        var settings = PluginSettings()
        settings.isTrusted = true
        keeper = HostFixture(zoo, settings: settings)
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

    private var pauses: [Int64] { Self.pauses(keeper) }

    private static func pauses(_ keeper: HostFixture) -> [Int64] {
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

    private func deliver(_ line: String) { host.deliver(Array(line.utf8), to: "good") }

    /// What the plugin has received.
    private var received: [String] { Array(keeper.logged.dropFirst()) }

    @Test("While suspended, lines wait in order")
    func lines() {
        for _ in 1...3 { _ = askSlowly() }
        loop.orders = []
        pass(1000)
        deliver("a")
        deliver("b")
        #expect(received == [])
        #expect(loop.orders == ["start resumption 4000", "start resumption 4000"])
        pass(4000)
        host.timerFired(.resumption(plugin: "good"))
        #expect(received == ["a", "b"])
        deliver("c")
        #expect(received == ["a", "b", "c"])
    }

    @Test("A line that is slow as a trial has the others wait on")
    func slowLine() {
        for _ in 1...3 { _ = askSlowly() }
        deliver("a")
        deliver("b")
        pass(5000)
        loop.orders = []
        keeper.microsecondsPerReading = 1001
        host.timerFired(.resumption(plugin: "good"))
        keeper.microsecondsPerReading = 0
        #expect(received == ["a"])
        #expect(pauses == [5000, 10_000])
        #expect(loop.orders.last?.hasPrefix("start resumption ") == true)
        pass(10_000)
        // Another line comes before the timer.
        deliver("c")
        #expect(received == ["a", "b", "c"])
    }

    @Test("A question that ends the suspension is followed by the lines")
    func question() {
        for _ in 1...3 { _ = askSlowly() }
        deliver("a")
        pass(5000)
        #expect(answer == .detach(allowed: true))
        #expect(received == [])
        #expect(loop.orders.last == "start resumption 0")
        host.timerFired(.resumption(plugin: "good"))
        #expect(received == ["a"])
    }

    @Test("An administrator ends a suspension")
    func cleared() throws {
        for _ in 1...3 { _ = askSlowly() }
        #expect(try host.clear(name: "good").state == .loaded)
        #expect(answer == .detach(allowed: true))
        #expect(keeper.reports.last == .resumed(plugin: "good"))
        // The slow calls before do not count any more.
        for _ in 1...2 { _ = askSlowly() }
        #expect(pauses == [5000])
    }

    @Test("Of too many lines the oldest are dropped, and said to be")
    func tooManyLines() {
        for _ in 1...3 { _ = askSlowly() }
        let line = String(repeating: "x", count: 1023)
        for number in 0..<PluginLimits.heldBytes / 1024 + 2 { deliver("\(number % 10)" + line) }
        pass(5000)
        host.timerFired(.resumption(plugin: "good"))
        #expect(received.count == 16)
        while loop.orders.last == "start resumption 0" {
            loop.orders = []
            host.timerFired(.resumption(plugin: "good"))
        }
        #expect(received.count == PluginLimits.heldBytes / 1024)
        #expect(received.first?.first == "2")
        let dropped = keeper.reports.filter { $0 == .dropped(plugin: "good", lines: 2) }
        #expect(dropped.count == 1)
    }

    /// What the thread's usage grows by whenever it is read.
    private func use(busy: Int64 = 0, ready: Int64 = 0, sleeps: Int64) {
        var usage = ThreadUsage(
            busy: Interval(microseconds: 0), ready: Interval(microseconds: 0), sleeps: 0)
        keeper.usage = {
            usage.busy.microseconds += busy
            usage.ready.microseconds += ready
            usage.sleeps += sleeps
            return usage
        }
    }

    @Test("A call that waited for others on a busy machine is no slow call but the first")
    func busyMachine() {
        use(busy: ThreadUsage.busyBudget.microseconds, sleeps: 0)
        for _ in 1...9 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [])
        #expect(host.statistics(of: "good")?.slowAnswers == 1)
    }

    @Test("A call that was busy for too long is slow")
    func busyCall() {
        use(busy: ThreadUsage.busyBudget.microseconds + 1, sleeps: 0)
        for _ in 1...3 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [5000])
    }

    @Test("A call that slept for too long is slow")
    func sleepingCall() {
        use(sleeps: 1)
        for _ in 1...3 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [5000])
    }

    @Test("A call that slept for a while, and was then ready while others ran, is no slow call")
    func lateWaking() {
        // Of 1,001 microseconds it slept 1,000.
        use(ready: 1, sleeps: 1)
        for _ in 1...9 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [])
        use(ready: 0, sleeps: 1)
        for _ in 1...2 { #expect(askSlowly() == .detach(allowed: true)) }
        #expect(pauses == [5000])
    }

    @Test("In a call about its own work a plugin may sleep longer", arguments: [20_000, 20_001])
    func waitingForOthers(_ microseconds: Int64) {
        use(sleeps: 1)
        let calls = [
            { deliver("a") }, { host.timerFired(.own(plugin: "good", id: 1)) },
            { host.descriptorReady(PluginWatch(plugin: "good", id: 1), .readable) },
        ]
        keeper.microsecondsPerReading = microseconds
        calls[0]()
        for call in calls { call() }
        #expect(pauses == (microseconds > 20_000 ? [5000] : []))
    }

    @Test("A trial that waited for others on a busy machine is passed")
    func busyTrial() {
        for _ in 1...3 { _ = askSlowly() }
        pass(5000)
        use(sleeps: 0)
        #expect(askSlowly() == .detach(allowed: true))
        #expect(pauses == [5000])
        #expect(keeper.reports.last == .resumed(plugin: "good"))
    }

    @Test("Usage is only looked at for a minute after a slow call")
    func unsuspected() {
        var readings = 0
        keeper.usage = {
            readings += 1
            return nil
        }
        _ = answer
        _ = askSlowly()
        #expect(readings == 0)
        pass(59_999)
        _ = answer
        #expect(readings == 1)
        pass(1)
        _ = answer
        #expect(readings == 1)
    }

    @Test("How long this thread was ready is what the kernel's account of it says")
    func ready() throws {
        func account() throws -> Int64 {
            let text = try String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
            return try #require(Int64(text.split(separator: " ")[1])) / 1000
        }
        // Other threads of the tests run meanwhile.
        let deadline = ContinuousClock.now + .seconds(60)
        while try account() == 0 { try #require(ContinuousClock.now < deadline) }
        let before = try account()
        let told = try #require(ThreadUsage.current).ready.microseconds
        #expect(try (before...account()).contains(told))
    }

    struct Deed: CustomTestStringConvertible, Sendable {
        let code: String
        let pauses: [Int64]
        var testDescription: String { code }
    }

    static let deeds = [
        Deed(code: "(void)0", pauses: []),
        Deed(
            code: "struct timespec pause = {0, 1000000}; nanosleep(&pause, NULL)",
            pauses: [5000]),
        Deed(
            code: """
                struct timespec now; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); \
                long end = now.tv_sec * 1000000000 + now.tv_nsec \
                    + \(ThreadUsage.busyBudget.microseconds + 100) * 1000; \
                while (now.tv_sec * 1000000000 + now.tv_nsec < end) \
                    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
                """, pauses: [5000]),
    ]

    @Test(
        "Only a call that sleeps or works for too long is slow, by the system's usage",
        arguments: deeds)
    func deed(_ deed: Deed) throws {
        let zoo = try Zoo()
        try zoo.breed(
            "popover-good.so", ["ANSWER=\(deed.code)"],
            source: "#define _POSIX_C_SOURCE 200809L\n#include <time.h>\n" + fixture)
        let keeper = HostFixture(zoo)
        _ = keeper.host.rescan()
        keeper.usage = { ThreadUsage.current }
        // Of each call the clock says the same: it took too long, most of which it slept if it slept.
        keeper.microsecondsPerReading = 1_000_000
        for _ in 1...3 {
            let verdict = keeper.host.answer(.detach(Facts.popover), by: .behavior("good"))
            #expect(verdict == .abstain)
        }
        #expect(Self.pauses(keeper) == deed.pauses)
    }
}
