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
            var input = (0..<Int.random(in: 6...40, using: &chance)).map { _ in
                UInt8.random(in: .min ... .max, using: &chance)
            }
            // Not a line of its own.
            if input[0] == UInt8(ascii: "{") { input[0] = 0 }
            try target.run(input)
        }
        #expect(target.answered > 2000)
    }
}
