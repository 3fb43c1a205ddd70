// SPDX-License-Identifier: MIT

/// Why a popover, panel or view closed, spelled as on the wire.
public enum CloseReason: String, CaseIterable, Codable, Hashable, Sendable {
    case choice
    case done
    case cancel
    case outsideTap = "outside-tap"
    case sourceTap = "source-tap"
    case key
    case replaced
    case displayChanged = "display-changed"
    case sourceGone = "source-gone"
    case detached
    case viewPresented = "view-presented"
    case sessionEnded = "session-ended"
    case administrator
    case idle
    case clientGone = "client-gone"
    case shutdown
}

/// Why the rules refused (error 1), spelled as on the wire.
public enum RefusalReason: String, CaseIterable, Codable, Hashable, Sendable {
    case helloFirst = "hello-first"
    case modalActive = "modal-active"
    case alertActive = "alert-active"
    case popoverActive = "popover-active"
    case superseded
    case timedOut = "timed-out"
    case cancelled
    case toggled
    case unsupportedIdiom = "unsupported-idiom"
    case notForWarnings = "not-for-warnings"
    case unknownBehavior = "unknown-behavior"
    case noRenderer = "no-renderer"
    case detachNotAllowed = "detach-not-allowed"
    case locked
    case stale
    case doesNotFit = "does-not-fit"
    case policy

    /// One sentence for client developers.
    public var message: String {
        switch self {
        case .helloFirst: "say hello first"
        case .modalActive: "a modal popover or a view is presented on this display"
        case .alertActive: "an alert is presented on this display"
        case .popoverActive: "a popover is visible on this display"
        case .superseded: "something newer took its place"
        case .timedOut: "its time was over"
        case .cancelled: "it was canceled"
        case .toggled: "a tap on this very source has just closed its popover"
        case .unsupportedIdiom: "there are no popovers on displays of this idiom"
        case .notForWarnings: "popovers are not for warnings: raise an alert"
        case .unknownBehavior: "no loaded plugin provides this behavior"
        case .noRenderer: "there is no client left that can render this alert"
        case .detachNotAllowed: "this behavior does not let its popovers be detached"
        case .locked: "the session is locked"
        case .stale: "this is about something that is over"
        case .doesNotFit: "not even its minimum fits this display"
        case .policy: "a policy does not allow it"
        }
    }
}

/// Why the daemon closes a connection of its own accord.
public enum ByeReason: String, CaseIterable, Codable, Hashable, Sendable {
    case slow
    case malformed
    case flood
    case quota
    case helloTimeout = "hello-timeout"
    case shutdown
}
