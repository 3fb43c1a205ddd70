// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverSessions

/// Ignores all events.
final class NullEventObserver: EventObserver {
    var isFull: Bool { false }
    func rotate(at state: inout Arbiter) {}
    func willHandle(_ event: Event, at now: Instant) {}
    func didHandle(_ effects: [Effect]) {}
    func flush() {}
}
