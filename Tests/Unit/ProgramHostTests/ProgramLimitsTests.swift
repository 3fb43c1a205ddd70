// SPDX-License-Identifier: MIT

import PopoverModel
import ProgramHost
import Testing

@Suite("Programs' limits")
struct ProgramLimitsTests {
    @Test("a program has time to start an interpreter")
    func manifest() {
        #expect(ProgramLimits.manifest.milliseconds >= 1000)
    }
}
