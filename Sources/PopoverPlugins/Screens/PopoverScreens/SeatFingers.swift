// SPDX-License-Identifier: MIT

package import PopoverModel

/// Tracks the fingers of all seats that the shield blocks.
package struct SeatFingers {
    /// A finger or a button.
    package struct Key: Hashable, Sendable {
        /// Numbers of fingers are unique within a seat only.
        package let seat: UInt32
        package let isTouch: Bool
        package let detail: Int32

        package init(seat: UInt32, isTouch: Bool, detail: Int32) {
            self.seat = seat
            self.isTouch = isTouch
            self.detail = detail
        }
    }

    package struct Output: Hashable, Sendable {
        package let phase: FingerReport.Phase
        package let key: Key
        /// Unique among fingers that are down.
        package let pointer: Int
        /// The display on which it went down.
        package let display: String
        /// In points of that display.
        package let point: Point
        /// Milliseconds of the server's clock; nil: unknown.
        package let time: UInt32?
    }

    /// Further fingers are ignored.
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

    /// A second press of the same key cancels the first.
    package mutating func down(
        _ key: Key, display: String, point: Point, time: UInt32
    ) -> [Output] {
        let forgotten = cancel { $0.key == key }
        guard fingers.count < Self.capacity else { return forgotten }
        let taken = Set(fingers.map(\.pointer))
        let pointer = (0...Self.capacity).first { !taken.contains($0) } ?? 0
        let finger = Finger(key: key, pointer: pointer, display: display, point: point)
        fingers.append(finger)
        return forgotten + [report(.down, finger, time)]
    }

    /// A mouse's move does not name a button: all pressed ones move.
    package mutating func move(_ key: Key, to point: Point, time: UInt32) -> [Output] {
        var outputs: [Output] = []
        for index in fingers.indices {
            let other = fingers[index].key
            let isIt =
                key.isTouch ? other == key : !other.isTouch && other.seat == key.seat
            guard isIt else { continue }
            fingers[index].point = point
            outputs.append(report(.move, fingers[index], time))
        }
        return outputs
    }

    package mutating func up(_ key: Key, time: UInt32) -> [Output] {
        guard let index = fingers.firstIndex(where: { $0.key == key }) else { return [] }
        return [report(.up, fingers.remove(at: index), time)]
    }

    /// Another client has taken all fingers, or all buttons, of a seat.
    package mutating func cancel(seat: UInt32, isTouch: Bool) -> [Output] {
        cancel { $0.key.seat == seat && $0.key.isTouch == isTouch }
    }

    /// Cancels fingers on other displays.
    package mutating func keep(onlyOn displays: Set<Name>) -> [Output] {
        cancel { !displays.contains(Name($0.display)) }
    }

    private mutating func cancel(where isGone: (Finger) -> Bool) -> [Output] {
        let gone = fingers.filter(isGone)
        fingers.removeAll(where: isGone)
        return gone.map { report(.cancel, $0, nil) }
    }

    private func report(_ phase: FingerReport.Phase, _ finger: Finger, _ time: UInt32?) -> Output {
        Output(
            phase: phase, key: finger.key, pointer: finger.pointer, display: finger.display,
            point: finger.point, time: time)
    }
}

/// Reports that are sent together: consecutive moves of a finger are merged.
package struct FingerReports {
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
