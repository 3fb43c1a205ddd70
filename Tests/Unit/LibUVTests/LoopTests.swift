// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("Loops and handles")
struct LoopTests {
    @Test("A loop without handles returns at once and closes")
    func emptyLoop() throws {
        let loop = try Loop()
        loop.run()
        loop.close()
        #expect(loop.handleCount == 0)
    }

    @Test("Open handles are listed by kind")
    func openHandleKinds() throws {
        try withLoop { loop in
            let kinds = loop.openHandleKinds
            let timer = Timer(loop) {}
            let wakeup = try Wakeup(loop) {}
            #expect((kinds + ["async", "timer"]).sorted() == loop.openHandleKinds)
            timer.close()
            wakeup.close()
        }
    }

    @Test("A handle is open, closing and closed in turn, and its handler is called once")
    func states() throws {
        var closed = 0
        try withLoop { loop in
            let timer = Timer(loop) {}
            #expect(timer.state == .open)
            timer.close {
                closed += 1
                #expect(timer.state == .closed)
            }
            #expect(timer.state == .closing)
            timer.close()
            #expect(closed == 0)
        }
        #expect(closed == 1)
    }

    @Test("The loop retains an open handle and releases a closed one")
    func ownership() throws {
        final class Witness {}
        weak var witness: Witness?
        weak var timer: Timer?
        try withLoop { loop in
            let strong = Witness()
            witness = strong
            let made = Timer(loop) { withExtendedLifetime(strong) { timer?.close() } }
            made.start(afterMilliseconds: 0)
            timer = made
        }
        #expect(timer == nil)
        #expect(witness == nil)
    }

    @Test("Stopping ends a run and keeps the handles")
    func stop() throws {
        try withLoop { loop in
            var fired = 0
            let timer = Timer(loop) {
                fired += 1
                loop.stop()
            }
            let other = Timer(loop) { fired += 100 }
            timer.start(afterMilliseconds: 0)
            other.start(afterMilliseconds: 60_000)
            loop.run()
            #expect(fired == 1)
            #expect(other.isActive)
            timer.close()
            other.close()
        }
    }

    @Test("Closing a loop with an open handle traps")
    func closeWithOpenHandle() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let loop = try Loop()
            let timer = Timer(loop) {}
            loop.close()
            withExtendedLifetime(timer) {}
        }
        let complaint = String(result?.standardErrorContent ?? [])
        #expect(complaint.contains("A loop was closed with open handles: [\"timer\"]."))
    }

    @Test("Using a closed handle traps")
    func useAfterClose() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let loop = try Loop()
            let timer = Timer(loop) {}
            timer.close()
            timer.start(afterMilliseconds: 1)
        }
        let complaint = String(result?.standardErrorContent ?? [])
        #expect(complaint.contains("A handle was used after it was closed."))
    }
}
