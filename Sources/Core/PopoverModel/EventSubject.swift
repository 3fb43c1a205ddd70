// SPDX-License-Identifier: MIT

/// Whose state an event tells: of two events about the same, the newer says all there is to know.
public struct EventSubject: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case display
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
}

extension BusEvent {
    /// Nil for what happened once, like a tap, or belongs to a story, like an open and its close.
    public var subject: EventSubject? {
        switch topic {
        case .displayChanged: subject(.display, fact.specification?.name ?? fact.display)
        case .sessionLocked, .sessionUnlocked: subject(.lock, fact.display)
        case .popoverMoved: subject(.place, fact.popover?.description)
        case .pluginLoaded, .pluginFailed, .pluginUnloaded: subject(.plugin, fact.plugin)
        case .draftSaved, .draftDiscarded: draftSubject
        case .configReloaded: subject(.configuration, nil)
        case .popoverOpened, .popoverClosing, .popoverClosed, .popoverRefused, .popoverDetached,
            .alertQueued, .alertPresented, .alertAnswered, .alertCancelled, .tap, .draftRestored,
            .clientJoined, .clientLeft, .sessionEnded, .advice, .app:
            nil
        }
    }

    private func subject(_ kind: EventSubject.Kind, _ name: String?) -> EventSubject {
        EventSubject(kind: kind, name: name ?? "")
    }

    /// Nil for strangers, who are not told which draft it is: of two, neither says all.
    private var draftSubject: EventSubject? {
        guard let key = fact.key else { return nil }
        return EventSubject(kind: .draft, name: key, app: fact.app, user: fact.owner)
    }
}
