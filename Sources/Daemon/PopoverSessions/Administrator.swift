// SPDX-License-Identifier: MIT

package import PopoverModel

/// Executes requests about the daemon itself: its plugins, configuration, log and recordings.
package protocol Administrator: AnyObject {
    /// - Parameter handler: called once, now or later.
    func administer(_ order: Administration, then handler: @escaping (Answer) -> Void)
    /// Adds what only the process knows.
    func complete(_ scene: inout Scene)
    /// Adds the process's own metrics.
    func complete(_ metrics: inout Metrics)
    /// The rules wait for nothing any more, and the daemon may end.
    func rulesEnded()
}
