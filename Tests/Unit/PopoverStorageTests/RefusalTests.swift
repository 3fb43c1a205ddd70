// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

/// The disk refuses every single call, once or for good.
@Suite("Refusals of the disk")
struct RefusalTests {
    /// One daemon with one disk: what it was told, and what it has not got onto the disk yet.
    private final class Run {
        let disk = FaultDisk()
        let folder = TemporaryFolder()
        var ledger = DraftLedger()
        var complaints: [String] = []
        private var database: DraftDatabase?
        private var pending: [DraftChange] = []

        /// As the daemon does it: after a refusal everything is opened again and told again.
        func play(_ script: DraftScript) {
            open()
            for step in script.steps {
                switch step {
                case .reopen, .reopenWithKey: database = nil
                case .apply(let changes):
                    pending += changes
                    ledger.begin(pending)
                }
                order()
            }
        }

        func order() {
            if database == nil { open() }
            guard let open = database, !pending.isEmpty else { return }
            do {
                try open.apply(pending)
                ledger.acknowledge(pending)
                pending = []
            } catch {
                if error.cause == .damaged { complaints.append("\(error)") }
                if error.cause != .notScrubbed { database = nil }
            }
        }

        func close() { database = nil }

        private func open() {
            do {
                let opened = try DraftDatabase.open(directory: folder.path, disk: disk.name)
                if let setAside = opened.findings.setAside {
                    complaints.append("set aside: \(setAside.reason)")
                }
                if !ledger.allows(opened.findings.drafts) {
                    complaints.append("found \(opened.findings.drafts.map(\.mark))")
                }
                database = opened.database
            } catch {
                if error.cause != .refused { complaints.append("\(error)") }
            }
        }
    }

    @Test("Changes after a disk recovers survive a power cut", arguments: 1...12)
    func afterwards(first: Int) throws {
        let disk = FaultDisk()
        let folder = TemporaryFolder()
        let draft = StoredDraft.sample("k")
        var newer = draft
        newer.revision = 2
        do {
            let opened = try DraftDatabase.open(directory: folder.path, disk: disk.name)
            try opened.database.apply([.store(draft)])
            // From one of the calls of a save on, until the file is closed.
            disk.refuse(from: disk.calls + first, count: 1000, .readOnly)
            try? opened.database.apply([.store(newer)])
        }
        disk.work()
        let opened = try DraftDatabase.open(directory: folder.path, disk: disk.name)
        try opened.database.apply([.store(newer)])
        // Closing would write more, so that it is open still.
        for seed in UInt64(0)...8 {
            let image = disk.image(of: folder, seed: seed)
            let found = try DraftDatabase.open(directory: image.path).findings.drafts
            #expect(found == [newer], "\(seed)")
        }
    }

    @Test("A disk that keeps no log is an error before anything is loaded")
    func withoutLog() throws {
        let folder = TemporaryFolder()
        try DraftDatabase.open(directory: folder.path).database.apply([.store(.sample("k"))])
        let before = Files.read(folder.database)
        let disk = FaultDisk()
        disk.freeze()
        let error = #expect(throws: StorageError.self) {
            try DraftDatabase.open(directory: folder.path, disk: disk.name)
        }
        #expect(error?.cause == .refused)
        #expect(error?.message == "the mode is still delete")
        #expect(folder.names == ["drafts.sqlite3"])
        #expect(Files.read(folder.database) == before)
    }

    @Test("Whatever call of the disk is busy, sealing plain drafts leaves no trace or is an error")
    func busySealing() throws {
        let keys = TemporaryFolder()
        let keyFile = "\(keys.path)/key"
        try Files.write([UInt8](repeating: 9, count: 32), to: keyFile)
        let draft = StoredDraft.sample("k", "\"card 4929\"")
        var errors = 0
        var call = 0
        var isOver = false
        while !isOver {
            call += 1
            let disk = FaultDisk()
            let folder = TemporaryFolder()
            try DraftDatabase.open(directory: folder.path, disk: disk.name)
                .database.apply([.store(draft)])
            let first = disk.calls
            disk.keepBusy(at: first + call)
            do {
                let opened = try DraftDatabase.open(
                    directory: folder.path, keyFile: keyFile, disk: disk.name)
                #expect(folder.bytes().firstRange(of: "4929") == nil, "call \(call)")
                #expect(opened.findings.drafts == [draft], "call \(call)")
                isOver = disk.calls < first + call
            } catch { errors += 1 }
            disk.work()
            let again = try DraftDatabase.open(
                directory: folder.path, keyFile: keyFile, disk: disk.name)
            #expect(again.findings.drafts == [draft], "after call \(call)")
            #expect(folder.bytes().firstRange(of: "4929") == nil, "after call \(call)")
        }
        #expect(errors > 20)
    }

    /// Refuses `count` calls from one on; what is wrong afterwards.
    private func complaints(
        of script: DraftScript, from call: Int, count: Int, _ refusal: DiskError
    ) -> [String] {
        let run = Run()
        run.disk.refuse(from: call, count: count, refusal)
        run.play(script)
        var complaints: [String] = []
        // Whatever was acknowledged on such a disk survives even a power cut.
        let image = run.disk.image(of: run.folder, seed: 0)
        let next = FaultDisk()
        if let complaint = run.ledger.complaint(about: image, disk: next.name) {
            complaints.append("refusing: \(complaint)")
        }
        run.disk.work()
        run.order()
        if run.ledger.possible.count != 1 { complaints.append("it does not work again") }
        run.close()
        if let complaint = run.ledger.complaint(about: run.folder, disk: next.name) {
            complaints.append("working: \(complaint)")
        }
        return run.complaints + complaints
    }

    @Test(
        "Whatever call fails, the drafts work again or tell the truth",
        arguments: DraftScript.all)
    func enumeration(_ script: DraftScript) {
        let counting = Run()
        counting.play(script)
        let calls = counting.disk.calls
        var points = 0
        var losses: [String] = []
        for call in stride(from: 1, through: calls, by: Sample.isWhole ? 1 : 3) {
            for (number, refusal) in DiskError.allCases.enumerated() {
                // A spread sample, unless everything is asked for: some calls, not every way.
                for count in [1, Int.max] where Sample.isWhole || (call + number) % 4 == count % 2 {
                    points += 1
                    let complaints = complaints(of: script, from: call, count: count, refusal)
                    let place = "\(script.name), call \(call), \(refusal) times \(count)"
                    losses += complaints.map { "\(place): \($0)" }
                }
            }
        }
        print("refusals: \(points) tried, \(losses.count) losses (\(script.name))")
        #expect(points >= calls / 3)
        #expect(losses.isEmpty, "\(losses.prefix(5).joined(separator: "\n"))")
    }
}
