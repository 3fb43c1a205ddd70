// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

public import PopoverModel

extension FocusTarget: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("alert", ifPresent: alert)
        object.member("popover", ifPresent: popover)
        object.member("view", ifPresent: view)
        object.member("source", ifPresent: source)
    }
}

extension DisplayFocus: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("client", ifPresent: client)
        object.member("app", ifPresent: app)
        object.member("pid", ifPresent: pid)
        target.writeMembers(to: &object)
        object.member("rect", ifPresent: rect)
        object.member("ring", hasRing)
        object.member("foreign", isForeign)
    }
}

extension Animation: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("animate", isAnimated)
        object.member("durationMs", duration.milliseconds)
        object.member("easing", ifPresent: easing)
        object.member("from", ifPresent: start)
    }
}

extension DraftSummary: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("key", key)
        object.member("bytes", bytes)
        object.member("revision", revision)
        object.member("savedAt", savedAt)
        object.member("reason", reason)
    }
}

extension Advice: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("rule", rule)
        object.member("message", message)
    }
}

extension Grant: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("popover", popover)
        presentation.writeMembers(to: &object)
        object.member("draft", ifPresent: draft)
        object.member("revision", ifPresent: revision)
        object.member("appearance", appearance)
        animation.writeMembers(to: &object)
        object.member("scrim", ifPresent: scrim)
        object.member("session", ifPresent: session)
        object.member("advice", advice)
    }
}

extension TapJudgement: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("verdict", verdict)
        object.member("deliver", deliver)
        object.member("popover", ifPresent: popover)
        object.member("gesture", ifPresent: gesture)
        object.member("client", ifPresent: client)
    }
}

extension ClosedPopover: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("popover", popover)
        object.member("reason", reason)
        object.member("draft", draft)
        object.member("returnFocus", returnFocus)
        if isUnresponsive { object.member("unresponsive", isUnresponsive) }
    }
}

extension ClosedPanel: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("panel", panel)
        object.member("reason", reason)
        object.member("draft", draft)
        if isUnresponsive { object.member("unresponsive", isUnresponsive) }
    }
}

extension PresentedAlert: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("alert", alert)
        object.member("title", title)
        object.member("message", message)
        object.member("severity", severity)
        object.member("buttons", buttons)
        object.member("frame", frame)
        object.member("app", app)
        object.member("timeoutMs", ifPresent: timeout?.milliseconds)
        animation.writeMembers(to: &object)
        object.member("scrim", scrim)
    }
}

extension ConfigurationChange: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("option", option)
        object.member("old", ifPresent: old)
        object.member("new", ifPresent: new)
        object.member("takesEffect", takesEffect)
    }
}

extension PluginService: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("state", state)
        object.member("message", ifPresent: message)
        object.member("time", ifPresent: time?.microseconds)
    }
}

extension RecordingFile: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    func writeMembers(to object: inout JSONWriter) {
        object.member("path", path)
        object.member("bytes", bytes)
        object.member("events", ifPresent: events)
        object.member("running", isRunning)
        object.member("limit", ifPresent: limit)
    }
}

extension Notification {
    /// Writes its parameters.
    func writeMembers(to object: inout JSONWriter) {
        switch self {
        case .popoverClosed(let closedPopover):
            closedPopover.writeMembers(to: &object)
        case .popoverMoved(let popover, let presentation, let animation, let scrim):
            object.member("popover", popover)
            presentation.writeMembers(to: &object)
            animation.writeMembers(to: &object)
            object.member("scrim", ifPresent: scrim)
        case .popoverNudge(let popover):
            object.member("popover", popover)
        case .panelClosed(let closedPanel):
            closedPanel.writeMembers(to: &object)
        case .panelMoved(let panel, let frame, let animation):
            object.member("panel", panel)
            object.member("frame", frame)
            animation.writeMembers(to: &object)
        case .panelRaised(let panel):
            object.member("panel", panel)
        case .viewClosed(let view, let reason):
            object.member("view", view)
            object.member("reason", reason)
        case .sourceActivated(let source, let time, let gesture):
            object.member("source", source)
            object.member("time", time.microseconds)
            object.member("gesture", ifPresent: gesture)
        case .focusEnter(let display, let focusTarget, let hasRing):
            object.member("display", display)
            focusTarget.writeMembers(to: &object)
            if hasRing { object.member("ring", hasRing) }
        case .focusLeave(let display):
            object.member("display", display)
        case .focusMove(let display, let focusTarget, let step):
            object.member("display", display)
            focusTarget.writeMembers(to: &object)
            object.member("step", step)
        case .alertQueued(let alert, let request):
            object.member("alert", alert)
            object.member("request", request)
        case .alertDismiss(let alert):
            object.member("alert", alert)
        case .shield(let display, let isOn, let except):
            object.member("display", display)
            object.member("on", isOn)
            object.member("except", except)
        case .displayChanged(let displayDescription, let isRemoved):
            displayDescription.writeMembers(to: &object)
            if isRemoved { object.member("removed", isRemoved) }
        }
    }
}

extension Call {
    /// Writes its parameters.
    func writeMembers(to object: inout JSONWriter) {
        switch self {
        case .willClose(let popover, let reason, let disposition, let deadline, let animation):
            object.member("popover", popover)
            object.member("reason", reason)
            object.member("disposition", disposition)
            object.member("deadlineMs", deadline.milliseconds)
            animation.writeMembers(to: &object)
        case .willClosePanel(let panel, let reason, let disposition, let deadline):
            object.member("panel", panel)
            object.member("reason", reason)
            object.member("disposition", disposition)
            object.member("deadlineMs", deadline.milliseconds)
        case .presentAlert(let presentedAlert):
            presentedAlert.writeMembers(to: &object)
        case .ping(let deadline):
            object.member("deadlineMs", deadline.milliseconds)
        }
    }
}

extension Answer {
    /// Writes the members of its result; an error has none.
    func writeMembers(to object: inout JSONWriter) {
        switch self {
        case .done: break
        case .welcome(let welcome):
            welcome.writeMembers(to: &object)
        case .opened(let grant):
            grant.writeMembers(to: &object)
        case .updated(let presentation, let animation, let scrim, let advice):
            presentation.writeMembers(to: &object)
            animation.writeMembers(to: &object)
            object.member("scrim", ifPresent: scrim)
            object.member("advice", ifPresent: advice)
        case .chosen(let closes):
            object.member("closes", closes)
        case .detached(let panel, let frame):
            object.member("panel", panel)
            object.member("frame", frame)
        case .panelSet(let frame):
            object.member("frame", frame)
        case .viewPresented(let view):
            object.member("view", view)
        case .draftSaved(let revision, let isDurable):
            object.member("revision", revision)
            object.member("durable", isDurable)
        case .draft(let draft):
            object.member("draft", draft)
        case .drafts(let drafts):
            object.member("drafts", drafts)
        case .alertAnswered(let alert, let button):
            object.member("alert", alert)
            object.member("button", button)
        case .judged(let judgement):
            judgement.writeMembers(to: &object)
        case .navigated(let outcome, let client, let source):
            object.member("outcome", outcome)
            object.member("client", ifPresent: client)
            object.member("source", ifPresent: source)
        case .subscribed(let sequence, let snapshot):
            object.member("sequence", sequence)
            object.member("snapshot", snapshot)
        case .published(let sequence):
            object.member("sequence", sequence)
        case .status(let scene):
            scene.writeMembers(to: &object)
        case .metrics(let metrics):
            metrics.writeMembers(to: &object)
        case .decisions(let decisions):
            object.member("decisions", decisions)
        case .reloaded(let changes):
            if !changes.isEmpty { object.member("changes", changes) }
        case .plugins(let plugins):
            object.member("plugins", plugins)
        case .plugin(let pluginStatus):
            pluginStatus.writeMembers(to: &object)
        case .recording(let recording):
            recording.writeMembers(to: &object)
        case .recordings(let recordings):
            object.member("recordings", recordings)
        case .discovered(let discovery):
            discovery.writeMembers(to: &object)
        case .failed: break
        }
    }
}
