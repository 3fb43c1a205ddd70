// SPDX-License-Identifier: MIT

/// The one notification that ends every granted popover.
public struct ClosedPopover: Codable, Hashable, Sendable {
    public var popover: PopoverID
    public var reason: CloseReason
    public var draft: DraftOutcome
    public var returnFocus: Bool
    /// The owner missed the deadline.
    public var isUnresponsive: Bool
    /// Its display; not on the wire.
    public var display: String

    public init(
        popover: PopoverID, reason: CloseReason, draft: DraftOutcome, returnFocus: Bool,
        isUnresponsive: Bool, display: String
    ) {
        self.popover = popover
        self.display = display
        self.reason = reason
        self.draft = draft
        self.returnFocus = returnFocus
        self.isUnresponsive = isUnresponsive
    }
}

/// The notification that the daemon has ended a panel.
public struct ClosedPanel: Codable, Hashable, Sendable {
    public var panel: PanelID
    public var reason: CloseReason
    public var draft: DraftOutcome
    /// The owner missed the deadline.
    public var isUnresponsive: Bool

    public init(panel: PanelID, reason: CloseReason, draft: DraftOutcome, isUnresponsive: Bool) {
        self.panel = panel
        self.reason = reason
        self.draft = draft
        self.isUnresponsive = isUnresponsive
    }
}

public struct PresentedAlert: Codable, Hashable, Sendable {
    public var alert: AlertID
    public var title: String
    public var message: String?
    public var severity: Severity
    public var buttons: [Button]
    public var frame: Rect
    /// Of the client that raised it.
    public var app: String
    /// The rest of its time; nil for an alert that stays until it is answered.
    public var timeout: Interval?
    public var animation: Animation
    /// How dark to draw what is behind it, from 0 to 1.
    public var scrim: Double

    public init(
        alert: AlertID, title: String, message: String?, severity: Severity, buttons: [Button],
        frame: Rect, app: String, timeout: Interval? = nil, animation: Animation = .none,
        scrim: Double
    ) {
        self.alert = alert
        self.title = title
        self.message = message
        self.severity = severity
        self.buttons = buttons
        self.frame = frame
        self.app = app
        self.timeout = timeout
        self.animation = animation
        self.scrim = scrim
    }
}

/// A client's answer to a call.
public enum CallAnswer: Codable, Hashable, Sendable {
    /// `{"draft": …}`
    case draft(JSONText)
    /// A draft nested deeper than the wire takes; it counts as a draft over a limit.
    case draftTooDeep
    /// `{"saved": true}`
    case saved
    /// `{}`, and every other result.
    case empty
    /// An error.
    case error
}
