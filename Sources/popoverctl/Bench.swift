// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// Measures latencies with clients that repeat one operation on an empty display.
///
/// Each measurement has its own connections, so that no client reaches its limit of lines per second.
/// An open never waits and never replaces another client's popover: if another client has opened
/// something meanwhile, the open is refused, which ends the measurement.
struct Bench {
    private let connection: ConnectionOptions
    private let display: DisplaySpecification
    private let rounds: Int
    private let clock = ContinuousClock()
    /// Points where a tap hits no source.
    private let free: [Point]

    private static let source = "popoverctl-bench"
    /// Rounds that are not counted, because caches are still cold.
    private static let warmUpRounds = 10
    /// Two reporters may report the same tap, so consecutive taps need different points.
    private static let tapPoints = 16

    init(
        connection: ConnectionOptions, display: DisplaySpecification, scene: Scene, rounds: Int
    ) {
        self.connection = connection
        self.display = display
        self.rounds = rounds
        let controls = (scene.sources + scene.surfaces).filter { $0.display === display.name }
        let size = display.size
        // Along the lower edge, far from a popover below a source at the upper edge.
        free = (0..<Self.tapPoints).map { number in
            Point(
                x: size.width * (Double(number) + 0.5) / Double(Self.tapPoints), y: size.height - 1)
        }.filter { point in !controls.contains { $0.rect.contains(point) } }
    }

    /// From a request to its response: a source moves.
    func answers() throws -> [Duration] {
        let client = try connection.connect()
        return try measured { round in
            try clock.measure { try move(by: Double(round % 2), of: client) }
        }
    }

    /// From an open to its grant.
    func opens() throws -> [Duration] {
        let client = try connection.connect()
        try move(by: 0, of: client)
        return try measured { _ in
            var opened: OpenedPopover?
            let time = try clock.measure { opened = try client.open(request) }
            guard let popover = opened?.popover else { return time }
            _ = try client.call("popover.close") { params in
                params.member("popover", popover.description)
                params.member("outcome", CloseOutcome.done.rawValue)
            }
            try wait(for: "popover.closed", to: client)
            return time
        }
    }

    /// From a tap beside a popover until its owner is asked to close it.
    func taps() throws -> [Duration] {
        guard !free.isEmpty else {
            throw ErrorReport(
                .refused,
                "\(display.name): no free spot to tap: sources cover the display".plain)
        }
        let client = try connection.connect()
        let finger = try connection.connect(roles: [.input])
        try move(by: 0, of: client)
        try waitOutEarlierTaps(finger)
        return try measured { round in
            _ = try client.open(request)
            let report = TapReport(
                point: free[round % free.count], place: Place(display: display.name),
                wasSwallowed: true)
            var question: DaemonRequest?
            let time = try clock.measure {
                _ = try finger.begin("tap", report.writeMembers)
                question = try willClose(client)
            }
            if let question { try client.answerWillClose(question, draft: nil) }
            try wait(for: "popover.closed", to: client)
            try drain(finger)
            return time
        }
    }

    /// From a published event until its subscriber receives it.
    func events() throws -> [Duration] {
        let topic = "app.\(connection.app).bench"
        let client = try connection.connect()
        let subscriber = try connection.connect(roles: [.observer])
        _ = try subscriber.call("bus.subscribe") { $0.member("topics", [topic]) }
        return try measured { round in
            let time = try clock.measure {
                _ = try client.begin("bus.publish") { params in
                    params.member("topic", topic)
                    params.member("data", Int64(round))
                }
                try wait(for: "event", to: subscriber)
            }
            try drain(client)
            return time
        }
    }

    // MARK: What clients do

    private func measured(_ measure: (Int) throws -> Duration) throws -> [Duration] {
        for round in 0..<Self.warmUpRounds { _ = try measure(round) }
        return try (0..<rounds).map(measure)
    }

    private var request: OpenRequest {
        var request = OpenRequest(
            behavior: "inspector", size: Size(width: 320, height: 120),
            place: Place(display: display.name))
        request.source = Self.source
        request.wait = Interval(microseconds: 0)
        return request
    }

    /// If another bench has just ended, the daemon would take taps at its points for reports of its taps.
    private func waitOutEarlierTaps(_ finger: ClientConnection) throws(ClientError) {
        let milliseconds = finger.welcome.member("limits")?.member("duplicateTapMs")?.integer ?? 0
        let deadline = Instant.now + .milliseconds(milliseconds + 1)
        while try finger.nextMessage(deadline: deadline) != nil {}
    }

    private func move(by points: Double, of client: ClientConnection) throws(ClientError) {
        _ = try client.call("source.set") { params in
            params.member("source", Self.source)
            params.member("rect", Rect(x: points, y: 0, width: 40, height: 40))
            params.member("display", display.name)
        }
    }

    private func wait(for method: String, to client: ClientConnection) throws(ClientError) {
        let deadline = Instant.now + connection.interval
        while let message = try client.nextMessage(deadline: deadline) {
            switch message {
            case .notification(method, _): return
            // Another client opens something: let it proceed.
            case .request(let request): try client.answerWillClose(request, draft: nil)
            default: continue
            }
        }
        throw .timedOut("no \(method)")
    }

    private func willClose(_ client: ClientConnection) throws(ClientError) -> DaemonRequest {
        let deadline = Instant.now + connection.interval
        while let message = try client.nextMessage(deadline: deadline) {
            guard case .request(let request) = message, request.method == "popover.willClose"
            else { continue }
            return request
        }
        throw .timedOut("no popover.willClose")
    }

    /// Discards messages up to the response to the latest request.
    private func drain(_ client: ClientConnection) throws(ClientError) {
        let deadline = Instant.now + connection.interval
        while let message = try client.nextMessage(deadline: deadline) {
            guard case .reply(_, let result) = message else { continue }
            do { _ = try result.get() } catch { throw .daemon(error) }
            return
        }
        throw .timedOut("no response")
    }
}
