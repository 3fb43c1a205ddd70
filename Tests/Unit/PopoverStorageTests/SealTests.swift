// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

@Suite("Sealed drafts")
struct SealTests {
    private let folder = TemporaryFolder()
    private let keys = TemporaryFolder()

    /// A file of key material.
    private func key(_ name: String, count: Int = 32) throws -> String {
        let path = "\(keys.path)/\(name)"
        let rest = [UInt8](repeating: 7, count: count - name.utf8.count)
        try Files.write(Array(name.utf8) + rest, to: path)
        return path
    }

    private func open(_ keyFile: String?) throws
        -> (database: DraftDatabase, findings: DraftDatabase.Findings)
    {
        try DraftDatabase.open(directory: folder.path, keyFile: keyFile)
    }

    private var drafts: [StoredDraft] {
        [
            .sample("grandmother", "\"\(String(repeating: "card 4929 ", count: 3000))\""),
            .sample("invoice", "\"4929\"", revision: 7), .sample("zoo", "null"),
        ]
    }

    /// What of the work can be read in any file.
    private func traces() -> [String] {
        let bytes = folder.bytes()
        return ["4929", "grandmother", "invoice", "notes", "outside-tap"]
            .filter { bytes.contains(Array($0.utf8)) }
    }

    @Test("Sealed files contain no work or names, and open with the key")
    func sealed() throws {
        let key = try key("k")
        do {
            let (database, _) = try open(key)
            try database.apply(drafts.map { .store($0) })
            #expect(traces().isEmpty)
            try database.apply([.store(.sample("invoice", "\"4929 twice\"", revision: 8))])
            try database.apply([.erase(StoredDraft.sample("zoo").key)])
            withExtendedLifetime(database) {}
        }
        #expect(traces().isEmpty)
        let findings = try open(key).findings
        #expect(
            findings.drafts
                == [drafts[0], .sample("invoice", "\"4929 twice\"", revision: 8)])
        #expect(findings.setAside == nil)
    }

    @Test("A new key seals plain drafts without a trace")
    func keyAddedLater() throws {
        try open(nil).database.apply(drafts.map { .store($0) })
        #expect(!traces().isEmpty)
        let key = try key("k")
        do {
            let (database, findings) = try open(key)
            #expect(findings.drafts == drafts)
            #expect(findings.setAside == nil)
            #expect(traces().isEmpty)
            withExtendedLifetime(database) {}
        }
        #expect(traces().isEmpty)
        #expect(try open(key).findings.drafts == drafts)
    }

    @Test("Equal work is sealed to different bytes")
    func nonces() throws {
        let (database, _) = try open(try key("k"))
        try database.apply([.store(drafts[1])])
        let first = folder.bytes()
        try database.apply([.erase(drafts[1].key), .scrub, .store(drafts[1])])
        #expect(folder.bytes() != first)
    }

    @Test("A wrong key opens nothing, and the file is set aside")
    func wrongKey() throws {
        let right = try key("right")
        try open(right).database.apply(drafts.map { .store($0) })
        let sealed = Files.read(folder.database)
        do {
            let (database, findings) = try open(try key("wrong"))
            #expect(findings.drafts.isEmpty)
            #expect(findings.setAside?.reason.cause == .sealed)
            #expect(findings.setAside?.reason.message == "the key opens no draft")
            #expect(Files.read(folder.database + ".damaged-1") == sealed)
            try database.apply([.store(.sample("next"))])
        }
        // Brought back, it says everything again.
        try Files.write(sealed, to: folder.database)
        #expect(try open(right).findings.drafts == drafts)
    }

    @Test("Without a key a sealed file stays unchanged, damaged or not", arguments: [false, true])
    func missingKey(isDamaged: Bool) throws {
        let right = try key("right")
        try open(right).database.apply(drafts.map { .store($0) })
        var sealed = Files.read(folder.database)
        // The first byte of the table's root says what kind of page it is.
        if isDamaged { sealed[4096] ^= 0x40 }
        try Files.write(sealed, to: folder.database)
        let error = #expect(throws: StorageError.self) { try open(nil) }
        #expect(error?.cause == .sealed)
        #expect(error?.message == "the drafts are sealed, but there is no key")
        #expect(Files.read(folder.database) == sealed)
        #expect(folder.names.allSatisfy { !$0.contains("damaged") })
        guard !isDamaged else { return }
        let findings = try open(right).findings
        #expect(findings.drafts == drafts)
        #expect(findings.setAside == nil)
    }

    @Test("An empty sealed file opens without a key and with another key")
    func empty() throws {
        // What the daemon remembers of itself is no draft.
        let own = StoredDraft.sample("own", app: DraftKey.ownApp)
        for keyFile in [try key("a"), nil, try key("b"), nil] {
            let (database, findings) = try open(keyFile)
            #expect(findings.setAside == nil)
            try database.apply([.store(own)])
        }
    }

    @Test("A flipped bit loses one draft, and a moved row does not open")
    func flippedBit() throws {
        let key = try key("k")
        try open(key).database.apply(drafts.map { .store($0) })
        var bytes = Files.read(folder.database)
        // The long draft fills pages of its own, which are the last of the file.
        bytes[bytes.count - 1000] ^= 1
        try Files.write(bytes, to: folder.database)
        let findings = try open(key).findings
        #expect(findings.drafts == [drafts[1], drafts[2]])
        #expect(findings.setAside?.reason.message == "damaged drafts: 1 of 3")
        #expect(Files.read(folder.database + ".damaged-1") == bytes)
        #expect(try open(key).findings.drafts == [drafts[1], drafts[2]])
    }

    @Test("A missing key file means no key")
    func noKey() throws {
        try open("\(keys.path)/none").database.apply([.store(drafts[1])])
        #expect(try open(nil).findings.drafts == [drafts[1]])
    }

    @Test("A key that is too short or too long is an error", arguments: [0, 31, 4097])
    func badKey(count: Int) throws {
        let path = "\(keys.path)/bad"
        try Files.write([UInt8](repeating: 1, count: count), to: path)
        let error = #expect(throws: StorageError.self) { try open(path) }
        #expect(error?.cause == .refused)
        #expect(error?.operation == "read the draft key \(path)")
    }
}
