// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of gestures.
extension Arbiter {
    /// A gesture is held by one client, and by nobody after an open has used it; none outlives its
    /// display.
    var gesturesAreUsedOnce: [String] {
        var violations: [String] = []
        var held: Set<GestureID> = []
        for client in clients {
            for gesture in client.gestures {
                if !held.insert(gesture.id).inserted {
                    violations.append("two clients hold \(gesture.id)")
                }
                if displays[gesture.display] == nil {
                    violations.append("\(gesture.id) is of a display that is gone")
                }
            }
        }
        for popover in popovers {
            if let gesture = popover.gesture, held.contains(gesture) {
                violations.append("\(gesture) has opened \(popover.id) and may open another")
            }
        }
        return violations
    }
}
