// SPDX-License-Identifier: MIT

import PopoverTestSupport

/// What chance decides in a day: the same seed gives the same day on every machine.
struct Dice {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func roll(_ sides: Int) -> Int { Int(generator.next() % UInt64(sides)) }

    mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
