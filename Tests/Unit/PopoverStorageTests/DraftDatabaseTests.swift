// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

@Suite("The drafts on the disk")
struct DraftDatabaseTests {
    private let folder = TemporaryFolder()

    /// What is on the disk, as the next daemon finds it.
    private func found() throws -> [StoredDraft] {
        try DraftDatabase.open(directory: folder.path).findings.drafts
    }

    private func apply(_ changes: [DraftChange]) throws {
        try DraftDatabase.open(directory: folder.path).database.apply(changes)
    }

    @Test("A new folder has no drafts and nothing to report")
    func fresh() throws {
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.drafts.isEmpty)
        #expect(findings.setAside == nil)
    }

    @Test("A missing folder is created with its parents, for the owner only")
    func missingFolder() throws {
        let nested = "\(folder.path)/a/b/"
        let database = try DraftDatabase.open(directory: nested).database
        try database.apply([.store(.sample("k"))])
        #expect(folder.mode(of: "a") == 0o700)
        #expect(folder.mode(of: "a/b") == 0o700)
        #expect(folder.mode(of: "a/b/drafts.sqlite3") == 0o600)
        removeNested()
    }

    @Test("All fields of drafts survive, sorted by user, app and key")
    func survive() throws {
        var other = StoredDraft.sample("b", "null", revision: .max)
        other.key.uid = .max
        other.key.app = "b\u{0}ü"
        other.savedAt = -1
        other.reason = ""
        other.display = "linker \"Rand\""
        let mine = StoredDraft.sample("b")
        let first = StoredDraft.sample("a")
        try apply([.store(other), .store(mine), .store(first)])
        #expect(try found() == [first, mine, other])
    }

    @Test("Changes are applied in order")
    func order() throws {
        let first = StoredDraft.sample("k", "1", revision: 1)
        let second = StoredDraft.sample("k", "2", revision: 2)
        try apply([.store(first), .erase(first.key), .store(second), .store(.sample("gone"))])
        try apply([.erase(StoredDraft.sample("gone").key), .erase(StoredDraft.sample("none").key)])
        #expect(try found() == [second])
    }

    @Test("Changes around a scrub are applied in order")
    func orderAroundScrub() throws {
        let draft = StoredDraft.sample("k", "1")
        try apply([.scrub, .store(draft), .scrub, .erase(draft.key), .scrub, .scrub])
        #expect(try found().isEmpty)
        try apply([.erase(draft.key), .scrub, .store(draft)])
        #expect(try found() == [draft])
    }

    @Test("Large drafts survive unchanged")
    func large() throws {
        let text = "\"" + String(repeating: "0123456789abcdef", count: 65_536) + "\""
        let drafts = (0..<4).map { StoredDraft.sample("k\($0)", text) }
        try apply(drafts.map { .store($0) })
        #expect(try found() == drafts)
    }

    @Test("A commit is on disk before the database is closed")
    func committed() throws {
        let database = try DraftDatabase.open(directory: folder.path).database
        try database.apply([.store(.sample("k", "\"marker-on-the-disk\""))])
        #expect(folder.bytes().firstRange(of: "marker-on-the-disk") != nil)
        // The copy is what a crash would leave.
        let crashed = TemporaryFolder()
        for name in folder.names {
            try Files.write(
                Files.read("\(folder.path)/\(name)"), to: "\(crashed.path)/\(name)")
        }
        let findings = try DraftDatabase.open(directory: crashed.path).findings
        #expect(findings.drafts.map(\.key.key) == ["k"])
        withExtendedLifetime(database) {}
    }

    @Test("After a scrub no file contains erased or replaced work")
    func scrub() throws {
        let database = try DraftDatabase.open(directory: folder.path).database
        let secret = String(repeating: "card 4929 secret ", count: 3000)
        // Many sizes and replacements, so that pages are split, joined and freed.
        for round in 0..<40 {
            let content = "\"" + secret.prefix(17 * (1 + round * round)) + "\""
            let key = "secret-key-\(round % 13)"
            try database.apply([.store(.sample(key, content, revision: Int64(round + 1)))])
        }
        #expect(folder.bytes().firstRange(of: "4929") != nil)
        let erased = (0..<13).map { DraftChange.erase(StoredDraft.sample("secret-key-\($0)").key) }
        let kept = StoredDraft.sample("kept", "\"harmless\"")
        try database.apply([.store(kept)] + erased + [.scrub])
        let bytes = folder.bytes()
        #expect(bytes.firstRange(of: "4929") == nil)
        #expect(bytes.firstRange(of: "secret") == nil)
        #expect(bytes.firstRange(of: "harmless") != nil)
        withExtendedLifetime(database) {}
    }

    @Test("A log that is not empty after a scrub, such as one from a backup, is an error")
    func foreignLog() throws {
        let database = try DraftDatabase.open(directory: folder.path).database
        try database.apply([.store(.sample("k", "\"card 4929\""))])
        let log = Files.read(folder.database + "-wal")
        #expect(log.firstRange(of: "4929") != nil)
        // SQLite still has the first one open, and empties that.
        Files.remove(folder.database + "-wal")
        try Files.write(log, to: folder.database + "-wal")
        let error = #expect(throws: StorageError.self) {
            try database.apply([.erase(StoredDraft.sample("k").key), .scrub])
        }
        #expect(error?.cause == .notScrubbed)
        #expect(error?.message == "the log still has \(log.count) bytes (expected 0)")
        Files.remove(folder.database + "-wal")
        try database.apply([.scrub])
        #expect(folder.bytes().firstRange(of: "4929") == nil)
    }

    @Test("Erased work is overwritten in place before any scrub")
    func zeroed() throws {
        let text = "\"\(String(repeating: "card 4929 ", count: 2000))\""
        try apply([.store(.sample("k", text)), .store(.sample("short", "\"4929\""))])
        #expect(folder.bytes().firstRange(of: "4929") != nil)
        try apply([.erase(StoredDraft.sample("k").key), .erase(StoredDraft.sample("short").key)])
        #expect(folder.names == ["drafts.sqlite3"])
        #expect(folder.bytes().firstRange(of: "4929") == nil)
    }

    @Test("A second database on the same folder is an error until the first is closed")
    func lock() throws {
        do {
            let first = try DraftDatabase.open(directory: folder.path)
            let error = #expect(throws: StorageError.self) {
                try DraftDatabase.open(directory: folder.path)
            }
            #expect(error?.cause == .inUse)
            withExtendedLifetime(first) {}
        }
        #expect(throws: Never.self) { try DraftDatabase.open(directory: folder.path) }
    }

    @Test("Only the owner may read any of the files")
    func permissions() throws {
        try Files.write([], to: folder.database)
        let database = try DraftDatabase.open(directory: folder.path).database
        try database.apply([.store(.sample("k"))])
        #expect(folder.names == ["drafts.sqlite3", "drafts.sqlite3-wal"])
        for name in folder.names { #expect(folder.mode(of: name) == 0o600) }
        withExtendedLifetime(database) {}
    }

    @Test("A full disk is an error without changes, and works again with space")
    func full() throws {
        let small = StoredDraft.sample("small")
        let large = StoredDraft.sample("large", "\"\(String(repeating: "x", count: 300_000))\"")
        let next = StoredDraft.sample("next")
        do {
            let (database, _) = try DraftDatabase.open(
                directory: folder.path, maximumBytes: 256 * 1024)
            try database.apply([.store(small)])
            let error = #expect(throws: StorageError.self) {
                try database.apply([.erase(small.key), .store(large)])
            }
            #expect(error?.cause == .refused)
            #expect(error?.message == "database or disk is full")
            try database.apply([.store(next)])
        }
        #expect(try found() == [next, small])
        try apply([.erase(small.key), .store(large)])
        #expect(try found() == [large, next])
    }

    @Test("A read-only folder is an error that names it")
    func unwritable() {
        let error = #expect(throws: StorageError.self) {
            try DraftDatabase.open(directory: "/proc/self")
        }
        #expect(error?.cause == .refused)
        #expect(error?.operation.contains("/proc/self") == true)
    }

    private func removeNested() {
        for name in ["drafts.sqlite3", "drafts.sqlite3-wal"] {
            Files.remove("\(folder.path)/a/b/\(name)")
        }
        Files.remove("\(folder.path)/a/b")
        Files.remove("\(folder.path)/a")
    }
}
