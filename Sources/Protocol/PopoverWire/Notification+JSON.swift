// SPDX-License-Identifier: MIT
internal import PopoverModel

extension Notification {
    var method: String {
        switch self {
        case .popoverClosed: "popover.closed"
        case .popoverMoved: "popover.moved"
        case .popoverNudge: "popover.nudge"
        case .panelClosed: "panel.closed"
        case .viewClosed: "view.closed"
        case .sourceActivated: "source.activated"
        case .alertQueued: "alert.queued"
        case .alertDismiss: "alert.dismiss"
        case .shield: "shield"
        case .displayChanged, .displayRemoved: "display.changed"
        }
    }

    func writeMembers(to params: inout JSONWriter) {
        switch self {
        case .popoverClosed(let closed): closed.writeMembers(to: &params)
        case .popoverMoved(let popover, let presentation, let animation):
            params.member("popover", popover)
            params.presentation(presentation)
            params.animation(animation)
        case .popoverNudge(let popover): params.member("popover", popover)
        case .panelClosed(let panel, let reason):
            params.member("panel", panel)
            params.member("reason", reason)
        case .viewClosed(let view, let reason):
            params.member("view", view)
            params.member("reason", reason)
        case .sourceActivated(let source, let time):
            params.member("source", source)
            params.member("time", time.microseconds)
        case .alertQueued(let alert, let request):
            params.member("alert", alert)
            params.member("request", request)
        case .alertDismiss(let alert): params.member("alert", alert)
        case .shield(let display, let isOn, let except):
            params.member("display", display)
            params.member("on", isOn)
            params.member("except", except)
        case .displayChanged(let specification): params.specification(specification)
        case .displayRemoved(let specification):
            params.specification(specification)
            params.member("removed", true)
        }
    }
}

extension ClosedPopover {
    fileprivate func writeMembers(to params: inout JSONWriter) {
        params.member("popover", popover)
        params.member("reason", reason)
        params.member("draft", draft)
        params.member("returnFocus", returnFocus)
        if isUnresponsive { params.member("unresponsive", true) }
    }
}

extension Call {
    var method: String {
        switch self {
        case .willClose: "popover.willClose"
        case .presentAlert: "alert.present"
        }
    }

    func writeMembers(to params: inout JSONWriter) {
        switch self {
        case .willClose(let popover, let reason, let disposition, let deadline):
            params.member("popover", popover)
            params.member("reason", reason)
            params.member("disposition", disposition)
            params.member("deadlineMs", deadline.milliseconds)
        case .presentAlert(let alert):
            params.member("alert", alert.alert)
            params.member("title", alert.title)
            params.member("message", alert.message)
            params.member("severity", alert.severity)
            params.buttons(alert.buttons)
            params.member("frame", alert.frame)
            params.member("app", alert.app)
        }
    }
}
