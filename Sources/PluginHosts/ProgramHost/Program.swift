// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// One process of a plugin's: its pipes, what it is asked at its start, its questions, its end.
///
/// Responsibilities:
/// 1. Start it limited and sandboxed, in a session and process group of its own (`LaunchCommand`).
/// 2. Ask it for its manifest, then `init`; hold it to the time for both.
/// 3. Put questions, match answers with them, tell the rest of its lines.
/// 4. Bound what it writes, and what it leaves unread (`ProgramInput`); end it when it does not keep
///    to that.
/// 5. End it in steps, and all that it has started with it; leave no zombie and no handle.
///
/// What it does not do: start again, decide how often it may fail (`ProgramSupervisor`), or know the rules.
final class Program {
    private(set) var state = State.notStarted
    let settings: ProgramSettings
    private let loop: Loop
    private let starter: ProgramStarter
    private let clock: () -> Instant
    private let codec: ProgramCodec
    private let onEvent: (Event) -> Void
    private let timer: Timer
    private var onTimeout: () -> Void = {}
    private var process: ChildProcess?
    private var input: ProgramInput?
    private var exit: ChildProcess.Exit?
    private var endError: ProgramError?
    private var isOrdered = false
    /// It has gone, or cannot be read from or written to any more: only how it ends is waited for.
    private var isLeaving = false
    /// What it has written last.
    private var piece: [UInt8] = []
    /// What it has written and has to wait until it has read.
    private var postponed: [UInt8]?
    private var framer = LineFramer(limit: ProgramLimits.line)
    private var errorLines = ErrorLines()
    private var stray = RateLimiter(ProgramLimits.strayLines - 1, in: ProgramLimits.strayWindow)
    private var lines = RateLimiter(ProgramLimits.lines, in: ProgramLimits.lineWindow)
    private var services = RateLimiter(ProgramLimits.services, in: ProgramLimits.lineWindow)
    private var questions = OpenQuestions()
    private var openPipes = 0

    init(
        _ loop: Loop, _ starter: ProgramStarter, _ settings: ProgramSettings,
        _ codec: ProgramCodec, clock: @escaping () -> Instant, onEvent: @escaping (Event) -> Void
    ) {
        self.loop = loop
        self.starter = starter
        self.settings = settings
        self.codec = codec
        self.clock = clock
        self.onEvent = onEvent
        var expire: (() -> Void)?
        timer = Timer(loop) { expire?() }
        expire = { [weak self] in self?.onTimeout() }
    }

    // MARK: Start

    /// Starts it; when that fails, its end is reported in a later iteration of the event loop as ever.
    func start() {
        do throws(ProgramError) {
            try launch()
        } catch {
            endError = error
            finish()
        }
    }

    private func launch() throws(ProgramError) {
        let command = try LaunchCommand(settings)
        state = .launching
        do throws(UVError) {
            try starter.start(command.options, onExit: { [self] in didExit($0) }) { [self] in
                launched($0)
            }
        } catch {
            throw .cannotStart("\(error)")
        }
    }

    private func launched(_ result: Result<ChildProcess, UVError>) {
        do throws(UVError) {
            let process = try result.get()
            self.process = process
            state = .manifestAsked
            connect(process)
            try process.output?.startReading()
            try process.errors?.startReading()
        } catch {
            guard process == nil else { return end(because: .cannotStart("\(error)")) }
            endError = .cannotStart("\(error)")
            return finish()
        }
        guard !isOrdered else { return stop() }
        wait(ProgramLimits.manifest) { [self] in end(because: .noManifest) }
        write(codec.encoder.getManifest())
    }

    private func connect(_ process: ChildProcess) {
        openPipes = 2
        input = process.input.map { pipe in
            ProgramInput(
                loop, pipe, clock: clock, gap: codec.events.gap,
                onDrain: { [self] in didDrain() },
                onStall: { [self] in if state == .running { end(because: .doesNotRead) } },
                onFailure: { [self] in inputEnded() })
        }
        process.output?.onBytes = { [self] in read($0) }
        process.output?.onEnd = { [self] in outputEnded() }
        process.output?.onFailure = { [self] _ in outputEnded() }
        process.errors?.onBytes = { [self] in log($0) }
        process.errors?.onEnd = { [self] in pipeEnded(process.errors) }
        process.errors?.onFailure = { [self] _ in pipeEnded(process.errors) }
    }

    /// It has said what it is, and its place is decided.
    private func initialize(_ options: [PluginOption]) {
        state = .initAsked
        wait(ProgramLimits.manifest) { [self] in end(because: .notReady) }
        write(
            codec.encoder.initialize(
                options: options, isTrusted: settings.isTrusted, limits: settings.limits))
    }

    // MARK: What it is sent

    /// Puts a question; whether it could be put.
    func ask(
        _ id: QuestionID, _ respondent: Respondent, _ question: Question, deadline: Interval
    ) -> Bool {
        guard state == .running, !isLeaving else { return false }
        if questions.add(id, respondent, at: question.hook, now: clock()) {
            write(codec.encoder.question(question, id: id, deadline: deadline))
        }
        return true
    }

    /// Whether the rules wait for the answer to this question.
    func isOpen(_ id: QuestionID) -> Bool { questions.isOpen(id) }
    /// Whether the question was open.
    func withdraw(_ id: QuestionID, _ respondent: Respondent) -> Bool {
        switch questions.withdraw(id, respondent) {
        case .notOpen: return false
        case .othersWait: return true
        case .nobodyWaits:
            write(codec.encoder.cancel(id))
            return true
        }
    }

    /// Sends it a line of the client that it is.
    /// - Parameter event: the number of the event in it.
    func send(_ line: [UInt8], event: Int64?) { send { $0.send(line, event: event) } }

    private func write(_ line: [UInt8]) { send { $0.send(urgent: line) } }

    /// What cannot be sent ends it.
    private func send(_ pass: (ProgramInput) -> ProgramInput.Outcome) {
        guard state != .ended, let input, input.isOpen else { return }
        switch pass(input) {
        case .sent: return
        case .full: end(because: .doesNotRead)
        case .gone: inputEnded()
        }
    }

    /// Whether all that it was sent has gone to the kernel.
    var isDrained: Bool { input?.isOpen == true && input?.isDrained == true }

    /// Whether a large answer may keep it from answering in time.
    var isCatchingUp: Bool { input?.isOpen == true && input?.isCatchingUp == true }

    private func didDrain() {
        onEvent(.drained)
        if state == .stopping { closeInput() }
        guard state == .running, !isLeaving, let rest = postponed else { return }
        postponed = nil
        read(rest[...])
        guard postponed == nil, let output = process?.output, output.isOpen else { return }
        do throws(UVError) { try output.startReading() } catch { outputEnded() }
    }

    // MARK: What it says

    private func read(_ bytes: Span<UInt8>) {
        // Its memory is used again, unless somebody has kept a line.
        piece.removeAll(keepingCapacity: true)
        piece.append(copying: bytes)
        read(piece[...])
    }

    private func read(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while endError == nil, let frame = framer.next(in: &bytes) {
            switch frame {
            case .tooLong: end(because: .lineTooLong)
            case .line(let line): read(line: line)
            }
            if state == .running, input?.isFull == true { return postpone(bytes) }
        }
    }

    /// It gets answers as fast as it reads them: its next request waits until then.
    private func postpone(_ rest: ArraySlice<UInt8>) {
        postponed = Array(rest)
        if let output = process?.output, output.isOpen { output.stopReading() }
    }

    private func read(line: ArraySlice<UInt8>) {
        let message = codec.decoder.decode(line, limits: settings.limits) { id in
            questions.hook(of: id)
        }
        // As many answers as it was asked for are no flood.
        if case .answer(let id, let result) = message, let entry = questions.remove(id) {
            return onEvent(.answered(id, entry, result))
        }
        guard lines.admits(at: clock()) else { return end(because: .flood) }
        switch message {
        case .manifest(let result): describe(result)
        case .initialized(let failure): becomeReady(failure)
        // Its questions are gone by now.
        case .answer: return
        case .stray(let id):
            if state != .stopping { onEvent(.unexpected(.unexpectedAnswer(id))) }
        case .seen(let sequence): onEvent(.seen(sequence))
        case .service where !services.admits(at: clock()): end(because: .tooManyServices)
        case .service(let service): if state == .running { onEvent(.service(service)) }
        case .wrong(let failure): onEvent(.unexpected(.wrongMessage(failure)))
        case .other: if state == .running { onEvent(.received(line)) }
        case .notJSON:
            onEvent(.report(.strayOutput(printable(line.prefix(ProgramLimits.logLine)))))
            if !stray.admits(at: clock()) { end(because: .strayOutput) }
        }
    }

    private func describe(_ result: Result<Manifest, RequestError>) {
        guard state == .manifestAsked else {
            return onEvent(.unexpected(.unexpectedAnswer("getmanifest")))
        }
        switch result {
        case .failure(let failure): end(because: .badManifest(failure))
        case .success(let manifest): describe(manifest)
        }
    }

    private func describe(_ manifest: Manifest) {
        guard settings.acceptsAnyName || manifest.name == settings.name else {
            return end(because: .otherName(manifest.name))
        }
        do throws(RequestError) {
            let options = try manifest.options(setting: settings.options)
            onEvent(.described(manifest))
            // The owner that was notified may have had a reason to end it.
            if state == .manifestAsked { initialize(Needs(settings, manifest).whole(options)) }
        } catch {
            end(because: .badOptions(error))
        }
    }

    private func becomeReady(_ failure: RequestError?) {
        guard state == .initAsked else {
            return onEvent(.unexpected(.unexpectedAnswer("init")))
        }
        if let failure { return end(because: .declined(failure)) }
        timer.stop()
        state = .running
        onEvent(.running)
    }

    private func log(_ bytes: Span<UInt8>) {
        report(errorLines.append(bytes, at: clock()))
    }

    private func report(_ lines: [ErrorLines.Line]) {
        for line in lines {
            switch line {
            case .said(let level, let text): onEvent(.report(.said(level, text)))
            case .leftOut(let count): onEvent(.report(.leftOut(count)))
            }
        }
    }

    // MARK: The end

    /// Has it end by itself, and helps where it does not.
    func stop() {
        isOrdered = true
        guard exit == nil else { return }
        switch state {
        // Where it is being launched it ends as soon as it has begun.
        case .notStarted, .launching, .stopping, .ended: return
        case .manifestAsked, .initAsked, .running: break
        }
        state = .stopping
        dropQuestions()
        wait(ProgramLimits.shutdown) { [self] in terminate() }
        input?.forgetClient()
        write(codec.encoder.shutdown())
        if isDrained { closeInput() }
    }

    /// Ends it, since it does not keep to what it has to.
    private func end(because error: ProgramError) {
        guard state != .ended, endError == nil, exit == nil else { return }
        endError = error
        // Nothing more of what it writes is of use.
        if process?.output?.isOpen == true { process?.output?.stopReading() }
        let wasStopping = state == .stopping
        state = .stopping
        dropQuestions()
        closeInput()
        if !wasStopping { terminate() }
    }

    private func terminate() {
        signalGroup(.terminate)
        wait(ProgramLimits.terminate) { [self] in signalGroup(.kill) }
    }

    private func signalGroup(_ signal: Signal) {
        guard let process, process.isOpen else { return }
        do throws(UVError) {
            try process.killGroup(signal)
        } catch {
            onEvent(.report(.said(.warning, "\(error)")))
        }
    }

    private func dropQuestions() {
        for (id, entry) in questions.removeAll() { onEvent(.dropped(id, entry)) }
    }

    private func closeInput() { input?.close() }

    private func outputEnded() {
        pipeEnded(process?.output)
        expectExit(else: .closedOutput)
    }

    private func inputEnded() {
        closeInput()
        expectExit(else: .doesNotRead)
    }

    /// A program that ends closes its streams, and its exit tells more than they do.
    private func expectExit(else error: ProgramError) {
        guard exit == nil, state != .stopping, state != .ended else { return }
        isLeaving = true
        dropQuestions()
        wait(ProgramLimits.drain) { [self] in end(because: error) }
    }

    private func pipeEnded(_ pipe: PipeConnection?) {
        if let pipe, pipe.isOpen { pipe.close() }
        openPipes -= 1
        if exit != nil, openPipes == 0 { finish() }
    }

    private func didExit(_ exit: ChildProcess.Exit) {
        self.exit = exit
        isLeaving = true
        timer.stop()
        // What it started and left behind has its group, and perhaps its pipes.
        signalGroup(.kill)
        closeInput()
        guard endError == nil, openPipes > 0 else { return finish() }
        wait(ProgramLimits.drain) { [self] in finish() }
    }

    private func wait(_ interval: Interval, then handler: @escaping () -> Void) {
        onTimeout = handler
        timer.start(afterMilliseconds: UInt64(interval.milliseconds))
    }

    private func finish() {
        guard state != .ended else { return }
        report(errorLines.finish(at: clock()))
        let launchError = state == .manifestAsked ? errorLines.latest : nil
        state = .ended
        dropQuestions()
        for pipe in [process?.output, process?.errors] {
            if let pipe, pipe.isOpen { pipe.close() }
        }
        process?.close()
        let end = isOrdered ? nil : endError ?? exit.map { ProgramError($0, launchError) }
        onTimeout = {}
        // Handles close in the next iteration of the event loop, all of them in the same.
        timer.close { [self] in
            process = nil
            input = nil
            onEvent(.ended(end))
        }
    }
}
