// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

internal import PopoverModel

extension Limits {
    func writeMembers(to object: inout JSONWriter) {
        object.member("message", message)
        object.member("content", content)
        object.member("draft", draft)
        object.member("draftsTotal", draftsTotal)
        object.member("objectsTotal", objectsTotal)
        object.member("buffersTotal", buffersTotal)
        object.member("draftsPerApp", draftsPerApp)
        object.member("draftDays", draftDays)
        object.member("clients", clients)
        object.member("clientsPerUser", clientsPerUser)
        object.member("connectionsPerSecond", connectionsPerSecond)
        object.member("outputBytes", outputBytes)
        object.member("outputStallMs", outputStall.milliseconds)
        object.member("requestsPerSecond", requestsPerSecond)
        object.member("malformedLines", malformedLines)
        object.member("malformedWindowMs", malformedWindow.milliseconds)
        object.member("pendingRequests", pendingRequests)
        object.member("sources", sources)
        object.member("surfaces", surfaces)
        object.member("occluders", occluders)
        object.member("subscriptions", subscriptions)
        object.member("patternsPerUser", patternsPerUser)
        object.member("alerts", alerts)
        object.member("alertsPerUser", alertsPerUser)
        object.member("panels", panels)
        object.member("displays", displays)
        object.member("rectangles", rectangles)
        object.member("buttons", buttons)
        object.member("key", key)
        object.member("text", text)
        object.member("historyEvents", historyEvents)
        object.member("historyBytes", historyBytes)
        object.member("linesPerTurn", linesPerTurn)
    }
}

extension Timing {
    func writeMembers(to object: inout JSONWriter) {
        object.member("helloMs", hello.milliseconds)
        object.member("closeMs", close.milliseconds)
        object.member("toggleMs", toggle.milliseconds)
        object.member("waitMs", wait.milliseconds)
        object.member("maximumWaitMs", maximumWait.milliseconds)
        object.member("presentMs", present.milliseconds)
        object.member("pingMs", ping.milliseconds)
        object.member("alertTurnMs", alertTurn.milliseconds)
        object.member("rendererMs", renderer.milliseconds)
        object.member("storeMs", store.milliseconds)
        object.member("storeRetryMs", storeRetry.milliseconds)
        object.member("tapMs", tap.milliseconds)
        object.member("tapSlop", tapSlop)
        object.member("duplicateTapMs", duplicateTap.milliseconds)
        object.member("duplicateTapSlop", duplicateTapSlop)
        object.member("gestureMs", gesture.milliseconds)
        object.member("policyMs", policy.milliseconds)
        object.member("animationMs", animation.milliseconds)
        object.member("hintMs", hint.milliseconds)
    }
}
