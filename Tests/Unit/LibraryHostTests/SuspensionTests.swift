// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("Suspension")
struct SuspensionTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private var host: LibraryHost { keeper.host }

    init() throws {
        zoo = try Zoo()
        try zoo.breed("popover-good.so", ["ANSWER=verdict->kind = 5"])
        keeper = HostFixture(zoo)
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
