// SPDX-License-Identifier: MIT

import PopoverModel

/// A popover or panel: something on the screen with a draft.
protocol WorkHolder {
    var owner: ClientID { get }
    var uid: UInt32 { get }
    var app: String { get }
    var display: String { get }
    /// As its client named it.
    var key: String? { get }
    /// The key of its draft if the client gave none; nil where no later open can match.
    var derivedKey: String? { get }
    var closing: Popover.Closing? { get }
    /// What events tell about it.
    var described: Fact { get }
}

extension WorkHolder {
    /// The key of its draft, valid even after the owner has disconnected.
    var draftKey: DraftKey? {
        guard let key = key ?? derivedKey else { return nil }
        return DraftKey(uid: uid, app: app, key: key)
    }

    /// What becomes of the draft. A tap or the end of a session may discard it, whatever the owner
    /// returned; the owner's own close or choice takes precedence.
    func work(_ handedOver: HandedOver, because reason: CloseReason) -> HandedOver {
        closing?.disposition == .discard && closing?.reason == reason ? .discarded : handedOver
    }
}

/// The name of a popover or panel.
enum HolderID: Codable, Hashable, Sendable {
    case popover(PopoverID)
    case panel(PanelID)
}

/// A detached popover: users work beside it, and taps do not close it (G22).
struct Panel: Codable, Sendable, WorkHolder {
    let owner: ClientID
    let uid: UInt32
    let app: String
    let display: String
    /// As its owner wants it; the display may have less room.
    var wanted: Rect
    var frame: Rect
    let key: String?
    let derivedKey: String?
    let title: String?
    let isPrivate: Bool
    /// Its owner is asked to take it off the screen. Next: closed.
    var closing: Popover.Closing?

    var described: Fact {
        var fact = Fact()
        fact.owner = uid
        fact.client = owner
        fact.app = app
        fact.display = display
        return fact
    }
}
