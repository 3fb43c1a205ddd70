// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import PopoverKit

@Suite("OrderQueue")
struct OrderQueueTests {
    /// The orders that have run.
    private final class Log: Sendable {
        private let list = Mutex<[String]>([])

        var all: [String] { list.withLock { $0 } }
        func add(_ name: String) { list.withLock { $0.append(name) } }
    }

    @Test("Orders are drained once; after the end they run at once, without a connection")
    func end() throws {
        let queue = try OrderQueue()
        let log = Log()
        func post(_ name: String) {
            queue.post { wire in log.add(wire == nil ? name : "connected") }
        }
        post("drained")
        #expect(queue.drain().count == 1)
        #expect(queue.drain().isEmpty)
        post("left")
        #expect(log.all.isEmpty)
        queue.end()
        #expect(log.all == ["left"])
        post("late")
        #expect(log.all == ["left", "late"])
        #expect(queue.drain().isEmpty)
    }

    @Test("No ticket is given twice")
    func tickets() throws {
        let queue = try OrderQueue()
        #expect(Set((1...10).map { _ in queue.ticket() }).count == 10)
    }
}
