// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// A notification to a client.
/// Its values are stored out of line, so that a message is cheap to pass on.
public indirect enum Notification: Codable, Hashable, Sendable {
    /// Exactly one for every popover that was granted, to its owner.
    case popoverClosed(ClosedPopover)
    /// The display, an inset, an occluder, the source or its surface changed.
    case popoverMoved(PopoverID, Presentation, Animation, scrim: Double? = nil)
    /// People tapped outside a popover that stays: draw attention to it.
    case popoverNudge(PopoverID)
    /// The daemon has ended a panel.
    case panelClosed(ClosedPanel)
    /// The display or its insets changed.
    case panelMoved(PanelID, frame: Rect, Animation)
    /// A client of the same app wants this panel's draft: bring it to the front.
    case panelRaised(PanelID)
    /// The daemon ends a view.
    case viewClosed(ViewID, CloseReason)
    /// A shield blocked a tap on this registered source, or people swiped from its edge: act on it;
    /// a client that reported the tap itself gets `deliver` instead, never both.
    case sourceActivated(source: String, time: Instant, gesture: GestureID? = nil)
    /// The display's keyboard is yours: in this popover, alert or view, on this control, or in your
    /// window.
    case focusEnter(display: String, FocusTarget, hasRing: Bool = false)
    /// The display's keyboard is another client's now, or nobody's.
    case focusLeave(display: String)
    /// A keypad was pressed while this is on top: move the focus in it, or activate or explain the
    /// focused control.
    case focusMove(display: String, FocusTarget, step: Step)
    /// At once, to the raiser.
    case alertQueued(AlertID, request: RequestID)
    /// Take it off the screen: canceled, timed out, answered elsewhere, or interrupted by a more
    /// severe one and presented again later.
    case alertDismiss(AlertID)
    /// The display's shield, when it changes and when it begins to concern the client.
    case shield(display: String, isOn: Bool, except: [Rect])
    /// To every client.
    case displayChanged(DisplayDescription, isRemoved: Bool = false)

    public var method: String {
        switch self {
        case .popoverClosed: "popover.closed"
        case .popoverMoved: "popover.moved"
        case .popoverNudge: "popover.nudge"
        case .panelClosed: "panel.closed"
        case .panelMoved: "panel.moved"
        case .panelRaised: "panel.raised"
        case .viewClosed: "view.closed"
        case .sourceActivated: "source.activated"
        case .focusEnter: "focus.enter"
        case .focusLeave: "focus.leave"
        case .focusMove: "focus.move"
        case .alertQueued: "alert.queued"
        case .alertDismiss: "alert.dismiss"
        case .shield: "shield"
        case .displayChanged: "display.changed"
        }
    }
}

/// A request to a client, which it must answer.
/// Its values are stored out of line, so that a message is cheap to pass on.
public indirect enum Call: Codable, Hashable, Sendable {
    /// Remove the popover from the screen and hand over its draft.
    case willClose(PopoverID, CloseReason, Disposition, deadline: Interval, Animation)
    /// Remove the panel from the screen and hand over its draft.
    case willClosePanel(PanelID, CloseReason, Disposition, deadline: Interval)
    /// Show an alert.
    case presentAlert(PresentedAlert)
    /// Show that you do not hang: another client waits for the display, or a tap had no effect.
    case ping(deadline: Interval)

    public var method: String {
        switch self {
        case .willClose: "popover.willClose"
        case .willClosePanel: "panel.willClose"
        case .presentAlert: "alert.present"
        case .ping: "client.ping"
        }
    }
}
