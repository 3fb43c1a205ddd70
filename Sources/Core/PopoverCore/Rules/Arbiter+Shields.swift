// SPDX-License-Identifier: MIT

import PopoverModel

/// Shields: they disable the views under a popover (G4). A shield is sent to those whom it concerns:
/// the clients with something on the display, the shells and input observers, and who asked for it.
extension Arbiter {
    /// Updates the shield of a display and notifies its audience of a change.
    mutating func updateShield(of name: String) {
        guard let index = displays.index(of: name) else { return }
        let shield = shield(of: name, at: index)
        let isChanged = shield != displays[index].shield
        guard isChanged || displays[index].audience.hasNewcomers else { return }
        displays[index].shield = shield
        let recipients = displays[index].audience.takeRecipients(
            isChanged: isChanged, isShielded: shield.isOn)
        if !recipients.isEmpty { emit(.announce(shield.notification(of: name), to: recipients)) }
    }

    // Each open, tap and key asks for it, and a call takes 30 instructions.
    @inline(__always)
    private func shield(of name: String, at index: Int) -> Shield {
        var shield = Shield()
        if let alert = displays[index].presented.flatMap({ alerts.index(of: $0) }) {
            return Shield(isOn: true, except: alerts[alert].showing.map { [$0.frame] } ?? [])
        } else if let popover = displays[index].popover.flatMap({ popovers.index(of: $0) }) {
            let shapes = outline(at: popover)
            // Taps in an occluder pass through, so that its views stay interactive too.
            shield.isOn = true
            shield.except = shapes.interactive
            for rect in shapes.passthrough { shield.except.append(rect.offset(by: shapes.origin)) }
            for region in regions.occluders.onDisplay(name) { shield.except.append(region.rect) }
        }
        return shield
    }

    /// Switches the shield of a display off before it is removed: one that is added again has none.
    mutating func removeShield(of name: String) {
        guard let display = displays[name], display.shield.isOn else { return }
        let recipients = display.audience.clients
        if !recipients.isEmpty { emit(.announce(Shield().notification(of: name), to: recipients)) }
    }

    // MARK: Audiences

    /// Something of a client is on this display now.
    mutating func enterAudience(_ client: ClientID, of display: String) {
        guard clients.contains(client) else { return }
        var isNew = false
        displays.update(display) {
            $0.audience.enter(client)
            isNew = $0.audience.hasNewcomers
        }
        if isNew { touch(display) }
    }

    mutating func leaveAudience(_ client: ClientID, of display: String) {
        displays.update(display) { $0.audience.leave(client, isShielded: $0.shield.isOn) }
    }

    /// Whether a client is to get every shield, also of displays where it has nothing.
    func wantsShields(_ client: ClientID) -> Bool {
        clients.value(of: client) {
            $0.wantsShields || $0.roles.contains(.shell) || $0.roles.contains(.input)
        } ?? false
    }

    /// Has a client get every shield, or no longer.
    mutating func follow(everyShield isFollowing: Bool, _ client: ClientID) {
        guard clients.value(of: client, { $0.followsShields }) != isFollowing else { return }
        clients.update(client) { $0.followsShields = isFollowing }
        for name in displays.names {
            if isFollowing {
                enterAudience(client, of: name)
            } else {
                leaveAudience(client, of: name)
            }
        }
    }

    /// Finds the audience of a display that was just added.
    mutating func gatherAudience(of name: String) {
        for (id, client) in zip(clients.ids, clients) where client.followsShields {
            enterAudience(id, of: name)
        }
        // A display that is added again may still have a closing popover, and closing panels.
        for popover in popovers where popover.display === name {
            enterAudience(popover.owner, of: name)
        }
        for panel in panels where panel.display === name { enterAudience(panel.owner, of: name) }
    }
}
