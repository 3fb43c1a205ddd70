// SPDX-License-Identifier: MIT

package import PopoverModel

/// A histogram of durations. Bucket bounds double from a microsecond to four seconds; the last
/// bucket has no bound. Observing a value is two additions and allocates nothing.
package struct Histogram {
    /// The bounds are 2^0 to 2^22 microseconds, and infinity.
    static let bucketCount = 24
    private var counts = InlineArray<24, Int64>(repeating: 0)
    private var microseconds: Int64 = 0

    package init() {}

    package mutating func observe(_ interval: Interval) {
        // A simulated clock may stand still; no clock goes back.
        let took = UInt64(clamping: interval.microseconds)
        microseconds += Int64(clamping: took)
        counts[Self.bucket(of: took)] += 1
    }

    /// The first bucket whose bound is at least this.
    private static func bucket(of microseconds: UInt64) -> Int {
        if microseconds <= 1 { return 0 }
        return min(bucketCount - 1, UInt64.bitWidth - (microseconds - 1).leadingZeroBitCount)
    }

    /// In seconds, the base unit of Prometheus.
    package func sample(labels: [MetricLabel] = []) -> MetricSample {
        var total: Int64 = 0
        let buckets = (0..<Self.bucketCount).map { index in
            total += counts[index]
            let isLast = index == Self.bucketCount - 1
            return MetricBucket(
                bound: isLast ? nil : Double(UInt64(1) << index) / 1e6, count: total)
        }
        return MetricSample(
            labels: labels, value: Double(microseconds) / 1e6, buckets: buckets)
    }
}
