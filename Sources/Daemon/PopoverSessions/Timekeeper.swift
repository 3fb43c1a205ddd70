// SPDX-License-Identifier: MIT

package import PopoverModel

/// The clocks and alarms that the shell goes by: the system's, or a simulation's.
package protocol Timekeeper: AnyObject {
    /// A clock that never goes back.
    var now: Instant { get }
    /// How far the wall clock is ahead of it, in microseconds.
    var wallClockAhead: Int64 { get }
    /// Makes an alarm at rest.
    func alarm(_ handler: @escaping () -> Void) -> any Alarm
}

/// Calls its handler once at a time that can be moved.
package protocol Alarm: AnyObject {
    var isSet: Bool { get }
    /// - Parameter delay: in whole milliseconds; what is over is cut off.
    func set(after delay: Interval)
    /// Never before `instant`; as soon as can be when that has passed.
    func set(at instant: Instant)
    /// Forgets its time.
    func stop()
    /// It is not to be used after this.
    func close()
}
