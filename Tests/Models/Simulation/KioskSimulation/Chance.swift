// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverTestSupport

/// What happens by chance, the same for the same seed.
struct Chance {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        // Seeds are neighbours, and what they begin with is not to be.
        for _ in 0..<4 { _ = generator.next() }
    }

    /// A generator of its own for a part of the world, so that one part's changes leave the others
    /// alone.
    mutating func branch() -> Chance { Chance(seed: generator.next()) }

    /// From 0 to below `count`, which is at least 1.
    mutating func below(_ count: Int) -> Int {
        let drawn = generator.next() >> 32
        return Int((drawn &* UInt64(count)) >> 32)
    }

    /// Happens in so many of a thousand cases.
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
