// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// Clients that do the same again and again on a display where nothing is open, and take the time.
///
/// Each of the measurements has connections of its own, so that no client reaches its limit of lines
/// in a second. An open never waits, and never takes somebody else's place: where something has
/// been opened meanwhile it is refused, which ends the measurement.
struct Bench {
    private let connection: ConnectionOptions
    private let place: DisplaySpecification
    private let rounds: Int
    private let clock = ContinuousClock()
    /// Where a tap hits nobody's control.
    private let free: [Point]

    private static let source = "popoverctl-bench"
    /// What comes first is not counted: nothing is warm yet.
    private static let warming = 10
    /// One tap may come twice from two who have seen it: the next is elsewhere.
    private static let places = 16

    init(
        connection: ConnectionOptions, place: DisplaySpecification, scene: Scene, rounds: Int
    ) {
        self.connection = connection
        self.place = place
        self.rounds = rounds
        let controls = (scene.sources + scene.surfaces).filter { $0.display == place.name }
        let size = place.size
        // Along the lower edge, far from a popover below a control at the upper one.
        free = (0..<Self.places).map { number in
            Point(
                x: size.width * (Double(number) + 0.5) / Double(Self.places), y: size.height - 1)
        }.filter { point in !controls.contains { $0.rect.contains(point) } }
    }

    /// A request, until its answer is there: a control that moves.
    func answers() throws -> [Duration] {
        let client = try connection.connect()
        return try measured { turn in
            try clock.measure { try move(by: Double(turn % 2), of: client) }
        }
    }

    /// An open, until it is granted.
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

    /// A tap beside a popover, until its owner is asked to close it.
    func taps() throws -> [Duration] {
        guard !free.isEmpty else {
            Terminal.complain("\(place.name): every place to tap at is somebody's control".plain)
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        let client = try connection.connect()
        let finger = try connection.connect(roles: [.input])
        try move(by: 0, of: client)
        return try measured { turn in
            _ = try client.open(request)
            let report = TapReport(
                point: free[turn % free.count], place: Place(display: place.name),
                wasSwallowed: true)
            var question: DaemonRequest?
            let time = try clock.measure {
                _ = try finger.begin("tap", report.writeMembers)
                question = try willClose(client)
            }
            if let question { try client.answerWillClose(question, draft: nil) }
            try wait(for: "popover.closed", to: client)
            try forget(finger)
            return time
        }
    }

    /// An event, until somebody who has subscribed has it.
    func events() throws -> [Duration] {
        let topic = "app.\(connection.app).bench"
        let client = try connection.connect()
        let subscriber = try connection.connect(roles: [.observer])
        _ = try subscriber.call("bus.subscribe") { $0.member("topics", [topic]) }
        return try measured { turn in
            let time = try clock.measure {
                _ = try client.begin("bus.publish") { params in
                    params.member("topic", topic)
                    params.member("data", Int64(turn))
                }
                try wait(for: "event", to: subscriber)
            }
            try forget(client)
            return time
        }
    }

    // MARK: What clients do

    private func measured(_ round: (Int) throws -> Duration) throws -> [Duration] {
        for turn in 0..<Self.warming { _ = try round(turn) }
        return try (0..<rounds).map(round)
    }

    private var request: OpenRequest {
        var request = OpenRequest(
            behavior: "inspector", size: Size(width: 320, height: 120),
            place: Place(display: place.name))
        request.source = Self.source
        request.wait = Interval(microseconds: 0)
        return request
    }

    private func move(by points: Double, of client: ClientConnection) throws(ClientError) {
        _ = try client.call("source.set") { params in
            params.member("source", Self.source)
            params.member("rect", Rect(x: points, y: 0, width: 40, height: 40))
            params.member("display", place.name)
        }
    }

    private func wait(for method: String, to client: ClientConnection) throws(ClientError) {
        let deadline = Instant.now + connection.interval
        while let message = try client.nextMessage(deadline: deadline) {
            switch message {
            case .notification(method, _): return
            // Somebody else opens something, and does not have to wait for this.
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

    /// Takes what this client was told, up to the answer to its latest request.
    private func forget(_ client: ClientConnection) throws(ClientError) {
        let deadline = Instant.now + connection.interval
        while let message = try client.nextMessage(deadline: deadline) {
            guard case .reply(_, let result) = message else { continue }
            do { _ = try result.get() } catch { throw .daemon(error) }
            return
        }
        throw .timedOut("no answer")
    }
}
