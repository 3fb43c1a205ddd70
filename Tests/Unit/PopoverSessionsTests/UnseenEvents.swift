// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverSessions

/// Nobody writes down what happens.
final class UnseenEvents: EventWitness {
    var isFull: Bool { false }
    func turn(at state: inout Arbiter) {}
    func note(_ event: Event, at now: Instant) {}
    func decided() {}
    func flush() {}
}
