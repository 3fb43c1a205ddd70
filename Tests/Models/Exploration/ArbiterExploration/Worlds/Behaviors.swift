// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension Behavior {
    static let menu = made("menu") { $0.choiceCloses = true }
    static let sheet = made("action-sheet") {
        $0.choiceCloses = true
        $0.outsideTapDisposition = .discard
    }
    static let inspector = made("inspector") { $0.isDetachable = true }
    static let splitPane = made("split-pane") { $0.isPortraitOnly = true }
    static let hint = made("hint") {
        $0.isHint = true
        $0.widthRange = 60...320
    }
    /// One that wants to be asked everything.
    static let asking = made("asking") {
        $0.hooks = [.open, .choice, .outsideTap, .detach, .disposition]
    }

    static func made(_ name: String, _ change: (inout Behavior) -> Void) -> Behavior {
        var behavior = Behavior(name: name)
        change(&behavior)
        return behavior
    }
}
