// SPDX-License-Identifier: MIT

import CFaultDisk
import CSQLite
import Glibc
import PopoverTestSupport
import Synchronization

/// A disk that fails and dies to order; see `fault_disk.h`.
@safe final class FaultDisk {
    private static let numbers = Atomic(0)

    /// As SQLite knows it.
    let name: String
    private let handle: OpaquePointer

    init() {
        let number = Self.numbers.add(1, ordering: .relaxed).newValue
        name = "fault-\(number)"
        guard let made = unsafe fault_disk_make(name) else {
            preconditionFailure("There is no memory for a disk.")
        }
        unsafe handle = made
    }

    deinit {
        unsafe fault_disk_free(handle)
    }

    var calls: Int { unsafe fault_disk_calls(handle) }
    var changes: Int { unsafe fault_disk_changes(handle) }
    var isDead: Bool { unsafe fault_disk_is_dead(handle) }

    func die(at change: Int) { unsafe fault_disk_die_at(handle, change) }

    func refuse(from first: Int, count: Int, _ refusal: DiskError) {
        unsafe fault_disk_refuse(handle, first, count, refusal.rawValue)
    }

    /// Refuses one call as if another process had a lock.
    func keepBusy(at call: Int) { unsafe fault_disk_refuse(handle, call, 1, SQLITE_BUSY) }

    func freeze() { unsafe fault_disk_freeze(handle) }

    func work() { unsafe fault_disk_refuse(handle, 0, 0, SQLITE_OK) }

    /// What a power cut now leaves of a folder.
    func image(of used: TemporaryFolder, seed: UInt64) -> TemporaryFolder {
        let folder = TemporaryFolder()
        let result = unsafe fault_disk_cut_power(handle, used.path, folder.path, seed)
        precondition(result == 0, "What a power cut leaves could not be written.")
        return folder
    }
}

extension [UInt8] {
    /// Whether these bytes are in it, next to each other.
    func contains(_ pattern: [UInt8]) -> Bool {
        unsafe fault_disk_finds(pattern, pattern.count, self, count)
    }
}

/// How a disk says no.
enum DiskError: Int32, CaseIterable {
    case full = 13
    case inputOutput = 10
    case readOnly = 8
    case cannotOpen = 14
}

/// How much of an enumeration is tried.
enum Sample {
    /// Everything, which takes minutes: `make durability`.
    static let isWhole = unsafe getenv("POPOVER_DURABILITY") != nil
}
