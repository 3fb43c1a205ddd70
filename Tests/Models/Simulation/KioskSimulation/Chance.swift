// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverTestSupport

/// A random number generator, reproducible by its seed.
struct Chance {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        // Adjacent seeds must not give similar sequences.
        for _ in 0..<4 { _ = generator.next() }
    }

    /// A separate generator for a part of the simulation, so that parts do not influence each other.
    mutating func branch() -> Chance { Chance(seed: generator.next()) }

    /// From 0 up to `count` - 1; `count` is at least 1.
    mutating func below(_ count: Int) -> Int {
        let drawn = generator.next() >> 32
        return Int((drawn &* UInt64(count)) >> 32)
    }

    /// True with this probability, in thousandths.
    mutating func happens(perMille rate: Int) -> Bool { rate > 0 && below(1000) < rate }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func interval(_ range: ClosedRange<Int>, unit: Int64 = 1) -> Interval {
        Interval(
            microseconds: Int64(range.lowerBound + below(range.count)) * unit)
    }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Interval {
        interval(range, unit: 1000)
    }
}
