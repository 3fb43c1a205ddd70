// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// The topics of the bus.
public enum Topic: Codable, Hashable, Sendable {
    /// A popover was granted.
    case popoverOpened
    /// A popover is asked to close.
    case popoverClosing
    /// A popover has closed.
    case popoverClosed
    /// An open was refused.
    case popoverRefused
    /// A popover has moved or changed its size; also for the owner's own `popover.update`.
    case popoverMoved
    /// A popover has become a panel.
    case popoverDetached
    /// An alert was raised.
    case alertQueued
    /// An alert is on the screen.
    case alertPresented
    /// People have answered an alert.
    case alertAnswered
    /// An alert was withdrawn.
    case alertCanceled
    /// A tap got its verdict.
    case tap
    /// Another client, or another part of it, has the keyboard of a display; or the ring has moved.
    case focusChanged
    /// A text to speak, on a display with `speech`.
    case announcement
    /// A draft is on the disk.
    case draftSaved
    /// A draft was given back.
    case draftRestored
    /// A draft was erased or not kept.
    case draftDiscarded
    /// A display was set or removed.
    case displayChanged
    /// A client has said hello.
    case clientJoined
    /// A client has left.
    case clientLeft
    /// A client has not answered a ping: it loses its popovers, panels and views, and the alerts
    /// that it renders.
    case clientUnresponsive
    /// A plugin answers.
    case pluginLoaded
    /// A plugin could not be loaded, or is suspended.
    case pluginFailed
    /// A plugin was unloaded.
    case pluginUnloaded
    /// A plugin reports the state of its service.
    case pluginService
    /// The configuration was read again.
    case configReloaded
    /// People use a display: its first touch or key since it was at rest.
    case sessionBegan
    /// A session has ended, and its drafts are erased.
    case sessionEnded
    /// A session is locked.
    case sessionLocked
    /// A lock has ended.
    case sessionUnlocked
    /// A guideline was not followed.
    case advice
    /// A client's own, `app.` and more.
    case app(String)

    public var name: String {
        switch self {
        case .popoverOpened: "popover.opened"
        case .popoverClosing: "popover.closing"
        case .popoverClosed: "popover.closed"
        case .popoverRefused: "popover.refused"
        case .popoverMoved: "popover.moved"
        case .popoverDetached: "popover.detached"
        case .alertQueued: "alert.queued"
        case .alertPresented: "alert.presented"
        case .alertAnswered: "alert.answered"
        case .alertCanceled: "alert.cancelled"
        case .tap: "tap"
        case .focusChanged: "focus.changed"
        case .announcement: "announcement"
        case .draftSaved: "draft.saved"
        case .draftRestored: "draft.restored"
        case .draftDiscarded: "draft.discarded"
        case .displayChanged: "display.changed"
        case .clientJoined: "client.joined"
        case .clientLeft: "client.left"
        case .clientUnresponsive: "client.unresponsive"
        case .pluginLoaded: "plugin.loaded"
        case .pluginFailed: "plugin.failed"
        case .pluginUnloaded: "plugin.unloaded"
        case .pluginService: "plugin.service"
        case .configReloaded: "config.reloaded"
        case .sessionBegan: "session.began"
        case .sessionEnded: "session.ended"
        case .sessionLocked: "session.locked"
        case .sessionUnlocked: "session.unlocked"
        case .advice: "advice"
        case .app(let name): name
        }
    }

    /// Whether its events are only for the user that they are about, administrators and bound
    /// observers.
    public var isPrivate: Bool {
        switch self {
        case .tap, .draftSaved, .draftRestored, .draftDiscarded: true
        default: false
        }
    }
}
