// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import ProgramHost

private func second(_ count: Int64) -> Instant { Instant(microseconds: count * 1_000_000) }

@Suite("Circuit breaker, restart backoff, rate limiter and error lines")
struct PaceTests {
    @Test("three strikes in a minute open the circuit, three in a longer time do not")
    func strikes() {
        var circuit = CircuitBreaker()
        func admits(_ now: Int64) -> Bool { circuit.admits(at: second(now)) }
        func strike(_ now: Int64) -> Bool { circuit.strike(at: second(now)) }
        let sparse = [0, 30, 61, 92].map { strike($0) }
        #expect(sparse == [false, false, false, false])
        #expect(admits(92))
        #expect(!strike(122))
        #expect(strike(123))
        #expect(circuit.state == .open(until: second(128)))
        #expect(!admits(127))
        // After a good probe the strikes before it do not count.
        #expect(admits(128))
        let closes = circuit.succeed()
        #expect(closes)
        let later = [129, 130, 131].map { strike($0) }
        #expect(later == [false, false, true])
    }

    @Test("an open circuit lets one probe through, after 5, 10, 20, 40, 60, 60 seconds")
    func probes() {
        var circuit = CircuitBreaker()
        func admits(_ now: Int64) -> Bool { circuit.admits(at: second(now)) }
        func strike(_ now: Int64) -> Bool { circuit.strike(at: second(now)) }
        func succeed() -> Bool { circuit.succeed() }
        for _ in 0..<3 { _ = strike(0) }
        var now: Int64 = 0
        for pause: Int64 in [5, 10, 20, 40, 60, 60] {
            #expect(!admits(now + pause - 1))
            now += pause
            #expect(admits(now))
            #expect(!admits(now))
            #expect(strike(now))
        }
        #expect(admits(now + 60))
        #expect(succeed())
        #expect(!succeed())
        for _ in 0..<3 { _ = strike(now + 61) }
        #expect(circuit.state == .open(until: second(now + 66)))
    }

    @Test("a withdrawn probe lets the next question be the probe")
    func releasedProbe() {
        var circuit = CircuitBreaker()
        func admits(_ now: Int64) -> Bool { circuit.admits(at: second(now)) }
        func strike(_ now: Int64) -> Bool { circuit.strike(at: second(now)) }
        for _ in 0..<3 { _ = strike(0) }
        circuit.release(at: second(1))
        #expect(!admits(4))
        #expect(admits(5))
        circuit.release(at: second(6))
        #expect(admits(6))
    }

    @Test("restarts come after 0.25 to 60 seconds, anew after a minute of good life")
    func restarts() {
        var backoff = RestartBackoff()
        func end(_ now: Int64) -> Int64 { backoff.ended(at: second(now)).milliseconds }
        var delays: [Int64] = []
        for _ in 0..<10 { delays.append(end(0)) }
        #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000])
        backoff.started(at: second(100))
        #expect(end(159) == 60_000)
        backoff.started(at: second(200))
        #expect(end(260) == 250)
        // A program that never started since has no life of its own.
        #expect(end(400) == 500)
    }

    @Test("the excess of a window is counted and reported once")
    func rates() {
        var rate = RateLimiter(2, in: .milliseconds(1000))
        func admits(_ now: Int64) -> Bool { rate.admits(at: second(now)) }
        func excess(_ now: Instant) -> Int { rate.removeExcess(at: now) }
        let admitted = (0..<4).map { _ in admits(0) }
        #expect(admitted == [true, true, false, false])
        #expect(excess(Instant(microseconds: 999_999)) == 0)
        #expect(excess(second(1)) == 2)
        #expect(excess(second(1)) == 0)
        let next = (0..<3).map { _ in admits(1) }
        #expect(next == [true, true, false])
        let isLastAdmitted = rate.admits(at: Instant(microseconds: 1_999_999))
        #expect(!isLastAdmitted)
        #expect(admits(2))
    }

    @Test("lines for the log are short, printable and not too many")
    func errorLines() {
        var lines = ErrorLines()
        func parse(_ text: String, _ now: Int64) -> [ErrorLines.Line] {
            lines.append(Array(text.utf8).span, at: second(now))
        }
        #expect(parse("a\u{1B}[1m", 0).isEmpty)
        #expect(parse("b\n\n", 0) == [.said(.info, "a [1mb")])
        let long = String(repeating: "x", count: 1024)
        #expect(parse("\(long)\n\(long)y\n", 0) == [.said(.info, long), .said(.info, "\(long)…")])
        let many = parse(String(repeating: "z\n", count: 100), 0)
        #expect(many == Array(repeating: .said(.info, "z"), count: 61))
        #expect(parse("next\n", 1) == [.leftOut(39), .said(.info, "next")])
        #expect(parse("cut", 1) == [])
        let last = lines.finish(at: second(1))
        #expect(last == [.said(.info, "cut")])
        #expect(
            parse("<3>e\n<4>w\n<5>n\n<6>i\n<7>d\n<8>x\n<4\n", 3) == [
                .said(.error, "e"), .said(.warning, "w"), .said(.notice, "n"), .said(.info, "i"),
                .said(.debug, "d"), .said(.info, "<8>x"), .said(.info, "<4"),
            ])
    }

    @Test("events resume after the last seen one, else after the last written one")
    func marks() {
        var mark = EventMark()
        #expect(mark.resumeAfter == nil)
        mark.see(9)
        #expect(mark.resumeAfter == nil)
        mark.send(3, isWritten: true)
        mark.send(4, isWritten: false)
        #expect(mark.resumeAfter == 3)
        mark.drain()
        #expect(mark.resumeAfter == 4)
        mark.see(2)
        #expect(mark.resumeAfter == 2)
        mark.see(1)
        #expect(mark.resumeAfter == 2)
        // It cannot have seen what it was never sent.
        mark.see(100)
        #expect(mark.resumeAfter == 4)
        mark.end()
        mark.see(100)
        #expect(mark.resumeAfter == 4)
    }
}
