// SPDX-License-Identifier: MIT

import PopoverModel

/// The presses that are down, and what of them waits for the daemon.
struct HeldPresses: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// Again, before the daemon has decided about the release.
        case pressed(Point, time: UInt32)
        case moved(Point, time: UInt32)
        case released(time: UInt32)
        case canceled
    }

    enum State: Hashable, Sendable {
        /// The daemon says whether a window gets it.
        case asked(request: String)
        /// A window has it.
        case passed
        /// Nobody gets it.
        case kept
        /// A window has it, and the daemon decides about its release first.
        case releasing(request: String, time: UInt32)
    }

    struct Press: Hashable, Sendable {
        let presser: Presser
        let display: String
        /// From the layout to the display.
        let origin: Point
        /// In the layout, where it is now.
        var point: Point
        let time: UInt32
        var state: State
        /// It is reported to the daemon.
        let isReported: Bool
        /// It is on the alert that the stage draws, and went down there.
        var start: Point?
        /// What has followed while it waits; of moves only the latest.
        var steps: [Step] = []
    }

    /// Oldest first.
    var presses: [Press] = []

    subscript(presser: Presser) -> Int? { presses.firstIndex { $0.presser == presser } }

    /// The press that waits for an answer to a request.
    func waiting(for request: String) -> Int? {
        presses.firstIndex {
            switch $0.state {
            case .asked(request), .releasing(request, _): true
            default: false
            }
        }
    }

    /// A window has a mouse button that is down: it gets the mouse, wherever it goes.
    var isDragging: Bool {
        presses.contains {
            guard case .button = $0.presser, $0.state == .passed else { return false }
            return true
        }
    }

    /// More than anybody presses within the second that a daemon may hang; further steps are lost.
    private static let mostSteps = 2048

    /// Keeps a step for later.
    mutating func hold(_ step: Step, at index: Int) {
        if case .moved = step, case .moved? = presses[index].steps.last {
            presses[index].steps.removeLast()
        }
        guard presses[index].steps.count < Self.mostSteps else { return }
        presses[index].steps.append(step)
    }
}
