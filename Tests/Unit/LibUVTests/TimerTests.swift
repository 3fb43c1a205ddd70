// SPDX-License-Identifier: MIT

import LibUV
import Testing

@Suite("Timers")
struct TimerTests {
    @Test("Timers fire once each, in the order of their deadlines")
    func order() throws {
        var fired: [String] = []
        try withLoop { loop in
            func timer(_ name: String) -> Timer {
                var made: Timer?
                let timer = Timer(loop) {
                    fired.append(name)
                    made?.close()
                    made = nil
                }
                made = timer
                return timer
            }
            timer("late").start(afterMilliseconds: 20)
            timer("early").start(afterMilliseconds: 5)
            timer("absolute").start(atMilliseconds: loop.nowMilliseconds + 10)
            timer("past").start(atMilliseconds: loop.nowMilliseconds - 1)
        }
        #expect(fired == ["past", "early", "absolute", "late"])
    }

    @Test("Waiting once ends with a timer that is due")
    func waitingOnce() throws {
        try withLoop { loop in
            var hasFired = false
            let later = Timer(loop) {}
            later.start(afterMilliseconds: 2000)
            let due = Timer(loop) { hasFired = true }
            due.start(afterMilliseconds: 0)
            loop.runOnce()
            #expect(hasFired)
            #expect(later.isActive)
            due.close()
            later.close()
        }
    }

    @Test("After work that took long a timer counts from now, once the clock is up to date")
    func longWork() throws {
        try withLoop { loop in
            let begin = loop.nowMilliseconds
            let end = SystemTime.monotonicMicroseconds + 5000
            while SystemTime.monotonicMicroseconds < end {}
            #expect(loop.nowMilliseconds == begin)
            loop.updateTime()
            #expect(loop.nowMilliseconds >= begin + 4)
        }
    }

    @Test("Starting again moves the deadline")
    func restart() throws {
        var firedAt: [UInt64] = []
        try withLoop { loop in
            let begin = loop.nowMilliseconds
            var close: (() -> Void)?
            let timer = Timer(loop) {
                firedAt.append(loop.nowMilliseconds - begin)
                close?()
            }
            close = { timer.close() }
            timer.start(afterMilliseconds: 1)
            timer.start(afterMilliseconds: 30)
        }
        #expect(firedAt.count == 1)
        #expect(firedAt.allSatisfy { $0 >= 30 })
    }

    @Test("A stopped timer does not fire")
    func stop() throws {
        var fired = 0
        try withLoop { loop in
            let stopped = Timer(loop) { fired += 1 }
            stopped.start(afterMilliseconds: 1)
            #expect(stopped.isActive)
            stopped.stop()
            #expect(!stopped.isActive)
            let end = Timer(loop) { stopped.close() }
            end.start(afterMilliseconds: 10)
            loop.run()
            end.close()
        }
        #expect(fired == 0)
    }

    @Test("A timer that does not keep the loop running lets it end")
    func unreferenced() throws {
        var fired = 0
        try withLoop { loop in
            let timer = Timer(loop) { fired += 1 }
            timer.start(afterMilliseconds: 60_000)
            timer.keepsLoopRunning = false
            #expect(!timer.keepsLoopRunning)
            loop.run()
            timer.close()
        }
        #expect(fired == 0)
    }

    @Test("The clocks advance")
    func clocks() throws {
        try withLoop { loop in
            let first = SystemTime.monotonicMicroseconds
            #expect(SystemTime.monotonicMicroseconds >= first)
            // Both read CLOCK_MONOTONIC; libuv rounds to milliseconds, and has read it before.
            #expect(loop.nowMilliseconds <= first / 1000)
            #expect(first / 1000 - loop.nowMilliseconds < 60_000)
            // 2020-01-01.
            #expect(SystemTime.realtimeMicroseconds > 1_577_836_800_000_000)
        }
    }
}
