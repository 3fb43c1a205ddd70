// SPDX-License-Identifier: MIT

package import PopoverModel

/// Makes one story of what the shield swallows and what is seen on its way to others.
///
/// The server tells of each press twice where the shield swallows it, and once where it does not:
/// first raw, from below all windows, then at once to the window that gets it. Behind everything
/// raw it is asked where its pointer is: when the answer comes, the shield would have told.
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

    /// What the server tells.
    package struct Input {
        let phase: Phase
        let key: Key
        /// Milliseconds of the server's.
        let time: UInt32
        /// In pixels; nil: it does not say.
        let place: Point?

        package init(phase: Phase, key: Key, time: UInt32, place: Point?) {
            self.phase = phase
            self.key = key
            self.time = time
            self.place = place
        }
    }

    /// What is to be told of it.
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

    /// Something raw, for which the server has been asked.
    private struct Sight {
        let input: Input
        /// The shield has told of the same.
        var isSwallowed = false
    }

    private struct Finger {
        var place: Point
        let isSwallowed: Bool
    }

    private var fingers: [Key: Finger] = [:]
    /// Not answered yet: oldest first, one for each question to the server.
    private var sights: [Sight] = []

    package init() {}

    /// The shield has swallowed something.
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
            // A mouse tells that it moves, not of which button.
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

    /// Something was seen on its way to somebody; whether the server has to be asked.
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

    /// What was seen last is not asked about after all.
    package mutating func forgetLatest() { _ = sights.popLast() }

    /// The server has answered where its pointer is, after all that came before.
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
            // Of one that the shield had swallowed too: it has gone from under the finger.
            guard let finger = fingers[input.key] else { return nil }
            fingers[input.key]?.place = place ?? finger.place
        case .move: return nil
        }
        return output(input.phase, input.key, input.time)
    }

    /// What was begun and does not end any more, since the server is gone.
    package mutating func end() { self = Fingers() }

    private mutating func output(_ phase: Phase, _ key: Key, _ time: UInt32) -> Output? {
        guard let finger = fingers[key] else { return nil }
        if phase == .up { fingers[key] = nil }
        return Output(
            phase: phase, key: key, time: time, place: finger.place,
            isSwallowed: finger.isSwallowed)
    }
}
