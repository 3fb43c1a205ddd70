// SPDX-License-Identifier: MIT

import FuzzTargets
import PopoverModel
import PopoverTestSupport
import Testing

@Suite("The direct and the general reader")
struct DirectTests {
    @Test("Both read 20,000 made lines alike", arguments: [SmallLimits.limits, Limits()])
    func madeLines(limits: Limits) throws {
        let target = DirectTarget(limits: limits)
        var chance = SeededGenerator(seed: 20)
        for _ in 0..<20_000 {
            // A method, which members it has, which values those have, and some changes.
            var input: [UInt8] = [.random(in: 0..<12, using: &chance)]
            for _ in 0..<2 {
                let half = UInt8.random(in: .min ... .max, using: &chance)
                input.append(half & .random(in: .min ... .max, using: &chance))
            }
            for _ in 0..<Int.random(in: 0...20, using: &chance) {
                let isUsual = Int.random(in: 0..<8, using: &chance) > 0
                input.append(.random(in: 0...(isUsual ? 1 : .max), using: &chance))
            }
            try target.run(input)
        }
        #expect(target.answered > 8000)
    }
}
