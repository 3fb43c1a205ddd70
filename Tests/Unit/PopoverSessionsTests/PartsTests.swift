// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite struct PartsTests {
    @Test("Output goes in chunks that end with a line")
    func chunks() {
        var queue = OutputQueue()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
        for _ in 1...200 { queue.append(line) }
        var sizes: [Int] = []
        while let chunk = queue.nextChunk {
            sizes.append(chunk.count)
            queue.removeFirst(chunk.count)
        }
        #expect(sizes == [65_000, 65_000, 65_000, 5000])
        #expect(queue.isEmpty)
    }

    @Test("A line longer than a chunk goes as a whole")
    func longLine() {
        var queue = OutputQueue()
        queue.append([UInt8](repeating: 0, count: 200_000) + [UInt8(ascii: "\n")])
        queue.append([UInt8(ascii: "\n")])
        #expect(queue.nextChunk?.count == 200_001)
    }

    @Test("A bucket lets a burst through, and then so many a second")
    func bucket() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, now: Instant(microseconds: 0))
        func take(at microseconds: Int64) -> Bool {
            bucket.take(at: Instant(microseconds: microseconds))
        }
        #expect((1...3).allSatisfy { _ in take(at: 0) })
        #expect(!take(at: 0))
        #expect(!take(at: 99_999))
        #expect(take(at: 100_000))
        #expect(!take(at: 100_000))
        #expect(!bucket.isFull(at: Instant(microseconds: 300_000)))
        #expect(bucket.isFull(at: Instant(microseconds: 400_000)))
        #expect(take(at: .max / 2))
    }

    @Test("A window counts from its first, and begins anew after its time")
    func window() {
        var counter = WindowCounter()
        let window = Interval.milliseconds(10)
        let counts = [0, 9999, 10_000, 19_999].map { microseconds in
            counter.add(at: Instant(microseconds: microseconds), window: window)
        }
        #expect(counts == [1, 2, 1, 2])
    }
}
