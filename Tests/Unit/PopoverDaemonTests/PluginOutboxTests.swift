// SPDX-License-Identifier: MIT

import LibUV
import Testing

@testable import PopoverDaemon

@Suite("Lines of libraries")
struct PluginOutboxTests {
    @Test("Lines beyond the queue are dropped; the others are handled in order, a few in each turn")
    func turns() throws {
        let test = try TestDaemon()
        var handled: [Int] = []
        let outbox = PluginOutbox(test.loop, log: test.daemon.log) { _, line in
            handled.append(Int(line[0]) * 256 + Int(line[1]))
        }
        for number in 0...PluginOutbox.capacity {
            outbox.send([UInt8(number / 256), UInt8(number % 256)], from: "quiz")
        }
        #expect(test.lines.all.count { $0.hasPrefix("warning plugin request dropped") } == 1)
        var most = 0
        var before = 0
        try test.run {
            most = max(most, handled.count - before)
            before = handled.count
            return handled.count >= PluginOutbox.capacity
        }
        #expect(handled == Array(0..<PluginOutbox.capacity))
        #expect(most == PluginOutbox.batchLimit)
        outbox.close()
        test.end()
    }
}
