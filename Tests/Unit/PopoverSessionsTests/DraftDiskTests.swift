// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

@testable import KioskSimulation
@testable import PopoverSessions

@Suite struct DraftDiskTests {
    private func draft(_ key: String) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 1, app: "a", key: key), content: .null, revision: 1, savedAt: 0,
            reason: "save", display: "main")
    }

    @Test("A disk that was not ready is opened again by the next order")
    func opensAgain() throws {
        let folder = TemporaryFolder()
        folder.write("in the way", to: "state")
        var disk = DraftDisk(directory: folder.path + "/state")
        #expect(throws: StorageError.self) { try disk.open().get() }
        #expect(disk.apply([.store(draft("k"))]).error?.cause == .refused)
        folder.remove("state")
        #expect(disk.apply([.store(draft("k"))]).error == nil)
        let found = try disk.open().get()
        #expect(found.drafts.map(\.key.key) == ["k"])
    }

    /// A writer that has no disk, so that nothing is ever written.
    private func unopened(_ counters: SessionCounters) -> DraftWriter {
        let inbox = Inbox(
            VirtualTime(from: Instant(microseconds: 0)), observer: NullEventObserver())
        return DraftWriter(inbox: inbox, counters: counters, log: SilentLog())
    }

    @Test("One order always has room, however many changes it has, and then no other")
    func oneOrder() {
        let counters = SessionCounters()
        let writer = unopened(counters)
        let changes = (0...DraftWriter.gatheredLimit).map { DraftChange.erase(draft("\($0)").key) }
        writer.store(TicketID(number: 1), changes)
        #expect(counters.draftOrdersFailed == 0)
        writer.store(TicketID(number: 2), [.erase(draft("k").key)])
        #expect(counters.draftOrdersFailed == 1)
    }

    @Test("While the disk hangs, what gathers for it is bounded in bytes")
    func bounded() {
        let counters = SessionCounters()
        let writer = unopened(counters)
        var work = draft("k")
        work.content = JSONText(validated: [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20))
        let fitting = DraftWriter.gatheredBytesLimit / work.content.count
        for number in 1...fitting {
            writer.store(TicketID(number: UInt64(number)), [.store(work)])
        }
        #expect(counters.draftOrdersFailed == 0)
        writer.store(TicketID(number: 1000), [.store(work)])
        #expect(counters.draftOrdersFailed == 1)
        writer.store(TicketID(number: 1001), [.erase(work.key)])
        #expect(counters.draftOrdersFailed == 1)
    }
}
