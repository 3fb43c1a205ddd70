// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of gestures.
extension Arbiter {
    /// No gesture outlives its client or its display, or can be used again.
    var gesturesAreUsedOnce: [String] {
        var violations: [String] = []
        for gesture in gestures {
            if displays[gesture.display] == nil || !clients.contains(gesture.client) {
                violations.append("\(gesture.id) is of a display or client that is gone")
            }
            for popover in popovers where popover.gesture == gesture.id {
                violations.append("\(gesture.id) has opened \(popover.id) and may open another")
            }
        }
        return violations
    }
}
