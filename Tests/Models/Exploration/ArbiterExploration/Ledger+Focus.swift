// SPDX-License-Identifier: MIT

import PopoverModel

/// The focus: at most one client of those that asked for it has the keyboard of a display, and it is
/// the one on top.
extension Ledger {
    struct Focused: Sendable {
        let client: ClientID
        let display: String
        let target: FocusTarget
    }

    mutating func enter(_ client: ClientID, _ target: FocusTarget, on display: String) {
        if let other = focused.first(where: { $0.display == display && $0.client != client }) {
            broken("\(client) gets the focus that \(other.client) has")
        }
        focused.removeAll { $0.display == display }
        focused.append(Focused(client: client, display: display, target: target))
    }

    mutating func leaveFocus(_ client: ClientID, on display: String) {
        guard focused.contains(where: { $0.client == client && $0.display == display }) else {
            return broken("\(client) leaves a focus that it does not have")
        }
        focused.removeAll { $0.display == display }
    }

    /// Called after every event, with all its effects noted.
    mutating func checkFocus() {
        for each in focused {
            let alert = presented.first { $0.display == each.display }
            let life = lives.first { $0.display == each.display && !$0.hasEnded }
            let view = views.first { $0.display == each.display }
            let isOnTop =
                if let alert {
                    each.target.alert == alert.alert && each.client == alert.renderer
                } else if let life {
                    each.target.popover == life.popover && each.client == life.owner
                } else if let view {
                    each.target.view == view.view && each.client == view.client
                } else {
                    !each.target.isOnTop
                }
            if !isOnTop {
                broken("\(each.client) has the focus, and is not on top: \(each.target)")
            }
        }
    }
}
