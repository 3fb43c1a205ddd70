// SPDX-License-Identifier: MIT

import CFaultDisk
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverTestSupport
import Synchronization

/// A disk with a real database, with delays, failures and power cuts.
@safe final class VirtualDisk {
    fileprivate let time: VirtualTime
    private var chance: Chance
    private let rates: FaultRates
    private var medium = Medium()
    private var folder = TemporaryFolder()

    /// An SQLite VFS that knows what was synced.
    @safe private final class Medium {
        private static let numbers = Atomic(0)

        let name: String
        let handle: OpaquePointer

        init() {
            name = "simulated-\(Self.numbers.add(1, ordering: .relaxed).newValue)"
            guard let made = unsafe fault_disk_make(name) else {
                preconditionFailure("There is no memory for a disk.")
            }
            unsafe handle = made
        }

        deinit {
            unsafe fault_disk_free(handle)
        }
    }

    init(_ time: VirtualTime, _ chance: Chance, _ rates: FaultRates) {
        self.time = time
        self.chance = chance
        self.rates = rates
    }

    /// The worker of one daemon.
    func worker() -> VirtualWorker {
        VirtualWorker(self, DraftDisk(directory: folder.path, medium: medium.name))
    }

    /// The duration of the next job.
    fileprivate func latency() -> Interval {
        if chance.happens(perMille: rates.diskHangs) { return chance.milliseconds(1000...20_000) }
        return chance.interval(200...20_000)
    }

    /// Runs a job, of which one call may fail.
    fileprivate func attempt<Result>(_ work: () -> Result) -> Result {
        guard chance.happens(perMille: rates.diskRefuses) else { return work() }
        let codes: [Int32] = [13, 10, 8, 14]
        let first = unsafe fault_disk_calls(medium.handle) + 1 + chance.below(40)
        unsafe fault_disk_refuse(medium.handle, first, 1 + chance.below(60), chance.pick(codes))
        let result = work()
        unsafe fault_disk_refuse(medium.handle, 0, 0, 0)
        return result
    }

    /// The daemon dies, with or without the machine; keeps what was written or synced.
    func kill(_ worker: VirtualWorker, withMachine: Bool) {
        let image = TemporaryFolder()
        // 1 keeps everything that was written.
        let seed = withMachine ? UInt64(chance.below(1 << 20)) : 1
        let result = unsafe fault_disk_cut_power(medium.handle, folder.path, image.path, seed)
        precondition(result == 0, "What a power cut leaves could not be written.")
        worker.kill()
        folder = image
        medium = Medium()
    }
}

/// The simulated worker thread of a daemon.
final class VirtualWorker: DraftWorker {
    private let disk: VirtualDisk
    /// nil if it is closed or the daemon is dead.
    private var database: DraftDisk?

    fileprivate init(_ disk: VirtualDisk, _ database: DraftDisk) {
        self.disk = disk
        self.database = database
    }

    func open(
        then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void
    ) {
        guard let result = database?.open() else { return }
        handler(result)
    }

    func apply(
        _ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void
    ) {
        disk.time.after(disk.latency()) { [weak self] in
            guard let self, database != nil,
                let outcome = disk.attempt({ self.database?.apply(changes) })
            else { return }
            onApplied?(changes, outcome)
            // The result takes time as well, and the daemon may die meanwhile.
            disk.time.after(.milliseconds(1)) { [weak self] in
                if self?.database != nil { handler(outcome) }
            }
        }
    }

    /// Called with the outcome before the daemon gets it.
    var onApplied: (([DraftChange], DraftDisk.Outcome) -> Void)?

    func close(then handler: @escaping () -> Void) {
        database = nil
        handler()
    }

    fileprivate func kill() {
        database = nil
    }
}
