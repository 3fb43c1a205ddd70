// SPDX-License-Identifier: MIT

import CEvdev

/// The fingers of one input device, frame by frame: multi-touch (protocol B), single-touch, or a mouse.
package struct Touches {
    package enum Phase {
        case down, move, up, cancel
    }

    /// A position as a share of the device: 0 to 1 from its top left corner.
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
        package let position: Share

        package init(phase: Phase, number: Int, isMouse: Bool, position: Share) {
            self.phase = phase
            self.number = number
            self.isMouse = isMouse
            self.position = position
        }
    }

    private struct Slot {
        var isDown = false
        var wasDown = false
        var hasMoved = false
        var x: Int32 = 0
        var y: Int32 = 0
    }

    /// Slots beyond are ignored.
    package static let slots = 16
    /// Steps of a mouse across a display.
    private static let steps = 1500.0

    private let x: ClosedRange<Double>
    private let y: ClosedRange<Double>
    private let hasSlots: Bool
    private var slots = Array(repeating: Slot(), count: Touches.slots)
    private var slot = 0
    private var mouse = Share(x: 0.5, y: 0.5)
    private var hasMouseMoved = false
    /// Buttons that are down, and presses and releases in this frame.
    private var buttons: Set<Int> = []
    private var presses: [(button: Int, isDown: Bool)] = []
    /// The kernel has dropped events: the rest of the frame is ignored.
    private var isDropping = false

    /// - Parameters:
    ///   - x: the range of the device's values; not empty.
    ///   - hasSlots: multi-touch; its single-touch events repeat one of the fingers.
    package init(x: ClosedRange<Double>, y: ClosedRange<Double>, hasSlots: Bool) {
        self.x = x
        self.y = y
        self.hasSlots = hasSlots
    }

    /// Sets the last position of each slot, in the device's values, and its current slot: a device
    /// repeats neither. A finger that is already down is ignored.
    package mutating func restore(x: [Int32], y: [Int32], slot: Int) {
        for (index, position) in zip(slots.indices, zip(x, y)) {
            slots[index] = Slot(x: position.0, y: position.1)
        }
        self.slot = slot
    }

    /// Handles an event; returns the frame's reports at its end.
    package mutating func handle(type: UInt16, code: UInt16, value: Int32) -> [Output] {
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
                Output(phase: phase, number: index, isMouse: false, position: share(slot)))
        }
        return outputs + endMouseFrame()
    }

    private mutating func endMouseFrame() -> [Output] {
        var outputs: [Output] = []
        if hasMouseMoved {
            outputs += buttons.sorted().map {
                Output(phase: .move, number: $0, isMouse: true, position: mouse)
            }
        }
        for (button, isDown) in presses where buttons.contains(button) != isDown {
            if isDown { buttons.insert(button) } else { buttons.remove(button) }
            outputs.append(
                Output(phase: isDown ? .down : .up, number: button, isMouse: true, position: mouse))
        }
        hasMouseMoved = false
        presses = []
        return outputs
    }

    /// Cancels every finger and button that is down.
    package mutating func cancel() -> [Output] {
        var outputs: [Output] = []
        for (index, slot) in slots.enumerated() where slot.wasDown {
            outputs.append(
                Output(phase: .cancel, number: index, isMouse: false, position: share(slot)))
        }
        outputs += buttons.sorted().map {
            Output(phase: .cancel, number: $0, isMouse: true, position: mouse)
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
