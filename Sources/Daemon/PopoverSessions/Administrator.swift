// SPDX-License-Identifier: MIT

package import PopoverModel

/// Carries out orders about the daemon itself: its plugins, configuration, log and recordings.
package protocol Administrator: AnyObject {
    /// - Parameter handler: called once, then or later.
    func administer(_ order: Administration, then handler: @escaping (Answer) -> Void)
    /// Adds what only it knows.
    func complete(_ scene: inout Scene)
    /// The same of numbers.
    func complete(_ metrics: inout Metrics)
    /// Nothing is left that the rules wait for.
    func rulesEnded()
}
