// SPDX-License-Identifier: MIT

/// Erases recordings of ended sessions.
package protocol RecordingEraser: AnyObject {
    /// Erases what is on the disk.
    /// - Parameter handler: called once, with whether everything is erased.
    func eraseRecordings(then handler: @escaping (Bool) -> Void)
    /// Forgets the latest events; recording, also one in progress, begins with the present state.
    func beginAnew()
}
