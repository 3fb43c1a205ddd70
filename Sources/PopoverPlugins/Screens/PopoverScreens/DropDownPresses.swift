// SPDX-License-Identifier: MIT

package import PopoverModel

/// Tells presses that a popover's drop-down takes from taps outside. Toolkits grab the pointer while a
/// drop-down is open: a press beside it closes the drop-down alone.
package struct DropDownPresses: Sendable {
    /// Fingers and buttons whose presses are the drop-down's.
    private var keys: Set<Fingers.Key> = []
    /// Drop-downs that were open at a press beside them.
    private var passed: Set<UInt32> = []
    /// Presses that are not reported yet, oldest first, and what was open then.
    private var seen: [(key: Fingers.Key, dropDowns: [UInt32: Rect?])] = []
    /// More than there are fingers.
    private static let mostSeen = 32

    package init() {}

    /// Notes a press when it is seen: when its report is due, it may have opened a drop-down, or closed
    /// the one that has taken it.
    /// - Parameter dropDowns: the open ones, and their places if known.
    package mutating func see(_ input: Fingers.Input, over dropDowns: [UInt32: Rect?]) {
        guard input.phase == .down else { return }
        if seen.count == Self.mostSeen { seen.removeFirst() }
        seen.append((input.key, dropDowns))
    }

    /// Whether a report is the drop-down's, and not for the daemon.
    package mutating func keep(_ output: Fingers.Output) -> Bool {
        switch output.phase {
        case .down:
            let index = seen.firstIndex { $0.key == output.key }
            let isKept = isTaken(output, by: index.map { seen.remove(at: $0).dropDowns } ?? [:])
            if isKept { keys.insert(output.key) } else { keys.remove(output.key) }
            return isKept
        case .move: return keys.contains(output.key)
        case .up: return keys.remove(output.key) != nil
        }
    }

    /// The connection is lost.
    package mutating func end() { self = DropDownPresses() }

    private mutating func isTaken(
        _ output: Fingers.Output, by dropDowns: [UInt32: Rect?]
    ) -> Bool {
        passed.formIntersection(dropDowns.keys)
        if dropDowns.isEmpty { return false }
        if dropDowns.values.contains(where: { $0?.contains(output.place) == true }) { return true }
        // Nobody has grabbed the pointer.
        if output.isSwallowed { return false }
        // A program that hangs leaves its drop-down open: the second press is decided.
        let isSecond = passed.isSuperset(of: dropDowns.keys)
        passed.formUnion(dropDowns.keys)
        return !isSecond
    }
}
