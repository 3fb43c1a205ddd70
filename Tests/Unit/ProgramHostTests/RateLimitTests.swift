// SPDX-License-Identifier: MIT

import Testing

@testable import PluginProgram

@Suite("Rate limit of a plugin")
struct RateLimitTests {
    @Test("Requests within the interval start one timer")
    func interval() {
        var limit = RateLimit(milliseconds: 5)
        var timers: [UInt32] = []
        var allowed: [Bool] = []
        for now: Int64 in [1000, 2000, 5999] {
            allowed.append(limit.allows(at: now) { timers.append($0) })
        }
        limit.timerFired()
        allowed.append(limit.allows(at: 6000) { timers.append($0) })
        limit.note(at: 20_000)
        allowed.append(limit.allows(at: 21_000) { timers.append($0) })
        limit.timerFired()
        allowed.append(limit.allows(at: 25_000) { timers.append($0) })
        allowed.append(limit.allows(at: 30_000) { timers.append($0) })
        #expect(allowed == [true, false, false, true, false, true, true])
        #expect(timers == [5, 5])
    }
}
