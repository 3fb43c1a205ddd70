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
                writeMembers(to: &result)
                if case .welcome = self {
                    result.member("started", ifPresent: started?.microseconds)
                }
            }
        }
    }
}

extension Welcome {
    func writeMembers(to result: inout JSONWriter) {
        result.member("protocol", ProtocolVersion.current)
        result.member("server", ServerVersion.name)
        result.member("client", client)
        result.member("displays", displays)
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
        limits.member("pingMs", ping.milliseconds)
        limits.member("alertTurnMs", alertTurn.milliseconds)
        limits.member("rendererMs", renderer.milliseconds)
        limits.member("storeMs", store.milliseconds)
        limits.member("storeRetryMs", storeRetry.milliseconds)
        limits.member("tapMs", tap.milliseconds)
        limits.member("tapSlop", tapSlop)
        limits.member("duplicateTapMs", duplicateTap.milliseconds)
        limits.member("duplicateTapSlop", duplicateTapSlop)
        limits.member("gestureMs", gesture.milliseconds)
        limits.member("policyMs", policy.milliseconds)
        limits.member("animationMs", animation.milliseconds)
        limits.member("hintMs", hint.milliseconds)
    }
}
