// SPDX-License-Identifier: MIT

import CEvdev

/// What one device tells, frame by frame: fingers in slots (multi-touch protocol B), one finger, or
/// a mouse.
package struct Touches {
    package enum Phase {
        case down, move, up, cancel
    }

    /// A place as a share of the device: 0 to 1 from its left top.
    package struct Share: Equatable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package struct Output: Equatable {
        package let phase: Phase
        /// The slot; of a mouse, the button's code.
        package let number: Int
        package let isMouse: Bool
        package let place: Share

        package init(phase: Phase, number: Int, isMouse: Bool, place: Share) {
            self.phase = phase
            self.number = number
            self.isMouse = isMouse
            self.place = place
        }
    }

    private struct Slot {
        var isDown = false
        var wasDown = false
        var hasMoved = false
        var x: Int32 = 0
        var y: Int32 = 0
    }

    /// Slots beyond are nobody's fingers.
    package static let slots = 16
    /// A mouse crosses a screen in so many of its steps.
    private static let steps = 1500.0

    private let x: ClosedRange<Double>
    private let y: ClosedRange<Double>
    private let hasSlots: Bool
    private var slots = Array(repeating: Slot(), count: Touches.slots)
    private var slot = 0
    private var mouse = Share(x: 0.5, y: 0.5)
    private var hasMouseMoved = false
    /// Buttons that are down, and what happened to some in this frame.
    private var buttons: Set<Int> = []
    private var presses: [(button: Int, isDown: Bool)] = []
    /// The kernel has lost some of the device's events: until the frame's end nothing counts.
    private var isDropping = false

    /// - Parameters:
    ///   - x: the least and the most of the device's own numbers, the least below the most.
    ///   - hasSlots: it tells of one finger in the old way too, which is the same finger.
    package init(x: ClosedRange<Double>, y: ClosedRange<Double>, hasSlots: Bool) {
        self.x = x
        self.y = y
        self.hasSlots = hasSlots
    }

    /// Where fingers were last, slot by slot in the device's numbers, and the slot of which it tells
    /// next: a device repeats neither. A finger that is down now is nobody's.
    package mutating func takeUp(x: [Int32], y: [Int32], slot: Int) {
        for (index, place) in zip(slots.indices, zip(x, y)) {
            slots[index] = Slot(x: place.0, y: place.1)
        }
        self.slot = slot
    }

    /// Takes an event; at the end of a frame, what came of it.
    package mutating func take(type: UInt16, code: UInt16, value: Int32) -> [Output] {
        switch (Int32(type), Int32(code)) {
        case (EV_SYN, SYN_REPORT): return endFrame()
        case (EV_SYN, SYN_DROPPED): isDropping = true
        case _ where isDropping: break
        case (EV_ABS, let axis): move(axis, value)
        case (EV_REL, REL_X): moveMouse(Double(value) / Self.steps, 0)
        case (EV_REL, REL_Y): moveMouse(0, Double(value) / Self.steps)
        case (EV_KEY, BTN_TOUCH) where !hasSlots: slots[0].isDown = value != 0
        case (EV_KEY, BTN_LEFT...BTN_MIDDLE): presses.append((Int(code), value != 0))
        default: break
        }
        return []
    }

    private mutating func move(_ axis: Int32, _ value: Int32) {
        if axis == ABS_MT_SLOT {
            slot = Int(value)
            return
        }
        let isOld = axis == ABS_X || axis == ABS_Y
        guard isOld != hasSlots, slots.indices.contains(slot) else { return }
        switch axis {
        case ABS_MT_TRACKING_ID: slots[slot].isDown = value >= 0
        case ABS_MT_POSITION_X, ABS_X:
            slots[slot].x = value
            slots[slot].hasMoved = true
        case ABS_MT_POSITION_Y, ABS_Y:
            slots[slot].y = value
            slots[slot].hasMoved = true
        default: break
        }
    }

    private mutating func moveMouse(_ dx: Double, _ dy: Double) {
        mouse.x = min(1, max(0, mouse.x + dx))
        mouse.y = min(1, max(0, mouse.y + dy))
        hasMouseMoved = true
    }

    private mutating func endFrame() -> [Output] {
        if isDropping { return cancel() }
        var outputs: [Output] = []
        for index in slots.indices {
            let slot = slots[index]
            let phase: Phase? =
                switch (slot.wasDown, slot.isDown) {
                case (false, true): .down
                case (true, false): .up
                case (true, true): slot.hasMoved ? .move : nil
                case (false, false): nil
                }
            slots[index].wasDown = slot.isDown
            slots[index].hasMoved = false
            guard let phase else { continue }
            outputs.append(
                Output(phase: phase, number: index, isMouse: false, place: share(slot)))
        }
        return outputs + endMouseFrame()
    }

    private mutating func endMouseFrame() -> [Output] {
        var outputs: [Output] = []
        if hasMouseMoved {
            outputs += buttons.sorted().map {
                Output(phase: .move, number: $0, isMouse: true, place: mouse)
            }
        }
        for (button, isDown) in presses where buttons.contains(button) != isDown {
            if isDown { buttons.insert(button) } else { buttons.remove(button) }
            outputs.append(
                Output(phase: isDown ? .down : .up, number: button, isMouse: true, place: mouse))
        }
        hasMouseMoved = false
        presses = []
        return outputs
    }

    /// Ends everything that is under way: nobody knows how it went on.
    package mutating func cancel() -> [Output] {
        var outputs: [Output] = []
        for (index, slot) in slots.enumerated() where slot.wasDown {
            outputs.append(
                Output(phase: .cancel, number: index, isMouse: false, place: share(slot)))
        }
        outputs += buttons.sorted().map {
            Output(phase: .cancel, number: $0, isMouse: true, place: mouse)
        }
        slots = Array(repeating: Slot(), count: Self.slots)
        buttons = []
        presses = []
        isDropping = false
        return outputs
    }

    private func share(_ slot: Slot) -> Share {
        Share(
            x: (Double(slot.x) - x.lowerBound) / (x.upperBound - x.lowerBound),
            y: (Double(slot.y) - y.lowerBound) / (y.upperBound - y.lowerBound))
    }
}
