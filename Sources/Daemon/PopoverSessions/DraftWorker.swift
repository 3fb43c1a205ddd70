// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverStorage

/// Runs draft disk jobs on a thread or in a simulation, one at a time; it calls back on the loop.
package protocol DraftWorker: AnyObject {
    func open(then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void)
    func apply(_ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void)
    /// Closes the database and ends.
    func close(then handler: @escaping () -> Void)
}
