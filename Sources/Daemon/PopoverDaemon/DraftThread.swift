// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions
import PopoverStorage

final class DraftThread: DraftWorker {
    private let worker: OrderedWorker<DraftDisk>

    /// - Parameters:
    ///   - directory: created if missing.
    ///   - keyFile: the key that seals drafts, if the file exists.
    init(_ loop: Loop, directory: String, keyFile: String?) throws(UVError) {
        worker = try OrderedWorker(loop, name: "drafts", capacity: 2) {
            DraftDisk(directory: directory, keyFile: keyFile)
        }
    }

    func open(then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void) {
        submit({ disk in disk.open() }, then: handler)
    }

    func apply(_ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void) {
        submit({ disk in disk.apply(changes) }, then: handler)
    }

    private func submit<Result: Sendable>(
        _ work: @escaping @Sendable (inout DraftDisk) -> Result,
        then handler: @escaping (Result) -> Void
    ) {
        let isAccepted = worker.submit(work, then: handler)
        precondition(isAccepted, "A worker with one job has room for another.")
    }

    func close(then handler: @escaping () -> Void) { worker.close(then: handler) }
}
