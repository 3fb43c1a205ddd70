// SPDX-License-Identifier: MIT

import PopoverModel

/// Keys for the work of popovers that were opened without one, so that none of it is lost (G10).
/// They name their display: no customer gets the work of another display's (K3, K4).
extension Arbiter {
    /// The key that an open without one shares with the next open of the same app, display, behavior
    /// and source or surface. Nil if no later open can be told to be the same.
    func derivedKey(
        of request: borrowing OpenRequest, _ client: ClientID, on display: String
    ) -> String? {
        guard request.key == nil else { return nil }
        let origin: String
        if let source = request.source {
            origin = "source/\(source)"
        } else if let surface = request.place.surface {
            origin = "surface/\(surface)"
        } else {
            return nil
        }
        // With a slash in them, two different opens could have one key.
        let slash = UInt8(ascii: "/")
        guard !display.utf8.contains(slash), !request.behavior.utf8.contains(slash) else {
            return nil
        }
        let name = "\(DraftKey.reservedPrefix)\(display)/\(request.behavior)/\(origin)"
        guard name.utf8.count <= settings.limits.key else { return nil }
        // A panel that holds this work keeps it for itself.
        let isHeld = !panels.isEmpty && draftKey(name, of: client).flatMap(panel(holding:)) != nil
        return isHeld ? nil : name
    }

    /// The key of work that a popover or panel hands over; one of its own where no later open can match.
    func workKey(of holder: some WorkHolder) -> DraftKey {
        if let key = holder.draftKey { return key }
        var number = drafts.count(of: DraftOwner(uid: holder.uid, app: holder.app))
        while true {
            number += 1
            let name = "\(DraftKey.reservedPrefix)\(number)"
            let key = DraftKey(uid: holder.uid, app: holder.app, key: name)
            let isTaken = drafts[key] != nil || drafts.lateWork.contains { $0.key == key }
            if !isTaken { return key }
        }
    }

    /// The refusal of a key that only the daemon gives.
    func reserved(_ key: String?) -> RequestError? {
        guard let key, key.hasPrefix(DraftKey.reservedPrefix) else { return nil }
        let message = "keys that begin with \"\(DraftKey.reservedPrefix)\" are the daemon's own"
        return .badParameter(member: "key", message: message)
    }

    /// Reports work that no later open gets back.
    mutating func adviseOfOwnKey(_ key: DraftKey, _ description: Fact) {
        let message =
            "the work is kept as \"\(key.key)\", but no open gets it back: "
            + "open with a key, or at least with a source or a surface"
        for advice in advisor.advice(on: [Finding(.work, message)]) {
            publish(advice, description)
        }
    }
}
