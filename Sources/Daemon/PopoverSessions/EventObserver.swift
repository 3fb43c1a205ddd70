// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel

/// Records the events that the rules handle.
package protocol EventObserver: AnyObject {
    /// Whether `rotate` has to be called before the next event.
    var isFull: Bool { get }
    /// Makes room for more events. Must not change what the rules decide.
    func rotate(at state: inout Arbiter)
    func willHandle(_ event: Event, at now: Instant)
    /// Called before the effects run.
    func didHandle(_ effects: [Effect])
    /// Called at the end of a batch.
    func flush()
}
