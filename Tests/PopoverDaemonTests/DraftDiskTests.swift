// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

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
}
