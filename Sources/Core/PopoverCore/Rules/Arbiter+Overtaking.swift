// SPDX-License-Identifier: MIT

import PopoverModel

/// Overtaking: of two opens that wait for a display the newer one wins (F5), within the bounds of this file.
extension Arbiter {
    /// Whether an open may not overtake the open that waits: it comes from the owner of the popover
    /// in the way, or its user, and the other is another user's; or that owner has just overtaken
    /// one. An owner that reopens before it answers `willClose` would keep the display for ever.
    func isReopening(
        _ open: borrowing WaitingOpen, ahead waiting: WaitingOpen, _ index: Int
    ) -> Bool {
        let visible = displays[index].popover.flatMap { popovers.index(of: $0) }
        guard let visible, waiting.client != open.client else { return false }
        let user = popovers[visible].uid
        if uid(of: open.client) == user && uid(of: waiting.client) != user { return true }
        return open.client == popovers[visible].owner && displays[index].overtaker == open.client
    }

    /// Remembers an owner that overtakes an open that waits for its popover.
    mutating func noteOvertaking(
        of loser: ClientID, by winner: ClientID, at index: Int
    ) {
        let owner = displays[index].popover.flatMap { popovers.value(of: $0) { $0.owner } }
        guard owner == winner, loser != winner else { return }
        displays.update(displays[index].name) { $0.overtaker = winner }
    }
}
