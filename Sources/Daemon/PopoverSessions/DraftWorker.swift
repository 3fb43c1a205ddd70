// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverStorage

/// Runs the draft disk beside the loop: on a thread, or in a simulation.
///
/// It gets one job at a time and calls back on the loop.
package protocol DraftWorker: AnyObject {
    func open(then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void)
    func apply(_ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void)
    /// Closes the database and ends.
    func close(then handler: @escaping () -> Void)
}
