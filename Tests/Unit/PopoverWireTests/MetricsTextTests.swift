// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire
import Testing

@Suite("The text format of metrics")
struct MetricsTextTests {
    @Test("Labels are escaped, and a histogram has its buckets, sum and count")
    func text() {
        var metrics = Metrics()
        metrics.counters(
            "tries_total", "Tries \\ of\nall", by: "by", [("a \"b\" \\ c\nd", 3)])
        metrics.add(
            "took_seconds", .histogram, "Time",
            [
                MetricSample(
                    labels: [MetricLabel(name: "hook", value: "open")], value: 1.5,
                    buckets: [
                        MetricBucket(bound: 0.5, count: 1), MetricBucket(bound: nil, count: 2),
                    ])
            ])
        #expect(
            metrics.text == #"""
                # HELP tries_total Tries \\ of\nall.
                # TYPE tries_total counter
                tries_total{by="a \"b\" \\ c\nd"} 3
                # HELP took_seconds Time.
                # TYPE took_seconds histogram
                took_seconds_bucket{hook="open",le="0.5"} 1
                took_seconds_bucket{hook="open",le="+Inf"} 2
                took_seconds_sum{hook="open"} 1.5
                took_seconds_count{hook="open"} 2

                """#)
    }
}
