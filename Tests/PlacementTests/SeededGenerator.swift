// SPDX-License-Identifier: MIT

/// SplitMix64: the same seed gives the same worlds on every machine, so that a failure can be
/// looked at again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    /// A length in tenths of a point, most of which doubles only come near to: rounding has to be
    /// coped with.
    mutating func length(_ range: ClosedRange<Double>) -> Double {
        let tenths = Int((range.lowerBound * 10).rounded())...Int((range.upperBound * 10).rounded())
        return Double(Int.random(in: tenths, using: &self)) / 10
    }
}
