// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of the focus.
extension Arbiter {
    /// The client that was notified that it has the keyboard is the one on top, and is there.
    func focusIsOnTop(_ all: [Display]) -> [String] {
        guard stage == .running else { return [] }
        var violations: [String] = []
        for display in all {
            let focus = display.focus
            if let beneath = focus.beneath, !clients.contains(beneath.client) {
                violations.append("\(beneath.client) is gone, and beneath on \(display.name)")
            }
            if clients.focusable.isEmpty { continue }
            if let told = focus.told, let index = displays.index(of: display.name),
                told.isForeign != focusHolder(at: index)?.isForeign
            {
                violations.append("nobody was told what is beneath on \(display.name)")
            }
            let target = focus.told?.target ?? FocusTarget()
            if let alert = display.presented {
                guard alerts[alert]?.showing?.renderer == focus.told?.client else {
                    violations.append("the renderer of \(alert) lacks the focus")
                    continue
                }
                if focus.told != nil, target.alert != alert {
                    violations.append("\(alert) lacks the focus")
                }
            } else if let popover = display.popover {
                if target.popover != popover || focus.told?.client != popovers[popover]?.owner {
                    violations.append("\(popover) lacks the focus")
                }
            } else if let view = display.view {
                if target.view != view || focus.told?.client != views[view]?.owner {
                    violations.append("\(view) lacks the focus")
                }
            } else if target.isOnTop {
                violations.append("the focus of \(display.name) is in what is gone")
            } else if let told = focus.told, !clients.contains(told.client) {
                violations.append("\(told.client) is gone, and has the focus of \(display.name)")
            }
        }
        return violations
    }
}
