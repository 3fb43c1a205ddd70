// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverStorage

@Suite("Damaged and hostile rows")
struct RowTests {
    private let folder = TemporaryFolder()
    private let draft = StoredDraft.sample("k", "\"text\"", revision: 0)

    @Test(
        "A row with a negative revision is set aside, even with a valid digest or seal",
        arguments: [false, true])
    func negativeRevision(isSealed: Bool) throws {
        let keys = TemporaryFolder()
        let keyFile = "\(keys.path)/key"
        if isSealed { try Files.write([UInt8](repeating: 9, count: 32), to: keyFile) }
        let hostile = StoredDraft.sample("hostile", revision: -1)
        try DraftDatabase.open(directory: folder.path, keyFile: keyFile)
            .database.apply([.store(draft), .store(hostile)])
        let bytes = Files.read(folder.database)
        for isDamaged in [true, false] {
            let findings = try DraftDatabase.open(directory: folder.path, keyFile: keyFile).findings
            #expect(findings.drafts == [draft])
            let message = isDamaged ? "damaged drafts: 1 of 2" : nil
            #expect(findings.setAside?.reason.message == message)
        }
        #expect(Files.read(folder.database + ".damaged-1") == bytes)
    }

    /// A draft of a sealed row's plaintext.
    private func decoded(_ bytes: [UInt8], revision: Int64 = 0) -> StoredDraft? {
        SealedFields.decode(
            bytes, uid: draft.key.uid, revision: revision, savedAt: draft.savedAt)
    }

    @Test("Sealed fields are the whole plaintext: not a byte less, not a byte more")
    func wholeFields() {
        let bytes = SealedFields.encode(draft)
        #expect(decoded(bytes) == draft)
        for count in bytes.indices {
            #expect(decoded(Array(bytes.prefix(count))) == nil, "\(count) of \(bytes.count) bytes")
        }
        for rest in [[0], [UInt8](repeating: 0, count: 8)] { #expect(decoded(bytes + rest) == nil) }
    }

    @Test("A sealed field with a length beyond its end is damage, whatever the length")
    func lengths() {
        let bytes = SealedFields.encode(draft)
        for length in [UInt64(6), UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
            var hostile = bytes
            // The content is the last field, of six bytes.
            let start = bytes.count - 6 - 8
            hostile.replaceSubrange(
                start..<(start + 8), with: SealedFields.bytes(of: Int64(bitPattern: length)))
            #expect(decoded(hostile) == (length == 6 ? draft : nil), "\(length)")
        }
    }

    @Test("The plaintext of a negative revision is damage")
    func negativeSealedRevision() {
        let bytes = SealedFields.encode(draft)
        #expect(decoded(bytes, revision: 0) == draft)
        for revision in [-1, Int64.min] { #expect(decoded(bytes, revision: revision) == nil) }
    }
}
