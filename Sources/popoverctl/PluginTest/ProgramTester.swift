// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire
internal import ProgramHost

/// Runs a plugin that is a program, under the limits of a daemon.
final class ProgramTester: PluginTester {
    private let loop: Loop
    private let timer: Timer
    private let host: ProgramHost
    private let state: State
    private let timeout: Interval
    private let name: String
    private let pluginHooks: PluginHooks
    private var questions: UInt64 = 0

    let title: String
    /// What it declares.
    private(set) var options: [String: OptionType] = [:]
    /// It declares that it sends requests.
    var needsTrust: Bool { state.manifest?.wantsRequests == true }
    /// Why it does not start where it is not trusted; nil if it does.
    private(set) var refusal: String?
    var behaviors: [String] { pluginHooks.behaviors.map(\.name) }

    /// What the host has reported since the last question.
    private final class State {
        var hasStarted = false
        var manifest: Manifest?
        var error: String?
        var answer: Verdict??
        var hasTimedOut = false
        var isClosed = false
        /// Why the host rejected an answer.
        var complaint: String?
        /// Only the start is of interest, not what it says.
        let isQuiet: Bool

        init(isQuiet: Bool) { self.isQuiet = isQuiet }
    }

    /// - Parameters:
    ///   - timeout: for the start, and for each question.
    ///   - grants: where it is not trusted: its start, in a sandbox with these, shows whether it accepts its
    ///     options.
    init(
        file: String, options: [PluginOption], timeout: Interval, grants: Sandbox? = nil
    ) throws(PluginTestError) {
        let state = State(isQuiet: grants != nil)
        let path: String
        do {
            path = try Terminal.realPath(of: file)
            loop = try Loop()
        } catch {
            throw PluginTestError("\(error)")
        }
        timer = Timer(loop) { state.hasTimedOut = true }
        host = ProgramHost(loop, clock: { Instant.now }) { _, event in Self.handle(event, state) }
        name = "tested"
        var settings = ProgramSettings(name: name, path: path)
        settings.acceptsAnyName = true
        // It is the caller's own.
        settings.isTrusted = grants == nil
        settings.grants = grants ?? Sandbox()
        settings.options = options
        self.state = state
        self.timeout = timeout
        host.start(settings)
        Self.wait(loop, timer, state, timeout) { state.hasStarted || state.error != nil }
        let manifest = state.hasStarted ? host.manifest(of: name) : nil
        title = manifest.map { "\($0.name) \($0.version)" } ?? file
        pluginHooks = PluginHooks(
            plugin: manifest?.name ?? name, hooks: manifest?.hooks ?? [],
            behaviors: manifest?.behaviors ?? [])
        for option in state.manifest?.options ?? [] { self.options[option.name] = option.type }
        guard manifest == nil else { return }
        let error = state.error ?? "timed out while starting"
        refusal = error
        guard grants == nil || state.manifest == nil else { return }
        close()
        throw PluginTestError("\(file): \(error)")
    }

    func isAsked(_ question: Question) -> Bool { pluginHooks.respondent(to: question) != nil }

    func ask(_ question: Question) throws(PluginTestError) -> Reply {
        guard let respondent = pluginHooks.respondent(to: question) else {
            return Reply(verdict: .abstain, after: Interval(microseconds: 0))
        }
        restartIfSuspended()
        questions += 1
        let id = QuestionID(number: questions)
        state.answer = nil
        state.complaint = nil
        let start = Instant.now
        host.ask(id, respondent, question, of: name, deadline: timeout)
        let state = state
        Self.wait(loop, timer, state, timeout) { state.answer != nil }
        guard let answer = state.answer else {
            host.withdraw(id, respondent, of: name, isLate: true)
            throw PluginTestError.timedOut
        }
        guard let verdict = answer else {
            throw PluginTestError(state.complaint ?? state.error ?? "the plugin could not be asked")
        }
        return Reply(verdict: verdict, after: Instant.now - start)
    }

    /// A daemon stops asking a program that fails too often; a test asks every question.
    private func restartIfSuspended() {
        guard host.state(of: name)?.state != .loaded else { return }
        let state = state
        state.hasStarted = false
        state.error = nil
        host.restart(name)
        Self.wait(loop, timer, state, timeout) { state.hasStarted || state.error != nil }
    }

    func close() {
        timer.close {}
        let state = state
        host.close { state.isClosed = true }
        while !state.isClosed { loop.runOnce() }
        loop.run()
        loop.close()
    }

    private static func handle(_ event: ProgramEvent, _ state: State) {
        switch event {
        case .report(.badAnswer(_, let message)): state.complaint = message
        case .report(.ended(let error, _)): state.error = "\(error)"
        case .report where state.isQuiet: break
        case .report(.said(_, let line)): Terminal.complain("message of the plugin: \(line)")
        // The answer shows this already.
        case .report(.late), .report(.circuitOpened), .report(.circuitClosed): break
        case .report(let report): Terminal.complain("\(report)")
        case .changed(let plugin):
            if plugin.state == .failed { state.error = state.error ?? plugin.message }
        case .described(let manifest): state.manifest = manifest
        case .received: break
        case .started: state.hasStarted = true
        case .answered(_, _, let verdict): state.answer = .some(verdict)
        }
    }

    private static func wait(
        _ loop: Loop, _ timer: Timer, _ state: State, _ timeout: Interval,
        until condition: () -> Bool
    ) {
        state.hasTimedOut = false
        timer.start(afterMilliseconds: UInt64(max(1, timeout.milliseconds)))
        while !condition(), !state.hasTimedOut { loop.runOnce() }
        timer.stop()
    }
}
