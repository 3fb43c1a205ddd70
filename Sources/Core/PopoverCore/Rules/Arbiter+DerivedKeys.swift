// SPDX-License-Identifier: MIT

import PopoverModel

/// Keys for the drafts of popovers that were opened without one, so that none of them is lost (G10).
/// They name their display: no customer gets the draft of another display's (K3, K4).
extension Arbiter {
    /// Whether an open without a key shares its draft with the next open of the same app, display,
    /// behavior and source or surface: not if no later open can be recognized as the same.
    func hasDerivedKey(
        _ request: Shared<OpenRequest>, _ behavior: String, _ client: ClientID, on display: String
    ) -> Bool {
        guard request.key == nil, let origin = request.source ?? request.place.surface else {
            return false
        }
        let length =
            DraftKey.derivedLength + display.utf8.count + behavior.utf8.count
            + origin.utf8.count
        guard length <= settings.limits.key else { return false }
        guard !panels.isEmpty else { return true }
        // A panel that has this draft open keeps it for itself.
        let name = DraftKey.derived(
            display: display, behavior: behavior, source: request.source,
            surface: request.place.surface)
        guard let key = draftKey(name, of: client) else { return true }
        return panel(holding: key) == nil
    }

    /// The key of the draft that a popover or panel hands over; one of its own where no later open can match.
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
        guard let key, key.utf8.starts(with: DraftKey.reservedPrefix.utf8) else { return nil }
        let message = "keys that begin with \"\(DraftKey.reservedPrefix)\" are the daemon's own"
        return .badParameter(member: "key", message: message)
    }

    /// Reports a draft that no later open gets back.
    mutating func adviseOfOwnKey(_ key: DraftKey, _ description: Fact) {
        let message =
            "the draft is kept as \"\(key.key)\", but no open gets it back: "
            + "open with a key, or at least with a source or a surface"
        for advice in advisor.advice(on: [Finding(.work, message)]) {
            publish(advice, description)
        }
    }
}

extension Popover {
    /// Made when it is needed: most popovers hand over no draft.
    var derivedKey: String? {
        guard hasDerivedKey else { return nil }
        return DraftKey.derived(
            display: display, behavior: behavior.name, source: source, surface: surface)
    }
}

extension DraftKey {
    private static let derivedParts = (source: "/source/", surface: "/surface/")
    /// The bytes of a derived key, besides those that it is derived from.
    fileprivate static let derivedLength =
        reservedPrefix.utf8.count + 1 + derivedParts.surface.utf8.count

    /// Nil where two different opens could have one key: with a slash in these names.
    fileprivate static func derived(
        display: String, behavior: String, source: String?, surface: String?
    ) -> String? {
        let slash = UInt8(ascii: "/")
        if display.contains(byte: slash) || behavior.contains(byte: slash) { return nil }
        let kind = source == nil ? derivedParts.surface : derivedParts.source
        return "\(reservedPrefix)\(display)/\(behavior)\(kind)\(source ?? surface ?? "")"
    }
}

extension String {
    fileprivate func contains(byte: UInt8) -> Bool {
        let bytes = utf8Span.span
        for index in bytes.indices where bytes[index] == byte { return true }
        return false
    }
}
