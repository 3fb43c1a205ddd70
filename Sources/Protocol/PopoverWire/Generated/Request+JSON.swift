// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

public import PopoverModel

extension Hello: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("protocol", protocolVersion)
        object.member("app", app)
        if roles != [.app] { object.member("roles", roles.map(\.rawValue).sorted()) }
        if wantsShields { object.member("shield", wantsShields) }
        if wantsFocus { object.member("focus", wantsFocus) }
        object.member("onBehalfOf", ifPresent: represented)
    }
}

extension RepresentedProcess: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("pid", pid)
        object.member("uid", uid)
    }
}

extension Place: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("display", ifPresent: display)
        object.member("surface", ifPresent: surface)
    }
}

extension Control: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("label", ifPresent: label)
        object.member("help", ifPresent: help)
        if role != .button { object.member("role", role) }
        if isDisabled { object.member("disabled", isDisabled) }
        if isPrivate { object.member("private", isPrivate) }
    }
}

extension OpenRequest: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("behavior", behavior)
        object.member("size", size)
        place.writeMembers(to: &object)
        object.member("source", ifPresent: source)
        object.member("anchor", ifPresent: anchor)
        object.member("sides", ifPresent: sides?.map(\.rawValue))
        if align != .center { object.member("align", align) }
        if gap != 0 { object.member("gap", gap) }
        if within != .display { object.member("within", within) }
        if !avoid.isEmpty { object.member("avoid", avoid) }
        if !passthrough.isEmpty { object.member("passthrough", passthrough) }
        object.member("minimum", ifPresent: minimum)
        object.member("key", ifPresent: key)
        if isModal { object.member("modal", isModal) }
        object.member("title", ifPresent: title)
        object.member("help", ifPresent: help)
        if !buttons.isEmpty { object.member("buttons", buttons) }
        object.member("severity", ifPresent: severity)
        if expands { object.member("expands", expands) }
        if !hit.isEmpty { object.member("hit", hit) }
        object.member("appearance", ifPresent: appearance)
        if isPrivate { object.member("private", isPrivate) }
        object.member("gesture", ifPresent: gesture)
        object.member("session", ifPresent: session)
        object.member("waitMs", ifPresent: wait?.milliseconds)
    }
}

extension PopoverChanges: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("size", ifPresent: size)
        object.member("anchor", ifPresent: anchor)
        object.member("sides", ifPresent: sides?.map(\.rawValue))
        object.member("align", ifPresent: align)
        object.member("gap", ifPresent: gap)
        object.member("within", ifPresent: within)
        object.member("avoid", ifPresent: avoid)
        object.member("passthrough", ifPresent: passthrough)
        object.member("hit", ifPresent: hit)
        object.member("modal", ifPresent: isModal)
        object.member("title", ifPresent: title)
        object.member("help", ifPresent: help)
        object.member("buttons", ifPresent: buttons)
    }
}

extension ViewRequest: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("kind", kind)
        object.member("frame", ifPresent: frame)
        object.member("display", ifPresent: display)
        if closePopover { object.member("closePopover", closePopover) }
        object.member("session", ifPresent: session)
    }
}

extension AlertRequest: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("title", title)
        object.member("severity", severity)
        object.member("buttons", buttons)
        object.member("message", ifPresent: message)
        object.member("size", ifPresent: size)
        object.member("key", ifPresent: key)
        object.member("display", ifPresent: display)
        if renderer != .shell { object.member("renderer", renderer) }
        object.member("timeoutMs", ifPresent: timeout?.milliseconds)
        object.member("session", ifPresent: session)
        if isPrivate { object.member("private", isPrivate) }
    }
}

extension TapReport: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        point.writeMembers(to: &object)
        place.writeMembers(to: &object)
        object.member("time", ifPresent: time?.microseconds)
        if pointer != 0 { object.member("pointer", pointer) }
        if wasSwallowed { object.member("swallowed", wasSwallowed) }
    }
}

extension PointerReport: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("phase", phase)
        report.writeMembers(to: &object)
        if kind != .touch { object.member("kind", kind) }
        if button != .primary { object.member("button", button) }
    }
}

extension DisplaySpecification: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("display", name)
        writeMembersWithoutName(to: &object)
    }

    func writeMembersWithoutName(to object: inout JSONWriter) {
        size.writeMembers(to: &object)
        object.member("scale", scale)
        object.member("insets", insets)
        object.member("idiom", idiom)
        object.member("translucency", hasTranslucency)
        object.member("contrast", contrast)
        object.member("reducedMotion", reducesMotion)
        object.member("direction", ifPresent: direction)
        object.member("tapMs", ifPresent: tapTime?.milliseconds)
        object.member("tapSlop", ifPresent: tapSlop)
        object.member("opens", ifPresent: opens)
        object.member("textScale", ifPresent: textScale)
        object.member("language", ifPresent: language)
        object.member("speech", ifPresent: speaks)
        object.member("slowPressMs", ifPresent: slowPress?.milliseconds)
        object.member("reach", ifPresent: reach)
        object.member("blank", ifPresent: isBlank)
    }
}

extension DisplayChanges: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("width", ifPresent: width)
        object.member("height", ifPresent: height)
        object.member("scale", ifPresent: scale)
        object.member("insets", ifPresent: insets)
        object.member("idiom", ifPresent: idiom)
        object.member("translucency", ifPresent: hasTranslucency)
        object.member("contrast", ifPresent: contrast)
        object.member("reducedMotion", ifPresent: reducesMotion)
        object.member("direction", ifPresent: direction)
        object.member("tapMs", ifPresent: tapTime?.milliseconds)
        object.member("tapSlop", ifPresent: tapSlop)
        object.member("opens", ifPresent: opens)
        object.member("textScale", ifPresent: textScale)
        object.member("language", ifPresent: language)
        object.member("speech", ifPresent: speaks)
        object.member("slowPressMs", ifPresent: slowPress?.milliseconds)
        object.member("reach", ifPresent: reach)
        object.member("blank", ifPresent: isBlank)
    }
}

extension PersonalSettings: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    /// Writes its members into an object.
    public func writeMembers(to object: inout JSONWriter) {
        object.member("textScale", ifPresent: textScale)
        object.member("contrast", ifPresent: contrast)
        object.member("reducedMotion", ifPresent: reducesMotion)
        object.member("language", ifPresent: language)
        object.member("direction", ifPresent: direction)
        object.member("speech", ifPresent: speaks)
        object.member("slowPressMs", ifPresent: slowPress?.milliseconds)
        object.member("reach", ifPresent: reach)
    }
}

extension Request {
    /// Writes its parameters, as a client sends them.
    public func writeMembers(to params: inout JSONWriter) {
        switch self {
        case .hello(let hello):
            hello.writeMembers(to: &params)
        case .setSurface(let surface, let display, let frame):
            params.member("surface", surface)
            params.member("display", ifPresent: display)
            params.member("frame", frame)
        case .removeSurface(let surface):
            params.member("surface", surface)
        case .setSource(let source, let rect, let place, let edge, let control):
            params.member("source", source)
            params.member("rect", rect)
            place.writeMembers(to: &params)
            params.member("edge", ifPresent: edge)
            control.writeMembers(to: &params)
        case .removeSource(let source):
            params.member("source", source)
        case .setOccluder(let occluder, let rect, let display):
            params.member("occluder", occluder)
            params.member("rect", rect)
            params.member("display", ifPresent: display)
        case .removeOccluder(let occluder):
            params.member("occluder", occluder)
        case .open(let open):
            open.value.writeMembers(to: &params)
        case .update(let popover, let changes):
            params.member("popover", popover)
            changes.writeMembers(to: &params)
        case .choose(let popover, let choice, let label):
            params.member("popover", popover)
            params.member("choice", choice)
            params.member("label", ifPresent: label)
        case .close(let popover, let outcome):
            params.member("popover", popover)
            params.member("outcome", outcome)
        case .detach(let popover, let frame):
            params.member("popover", popover)
            params.member("frame", ifPresent: frame)
        case .setPanel(let panel, let frame):
            params.member("panel", panel)
            params.member("frame", frame)
        case .raisePanel(let panel):
            params.member("panel", panel)
        case .closePanel(let panel, let outcome):
            params.member("panel", panel)
            params.member("outcome", ifPresent: outcome)
        case .presentView(let viewRequest):
            viewRequest.writeMembers(to: &params)
        case .closeView(let view):
            params.member("view", view)
        case .saveDraft(let key, let content, let revision, let sync, let session):
            params.member("key", key)
            params.member("content", content)
            params.member("revision", ifPresent: revision)
            if sync { params.member("sync", sync) }
            params.member("session", ifPresent: session)
        case .loadDraft(let key, let session):
            params.member("key", key)
            params.member("session", ifPresent: session)
        case .listDrafts: break
        case .discardDraft(let key, let session):
            params.member("key", key)
            params.member("session", ifPresent: session)
        case .raiseAlert(let alertRequest):
            alertRequest.writeMembers(to: &params)
        case .answerAlert(let alert, let button):
            params.member("alert", alert)
            params.member("button", button)
        case .cancelAlert(let alert):
            params.member("alert", alert)
        case .cancelRequest(let request):
            params.member("request", request)
        case .tap(let tapReport):
            tapReport.writeMembers(to: &params)
        case .pointer(let pointerReport):
            pointerReport.writeMembers(to: &params)
        case .key(let key, let display, let time, let isComposing):
            params.member("key", key)
            params.member("display", ifPresent: display)
            params.member("time", ifPresent: time?.microseconds)
            if isComposing { params.member("composing", isComposing) }
        case .navigate(let step, let display, let time):
            params.member("step", step)
            params.member("display", ifPresent: display)
            params.member("time", ifPresent: time?.microseconds)
        case .activateSource(let owner, let source):
            params.member("client", owner)
            params.member("source", source)
        case .subscribe(let topics, let since):
            params.member("topics", topics)
            params.member("since", ifPresent: since)
        case .unsubscribe(let topics):
            params.member("topics", topics)
        case .publish(let topic, let data):
            params.member("topic", topic)
            params.member("data", data)
        case .setDisplay(let displaySpecification):
            displaySpecification.writeMembers(to: &params)
        case .updateDisplay(let display, let changes):
            params.member("display", display)
            changes.writeMembers(to: &params)
        case .removeDisplay(let display):
            params.member("display", display)
        case .setSession(let display, let personalSettings):
            params.member("display", ifPresent: display)
            personalSettings.writeMembers(to: &params)
        case .discover: break
        case .status: break
        case .explain(let popover, let limit):
            params.member("popover", ifPresent: popover)
            if limit != 32 { params.member("limit", limit) }
        case .dismiss(let popover, let discard, let display):
            params.member("popover", ifPresent: popover)
            if discard { params.member("discard", discard) }
            params.member("display", ifPresent: display)
        case .endSession(let display):
            params.member("display", ifPresent: display)
        case .lockSession(let display):
            params.member("display", ifPresent: display)
        case .unlockSession(let display):
            params.member("display", ifPresent: display)
        case .readMetrics: break
        case .shutdown: break
        case .administer(let order): order.writeMembers(to: &params)
        case .invalid: break
        }
    }
}

extension Administration {
    func writeMembers(to params: inout JSONWriter) {
        switch self {
        case .listPlugins: break
        case .loadPlugin(let path, let name):
            params.member("path", ifPresent: path)
            params.member("name", ifPresent: name)
        case .unloadPlugin(let name):
            params.member("name", name)
        case .reloadPlugin(let name):
            params.member("name", name)
        case .clearPlugin(let name):
            params.member("name", name)
        case .reloadConfiguration: break
        case .setLogLevel(let level):
            params.member("level", level)
        case .startRecording(let path, _):
            params.member("path", ifPresent: path)
        case .stopRecording: break
        case .dumpRecording(let path, _):
            params.member("path", ifPresent: path)
        case .listRecordings: break
        }
    }
}
