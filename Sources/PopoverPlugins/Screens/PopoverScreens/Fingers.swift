// SPDX-License-Identifier: MIT

package import PopoverModel

/// Merges raw events with those that the shield blocks, so that each press is reported once. The
/// server sends each press raw, then to its window, which may be the shield. After each raw event
/// the pointer's position is requested: its reply arrives after the shield's event.
package struct Fingers {
    /// A finger or a button.
    package struct Key: Hashable {
        package let isTouch: Bool
        package let detail: UInt32

        package init(isTouch: Bool, detail: UInt32) {
            self.isTouch = isTouch
            self.detail = detail
        }
    }

    package enum Phase {
        case down, move, up
    }

    package struct Input {
        package let phase: Phase
        package let key: Key
        /// Milliseconds of the server's clock.
        let time: UInt32
        /// In pixels; nil: unknown.
        let place: Point?

        package init(phase: Phase, key: Key, time: UInt32, place: Point?) {
            self.phase = phase
            self.key = key
            self.time = time
            self.place = place
        }
    }

    package struct Output: Equatable {
        package let phase: Phase
        package let key: Key
        package let time: UInt32
        package let place: Point
        package let isSwallowed: Bool

        package init(phase: Phase, key: Key, time: UInt32, place: Point, isSwallowed: Bool) {
            self.phase = phase
            self.key = key
            self.time = time
            self.place = place
            self.isSwallowed = isSwallowed
        }
    }

    /// A raw event whose reply is pending.
    private struct Sight {
        let input: Input
        /// The shield has blocked the same event.
        var isSwallowed = false
    }

    private struct Finger {
        var place: Point
        let isSwallowed: Bool
    }

    private var fingers: [Key: Finger] = [:]
    /// Oldest first, one for each pending request.
    private var sights: [Sight] = []

    package init() {}

    /// Handles an event that the shield has blocked.
    package mutating func swallowed(_ input: Input) -> Output? {
        let sight = sights.lastIndex { sight in
            !sight.isSwallowed && sight.input.phase == input.phase
                && sight.input.key == input.key && sight.input.time == input.time
        }
        if let sight { sights[sight].isSwallowed = true }
        switch input.phase {
        case .down:
            guard let place = input.place else { return nil }
            fingers[input.key] = Finger(place: place, isSwallowed: true)
        case .move:
            // A mouse's move does not name a button.
            guard
                let key = fingers[input.key] != nil
                    ? input.key : fingers.keys.first(where: { !$0.isTouch && !input.key.isTouch }),
                let place = input.place
            else { return nil }
            fingers[key]?.place = place
            return output(.move, key, input.time)
        case .up:
            if let place = input.place { fingers[input.key]?.place = place }
        }
        return output(input.phase, input.key, input.time)
    }

    /// Handles a raw event; whether to request the pointer's position.
    package mutating func saw(_ input: Input) -> (isAsked: Bool, output: Output?) {
        guard input.phase == .move else {
            sights.append(Sight(input: input))
            return (true, nil)
        }
        guard let place = input.place, fingers[input.key]?.isSwallowed == false else {
            return (false, nil)
        }
        fingers[input.key]?.place = place
        return (false, output(.move, input.key, input.time))
    }

    /// The request for the latest raw event could not be sent.
    package mutating func forgetLatest() { _ = sights.popLast() }

    /// Handles the reply with the pointer's position.
    package mutating func answered(_ pointer: Point?) -> Output? {
        guard !sights.isEmpty else { return nil }
        let sight = sights.removeFirst()
        guard !sight.isSwallowed else { return nil }
        let input = sight.input
        let place = input.place ?? (input.key.isTouch ? fingers[input.key]?.place : pointer)
        switch input.phase {
        case .down:
            guard let place else { return nil }
            fingers[input.key] = Finger(place: place, isSwallowed: false)
        case .up:
            // Also of a blocked press whose shield is gone.
            guard let finger = fingers[input.key] else { return nil }
            fingers[input.key]?.place = place ?? finger.place
        case .move: return nil
        }
        return output(input.phase, input.key, input.time)
    }

    /// Forgets all presses, since the connection is lost.
    package mutating func end() { self = Fingers() }

    private mutating func output(_ phase: Phase, _ key: Key, _ time: UInt32) -> Output? {
        guard let finger = fingers[key] else { return nil }
        if phase == .up { fingers[key] = nil }
        return Output(
            phase: phase, key: key, time: time, place: finger.place,
            isSwallowed: finger.isSwallowed)
    }
}
