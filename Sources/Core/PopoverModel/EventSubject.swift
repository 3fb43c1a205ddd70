// SPDX-License-Identifier: MIT

/// The object whose state an event reports. Of two events with one subject the newer replaces the older.
public struct EventSubject: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case display
        case focus
        case lock
        case place
        case plugin
        case draft
        case configuration
    }

    public var kind: Kind
    public var name: String
    /// Of drafts, whose keys are an app's own.
    public var app: String?
    /// Of drafts: the user, since the same app of another user has keys of its own.
    public var user: UInt32?

    public static func == (left: EventSubject, right: EventSubject) -> Bool {
        left.kind == right.kind && left.name === right.name && left.app == right.app
            && left.user == right.user
    }
}

extension BusEvent {
    /// Nil for single incidents, such as a tap, and for sequences, such as an open and its close.
    public var subject: EventSubject? {
        switch topic {
        case .displayChanged: subject(.display, fact.specification?.name ?? fact.display)
        case .focusChanged: subject(.focus, fact.display)
        case .sessionLocked, .sessionUnlocked: subject(.lock, fact.display)
        case .popoverMoved: subject(.place, fact.popover?.description)
        case .pluginLoaded, .pluginFailed, .pluginUnloaded, .pluginService:
            subject(.plugin, fact.plugin)
        case .draftSaved, .draftDiscarded: draftSubject
        case .configReloaded: subject(.configuration, nil)
        case .popoverOpened, .popoverClosing, .popoverClosed, .popoverRefused, .popoverDetached,
            .alertQueued, .alertPresented, .alertAnswered, .alertCanceled, .tap, .draftRestored,
            .clientJoined, .clientLeft, .clientUnresponsive, .sessionBegan, .sessionEnded, .advice,
            .announcement,
            .app:
            nil
        }
    }

    private func subject(_ kind: EventSubject.Kind, _ name: String?) -> EventSubject {
        EventSubject(kind: kind, name: name ?? "")
    }

    /// Nil for other users: they do not see the draft's name, so no event replaces another.
    private var draftSubject: EventSubject? {
        guard let key = fact.key else { return nil }
        return EventSubject(kind: .draft, name: key, app: fact.app, user: fact.owner)
    }
}
