// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite struct PartsTests {
    @Test("Each output chunk ends with a whole line")
    func chunks() {
        var queue = OutputQueue()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
        for _ in 1...200 { queue.append(line) }
        var sizes: [Int] = []
        while !queue.isEmpty {
            let count = queue.nextChunk.count
            sizes.append(count)
            queue.removeFirst(count)
        }
        #expect(sizes == [65_000, 65_000, 65_000, 5000])
        #expect(queue.isEmpty)
    }

    @Test("A broadcast line stays before later lines")
    func sharedLine() {
        var queue = OutputQueue()
        queue.append(shared: [1, 10])
        queue.append([2, 10])
        #expect(queue.popSharedLine() == nil)
        #expect(Array(queue.nextChunk) == [1, 10, 2, 10])
        #expect(queue.count == 4)
        queue.removeFirst(4)
        queue.append(shared: [3, 10])
        #expect(queue.popSharedLine() == [3, 10])
        #expect(queue.isEmpty)
    }

    @Test("A line longer than a chunk is sent whole")
    func longLine() {
        var queue = OutputQueue()
        queue.append([UInt8](repeating: 0, count: 200_000) + [UInt8(ascii: "\n")])
        queue.append([UInt8(ascii: "\n")])
        #expect(queue.nextChunk.count == 200_001)
    }

    @Test("A token bucket allows a burst, and then its rate")
    func bucket() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, now: Instant(microseconds: 0))
        func spend(at microseconds: Int64) -> Bool {
            bucket.spend(at: Instant(microseconds: microseconds))
        }
        #expect((1...3).allSatisfy { _ in spend(at: 0) })
        #expect(!spend(at: 0))
        #expect(!spend(at: 99_999))
        #expect(spend(at: 100_000))
        #expect(!spend(at: 100_000))
        #expect(!bucket.isFull(at: Instant(microseconds: 300_000)))
        #expect(bucket.isFull(at: Instant(microseconds: 400_000)))
        #expect(spend(at: .max / 2))
    }

    @Test("The first event after a window opens the next one")
    func window() {
        var counter = WindowCounter()
        let window = Interval.milliseconds(10)
        let counts = [0, 9999, 10_000, 19_999].map { microseconds in
            counter.add(at: Instant(microseconds: microseconds), window: window)
        }
        #expect(counts == [1, 2, 1, 2])
    }
}
