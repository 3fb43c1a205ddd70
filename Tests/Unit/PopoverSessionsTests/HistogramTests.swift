// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite("Histograms")
struct HistogramTests {
    @Test("What took as long as a bound says is within it, and a microsecond more is not")
    func bounds() throws {
        for power in 0..<23 {
            var histogram = Histogram()
            histogram.observe(Interval(microseconds: 1 << power))
            histogram.observe(Interval(microseconds: (1 << power) + 1))
            let buckets = histogram.sample().buckets
            #expect(buckets[power].bound == Double(1 << power) / 1e6)
            #expect(buckets[power].count == 1)
            #expect(buckets[power + 1].count == 2)
            if power > 0 { #expect(buckets[power - 1].count == 0) }
        }
    }

    @Test("The last bucket holds everything, and the sum is in seconds")
    func sum() {
        var histogram = Histogram()
        histogram.observe(Interval(microseconds: 0))
        histogram.observe(Interval(microseconds: 10_000_000))
        histogram.observe(Interval(microseconds: -5))
        let sample = histogram.sample()
        #expect(sample.value == 10)
        #expect(sample.buckets.last == MetricBucket(bound: nil, count: 3))
        #expect(sample.buckets.first?.count == 2)
        #expect(sample.buckets.count == Histogram.bucketCount)
    }
}

@Suite("Words that are counted")
struct TallyTests {
    @Test("Every method has a counter of its own", arguments: Method.allCases)
    func counters(method: PopoverModel.Method) {
        var tally = Tally<PopoverModel.Method>()
        tally.count(method)
        #expect(tally.rows.filter { $0.1 != 0 }.map(\.0) == [method.rawValue])
        #expect(tally[method] == 1)
    }

    @Test("Words are told apart")
    func counts() {
        var tally = Tally<TapVerdict>()
        tally.count(.dismissed)
        tally.count(.dismissed)
        tally.count(.idle)
        #expect(tally[.dismissed] == 2)
        #expect(
            tally.rows.map(\.1)
                == TapVerdict.allCases.map {
                    $0 == .dismissed ? 2 : $0 == .idle ? 1 : 0
                })
    }
}
