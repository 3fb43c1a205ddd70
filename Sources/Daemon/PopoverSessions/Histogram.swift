// SPDX-License-Identifier: MIT

package import PopoverModel

/// How long something took, each time: counts in buckets that double, from a microsecond to four
/// seconds, and one for what took longer. Observing is an addition or two, and allocates nothing.
package struct Histogram {
    /// Bounds of 2^0 to 2^22 microseconds, and none.
    static let bucketCount = 24
    private var counts = InlineArray<24, Int64>(repeating: 0)
    private var microseconds: Int64 = 0

    package init() {}

    package mutating func observe(_ interval: Interval) {
        // Clocks of a simulation may stand still; none goes back.
        let took = UInt64(clamping: interval.microseconds)
        microseconds += Int64(clamping: took)
        counts[Self.bucket(of: took)] += 1
    }

    /// The first whose bound is not below.
    private static func bucket(of microseconds: UInt64) -> Int {
        if microseconds <= 1 { return 0 }
        return min(bucketCount - 1, UInt64.bitWidth - (microseconds - 1).leadingZeroBitCount)
    }

    /// In seconds, as Prometheus wants everything.
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
