// SPDX-License-Identifier: MIT

import PopoverModel

/// The bundled behaviors, as their plugins describe themselves.
enum Behaviors {
    static let menu = behavior("menu") { $0.choiceCloses = true }
    static let actionSheet = behavior("action-sheet") {
        $0.choiceCloses = true
        $0.outsideTapDisposition = .discard
        $0.avoidsScrolling = true
    }
    static let inspector = behavior("inspector") { $0.isDetachable = true }
    static let selection = behavior("selection") { _ in }
    static let task = behavior("task") { $0.avoidsScrolling = true }
    static let splitPane = behavior("split-pane") {
        $0.needsTitle = true
        $0.isPortraitOnly = true
    }
    /// One that wants to be asked everything.
    static let oracle = behavior("oracle") {
        $0.hooks = [.open, .choice, .outsideTap, .detach]
    }

    static let all = [menu, actionSheet, inspector, selection, task, splitPane, oracle]

    private static func behavior(_ name: String, _ change: (inout Behavior) -> Void) -> Behavior {
        var behavior = Behavior(name: name)
        change(&behavior)
        return behavior
    }
}
