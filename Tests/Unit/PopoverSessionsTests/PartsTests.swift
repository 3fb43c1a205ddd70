// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite struct PartsTests {
    @Test("Each output chunk ends with a whole line")
    func chunks() {
        let queue = OutputQueue()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
        for _ in 1...200 { queue.append(line) }
        var sizes: [Int] = []
        while !queue.isEmpty {
            let count = queue.nextChunk.count
            sizes.append(count)
            queue.removeFirst(count)
        }
        #expect(sizes == Array(repeating: 16_000, count: 12) + [8000])
        #expect(queue.isEmpty)
    }

    @Test("A broadcast line stays before later lines")
    func sharedLine() {
        let queue = OutputQueue()
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

    @Test("The rest of a line that has begun stays when the lines are removed")
    func longLine() {
        let queue = OutputQueue()
        queue.append([UInt8](repeating: 0, count: 20_000) + [UInt8(ascii: "\n")])
        queue.append([1, 10])
        #expect(queue.nextChunk.count == OutputQueue.chunkBytes)
        queue.removeFirst(OutputQueue.chunkBytes)
        #expect(queue.removeLines() == 2)
        #expect(queue.nextChunk.count == 20_001 - OutputQueue.chunkBytes)
        queue.removeFirst(queue.count)
        queue.append([1, 10])
        #expect(queue.removeLines() == 2)
        #expect(queue.isEmpty)
    }

    @Test("A line of many chunks is followed by chunks of whole lines", arguments: [1, 50_000])
    func afterLongLine(size: Int) {
        let queue = OutputQueue()
        let short = [UInt8](repeating: 1, count: 9000) + [UInt8(ascii: "\n")]
        queue.append([UInt8](repeating: 0, count: size) + [UInt8(ascii: "\n")])
        for _ in 1...4 { queue.append(short) }
        var sent: [UInt8] = []
        var ends = 0
        while !queue.isEmpty {
            let chunk = Array(queue.nextChunk)
            #expect(chunk.count <= OutputQueue.chunkBytes)
            queue.removeFirst(chunk.count)
            sent += chunk
            if sent.count > size { ends += queue.isWithinLine ? 0 : 1 }
        }
        #expect(sent.count == size + 1 + 4 * short.count)
        #expect(ends >= 4)
    }

    @Test("A newer line of a state replaces the one before")
    func states() {
        var lines = StateLines()
        #expect(lines.isEmpty)
        lines.set([1, 10], for: "main")
        lines.set([2, 10], for: "side")
        lines.set([3, 10], for: "main")
        lines.set([4, 10], for: "side")
        var all: [[UInt8]] = []
        lines.forEach { all.append($0) }
        #expect(all == [[3, 10], [4, 10]])
        #expect(!lines.isEmpty)
    }

    @Test("Two spellings of a display's name are two states")
    func spelledStates() {
        var lines = StateLines()
        for name in ["main", "caf\u{E9}", "cafe\u{301}"] { lines.set([1, 10], for: name) }
        var count = 0
        lines.forEach { _ in count += 1 }
        #expect(count == 3)
    }

    @Test("A user has half of what the others leave, however many ask")
    func shares() {
        var shares = Shares()
        shares.charge(50, to: 1)
        #expect(!shares.hasRoom(for: 1, of: 1, within: 100))
        #expect(shares.hasRoom(for: 25, of: 2, within: 100))
        #expect(!shares.hasRoom(for: 26, of: 2, within: 100))
        shares.charge(-10, to: 1)
        #expect(shares.largest?.uid == 1 && shares.largest?.amount == 40)
        #expect(shares.total == 40)
    }

    @Test("The connections of a user share a turn")
    func turns() {
        let accounts = UserAccounts()
        let now = Instant(microseconds: 0)
        let account = accounts.open(
            7, rate: TokenBucket(perSecond: 1, burst: 1, now: now))
        #expect(account.mayContinue(in: 0))
        account.count(lines: 1, outputBytes: 63 * UserAccount.bytesPerLine)
        #expect(!account.mayContinue(in: 0))
        #expect(account.mayContinue(in: 1))
    }

    @Test("Who needs more time than a turn has waits for as many more turns")
    func time() {
        let account = UserAccount(
            uid: 7,
            rate: TokenBucket(perSecond: 1, burst: 1, now: Instant(microseconds: 0)))
        let turn = UserAccount.timePerTurn.microseconds
        #expect(account.mayContinue(in: 1))
        account.count(time: Interval(microseconds: turn - 1))
        #expect(account.mayContinue(in: 1))
        account.count(time: Interval(microseconds: 2 * turn))
        #expect(!account.mayContinue(in: 1))
        #expect(!account.mayContinue(in: 2))
        #expect(account.mayContinue(in: 3))
        // Unused time is not saved up.
        account.count(time: Interval(microseconds: turn))
        #expect(account.mayContinue(in: .max))
        account.count(time: Interval(microseconds: turn))
        #expect(!account.mayContinue(in: .max))
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
        // A full bucket stays full, however long it is quiet.
        bucket = TokenBucket(perSecond: 10, burst: 3, now: Instant(microseconds: 0))
        #expect((1...3).allSatisfy { _ in spend(at: .max / 2) })
        #expect(!spend(at: .max / 2))
    }

    @Test("A token is there at its time, and not twice when a clock goes back")
    func bucketClock() {
        var bucket = TokenBucket(perSecond: 10, burst: 1, now: Instant(microseconds: 200_000))
        func spend(at microseconds: Int64) -> Bool {
            bucket.spend(at: Instant(microseconds: microseconds))
        }
        #expect(spend(at: 200_000))
        #expect(bucket.isEmpty(at: Instant(microseconds: 299_999)))
        #expect(!bucket.isEmpty(at: Instant(microseconds: 300_000)))
        #expect(!spend(at: 0))
        #expect(!spend(at: 200_000))
        #expect(spend(at: 300_000))
    }

    @Test("Reading the least number of bytes is progress, and a byte less is none")
    func stall() {
        var detector = StallDetector(read: 100, at: Instant(microseconds: 1))
        let least = 100 + StallDetector.minimumBytes
        detector.update(read: least - 1, at: Instant(microseconds: 2))
        #expect(detector.lastProgress == Instant(microseconds: 1))
        detector.update(read: least, at: Instant(microseconds: 3))
        #expect(detector.lastProgress == Instant(microseconds: 3))
        detector.update(read: 2 * least - 101, at: Instant(microseconds: 4))
        #expect(detector.lastProgress == Instant(microseconds: 3))
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
