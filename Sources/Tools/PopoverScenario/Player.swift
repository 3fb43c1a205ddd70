// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel

/// Plays scenarios: each client is a process of its own, and everything that a line says is waited
/// for before the next one is played.
///
/// What a client is sent counts, in order, for the line that looks for it. What no line looks for is
/// a difference as well, but for the surroundings (`shield`, `display.changed`) where a story does
/// not speak of them.
public final class Player {
    private let stage: Stage
    private let audience: (Moment) -> Void
    private var scenario: Scenario
    private var actors: [String: Actor] = [:]
    private var bindings: [String: JSONValue] = [:]
    /// The ids of requests, by client and label.
    private var requests: [String: String] = [:]
    /// Lets people look, after each line.
    public var paceMilliseconds: UInt64 = 0

    private static let surroundings: Set<String> = ["shield", "display.changed"]

    public init(
        _ scenario: Scenario, on stage: Stage, audience: @escaping (Moment) -> Void = { _ in }
    ) {
        self.scenario = scenario
        self.stage = stage
        self.audience = audience
    }

    /// Plays it from its first to its last line.
    ///
    /// Throws a `Difference` where it does not come out as it is written, and a `Stage.StageError`
    /// where it cannot be played.
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
            try actor(client, at: step).tell(method, try value(of: arguments, at: step))
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
            throw Difference(step: step, message: "\(part.name) is there already")
        }
        let audience = audience
        // How a client says hello is the same in every story.
        var isIn = false
        let actor = try stage.enter(part) { line, isIncoming in
            guard isIn else { return }
            audience(.traffic(client: part.name, line: line, isIncoming: isIncoming))
        }
        defer { isIn = true }
        actors[part.name] = actor
        let hello = actor.greet()
        switch try answer(to: hello, of: actor, at: step) {
        case .result: return
        case .error(let error):
            throw Difference(step: step, message: "\(part.name) was not let in: \(error)")
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
            throw Difference(step: step, message: "\(client) does not end")
        }
        forget(client)
    }

    /// Its next life begins with nothing.
    private func forget(_ client: String) {
        actors[client] = nil
        requests = requests.filter { !$0.key.hasPrefix("\(client) ") }
    }

    private func control(_ action: Scenario.DaemonAction, at step: Scenario.Step) throws {
        guard let daemon = stage.daemon else { throw Stage.StageError.needsOwnDaemon }
        if action != .returns, daemon.isGone {
            throw Difference(step: step, message: "the daemon is not there")
        }
        switch action {
        case .dies: daemon.end(by: .kill)
        case .stops: daemon.end(by: .terminate)
        case .returns:
            guard daemon.isGone else {
                throw Difference(step: step, message: "the daemon is there already")
            }
            return try stage.startDaemon()
        }
        guard stage.wait(until: { daemon.exit != nil && actors.values.allSatisfy(\.isGone) })
        else { throw Difference(step: step, message: "the daemon does not end") }
        if action == .stops, let exit = daemon.exit, exit != .status(0) {
            throw Difference(step: step, message: "the daemon ended with \(exit.words)")
        }
        for client in scenario.cast { forget(client.name) }
    }

    // MARK: Requests

    private func check(
        _ client: String, _ label: String, _ outcome: Scenario.Outcome,
        _ expectations: [Expectation], at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        guard let id = requests["\(client) \(label)"] else {
            throw Difference(step: step, message: "\(client) has asked nothing as \(label)")
        }
        switch (try answer(to: id, of: actor, at: step), outcome) {
        case (.result(let result), .result): try check(result, expectations, at: step)
        case (.error(let error), .failure): try check(error, expectations, at: step)
        case (.result(let result), .failure):
            throw Difference(step: step, message: "it did not fail: \(result)")
        case (.error(let error), .result):
            throw Difference(step: step, message: "it failed: \(error)")
        }
    }

    private func answer(
        to id: String, of actor: Actor, at step: Scenario.Step
    ) throws -> Actor.Answer {
        _ = stage.wait { actor.answer(to: id) != nil || actor.isGone }
        if let answer = actor.answer(to: id) { return answer }
        let message = actor.isGone ? "its connection ended before the answer" : "no answer came"
        throw Difference(step: step, message: message)
    }

    // MARK: What is sent

    private func see(
        _ method: String, _ expectations: [Expectation], _ client: String, at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        _ = stage.wait { hasNews(actor) || actor.isGone }
        guard let news = takeNews(of: actor) else {
            let message = actor.isGone ? "its connection ended" : "nothing came"
            throw Difference(step: step, message: message)
        }
        guard news.method == method else {
            throw Difference(
                step: step, message: "\(news.method) came instead: \(news.params)")
        }
        try check(news.params, expectations, at: step)
        if let id = news.id { actor.unanswered = id }
    }

    /// Whether something has come that counts; what does not is dropped.
    private func hasNews(_ actor: Actor) -> Bool {
        let client = actor.part.name
        actor.unseen.removeAll {
            Self.surroundings.contains($0.method) && !scenario.speaks(of: $0.method, to: client)
        }
        return !actor.unseen.isEmpty
    }

    private func takeNews(of actor: Actor) -> Actor.Incoming? {
        hasNews(actor) ? actor.unseen.removeFirst() : nil
    }

    /// After an answer to a question that changes nothing, everything earlier has come.
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
        if let news = takeNews(of: actor) {
            throw Difference(
                step: step,
                message: "\(actor.part.name) was sent \(news.method), which no line looks for: "
                    + "\(news.params)")
        }
    }

    private func reply(
        _ client: String, _ reply: Scenario.Reply, at step: Scenario.Step
    ) throws {
        let actor = try actor(client, at: step)
        guard let id = actor.unanswered else {
            throw Difference(step: step, message: "\(client) was asked nothing")
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
            throw Difference(step: step, message: "\(client) is not there")
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
    fileprivate var words: String {
        switch self {
        case .status(let status): "status \(status)"
        case .signal(let signal): "signal \(signal.rawValue)"
        }
    }
}
