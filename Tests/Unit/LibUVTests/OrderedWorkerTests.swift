// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Synchronization
import Testing

@Suite("Wake-ups and the ordered worker")
struct OrderedWorkerTests {
    @Test("No wake-up is lost, however many threads send")
    func wakeupsCoalesce() throws {
        let producers = 4
        let pushes = 5000
        let queue = Mutex<[Int]>([])
        var taken = 0
        var calls = 0
        var workers: [OrderedWorker<Void>] = []
        try withLoop { loop in
            var onWakeup: (() -> Void)?
            let wakeup = try Wakeup(loop) { onWakeup?() }
            onWakeup = {
                calls += 1
                taken += queue.withLock { items in
                    defer { items = [] }
                    return items.count
                }
                guard taken == producers * pushes else { return }
                wakeup.close()
                for worker in workers { worker.close() }
            }
            for _ in 0..<producers {
                let worker = try OrderedWorker(loop, name: "producer", capacity: 1) {}
                workers.append(worker)
                let accepted = worker.submit { _ in
                    for push in 0..<pushes {
                        queue.withLock { $0.append(push) }
                        wakeup.send()
                    }
                } then: { _ in
                }
                #expect(accepted)
            }
        }
        #expect(taken == producers * pushes)
        #expect((1...producers * pushes).contains(calls))
    }

    @Test("A send after closing does nothing")
    func sendAfterClose() throws {
        var calls = 0
        try withLoop { loop in
            let wakeup = try Wakeup(loop) { calls += 1 }
            wakeup.close { wakeup.send() }
            wakeup.send()
        }
        #expect(calls == 0)
    }

    @Test("Jobs run in order on one thread, and results arrive in order")
    func order() throws {
        let log = Mutex<[Int]>([])
        var results: [Int] = []
        try withLoop { loop in
            let worker = try OrderedWorker(loop, name: "order", capacity: 1000) { 0 }
            for number in 0..<1000 {
                let accepted = worker.submit { (state: inout Int) -> Int in
                    log.withLock { $0.append(number) }
                    state += number
                    return state
                } then: {
                    results.append($0)
                }
                #expect(accepted)
            }
            worker.close()
        }
        #expect(log.withLock { $0 } == Array(0..<1000))
        #expect(results == (0..<1000).map { $0 * ($0 + 1) / 2 })
    }

    @Test("A full worker rejects jobs until results are delivered")
    func capacity() throws {
        var results: [String] = []
        try withLoop { loop in
            let worker = try OrderedWorker(loop, name: "full", capacity: 2) {}
            func submit(_ text: String, then: @escaping () -> Void = {}) -> Bool {
                worker.submit({ _ in text }) {
                    results.append($0)
                    then()
                }
            }
            #expect(submit("a"))
            let isSecondAccepted = submit("b") {
                #expect(submit("d"))
                worker.close()
            }
            #expect(isSecondAccepted)
            #expect(!submit("c"))
        }
        #expect(results == ["a", "b", "d"])
    }

    @Test("The state lives and dies on the worker's thread, before the worker is closed")
    func state() throws {
        final class Resource {
            let log: Log
            init(_ log: Log) {
                self.log = log
                log.note("made")
            }
            deinit { log.note("dropped") }
        }
        final class Log: Sendable {
            let lines = Mutex<[String]>([])
            let owner = Mutex<pthread_t?>(nil)
            func note(_ line: String) {
                owner.withLock { owner in
                    let isSame = owner.map { pthread_equal($0, pthread_self()) != 0 } ?? true
                    owner = pthread_self()
                    lines.withLock { $0.append(isSame ? line : line + " elsewhere") }
                }
            }
        }
        let log = Log()
        var closed = 0
        try withLoop { loop in
            let worker = try OrderedWorker(loop, name: "state", capacity: 2) { Resource(log) }
            let accepted = worker.submit({ $0.log.note("used") }, then: { _ in })
            #expect(accepted)
            worker.close {
                closed += 1
                #expect(log.lines.withLock { $0 } == ["made", "used", "dropped"])
            }
        }
        #expect(closed == 1)
        #expect(log.owner.withLock { $0.map { pthread_equal($0, pthread_self()) } } == 0)
    }

    @Test("Using a loop from another thread traps")
    func wrongThread() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let loop = try Loop()
            let worker = try OrderedWorker(loop, name: "wrong", capacity: 1) {}
            struct Smuggled: @unchecked Sendable { let loop: Loop }
            let smuggled = Smuggled(loop: loop)
            _ = worker.submit({ _ in smuggled.loop.stop() }, then: { _ in })
            worker.close()
            loop.run()
            exit(0)
        }
        let complaint = String(result?.standardErrorContent ?? [])
        #expect(complaint.contains("A loop or a handle was used outside of its thread."))
    }
}
