// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverStorage

/// Where the draft disk is at work, beside the loop: a thread, or a simulation's idea of one.
///
/// It is given one piece of work at a time, and calls back on the loop.
package protocol DraftWorker: AnyObject {
    func open(then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void)
    func apply(_ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void)
    /// Lets go of the disk.
    func close(then handler: @escaping () -> Void)
}
