// SPDX-License-Identifier: MIT

import CFaultDisk
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverTestSupport
import Synchronization

/// A disk with a real database on it, whose work takes its time, is refused, and ends with the
/// power.
@safe final class VirtualDisk {
    fileprivate let time: VirtualTime
    private var chance: Chance
    private let rates: FaultRates
    private var medium = Medium()
    private var folder = TemporaryFolder()

    /// An SQLite VFS of its own, which knows what a sync has brought to the disk.
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

    /// What a daemon has of it, for as long as that lives.
    func worker() -> VirtualWorker {
        VirtualWorker(self, DraftDisk(directory: folder.path, medium: medium.name))
    }

    /// How long the next work takes.
    fileprivate func latency() -> Interval {
        if chance.happens(perMille: rates.diskHangs) { return chance.milliseconds(1000...20_000) }
        return chance.interval(200...20_000)
    }

    /// Does work that may be refused at one of its calls.
    fileprivate func attempt<Result>(_ work: () -> Result) -> Result {
        guard chance.happens(perMille: rates.diskRefuses) else { return work() }
        let codes: [Int32] = [13, 10, 8, 14]
        let first = unsafe fault_disk_calls(medium.handle) + 1 + chance.below(40)
        unsafe fault_disk_refuse(medium.handle, first, 1 + chance.below(60), chance.pick(codes))
        let result = work()
        unsafe fault_disk_refuse(medium.handle, 0, 0, 0)
        return result
    }

    /// The daemon dies in the middle of anything, and the machine with it or not: from now on there
    /// is what that leaves.
    func kill(_ worker: VirtualWorker, withMachine: Bool) {
        let image = TemporaryFolder()
        // 1 leaves all that was written.
        let seed = withMachine ? UInt64(chance.below(1 << 20)) : 1
        let result = unsafe fault_disk_cut_power(medium.handle, folder.path, image.path, seed)
        precondition(result == 0, "What a power cut leaves could not be written.")
        worker.kill()
        folder = image
        medium = Medium()
    }
}

/// The daemon's side of the disk, at work beside the loop.
final class VirtualWorker: DraftWorker {
    private let disk: VirtualDisk
    /// nil when it is closed, or the daemon is dead.
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
            // The word of it takes its way too, on which the daemon may die.
            disk.time.after(.milliseconds(1)) { [weak self] in
                if self?.database != nil { handler(outcome) }
            }
        }
    }

    /// Told when the disk has the changes, or has refused them, before the daemon hears of it.
    var onApplied: (([DraftChange], DraftDisk.Outcome) -> Void)?

    func close(then handler: @escaping () -> Void) {
        database = nil
        handler()
    }

    fileprivate func kill() {
        database = nil
    }
}
