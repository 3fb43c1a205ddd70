// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// Keeps one plugin's program running: starts it again when it has ended, spares it questions when
/// it fails too often, knows which events it has had.
final class ProgramSupervisor {
    private(set) var state: PluginState.State = .unloaded
    private(set) var message: String?
    private(set) var manifest: Manifest?
    private(set) var statistics = PluginStatistics()
    private(set) var mark = EventMark()
    /// What it has said of its work, while it runs.
    private(set) var service: PluginService?
    var settings: ProgramSettings
    private let loop: Loop
    private let starter: ProgramStarter
    private let clock: () -> Instant
    private let codec: ProgramCodec
    private let obstacle: (ProgramSettings) -> String?
    private let onEvent: (ProgramEvent) -> Void
    private let timer: Timer
    private var program: Program?
    /// It is started anew in the sandbox that its manifest asks for.
    private var isEnteringSandbox = false
    /// Whether it is to run; otherwise it stays ended.
    private(set) var isWanted = false
    private var circuit = CircuitBreaker()
    private var backoff = RestartBackoff()
    private var warnings = RateLimiter(ProgramLimits.warnings, in: ProgramLimits.strayWindow)
    private var whenStopped: [() -> Void] = []

    init(
        _ loop: Loop, _ starter: ProgramStarter, _ settings: ProgramSettings,
        _ codec: ProgramCodec, clock: @escaping () -> Instant,
        obstacle: @escaping (ProgramSettings) -> String?,
        onEvent: @escaping (ProgramEvent) -> Void
    ) {
        self.obstacle = obstacle
        self.loop = loop
        self.starter = starter
        self.settings = settings
        self.codec = codec
        self.clock = clock
        self.onEvent = onEvent
        var expire: (() -> Void)?
        timer = Timer(loop) { expire?() }
        expire = { [weak self] in self?.launch() }
    }

    // MARK: Running

    /// Starts it, or ends it and starts it anew.
    func start() {
        isWanted = true
        circuit = CircuitBreaker()
        backoff = RestartBackoff()
        if let program { program.stop() } else { launch() }
    }

    /// Ends it for good; `then` is called when it is gone.
    func stop(then handler: @escaping () -> Void) {
        isWanted = false
        timer.stop()
        guard let program else {
            become(.unloaded, nil)
            return handler()
        }
        whenStopped.append(handler)
        program.stop()
    }

    /// Nothing may be running any more.
    func close() {
        timer.close()
    }

    private func launch() {
        timer.stop()
        if let obstacle = obstacle(settings) { return fail(.cannotStart(obstacle)) }
        let program = Program(loop, starter, settings, codec, clock: clock) { [weak self] in
            self?.handle($0)
        }
        self.program = program
        become(.starting, nil)
        program.start()
    }

    private func didEnd(_ error: ProgramError?) {
        program = nil
        service = nil
        let wasEnteringSandbox = isEnteringSandbox
        isEnteringSandbox = false
        mark.end()
        circuit.release(at: clock())
        let handlers = whenStopped
        whenStopped = []
        defer { for handler in handlers { handler() } }
        guard isWanted else { return become(.unloaded, nil) }
        guard let error else {
            if !wasEnteringSandbox { statistics.restarts += 1 }
            return launch()
        }
        guard !error.isLasting else { return fail(error) }
        let delay = backoff.ended(at: clock())
        statistics.restarts += 1
        onEvent(.report(.ended(error, restart: delay)))
        become(.suspended, error.description)
        timer.start(afterMilliseconds: UInt64(delay.milliseconds))
    }

    /// It stays ended until an administrator reloads it.
    private func fail(_ error: ProgramError) {
        isWanted = false
        onEvent(.report(.ended(error, restart: nil)))
        become(.failed, error.description)
    }

    private func become(_ state: PluginState.State, _ message: String?) {
        guard state != self.state || message != self.message else { return }
        self.state = state
        self.message = message
        onEvent(.changed(description))
    }

    /// As `plugin.list` tells it.
    var description: PluginState {
        let isThere = state == .loaded || state == .suspended
        let isPolicy = manifest.map(\.isPolicy)
        var description = PluginState(
            name: manifest?.name ?? settings.name, kind: isPolicy.map { $0 ? .policy : .behaviors },
            path: settings.path, version: manifest?.version, state: state, message: message,
            behaviors: isThere ? manifest?.behaviors.map(\.name).sorted() ?? [] : [],
            tier: .program, hooks: isThere ? manifest?.hooks ?? [] : [])
        description.statistics = statistics
        description.service = service
        return description
    }

    // MARK: Questions

    func ask(
        _ id: QuestionID, _ respondent: Respondent, _ question: Question, deadline: Interval
    ) {
        guard let program, program.state == .running, circuit.admits(at: clock()) else {
            return onEvent(.answered(id, respondent, nil))
        }
        statistics.questions += 1
        if !program.ask(id, respondent, question, deadline: deadline) {
            circuit.release(at: clock())
            onEvent(.answered(id, respondent, nil))
        }
    }

    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool) {
        guard program?.withdraw(id, respondent) == true else { return }
        guard isLate else { return circuit.release(at: clock()) }
        // Asked in two roles it is late once.
        if program?.isOpen(id) == true { return }
        statistics.slowAnswers += 1
        if program?.isCatchingUp == true { return circuit.release(at: clock()) }
        warn(.late(id))
        strike()
    }

    private func answer(
        _ id: QuestionID, _ entry: OpenQuestions.Entry, _ result: Result<Verdict, RequestError>
    ) {
        statistics.slowest = max(statistics.slowest, clock() - entry.asked)
        let verdict: Verdict?
        switch result {
        case .failure(let failure):
            verdict = nil
            refuse(id, failure.message)
        case .success(let answer):
            verdict = answer
            if answer.answers(entry.hook) {
                if circuit.succeed() {
                    onEvent(.report(.circuitClosed))
                    become(.loaded, nil)
                }
            } else {
                refuse(id, "the hook \(entry.hook.rawValue) has no such verdict")
            }
        }
        for respondent in entry.respondents { onEvent(.answered(id, respondent, verdict)) }
    }

    private func refuse(_ id: QuestionID, _ message: String) {
        statistics.badVerdicts += 1
        warn(.badAnswer(id, message))
        strike()
    }

    private func strike() {
        guard circuit.strike(at: clock()) else { return }
        onEvent(.report(.circuitOpened(circuit.pause)))
        suspend()
    }

    private func suspend() {
        become(.suspended, ProgramReport.circuitOpened(circuit.pause).description)
    }

    /// A program must not fill the log by being wrong.
    private func warn(_ report: ProgramReport) {
        if warnings.admits(at: clock()) { onEvent(.report(report)) }
    }

    // MARK: Lines

    /// Sends a line, which ends with LF; `sequence` of an event.
    func send(_ line: [UInt8], sequence: Int64?) {
        guard let program, program.state == .running else { return }
        program.send(line, event: sequence)
        guard let sequence, program.state == .running else { return }
        mark.send(sequence, isWritten: program.isDrained)
    }

    /// A trusted program that says what it needs is started anew, in a sandbox with that: until then it
    /// has read nothing but this daemon's question.
    private func describe(_ manifest: Manifest) {
        if settings.isTrusted, settings.manifest == nil, manifest.needs != nil {
            settings.manifest = manifest
            isEnteringSandbox = true
            program?.stop()
            return
        }
        self.manifest = manifest
        onEvent(.described(manifest))
    }

    private func tell(_ service: PluginService) {
        guard service.words != self.service?.words else { return }
        warn(.service(service))
        self.service = PluginService(
            state: service.state, message: service.message, time: clock())
        onEvent(.changed(description))
    }

    private func handle(_ event: Program.Event) {
        switch event {
        case .described(let manifest): describe(manifest)
        case .running:
            backoff.started(at: clock())
            // A new process has yet to show that it is better.
            if circuit.state == .closed { become(.loaded, nil) } else { suspend() }
            onEvent(.started(resumeAfter: mark.resumeAfter))
        case .answered(let id, let entry, let result): answer(id, entry, result)
        case .dropped(let id, let entry):
            for respondent in entry.respondents { onEvent(.answered(id, respondent, nil)) }
        case .seen(let sequence): mark.see(sequence)
        case .service(let service): tell(service)
        case .received(let line): onEvent(.received(line))
        case .unexpected(let report): warn(report)
        case .report(let report): onEvent(.report(report))
        case .drained: mark.drain()
        case .ended(let error): didEnd(error)
        }
    }
}
