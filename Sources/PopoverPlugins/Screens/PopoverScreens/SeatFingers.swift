// SPDX-License-Identifier: MIT

package import PopoverModel

/// Makes one story for each finger of what the shield swallows, whoever's seat it is.
package struct SeatFingers {
    /// A finger or a button.
    package struct Key: Hashable, Sendable {
        /// Of the server; several may have a finger of the same number.
        package let seat: UInt32
        package let isTouch: Bool
        package let detail: Int32

        package init(seat: UInt32, isTouch: Bool, detail: Int32) {
            self.seat = seat
            self.isTouch = isTouch
            self.detail = detail
        }
    }

    /// What is to be told of one.
    package struct Output: Hashable, Sendable {
        package let phase: FingerReport.Phase
        package let key: Key
        /// Differs between fingers that are down at once.
        package let pointer: Int
        /// On which it went down.
        package let display: String
        /// In points of it.
        package let point: Point
        /// Milliseconds of the server's; nil: it does not say.
        package let time: UInt32?
    }

    /// People have ten, and a server that tells of more is not believed.
    package static let capacity = 32

    private struct Finger {
        let key: Key
        let pointer: Int
        let display: String
        var point: Point
    }

    /// In the order in which they went down.
    private var fingers: [Finger] = []

    package init() {}

    /// A second one of the same key ends the first.
    package mutating func down(
        _ key: Key, display: String, point: Point, time: UInt32
    ) -> [Output] {
        let forgotten = cancel { $0.key == key }
        guard fingers.count < Self.capacity else { return forgotten }
        let taken = Set(fingers.map(\.pointer))
        let pointer = (0...Self.capacity).first { !taken.contains($0) } ?? 0
        let finger = Finger(key: key, pointer: pointer, display: display, point: point)
        fingers.append(finger)
        return forgotten + [told(.down, finger, time)]
    }

    /// A mouse does not say of which button it moves: all that are down do.
    package mutating func move(_ key: Key, to point: Point, time: UInt32) -> [Output] {
        var outputs: [Output] = []
        for index in fingers.indices {
            let other = fingers[index].key
            let isIt =
                key.isTouch ? other == key : !other.isTouch && other.seat == key.seat
            guard isIt else { continue }
            fingers[index].point = point
            outputs.append(told(.move, fingers[index], time))
        }
        return outputs
    }

    package mutating func up(_ key: Key, time: UInt32) -> [Output] {
        guard let index = fingers.firstIndex(where: { $0.key == key }) else { return [] }
        return [told(.up, fingers.remove(at: index), time)]
    }

    /// All fingers, or all buttons, of a seat are somebody else's now.
    package mutating func cancel(seat: UInt32, isTouch: Bool) -> [Output] {
        cancel { $0.key.seat == seat && $0.key.isTouch == isTouch }
    }

    /// What is on other displays does not end any more.
    package mutating func keep(onlyOn displays: Set<String>) -> [Output] {
        cancel { !displays.contains($0.display) }
    }

    private mutating func cancel(where isGone: (Finger) -> Bool) -> [Output] {
        let gone = fingers.filter(isGone)
        fingers.removeAll(where: isGone)
        return gone.map { told(.cancel, $0, nil) }
    }

    private func told(_ phase: FingerReport.Phase, _ finger: Finger, _ time: UInt32?) -> Output {
        Output(
            phase: phase, key: finger.key, pointer: finger.pointer, display: finger.display,
            point: finger.point, time: time)
    }
}

/// What is to be told at once: of moves that follow each other the last is enough.
package struct FingerStories {
    package private(set) var outputs: [SeatFingers.Output] = []

    package init() {}

    package mutating func append(_ more: [SeatFingers.Output]) {
        for output in more {
            let last = outputs.lastIndex { $0.pointer == output.pointer }
            if output.phase == .move, let last, outputs[last].phase == .move {
                outputs[last] = output
            } else {
                outputs.append(output)
            }
        }
    }
}
