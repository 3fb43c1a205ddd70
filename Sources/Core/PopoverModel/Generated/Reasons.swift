// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// Why a popover, panel or view closed.
public enum CloseReason: String, CaseIterable, Codable, Hashable, Sendable {
    /// A choice closed it.
    case choice
    /// The owner closed it, its draft consumed.
    case done
    /// The owner closed it, its draft discarded.
    case cancel
    /// A tap elsewhere.
    case outsideTap = "outside-tap"
    /// A tap on its own source.
    case sourceTap = "source-tap"
    /// Escape.
    case key
    /// Another popover is to take its place.
    case replaced
    /// The display changed so that it cannot stay, or is gone.
    case displayChanged = "display-changed"
    /// Its source or surface is gone, or on another display now; or the view is that revealed it.
    case sourceGone = "source-gone"
    /// It became a panel.
    case detached
    /// A view is to take its place.
    case viewPresented = "view-presented"
    /// The session ended.
    case sessionEnded = "session-ended"
    /// An administrator dismissed it, or locked the session.
    case administrator
    /// Nobody uses its display: a policy closes it, or ends the session.
    case idle
    /// Its owner's connection ended.
    case clientGone = "client-gone"
    /// The daemon ends.
    case shutdown
    /// Its owner has not answered `client.ping` while a client waited for its display or wanted the
    /// draft in its panel, or people tapped outside.
    case unresponsive
    /// Of a hint: its time is over.
    case timedOut = "timed-out"
    /// Of a hint: the finger has lifted.
    case released
    /// The owner closed it and kept its draft.
    case keep
}

/// Why the rules refused (error 1).
public enum RefusalReason: String, CaseIterable, Codable, Hashable, Sendable {
    /// Hello was not said.
    case helloFirst = "hello-first"
    /// A modal popover or a view is presented there.
    case modalActive = "modal-active"
    /// An alert is presented there.
    case alertActive = "alert-active"
    /// A popover is visible there.
    case popoverActive = "popover-active"
    /// A newer one replaced it; the session ended or is ending, or the display was removed.
    case superseded
    /// It timed out.
    case timedOut = "timed-out"
    /// It was canceled; of alerts: the session ended.
    case cancelled
    /// A tap on the same source has just closed its popover.
    case toggled
    /// A `tv` or `watch` has no popovers.
    case unsupportedIdiom = "unsupported-idiom"
    /// Its severity or its behavior says that it is a warning: raise an alert.
    case notForWarnings = "not-for-warnings"
    /// No loaded plugin provides it.
    case unknownBehavior = "unknown-behavior"
    /// No client can render it; of critical ones: for `limits.rendererMs`.
    case noRenderer = "no-renderer"
    /// The behavior does not allow it, or it is closing.
    case detachNotAllowed = "detach-not-allowed"
    /// The session is locked; of alerts: it was locked while they waited or were presented.
    case locked
    /// It refers to a past state: an older revision, or one that was consumed or discarded.
    case stale
    /// Not even its minimum fits.
    case doesNotFit = "does-not-fit"
    /// A panel has the draft of this key open; `panel` names it.
    case panelActive = "panel-active"
    /// The display requires a fresh [gesture](#gestures) of the app.
    case unasked
    /// The behavior does not allow it, or the configuration refuses it by [advice](#advice).
    case policy
    /// A popover on another display has the draft of this key open; `popover` names it.
    case keyActive = "key-active"
    /// It belongs to a [session](#sessions) that has ended.
    case sessionEnded = "session-ended"
    /// A more severe alert takes its place: a [limit](#presenting-alerts) was reached.
    case displaced

    /// One sentence for client developers.
    public var message: String {
        switch self {
        case .helloFirst: "say hello first"
        case .modalActive: "a modal popover or a view is presented on this display"
        case .alertActive: "an alert is presented on this display"
        case .popoverActive: "a popover is visible on this display"
        case .superseded: "something newer took its place"
        case .timedOut: "it timed out"
        case .cancelled: "it was canceled"
        case .toggled: "a tap on this source has just closed its popover"
        case .unsupportedIdiom: "this kind of device (idiom) has no popovers"
        case .notForWarnings: "popovers are not for warnings: raise an alert"
        case .unknownBehavior: "no loaded plugin provides this behavior"
        case .noRenderer: "there is no client left that can render this alert"
        case .detachNotAllowed: "this behavior does not let its popovers be detached"
        case .locked: "the session is locked"
        case .stale: "it refers to a past state, such as an older revision of a draft"
        case .doesNotFit: "its minimum size does not fit this display"
        case .panelActive: "a panel has the draft of this key open"
        case .unasked: "nobody has just touched this app: open popovers when people tap a control"
        case .policy: "a policy or behavior refuses it"
        case .keyActive: "a popover on another display has the draft of this key open"
        case .sessionEnded: "its session has ended"
        case .displaced: "a more severe alert takes its place"
        }
    }
}

/// Why the daemon closes a connection of its own accord.
public enum ByeReason: String, CaseIterable, Codable, Hashable, Sendable {
    /// It did not read.
    case slow
    /// It kept sending lines that are not JSON, or too long.
    case malformed
    /// It sent far more than the announced rate.
    case flood
    /// There are too many connections, of this user or in total, or too many new ones in a second.
    case quota
    /// It did not say hello in time.
    case helloTimeout = "hello-timeout"
    /// The daemon ends.
    case shutdown

    /// How long a client pauses before it connects again.
    public var retry: Interval {
        switch self {
        case .slow: .milliseconds(1000)
        case .malformed: .milliseconds(1000)
        case .flood: .milliseconds(5000)
        case .quota: .milliseconds(1000)
        case .helloTimeout: .milliseconds(0)
        case .shutdown: .milliseconds(1000)
        }
    }
}
