// SPDX-License-Identifier: MIT

import CSQLite
import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

@Suite("A damaged database")
struct DamageTests {
    private let folder = TemporaryFolder()

    private func store(_ drafts: [StoredDraft]) throws {
        try DraftDatabase.open(directory: folder.path).database.apply(drafts.map { .store($0) })
    }

    private func zeroes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Runs SQL on the file behind the back of the database.
    private func execute(_ sql: String) {
        var handle: OpaquePointer?
        unsafe sqlite3_open(folder.database, &handle)
        unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        unsafe sqlite3_close(handle)
    }

    @Test("A file that is not a database is set aside and replaced")
    func notADatabase() throws {
        let garbage = Array("people's notes, but no database ".utf8) + zeroes(9000)
        try Files.write(garbage, to: folder.database)
        try Files.write([1, 2, 3], to: folder.database + "-wal")
        do {
            let (database, findings) = try DraftDatabase.open(directory: folder.path)
            #expect(findings.drafts.isEmpty)
            #expect(findings.setAside?.path == folder.database + ".damaged-1")
            #expect(findings.setAside?.reason.cause == .damaged)
            try database.apply([.store(.sample("k"))])
        }
        #expect(Files.read(folder.database + ".damaged-1") == garbage)
        #expect(Files.read(folder.database + ".damaged-1-wal") == [1, 2, 3])
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.drafts == [.sample("k")])
        #expect(findings.setAside == nil)
    }

    @Test("Damaged files are numbered")
    func numbers() throws {
        for number in 1...3 {
            try Files.write([UInt8](repeating: 1, count: 5000), to: folder.database)
            let findings = try DraftDatabase.open(directory: folder.path).findings
            #expect(findings.setAside?.path == folder.database + ".damaged-\(number)")
        }
    }

    @Test("A full disk keeps no files that were set aside")
    func erasedOnFullDisk() throws {
        let disk = FaultDisk()
        try Files.write([UInt8](repeating: 1, count: 5000), to: folder.database)
        let database = try DraftDatabase.open(directory: folder.path, disk: disk.name).database
        try database.apply([.store(.sample("k"))])
        #expect(folder.names.contains { $0.contains("damaged") })
        disk.refuse(from: disk.calls + 1, count: 1000, .full)
        let error = #expect(throws: StorageError.self) {
            try database.apply([.erase(StoredDraft.sample("k").key), .scrub, .eraseTraces])
        }
        #expect(error?.cause == .refused)
        #expect(folder.names.filter { $0.contains("damaged") } == [])
    }

    @Test("A file that cannot be removed does not keep the others, and the work is scrubbed")
    func erasedInPart() throws {
        for _ in 1...3 {
            try Files.write([UInt8](repeating: 1, count: 5000), to: folder.database)
            _ = try DraftDatabase.open(directory: folder.path)
        }
        folder.remove("drafts.sqlite3.damaged-2")
        try Files.makeFolder(folder.database + ".damaged-2")
        let database = try DraftDatabase.open(directory: folder.path).database
        try database.apply([.store(.sample("k", #""secret""#))])
        let error = #expect(throws: StorageError.self) {
            try database.apply([.erase(StoredDraft.sample("k").key), .scrub, .eraseTraces])
        }
        #expect(error?.cause == .notScrubbed)
        #expect(folder.names.filter { $0.contains("damaged") } == ["drafts.sqlite3.damaged-2"])
        #expect(Files.read(folder.database).firstRange(of: "secret") == nil)
    }

    @Test("The end of a session removes files that were set aside, and nothing else")
    func erased() throws {
        for _ in 1...2 {
            try Files.write([UInt8](repeating: 1, count: 5000), to: folder.database)
            try Files.write([1, 2, 3], to: folder.database + "-wal")
            _ = try DraftDatabase.open(directory: folder.path)
        }
        try Files.write([1], to: "\(folder.path)/other")
        do {
            let database = try DraftDatabase.open(directory: folder.path).database
            try database.apply([.store(.sample("k")), .scrub, .eraseTraces, .eraseTraces])
        }
        #expect(folder.names.filter { $0.contains("damaged") } == [])
        #expect(folder.names.contains("other"))
        #expect(try DraftDatabase.open(directory: folder.path).findings.drafts == [.sample("k")])
    }

    @Test("A flipped bit loses only its draft")
    func flippedBit() throws {
        let texts = ["a": "\"first\"", "b": "\"second\"", "c": "\"third\""]
        try store(texts.map { key, text in .sample(key, text) })
        var bytes = Files.read(folder.database)
        let place = try #require(bytes.firstRange(of: "second"))
        bytes[place] ^= 1
        try Files.write(bytes, to: folder.database)
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.drafts.map(\.key.key) == ["a", "c"])
        #expect(findings.setAside?.reason.message == "damaged drafts: 1 of 3")
        #expect(Files.read(folder.database + ".damaged-1") == bytes)
        let next = try DraftDatabase.open(directory: folder.path).findings
        #expect(next.drafts == findings.drafts)
        #expect(next.setAside == nil)
    }

    @Test("A flipped bit in the index loses no draft", arguments: Array(0..<12) + [-1])
    func flippedBitInIndex(place: Int) throws {
        let drafts = ["a", "b", "c"].map { StoredDraft.sample($0) }
        try store(drafts)
        var bytes = Files.read(folder.database)
        // The index is the third page, after the schema and the table; -1 stands for a key in it.
        let page = 2 * 4096
        #expect(bytes[page] == 0x0a)
        let key = try #require(Array(bytes[page..<(page + 4096)]).firstRange(of: "notes"))
        bytes[page + (place < 0 ? key : place)] ^= 1
        try Files.write(bytes, to: folder.database)
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.drafts == drafts)
        if place < 0 { #expect(findings.setAside?.reason.cause == .damaged) }
        let next = try DraftDatabase.open(directory: folder.path).findings
        #expect(next.drafts == drafts)
        #expect(next.setAside == nil)
    }

    @Test("A key missing in the index is reported and loses no draft")
    func missingInIndex() throws {
        let drafts = ["a", "b", "c"].map { StoredDraft.sample($0) }
        try store(drafts)
        var bytes = Files.read(folder.database)
        // The number of the keys in the index's page.
        #expect(bytes[2 * 4096 + 4] == 3)
        bytes[2 * 4096 + 4] = 2
        try Files.write(bytes, to: folder.database)
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.drafts == drafts)
        #expect(findings.setAside?.reason.cause == .damaged)
    }

    @Test("A truncated file is set aside")
    func truncated() throws {
        let text = "\"\(String(repeating: "x", count: 2000))\""
        try store((0..<50).map { .sample("k\($0)", text) })
        let bytes = Files.read(folder.database)
        try Files.write(Array(bytes.prefix(bytes.count / 2)), to: folder.database)
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.setAside?.reason.cause == .damaged)
        #expect(findings.drafts.count < 50)
        let next = try DraftDatabase.open(directory: folder.path).findings
        #expect(next.drafts == findings.drafts)
        #expect(next.setAside == nil)
    }

    @Test("An empty file is a new database")
    func empty() throws {
        try Files.write([], to: folder.database)
        #expect(try DraftDatabase.open(directory: folder.path).findings.setAside == nil)
    }

    @Test("A torn log loses only incomplete transactions")
    func tornLog() throws {
        let database = try DraftDatabase.open(directory: folder.path).database
        try database.apply([.store(.sample("a"))])
        try database.apply([.store(.sample("b"))])
        let crashed = TemporaryFolder()
        for name in folder.names {
            var bytes = Files.read("\(folder.path)/\(name)")
            if name.hasSuffix("-wal") { bytes.removeLast(100) }
            try Files.write(bytes, to: "\(crashed.path)/\(name)")
        }
        withExtendedLifetime(database) {}
        let findings = try DraftDatabase.open(directory: crashed.path).findings
        #expect(findings.drafts == [.sample("a")])
        #expect(findings.setAside == nil)
    }

    @Test("A database of another program is set aside")
    func foreign() throws {
        execute("CREATE TABLE recipes (name TEXT)")
        let findings = try DraftDatabase.open(directory: folder.path).findings
        #expect(findings.setAside?.reason.message == "not a draft database")
    }

    @Test("A database of a newer version is an error and stays unchanged")
    func newer() throws {
        try store([.sample("k")])
        execute("PRAGMA user_version = 3")
        let before = Files.read(folder.database)
        let error = #expect(throws: StorageError.self) {
            try DraftDatabase.open(directory: folder.path)
        }
        #expect(error?.cause == .newerSchema(version: 3))
        #expect(error?.message == "its schema version is 3, but this program supports at most 2")
        #expect(Files.read(folder.database) == before)
        #expect(Files.read(folder.database + "-wal").isEmpty)
        #expect(folder.names.allSatisfy { !$0.contains("damaged") })
    }
}
