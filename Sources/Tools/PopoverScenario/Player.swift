// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel

/// Plays scenarios, step by step, with a process for each client. Steps match a client's messages
/// in order. A message that no step expects is a difference, except `shield` and `display.changed`
/// if the scenario does not mention them.
public final class Player {
    private let stage: Stage
    private let audience: (Moment) -> Void
    private var scenario: Scenario
    private var actors: [String: Actor] = [:]
    private var bindings: [String: JSONValue] = [:]
    /// Request ids by client and label.
    private var requests: [String: String] = [:]
    /// A pause for spectators after each step.
    public var paceMilliseconds: UInt64 = 0

    private static let optionalMethods: Set<String> = ["shield", "display.changed"]

    public init(
        _ scenario: Scenario, on stage: Stage, audience: @escaping (Moment) -> Void = { _ in }
    ) {
        self.scenario = scenario
        self.stage = stage
        self.audience = audience
    }

    /// Plays all steps. Throws a `Difference` if the outcome differs from the scenario, and a
    /// `Stage.StageError` if it cannot be played.
    public func play() throws {
        defer {
            let log = stage.daemon?.log
            stage.clear()
            if let log { audience(.log(log)) }
        }
        try stage.prepare(for: scenario)
        let scenery = try Scenery(scenario, on: stage)
        defer { scenery?.restore() }
        for part in scenario.cast { try enter(part, at: scenario.steps[0]) }
        for step in scenario.steps {
            if stage.isInterrupted { throw Stage.StageError.interrupted }
            audience(.step(step))
            try play(step)
            audience(.done(step))
            if paceMilliseconds > 0 { stage.pause(milliseconds: paceMilliseconds) }
        }
        if let last = scenario.steps.last {
            for part in scenario.cast where actors[part.name] != nil {
                try expectNothing(from: part.name, at: last)
            }
        }
    }

    private func play(_ step: Scenario.Step) throws {
        switch step.action {
        case .ask(let client, let label, let method, let arguments):
            let params = try value(of: arguments, at: step)
            requests["\(client) \(label)"] = try actor(client, at: step).ask(method, params)
        case .answered(let client, let label, let outcome, let expectations):
            try check(client, label, outcome, expectations, at: step)
        case .tell(let client, let method, let arguments):
            try actor(client, at: step).notify(method, try value(of: arguments, at: step))
        case .see(let client, let method, let expectations):
            try see(method, expectations, client, at: step)
        case .seeNothing(let client): try expectNothing(from: client, at: step)
        case .reply(let client, let reply): try self.reply(client, reply, at: step)
        case .leave(let client, let how): try leave(client, how, at: step)
        case .enter(let client):
            guard let part = scenario.cast.first(where: { $0.name == client }) else { return }
            try enter(part, at: step)
        case .daemon(let action): try control(action, at: step)
        case .note: break
        case .picture(let name): audience(.picture(name))
        }
    }

    // MARK: Coming and going

    private func enter(_ part: Scenario.Part, at step: Scenario.Step) throws {
        guard actors[part.name] == nil else {
            throw Difference(step: step, message: "\(part.name) is already connected")
        }
        let audience = audience
        // Do not report hello, which is the same in every scenario.
        var isIn = false
        let actor = try stage.enter(part) { line, isIncoming in
            guard isIn else { return }
            audience(.traffic(client: part.name, line: line, isIncoming: isIncoming))
        }
        defer { isIn = true }
        actor.answersPings = !scenario.expects("client.ping", at: part.name)
        actor.wantsFocus = ["focus.enter", "focus.leave", "focus.move"].contains {
            scenario.expects($0, at: part.name)
        }
        actors[part.name] = actor
        let hello = actor.greet()
        switch try answer(to: hello, of: actor, at: step) {
        case .result: return
        case .error(let error):
            throw Difference(step: step, message: "hello of \(part.name) failed: \(error)")
        }
    }

    private func leave(
        _ client: String, _ how: Scenario.Leaving, at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        switch how {
        case .finishes: return actor.finish()
        case .leaves: actor.end(by: .terminate)
        case .dies: actor.end(by: .kill)
        }
        guard stage.wait(until: { actor.isGone }) else {
            throw Difference(step: step, message: "\(client) did not end in time")
        }
        forget(client)
    }

    /// Resets the state of a client that ended.
    private func forget(_ client: String) {
        actors[client] = nil
        requests = requests.filter { !$0.key.hasPrefix("\(client) ") }
    }

    private func control(_ action: Scenario.DaemonAction, at step: Scenario.Step) throws {
        guard let daemon = stage.daemon else { throw Stage.StageError.needsOwnDaemon }
        // A daemon that a client has asked to end may be faster than the signal.
        if action != .returns, daemon.isGone, daemon.exit != .status(0) {
            let how = daemon.exit.map { ": it ended with \($0.text)" } ?? ""
            throw Difference(step: step, message: "the daemon is not running\(how)")
        }
        switch action {
        case .dies: daemon.end(by: .kill)
        case .stops: daemon.end(by: .terminate)
        case .returns:
            guard daemon.isGone else {
                throw Difference(step: step, message: "the daemon is already running")
            }
            return try stage.startDaemon()
        }
        guard stage.wait(until: { daemon.exit != nil && actors.values.allSatisfy(\.isGone) })
        else { throw Difference(step: step, message: "\(unended(daemon)) did not end in time") }
        if action == .stops, let exit = daemon.exit, exit != .status(0) {
            throw Difference(step: step, message: "the daemon ended with \(exit.text)")
        }
        for client in scenario.cast { forget(client.name) }
    }

    /// The processes that go on after the daemon's end, for an error.
    private func unended(_ daemon: OwnDaemon) -> String {
        let clients = actors.values.filter { !$0.isGone }.map(\.part.name).sorted()
        return ((daemon.exit == nil ? ["the daemon"] : []) + clients).joined(separator: ", ")
    }

    // MARK: Requests

    private func check(
        _ client: String, _ label: String, _ outcome: Scenario.Outcome,
        _ expectations: [Expectation], at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        guard let id = requests["\(client) \(label)"] else {
            throw Difference(step: step, message: "\(client) has no request \(label)")
        }
        switch (try answer(to: id, of: actor, at: step), outcome) {
        case (.result(let result), .result): try check(result, expectations, at: step)
        case (.error(let error), .failure): try check(error, expectations, at: step)
        case (.result(let result), .failure):
            throw Difference(step: step, message: "expected an error, got \(result)")
        case (.error(let error), .result):
            throw Difference(step: step, message: "expected a result, got the error \(error)")
        }
    }

    private func answer(
        to id: String, of actor: Actor, at step: Scenario.Step
    ) throws -> Actor.Answer {
        _ = stage.wait { actor.answer(to: id) != nil || actor.isGone }
        if let answer = actor.answer(to: id) { return answer }
        let message =
            actor.isGone ? "the connection ended before the response" : "no response in time"
        throw Difference(step: step, message: message)
    }

    // MARK: What is sent

    private func see(
        _ method: String, _ expectations: [Expectation], _ client: String, at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        _ = stage.wait { hasNews(actor) || actor.isGone }
        guard let news = nextNews(of: actor) else {
            let message = actor.isGone ? "the connection ended" : "no message in time"
            throw Difference(step: step, message: message)
        }
        guard news.method == method else {
            throw Difference(
                step: step, message: "got \(news.method) instead: \(news.params)")
        }
        try check(news.params, expectations, at: step)
        if let id = news.id { actor.unanswered = id }
    }

    /// Whether a message waits for a step; drops ignored messages.
    private func hasNews(_ actor: Actor) -> Bool {
        let client = actor.part.name
        actor.unseen.removeAll {
            Self.optionalMethods.contains($0.method) && !scenario.expects($0.method, at: client)
        }
        return !actor.unseen.isEmpty
    }

    private func nextNews(of actor: Actor) -> Actor.Incoming? {
        hasNews(actor) ? actor.unseen.removeFirst() : nil
    }

    /// Sends a request without effect: its response comes after all earlier messages.
    private func expectNothing(from client: String, at step: Scenario.Step) throws {
        let actor = try actor(client, at: step)
        guard !actor.isGone, !actor.isFinished else {
            return try expectNoNews(from: actor, at: step)
        }
        let id = actor.ask(
            "bus.unsubscribe", .object([.init("topics", .array([.string("none")]))]))
        _ = try answer(to: id, of: actor, at: step)
        try expectNoNews(from: actor, at: step)
    }

    private func expectNoNews(from actor: Actor, at step: Scenario.Step) throws {
        if let news = nextNews(of: actor) {
            throw Difference(
                step: step,
                message: "\(actor.part.name) got \(news.method), which no line expects: "
                    + "\(news.params)")
        }
    }

    private func reply(
        _ client: String, _ reply: Scenario.Reply, at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        guard let id = actor.unanswered else {
            throw Difference(step: step, message: "\(client) has no request to answer")
        }
        actor.unanswered = nil
        switch reply {
        case .result(let arguments):
            let result = try value(of: arguments, at: step)
            actor.send([.init("id", id), .init("result", result)])
        case .error(let message):
            let error = JSONValue.object([
                .init("code", .number(1)), .init("message", .string(message)),
            ])
            actor.send([.init("id", id), .init("error", error)])
        }
    }

    // MARK: Values

    private func actor(_ client: String, at step: Scenario.Step) throws -> Actor {
        guard let actor = actors[client] else {
            throw Difference(step: step, message: "\(client) is not connected")
        }
        return actor
    }

    private func value(of arguments: Arguments, at step: Scenario.Step) throws -> JSONValue {
        bindings[Expression.now] = .number(Double(SystemTime.monotonicMicroseconds))
        do {
            return try arguments.object.value(in: bindings)
        } catch { throw Difference(step: step, message: error.message) }
    }

    private func check(
        _ message: JSONValue, _ expectations: [Expectation], at step: Scenario.Step
    ) throws {
        bindings[Expression.now] = .number(Double(SystemTime.monotonicMicroseconds))
        for expectation in expectations {
            let difference: String?
            do {
                difference = try expectation.difference(from: message, &bindings)
            } catch { throw Difference(step: step, message: error.message) }
            if let difference {
                throw Difference(
                    step: step, message: "\(expectation.text): \(difference), in \(message)")
            }
        }
    }
}

extension ChildProcess.Exit {
    fileprivate var text: String {
        switch self {
        case .status(let status): "status \(status)"
        case .signal(let signal): "signal \(signal.rawValue)"
        }
    }
}
