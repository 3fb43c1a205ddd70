// SPDX-License-Identifier: MIT
internal import PopoverModel

extension Answer {
    /// Writes `result` with its value, or `error`.
    /// - Parameter started: the start of the daemon, for the result of `hello`.
    func writeOutcome(to response: inout JSONWriter, started: Instant?) {
        if case .failed(let failure) = self {
            response.member("error", failure)
        } else {
            response.name("result")
            response.object { result in
                writeResult(to: &result)
                if case .welcome = self {
                    result.member("started", ifPresent: started?.microseconds)
                }
            }
        }
    }

    private func writeResult(to result: inout JSONWriter) {
        switch self {
        case .done, .failed: break
        case .welcome(let welcome): welcome.writeMembers(to: &result)
        case .opened(let grant): grant.writeMembers(to: &result)
        case .updated(let presentation, let animation):
            result.presentation(presentation)
            result.animation(animation)
        case .chosen(let closes): result.member("closes", closes)
        case .detached(let panel, let frame):
            result.member("panel", panel)
            result.member("frame", frame)
        case .viewPresented(let view): result.member("view", view)
        case .draftSaved(let revision, let isDurable):
            result.member("revision", revision)
            result.member("durable", isDurable)
        case .draft(let draft): result.member("draft", draft)
        case .drafts(let drafts):
            result.list("drafts", drafts) { object, draft in
                object.member("key", draft.key.key)
                object.member("bytes", draft.content.count)
                object.draftSummary(draft)
            }
        case .alertAnswered(let alert, let button):
            result.member("alert", alert)
            result.member("button", button)
        case .judged(let judgement):
            result.member("verdict", judgement.verdict)
            result.member("deliver", judgement.deliver)
            result.member("popover", ifPresent: judgement.popover)
        case .subscribed(let sequence, let scene):
            result.member("sequence", sequence)
            result.member("snapshot", scene)
        case .published(let sequence): result.member("sequence", sequence)
        case .status(let scene): scene.writeMembers(to: &result)
        case .metrics(let metrics): metrics.writeMembers(to: &result)
        case .decisions(let decisions): result.decisions(decisions)
        case .reloaded(let changes):
            result.list("changes", changes) { object, change in
                object.member("option", change.option)
                object.member("old", ifPresent: change.old)
                object.member("new", ifPresent: change.new)
                object.member("takesEffect", change.takesEffect.rawValue)
            }
        case .plugins(let plugins):
            result.list("plugins", plugins) { object, plugin in object.pluginState(plugin) }
        case .plugin(let plugin): result.pluginState(plugin)
        case .recording(let recording): recording.writeMembers(to: &result)
        case .recordings(let recordings):
            result.list("recordings", recordings) { object, recording in
                recording.writeMembers(to: &object)
            }
        }
    }
}

extension Grant {
    fileprivate func writeMembers(to result: inout JSONWriter) {
        result.member("popover", popover)
        result.presentation(presentation)
        result.member("draft", ifPresent: draft)
        result.member("appearance", appearance)
        result.list("advice", advice) { object, advice in
            object.member("rule", advice.rule)
            object.member("message", advice.message)
        }
    }
}

extension RecordingFile {
    fileprivate func writeMembers(to object: inout JSONWriter) {
        object.member("path", path)
        object.member("bytes", bytes)
        object.member("events", ifPresent: events)
        object.member("running", isRunning)
        object.member("limit", ifPresent: limit)
    }
}

extension Welcome {
    fileprivate func writeMembers(to result: inout JSONWriter) {
        result.member("protocol", ProtocolVersion.current)
        result.member("server", ServerVersion.name)
        result.member("client", client)
        result.list("displays", displays) { object, display in object.specification(display) }
        result.name("limits")
        result.object { limits in
            for name in Limits.Name.allCases {
                limits.member(JSONName(name.rawValue), self.limits[name])
            }
            timing.writeMembers(to: &limits)
        }
        result.member("appearance", appearance)
    }
}

extension Timing {
    /// The names are those of the configuration's section `timing`.
    fileprivate func writeMembers(to limits: inout JSONWriter) {
        limits.member("helloMs", hello.milliseconds)
        limits.member("closeMs", close.milliseconds)
        limits.member("toggleMs", toggle.milliseconds)
        limits.member("waitMs", wait.milliseconds)
        limits.member("maximumWaitMs", maximumWait.milliseconds)
        limits.member("presentMs", present.milliseconds)
        limits.member("storeMs", store.milliseconds)
        limits.member("storeRetryMs", storeRetry.milliseconds)
        limits.member("tapMs", tap.milliseconds)
        limits.member("tapSlop", tapSlop)
        limits.member("duplicateTapMs", duplicateTap.milliseconds)
        limits.member("duplicateTapSlop", duplicateTapSlop)
        limits.member("policyMs", policy.milliseconds)
        limits.member("animationMs", animation.milliseconds)
    }
}
