// SPDX-License-Identifier: MIT

import PluginProgram
import Testing

@Suite("Pauses between attempts")
struct RetryPausesTests {
    private var pauses = RetryPauses()

    private mutating func next(_ count: Int) -> [UInt32] {
        (0..<count).map { _ in pauses.next() }
    }

    @Test("Each pause is twice the one before, up to a bound")
    mutating func doubling() {
        let drawn = next(9)
        #expect(drawn == [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    }

    @Test("For years it stays at the bound")
    mutating func years() {
        let last = next(100_000).last
        #expect(last == RetryPauses.bounds.upperBound)
    }

    @Test("After a success the next pause is the first")
    mutating func success() {
        _ = next(5)
        pauses.reset()
        #expect(pauses == RetryPauses())
        let first = next(1)
        #expect(first == [RetryPauses.bounds.lowerBound])
    }

    @Test("A short connection is another failure, a long one is not")
    mutating func steadiness() {
        _ = next(2)
        let soon = pauses.ended(after: RetryPauses.steadyAfter - 1)
        let afterSoon = next(1)
        #expect(!soon && afterSoon == [1000])
        let late = pauses.ended(after: RetryPauses.steadyAfter)
        let afterLate = next(1)
        #expect(late && afterLate == [250])
    }
}
