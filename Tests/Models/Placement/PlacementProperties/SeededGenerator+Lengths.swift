// SPDX-License-Identifier: MIT

public import PopoverTestSupport

extension SeededGenerator {
    public mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < share
    }

    /// A length in tenths of a point, most of which doubles only come near to: rounding has to be
    /// coped with.
    public mutating func length(_ range: ClosedRange<Double>) -> Double {
        let tenths = Int((range.lowerBound * 10).rounded())...Int((range.upperBound * 10).rounded())
        return Double(Int.random(in: tenths, using: &self)) / 10
    }
}
