// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

/// The daemon dies before every single change of the disk, with and without the power.
@Suite("Crash points of the drafts")
struct CrashPointTests {
    /// What the process would say of a run: what it was told, and where it ended.
    private func run(
        _ script: DraftScript, in folder: TemporaryFolder, on disk: FaultDisk, keyFile: String?
    ) -> DraftLedger {
        var ledger = DraftLedger()
        var usedKey: String?
        var database: DraftDatabase?
        func reopen() {
            database = nil
            database = try? DraftDatabase.open(
                directory: folder.path, keyFile: usedKey, disk: disk.name
            ).database
        }
        reopen()
        for step in script.steps where !disk.isDead {
            switch step {
            case .reopen: reopen()
            case .reopenWithKey:
                usedKey = keyFile
                reopen()
                if database != nil { ledger.seal() }
            case .apply(let changes):
                guard let open = database else { continue }
                ledger.begin(changes)
                do {
                    try open.apply(changes)
                    ledger.acknowledge(changes)
                } catch {
                    #expect(disk.isDead, "\(script.name): \(error)")
                }
            }
        }
        return ledger
    }

    @Test("Acknowledged changes survive a crash at every point", arguments: DraftScript.all)
    func enumeration(_ script: DraftScript) { tryAll(script, keyFile: nil) }

    @Test("Interrupting the sealing of plain drafts loses and reveals nothing")
    func sealing() throws {
        let keys = TemporaryFolder()
        let keyFile = "\(keys.path)/key"
        try Files.write([UInt8](repeating: 9, count: 32), to: keyFile)
        tryAll(.sealing, keyFile: keyFile)
    }

    private func tryAll(_ script: DraftScript, keyFile: String?) {
        let counting = FaultDisk()
        let whole = TemporaryFolder()
        let last = run(script, in: whole, on: counting, keyFile: keyFile)
        #expect(last.possible.count == 1)
        var points = 0
        var losses: [String] = []
        for point in 1...counting.changes {
            let disk = FaultDisk()
            disk.die(at: point)
            let folder = TemporaryFolder()
            let ledger = run(script, in: folder, on: disk, keyFile: keyFile)
            // 0: nothing unsynced survives; 1: all of it, as after kill -9; the rest by chance.
            let chances = (0..<(Sample.isWhole ? 8 : 1)).map { UInt64(8 * point + $0) }
            for seed in [0, 1] + chances {
                points += 1
                let next = FaultDisk()
                let image = disk.image(of: folder, seed: seed)
                if let complaint = ledger.complaint(
                    about: image, disk: next.name, keyFile: keyFile)
                {
                    losses.append("\(script.name), change \(point), seed \(seed): \(complaint)")
                }
            }
        }
        print("crash points: \(points) tried, \(losses.count) losses (\(script.name))")
        #expect(points > 100)
        #expect(losses.isEmpty, "\(losses.prefix(5).joined(separator: "\n"))")
    }
}
