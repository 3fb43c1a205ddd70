// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire
internal import ProgramHost

/// A program beside this process, which is held to the limits of a daemon's.
final class ProgramTester: PluginTester {
    private let loop: Loop
    private let timer: Timer
    private let host: ProgramHost
    private let word: Word
    private let patience: Interval
    private let name: String
    private let roster: Roster
    private var questions: UInt64 = 0

    let title: String
    var behaviors: [String] { roster.behaviors.map(\.name) }

    /// What the host has told, for who waits for it.
    private final class Word {
        var hasStarted = false
        var fault: String?
        var answer: Verdict??
        var isOver = false
        var isClosed = false
        /// What went wrong with an answer, in the host's words.
        var complaint: String?
    }

    /// - Parameter patience: how long it may take to start, and to answer one question.
    init(
        file: String, options: [PluginOption], patience: Interval
    ) throws(PluginTestError) {
        let word = Word()
        let path: String
        do {
            path = try Terminal.realPath(of: file)
            loop = try Loop()
        } catch {
            throw PluginTestError("\(error)")
        }
        timer = Timer(loop) { word.isOver = true }
        host = ProgramHost(loop, clock: { Instant.now }) { _, event in Self.hear(event, word) }
        name = "tested"
        var settings = ProgramSettings(name: name, path: path)
        settings.acceptsAnyName = true
        settings.options = options
        self.word = word
        self.patience = patience
        host.start(settings)
        Self.wait(loop, timer, word, patience) { word.hasStarted || word.fault != nil }
        let manifest = word.hasStarted ? host.manifest(of: name) : nil
        title = manifest.map { "\($0.name) \($0.version)" } ?? file
        roster = Roster(
            plugin: manifest?.name ?? name, hooks: manifest?.hooks ?? [],
            behaviors: manifest?.behaviors ?? [])
        guard manifest == nil else { return }
        let fault = word.fault ?? "it did not start in time"
        close()
        throw PluginTestError("\(file): \(fault)")
    }

    func isAsked(_ question: Question) -> Bool { roster.respondent(to: question) != nil }

    func ask(_ question: Question) throws(PluginTestError) -> Reply {
        guard let respondent = roster.respondent(to: question) else {
            return Reply(verdict: .abstain, after: Interval(microseconds: 0))
        }
        forgive()
        questions += 1
        let id = QuestionID(number: questions)
        word.answer = nil
        word.complaint = nil
        let start = Instant.now
        host.ask(id, respondent, question, of: name, deadline: patience)
        let word = word
        Self.wait(loop, timer, word, patience) { word.answer != nil }
        guard let answer = word.answer else {
            host.withdraw(id, respondent, of: name, isLate: true)
            throw PluginTestError("late")
        }
        guard let verdict = answer else {
            throw PluginTestError(word.complaint ?? word.fault ?? "it could not be asked")
        }
        return Reply(verdict: verdict, after: Instant.now - start)
    }

    /// A daemon leaves a program alone that fails too often; here every question is put.
    private func forgive() {
        guard host.state(of: name)?.state != .loaded else { return }
        let word = word
        word.hasStarted = false
        word.fault = nil
        host.restart(name)
        Self.wait(loop, timer, word, patience) { word.hasStarted || word.fault != nil }
    }

    func close() {
        timer.close {}
        let word = word
        host.close { word.isClosed = true }
        while !word.isClosed { loop.runOnce() }
        loop.run()
        loop.close()
    }

    private static func hear(_ event: ProgramEvent, _ word: Word) {
        switch event {
        case .report(.badAnswer(_, let message)): word.complaint = message
        case .report(.said(let line)): Terminal.complain("it says: \(line)")
        case .report(.ended(let fault, _)): word.fault = "\(fault)"
        // Its answer says so already.
        case .report(.late), .report(.circuitOpened), .report(.circuitClosed): break
        case .report(let report): Terminal.complain("\(report)")
        case .changed(let state):
            if state.state == .failed { word.fault = word.fault ?? state.message }
        case .described, .received: break
        case .started: word.hasStarted = true
        case .answered(_, _, let verdict): word.answer = .some(verdict)
        }
    }

    private static func wait(
        _ loop: Loop, _ timer: Timer, _ word: Word, _ patience: Interval,
        until isThere: () -> Bool
    ) {
        word.isOver = false
        timer.start(afterMilliseconds: UInt64(max(1, patience.milliseconds)))
        while !isThere(), !word.isOver { loop.runOnce() }
        timer.stop()
    }
}
