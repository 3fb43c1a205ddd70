// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverSessions

/// Nobody writes down what happens.
final class NullEventObserver: EventObserver {
    var isFull: Bool { false }
    func rotate(at state: inout Arbiter) {}
    func willHandle(_ event: Event, at now: Instant) {}
    func didHandle() {}
    func flush() {}
}
