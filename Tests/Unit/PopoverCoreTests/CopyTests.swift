// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import PopoverRecording

/// The arbiter is large: nothing copies it that does not say so.
@Suite("Copies of the arbiter")
struct CopyTests {
    private func isCopyable<Value: ~Copyable>(_: Value.Type) -> Bool { false }
    /// More special than the other, and so the one that is called if there is a choice.
    private func isCopyable<Value>(_: Value.Type) -> Bool { true }

    @Test("the compiler copies no arbiter by itself")
    func explicit() {
        #expect(!isCopyable(Arbiter.self))
        #expect(isCopyable(Checkpoint.self))
    }

    private func state(of arbiter: borrowing Arbiter) throws -> [UInt8] {
        try ValueEncoder.encode(arbiter).text
    }

    @Test("a copy has all of the state, and goes its own way")
    func copies() throws {
        var day = RandomDay(seed: 71)
        day.live(steps: 300)
        let before = try state(of: day.world.arbiter)
        var copy = day.world.arbiter.copy()
        #expect(try state(of: copy) == before)
        _ = copy.handle(.shutdownRequested, at: day.world.now)
        #expect(try state(of: copy) != before)
        #expect(try state(of: day.world.arbiter) == before)
    }
}
