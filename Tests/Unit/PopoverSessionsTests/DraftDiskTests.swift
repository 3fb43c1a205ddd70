// SPDX-License-Identifier: MIT

import PopoverCore
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

    @Test("The next order reopens a disk that was not ready")
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

    @Test(
        "Files that are removed or replaced while in use are noticed before the next write",
        arguments: ["drafts.sqlite3", "drafts.sqlite3-wal", ""])
    func replaced(name: String) throws {
        let folder = TemporaryFolder()
        var disk = DraftDisk(directory: folder.path + "/state")
        _ = try disk.open().get()
        #expect(disk.apply([.store(draft("old"))]).error == nil)
        let unchanged = disk.apply([.store(draft("older"))])
        #expect(unchanged.rescued == nil)
        try Files.move("\(folder.path)/state/\(name)", to: folder.path + "/elsewhere")
        let outcome = disk.apply([.store(draft("new"))])
        #expect(outcome.error == nil)
        #expect(outcome.isReplaced)
        #expect(outcome.rescued != nil)
        let next = disk.apply([.store(draft("newer"))])
        #expect(!next.isReplaced)
        #expect(next.rescued == nil)
        let found = try disk.open().get().drafts.map(\.key.key)
        #expect(Set(found).isSuperset(of: ["new", "newer"]))
    }

    @Test("Files that were replaced count as such until others are open")
    func replacedAndRefused() throws {
        let folder = TemporaryFolder()
        var disk = DraftDisk(directory: folder.path + "/state")
        _ = try disk.open().get()
        folder.remove("state")
        folder.write("in the way", to: "state")
        #expect(disk.apply([.store(draft("k"))]).error?.cause == .refused)
        folder.remove("state")
        #expect(disk.apply([.store(draft("k"))]).rescued == [])
    }

    /// An engine whose drafts have no disk, so that nothing is ever written.
    private func unopened() -> Engine {
        Engine(
            VirtualTime(from: Instant(microseconds: 0)),
            settings: Settings(displays: [], administrators: []), observer: NullEventObserver(),
            log: SilentLog())
    }

    @Test("A single order always fits, however many changes it has; no other fits beside it")
    func oneOrder() {
        let engine = unopened()
        let (writer, counters) = (engine.drafts, engine.sessions.counters)
        let changes = (0...DraftWriter.queueLimit).map { DraftChange.erase(draft("\($0)").key) }
        writer.store(TicketID(number: 1), changes)
        #expect(counters.draftOrdersFailed == 0)
        writer.store(TicketID(number: 2), [.erase(draft("k").key)])
        #expect(counters.draftOrdersFailed == 1)
    }

    @Test("The queue for a hanging disk is bounded in bytes")
    func bounded() {
        let engine = unopened()
        let (writer, counters) = (engine.drafts, engine.sessions.counters)
        var work = draft("k")
        work.content = JSONText(validated: [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20))
        let fitting = DraftWriter.queueBytesLimit / work.content.count
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
