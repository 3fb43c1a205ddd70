// SPDX-License-Identifier: MIT

/// Erases recordings of ended sessions.
package protocol RecordingEraser: AnyObject {
    /// Erases what is on the disk.
    /// - Parameter handler: called once, in bounded time, with whether everything is erased.
    func eraseRecordings(then handler: @escaping (Bool) -> Void)
    /// Forgets the latest events before the next one; recording, also one in progress, begins with the
    /// state at the end of this batch.
    func beginAnew()
}
