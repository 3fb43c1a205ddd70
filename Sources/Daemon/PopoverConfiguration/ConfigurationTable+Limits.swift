// SPDX-License-Identifier: MIT

internal import PopoverModel

extension ConfigurationTable {
    static let limits: [ConfigurationOption<Limits>] = [
        .limit(
            .message, \.message, .integer(4096...16_777_216),
            "Bytes of one line on the socket."),
        .limit(
            .content, \.content, .integer(1024...12_582_912),
            "Bytes of a choice, draft or published event; at most three quarters of message, "
                + "which is also the default."),
        .limit(
            .draft, \.draft, .integer(1024...12_582_912),
            "Bytes of one draft; at most content, which is also the default."),
        .limit(
            .draftsTotal, \.draftsTotal, .integer(1024...1_073_741_824),
            "Bytes of all drafts together. A user may have half of what the others leave."),
        .limit(
            .objectsTotal, \.objectsTotal, .integer(65_536...1_073_741_824),
            "Bytes of memory for regions, panels and the names of drafts, of all clients together. "
                + "A user may have half of what the others leave."),
        .limit(
            .buffersTotal, \.buffersTotal, .integer(1_048_576...4_294_967_296),
            "Bytes of unfinished lines and unread output of all clients together. A user may have "
                + "half of what the others leave; the client with most of it is disconnected."),
        .limit(
            .draftsPerApp, \.draftsPerApp, .integer(1...10_000),
            "Drafts per user and app."),
        .limit(
            .draftDays, \.draftDays, .integer(0...36_500),
            "Days after its last save until a draft is erased. 0 keeps drafts forever."),
        .limit(.clients, \.clients, .integer(1...65_536), "Connections."),
        .limit(
            .clientsPerUser, \.clientsPerUser, .integer(1...65_536),
            "Connections per user, so that no user locks out the others."),
        .limit(
            .connectionsPerSecond, \.connectionsPerSecond, .integer(1...1_000_000),
            "New connections per user and second. After two idle seconds, twice as many are "
                + "accepted at once."),
        .limit(
            .outputBytes, \.outputBytes, .integer(8192...268_435_456),
            "Bytes queued for one client; at least twice message. A client that leaves more "
                + "unread is disconnected as slow."),
        .limit(
            .outputStallMs, \.outputStall, .milliseconds(100...600_000),
            "Time without reading after which a client with queued data is disconnected as "
                + "slow."),
        .limit(
            .requestsPerSecond, \.requestsPerSecond, .integer(5000...10_000_000),
            "Lines per client and second. A client that sends more is disconnected for "
                + "flooding."),
        .limit(
            .malformedLines, \.malformedLines, .integer(1...10_000),
            "Malformed lines (not JSON, or too long) within malformedWindowMs that end a "
                + "connection."),
        .limit(
            .malformedWindowMs, \.malformedWindow, .milliseconds(100...3_600_000),
            "Time window of malformedLines."),
        .limit(
            .pendingRequests, \.pendingRequests, .integer(1...100_000),
            "Pending requests per client."),
        .limit(
            .sources, \.sources, .integer(1...100_000), "Registered sources per client."),
        .limit(
            .surfaces, \.surfaces, .integer(1...100_000), "Surfaces per client."),
        .limit(
            .occluders, \.occluders, .integer(1...1000), "Occluders of all clients of a user."),
        .limit(
            .subscriptions, \.subscriptions, .integer(1...10_000),
            "Subscribed topic globs per client."),
        .limit(
            .patternsPerUser, \.patternsPerUser, .integer(1...10_000),
            "Different topic globs per user; every event is matched against each."),
        .limit(.alerts, \.alerts, .integer(1...10_000), "Unanswered alerts per client."),
        .limit(
            .alertsPerUser, \.alertsPerUser, .integer(1...10_000),
            "Unanswered alerts per user, whatever its connections."),
        .limit(.panels, \.panels, .integer(1...10_000), "Panels per client."),
        .limit(.displays, \.displays, .integer(1...256), "Displays of the daemon."),
        .limit(
            .rectangles, \.rectangles, .integer(1...1000),
            "Rectangles in one avoid, passthrough or hit."),
        .limit(.buttons, \.buttons, .integer(1...256), "Buttons per alert or popover."),
        .limit(
            .key, \.key, .integer(16...4096),
            "Bytes of a key and of the name of a surface, source or occluder."),
        .limit(.text, \.text, .integer(64...65_536), "Bytes of a title, label or message."),
        .limit(
            .historyEvents, \.historyEvents, .integer(0...1_000_000),
            "Past events kept for subscribers that reconnect."),
        .limit(
            .historyBytes, \.historyBytes, .integer(0...1_073_741_824),
            "Bytes of published data in the past events."),
        .limit(
            .linesPerTurn, \.linesPerTurn, .integer(1...10_000),
            "Lines of one client handled before the next client's."),
    ]

    static let slop: ValueRule<Double> = .number(0...1000)

    static let timing: [ConfigurationOption<Timing>] = [
        .value(
            "helloMs", \.hello, .milliseconds(100...600_000),
            "Timeout for a new connection to send hello."),
        .value(
            "closeMs", \.close, .milliseconds(10...10_000),
            "Timeout for the answer to popover.willClose. Afterwards the popover counts as "
                + "gone."),
        .value(
            "toggleMs", \.toggle, .milliseconds(0...10_000),
            "Time after a tap on a popover's own source during which an open from there is "
                + "refused, since it would only undo the tap."),
        .value(
            "waitMs", \.wait, .milliseconds(0...600_000),
            "Default time that an open waits for its turn."),
        .value(
            "maximumWaitMs", \.maximumWait, .milliseconds(0...600_000),
            "Longest wait that an open may ask for; at least waitMs."),
        .value(
            "presentMs", \.present, .milliseconds(10...600_000),
            "Timeout for the answer to alert.present. Afterwards the next renderer is asked."),
        .value(
            "pingMs", \.ping, .milliseconds(10...600_000),
            "Timeout for a sign of life of a client that is in somebody's way on the screen. "
                + "Afterwards it loses its popovers, views and alerts. Also the shortest time "
                + "between two pings."),
        .value(
            "alertTurnMs", \.alertTurn, .milliseconds(100...3_600_000),
            "Time after which an alert gives way to another user's alert of the same severity. "
                + "Both take turns until one is answered."),
        .value(
            "rendererMs", \.renderer, .milliseconds(0...3_600_000),
            "Time that a critical alert waits for a shell to show it, while the shell starts or "
                + "restarts. 0 refuses it at once, as other alerts are."),
        .value(
            "storeMs", \.store, .milliseconds(10...600_000),
            "Timeout for a write to disk. Afterwards the work counts as kept in memory only."),
        .value(
            "storeRetryMs", \.storeRetry, .milliseconds(10...600_000),
            "Delay until a failed write to disk is retried."),
        .value("tapMs", \.tap, .milliseconds(10...10_000), "Longest press that counts as a tap."),
        .value("tapSlop", \.tapSlop, slop, "Longest way of a finger during a tap, in points."),
        .value(
            "duplicateTapMs", \.duplicateTap, .milliseconds(0...1000),
            "Longest time between the reports of two observers that count as one tap."),
        .value(
            "duplicateTapSlop", \.duplicateTapSlop, slop,
            "Longest distance between such reports, in points."),
        .value(
            "gestureMs", \.gesture, .milliseconds(100...60_000),
            "Time after a tap or swipe on an app during which it may open a popover, if the display "
                + "opens only what people ask for."),
        .value(
            "policyMs", \.policy, .milliseconds(1...5000),
            "Timeout for a plugin's answer. Afterwards the behavior's standing answer applies."),
        .value(
            "animationMs", \.animation, .milliseconds(0...5000),
            "Duration of the animation when a popover moves or changes its size."),
        .value(
            "hintMs", \.hint, .milliseconds(100...60_000),
            "How long a hint is shown at most."),
    ]
}

extension ConfigurationOption where Root == Limits {
    /// The key of a limit is its name on the wire.
    fileprivate static func limit<Value>(
        _ name: Limits.Name, _ path: Path<Value>, _ rule: ValueRule<Value>,
        _ documentation: String
    ) -> ConfigurationOption {
        .value(name.rawValue, path, rule, documentation)
    }
}
