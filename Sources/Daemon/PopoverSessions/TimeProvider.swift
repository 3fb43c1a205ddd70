// SPDX-License-Identifier: MIT

package import PopoverModel

/// The clocks and alarms of the daemon: the system's, or a simulation's.
package protocol TimeProvider: AnyObject {
    /// A clock that never goes back.
    var now: Instant { get }
    /// The wall clock minus `now`, in microseconds.
    var wallClockAhead: Int64 { get }
    /// Creates an alarm that is not set.
    func alarm(_ handler: @escaping () -> Void) -> any Alarm
}

/// A one-shot timer that can be set again and again.
package protocol Alarm: AnyObject {
    var isSet: Bool { get }
    /// - Parameter delay: truncated to whole milliseconds.
    func set(after delay: Interval)
    /// Fires at `instant` or later, never earlier; soon if `instant` has passed.
    func set(at instant: Instant)
    func stop()
    /// The alarm must not be used after this.
    func close()
}
