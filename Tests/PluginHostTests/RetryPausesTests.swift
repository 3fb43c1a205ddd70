// SPDX-License-Identifier: MIT

import PopoverPluginKit
import Testing

@Suite("Pauses between attempts")
struct RetryPausesTests {
    @Test("Each is twice the one before, up to a bound")
    func doubling() {
        var pauses = RetryPauses()
        #expect(
            (0..<9).map { _ in pauses.next() } == [
                250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
            ])
    }

    @Test("For years it stays at the bound")
    func years() {
        var pauses = RetryPauses()
        for _ in 0..<100_000 { _ = pauses.next() }
        #expect(pauses.next() == RetryPauses.bounds.upperBound)
    }

    @Test("After a success the first comes again")
    func success() {
        var pauses = RetryPauses()
        for _ in 0..<5 { _ = pauses.next() }
        pauses.reset()
        #expect(pauses == RetryPauses())
        #expect(pauses.next() == RetryPauses.bounds.lowerBound)
    }

    @Test("What ended soon is one more failure, and what lasted is none")
    func steadiness() {
        var pauses = RetryPauses()
        #expect([pauses.next(), pauses.next()] == [250, 500])
        #expect(!pauses.ended(after: RetryPauses.steadyAfter - 1))
        #expect(pauses.next() == 1000)
        #expect(pauses.ended(after: RetryPauses.steadyAfter))
        #expect(pauses.next() == 250)
    }
}
