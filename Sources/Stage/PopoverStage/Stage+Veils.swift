// SPDX-License-Identifier: MIT

import PopoverModel

/// What hides parts of windows until their programs have drawn again.
extension Stage {
    /// Covers a part of a window, or all of it, until it draws.
    mutating func veil(_ window: StageWindow.ID, _ part: Rect? = nil) {
        veils.removeAll { $0.window == window && $0.part == part }
        veils.append(Veil(window: window, part: part, endsAt: now + Self.veilTime))
        orders.append(.awaitDrawing(window, part))
    }

    mutating func unveil(_ window: StageWindow.ID, after time: Int64) {
        for index in veils.indices where veils[index].window == window {
            veils[index].hasDrawn = true
            veils[index].endsAt = now + time
        }
        veils.removeAll { $0.hasDrawn && $0.endsAt <= now }
    }

    mutating func veil(again window: StageWindow.ID) {
        for index in veils.indices where veils[index].window == window {
            veils[index].endsAt = now + Self.veilTime
        }
    }
}
