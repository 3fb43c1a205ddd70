// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel

/// Whoever writes down what the rules are told.
package protocol EventWitness: AnyObject {
    /// Before the next event it wants to see the rules' state.
    var isFull: Bool { get }
    /// Makes room for more events. The rules decide as before afterwards.
    func turn(at state: inout Arbiter)
    /// The rules are about to be told this.
    func note(_ event: Event, at now: Instant)
    /// The rules have answered.
    func decided()
    /// A turn has ended.
    func flush()
}
