// SPDX-License-Identifier: MIT

import PopoverModel

/// Accounts: the memory that each user's regions, panels and drafts take, as estimated by `cost`.
/// Whatever connections they come from, no user can have it all (`Shares`). Alerts and subscriptions
/// are few: their number is limited for each user.
extension Arbiter {
    /// Whether a client's user may have objects of this cost in addition.
    func hasRoom(for cost: Int, of client: ClientID) -> Bool {
        guard let uid = clients.value(of: client, { $0.credentials.uid }) else { return false }
        return objects.hasRoom(for: cost, of: uid, within: settings.limits.objectsTotal)
    }

    /// Charges a client's user for an object of the client.
    /// - Parameter cost: negative for an object that is gone.
    mutating func charge(_ cost: Int, to client: ClientID) {
        var uid: UInt32?
        clients.update(client) {
            $0.charged += cost
            uid = $0.credentials.uid
        }
        if let uid { objects.charge(cost, to: uid) }
    }

    /// Releases everything that a client was charged for, which is gone with it.
    mutating func release(_ client: Client) {
        objects.charge(-client.charged, to: client.credentials.uid)
    }

    // MARK: Regions and panels

    /// Registers or moves a region; refuses the request where the client's user has no room for it.
    /// - Parameter earlier: the region as it is registered.
    mutating func register(
        _ region: Region, after earlier: Region?, as kind: Regions.Kind, _ id: RequestID?
    ) -> Bool {
        let client = region.key.client
        let cost = region.cost(after: earlier)
        guard cost <= 0 || hasRoom(for: cost, of: client) else {
            fail(client, id, overLimit(.objectsTotal))
            return false
        }
        replace(earlier, with: region, as: kind)
        return true
    }

    /// Registers or moves a region.
    mutating func replace(_ earlier: Region?, with region: Region, as kind: Regions.Kind) {
        regions.set(region, as: kind)
        let cost = region.cost(after: earlier)
        if cost != 0 { charge(cost, to: region.key.client) }
        guard earlier?.display !== region.display else { return }
        if let earlier { leaveAudience(region.key.client, of: earlier.display) }
        enterAudience(region.key.client, of: region.display)
    }

    @discardableResult
    mutating func unregister(_ key: RegionKey, _ kind: Regions.Kind) -> Region? {
        guard let region = regions.remove(key, kind) else { return nil }
        charge(-region.cost, to: key.client)
        leaveAudience(key.client, of: region.display)
        return region
    }

    mutating func add(_ panel: Panel, as id: PanelID) {
        panels[id] = panel
        charge(panel.cost, to: panel.owner)
        enterAudience(panel.owner, of: panel.display)
    }

    mutating func remove(_ id: PanelID) -> Panel? {
        guard let panel = panels.remove(id) else { return nil }
        charge(-panel.cost, to: panel.owner)
        leaveAudience(panel.owner, of: panel.display)
        return panel
    }

    // MARK: Drafts

    /// Adds a draft, or replaces the one under its key.
    mutating func add(_ draft: StoredDraft) {
        let earlier = drafts.keep(draft)
        if earlier == nil { objects.charge(StoredDraft.cost(of: draft.key), to: draft.key.uid) }
    }

    mutating func remove(_ key: DraftKey) {
        guard drafts.remove(key) != nil else { return }
        objects.charge(-StoredDraft.cost(of: key), to: key.uid)
    }
}

// Estimates in bytes, rather too high: the object, its entries in indexes, and its texts.

extension Region {
    var cost: Int { 384 + key.name.utf8.count + textCost }

    private var textCost: Int {
        (surface?.utf8.count ?? 0)
            + (control.map { 128 + ($0.label?.utf8.count ?? 0) + ($0.help?.utf8.count ?? 0) } ?? 0)
    }

    /// What it costs in addition to the same region as it was before.
    func cost(after earlier: Region?) -> Int {
        guard let earlier else { return cost }
        let isSame =
            surface?.utf8.count == earlier.surface?.utf8.count && control == earlier.control
        return isSame ? 0 : cost - earlier.cost
    }
}

extension Panel {
    var cost: Int {
        512 + ((key ?? derivedKey)?.utf8.count ?? 0) + (title?.utf8.count ?? 0)
    }
}

extension StoredDraft {
    /// Without the content, which counts for `draftsTotal`.
    static func cost(of key: DraftKey) -> Int { 512 + key.key.utf8.count + key.app.utf8.count }
}
