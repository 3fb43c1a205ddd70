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
                + "which it is unless given."),
        .limit(
            .draft, \.draft, .integer(1024...12_582_912),
            "Bytes of one draft; at most content, which it is unless given."),
        .limit(
            .draftsTotal, \.draftsTotal, .integer(1024...1_073_741_824),
            "Bytes of all drafts together."),
        .limit(
            .draftsPerApp, \.draftsPerApp, .integer(1...10_000),
            "Drafts of one user's app."),
        .limit(
            .draftDays, \.draftDays, .integer(0...36_500),
            "Days from the last save of a draft until it is erased; 0 is never."),
        .limit(.clients, \.clients, .integer(1...65_536), "Connections at once."),
        .limit(
            .clientsPerUser, \.clientsPerUser, .integer(1...65_536),
            "Connections of one user, so that no user keeps the others out."),
        .limit(
            .connectionsPerSecond, \.connectionsPerSecond, .integer(1...1_000_000),
            "New connections of one user in a second; at once after two quiet seconds twice as "
                + "many."),
        .limit(
            .outputBytes, \.outputBytes, .integer(8192...268_435_456),
            "Bytes that may wait for one client to read them; at least twice message. A client "
                + "with more is disconnected as slow."),
        .limit(
            .outputStallMs, \.outputStall, .milliseconds(100...600_000),
            "How long a client may read nothing of what waits for it before it is disconnected "
                + "as slow."),
        .limit(
            .requestsPerSecond, \.requestsPerSecond, .integer(5000...10_000_000),
            "Lines of one client in a second; one with more is disconnected for its flood."),
        .limit(
            .malformedLines, \.malformedLines, .integer(1...10_000),
            "Lines that are not JSON, or too long, within malformedWindowMs that end a "
                + "connection."),
        .limit(
            .malformedWindowMs, \.malformedWindow, .milliseconds(100...3_600_000),
            "How long such lines are remembered."),
        .limit(
            .pendingRequests, \.pendingRequests, .integer(1...100_000),
            "Unanswered requests of one client."),
        .limit(
            .sources, \.sources, .integer(1...100_000), "Registered sources of one client."),
        .limit(
            .surfaces, \.surfaces, .integer(1...100_000), "Surfaces of one client."),
        .limit(
            .occluders, \.occluders, .integer(1...1000), "Occluders of one client."),
        .limit(
            .subscriptions, \.subscriptions, .integer(1...10_000),
            "Topic globs that one client is subscribed to."),
        .limit(.alerts, \.alerts, .integer(1...10_000), "Unanswered alerts of one client."),
        .limit(.panels, \.panels, .integer(1...10_000), "Panels of one client."),
        .limit(.displays, \.displays, .integer(1...256), "Displays of the whole daemon."),
        .limit(
            .rectangles, \.rectangles, .integer(1...1000),
            "Rectangles in one avoid, passthrough or hit."),
        .limit(.buttons, \.buttons, .integer(1...256), "Buttons of one alert or popover."),
        .limit(
            .key, \.key, .integer(16...4096),
            "Bytes of a key, and of the name of a surface, source or occluder."),
        .limit(.text, \.text, .integer(64...65_536), "Bytes of a title, label or message."),
        .limit(
            .historyEvents, \.historyEvents, .integer(0...1_000_000),
            "Past events that a subscriber may still ask for."),
        .limit(
            .historyBytes, \.historyBytes, .integer(0...1_073_741_824),
            "Bytes of published data that these events may hold."),
        .limit(
            .linesPerTurn, \.linesPerTurn, .integer(1...10_000),
            "Lines of one client that are carried out before the others have their turn."),
    ]

    private static let slop: ValueRule<Double> = .number(0...1000)

    static let timing: [ConfigurationOption<Timing>] = [
        .value(
            "helloMs", \.hello, .milliseconds(100...600_000), "From a connection to its hello."),
        .value(
            "closeMs", \.close, .milliseconds(10...10_000),
            "From popover.willClose to its answer; then the popover counts as gone."),
        .value(
            "toggleMs", \.toggle, .milliseconds(0...10_000),
            "After a tap on a popover's own source, how long an open from there is refused, since "
                + "it would only undo the tap."),
        .value(
            "waitMs", \.wait, .milliseconds(0...600_000),
            "How long an open waits for its turn, unless it says otherwise."),
        .value(
            "maximumWaitMs", \.maximumWait, .milliseconds(0...600_000),
            "The most that an open may ask to wait; at least waitMs."),
        .value(
            "presentMs", \.present, .milliseconds(10...600_000),
            "From alert.present to its answer; then the next renderer has its turn."),
        .value(
            "storeMs", \.store, .milliseconds(10...600_000),
            "From an order to the disk to its answer; then work counts as kept in memory only."),
        .value(
            "storeRetryMs", \.storeRetry, .milliseconds(10...600_000),
            "From a refusal of the disk to the next try."),
        .value("tapMs", \.tap, .milliseconds(10...10_000), "The longest press that is a tap."),
        .value("tapSlop", \.tapSlop, slop, "How far a finger may stray in a tap, in points."),
        .value(
            "duplicateTapMs", \.duplicateTap, .milliseconds(0...1000),
            "How close in time two observers' reports may be and count as one tap."),
        .value(
            "duplicateTapSlop", \.duplicateTapSlop, slop,
            "How close in place they may be, in points."),
        .value(
            "policyMs", \.policy, .milliseconds(1...5000),
            "From a question to a plugin to its answer; then the behaviour's standing answer "
                + "holds."),
        .value(
            "animationMs", \.animation, .milliseconds(0...5000),
            "How long a popover takes to move or to change its size."),
    ]
}

extension ConfigurationOption where Root == Limits {
    /// A limit is called in the file what it is called on the wire.
    fileprivate static func limit<Value>(
        _ name: Limits.Name, _ path: Path<Value>, _ rule: ValueRule<Value>,
        _ documentation: String
    ) -> ConfigurationOption {
        .value(name.rawValue, path, rule, documentation)
    }
}
