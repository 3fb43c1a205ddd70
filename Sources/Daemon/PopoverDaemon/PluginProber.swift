// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverWire

/// Tries libraries in a process of their own before the daemon loads them: one that crashes or
/// hangs when it starts harms nobody.
///
/// Several libraries share a process; when it ends early, or nothing comes from it for too long,
/// that was the library whose turn it was, and another process tries the rest.
final class PluginProber {
    /// For one library: its loading, its start, its self test, and its first answers.
    static let patience = Interval.milliseconds(5000)
    /// Ends a process that has told all it could, and leaves the rest to another (EX_TEMPFAIL).
    static let unfinished: Int32 = 75
    /// Of one line of a finding.
    private static let lineLimit = 8192

    /// What was found of each library, in order.
    typealias Findings = [Finding]

    struct Finding: Equatable {
        let path: String
        /// nil where all is well.
        var error: String?
        var isPolicy = false
    }

    private let loop: Loop
    private let starter: ProgramStarter
    private let program: String
    private let patience: Interval
    private let reader = JSONReader()
    private var waiting: [Job] = []
    private var job: Job?
    private var process: ChildProcess?
    private var framer = LineFramer(limit: PluginProber.lineLimit)
    private var deadline: Timer?
    private var hasHung = false
    private var isClosed = false
    private var exit: ChildProcess.Exit?
    private var isOutputOver = false
    /// The present process has told something.
    private var hasFound = false

    private struct Job {
        var left: [String]
        var findings: Findings = []
        let then: (Findings) -> Void
    }

    /// - Parameter program: takes `--probe-plugin PATH` as often as there are libraries.
    init(_ loop: Loop, program: String, patience: Interval = PluginProber.patience) {
        self.loop = loop
        starter = ProgramStarter(loop)
        self.program = program
        self.patience = patience
    }

    /// Calls back when all are tried, at once where nothing can be; one job after the other.
    func probe(_ paths: [String], then handler: @escaping (Findings) -> Void) {
        guard !isClosed else { return }
        waiting.append(Job(left: paths, then: handler))
        if job == nil { next() }
    }

    private func next() {
        while job == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            guard !next.left.isEmpty else {
                next.then([])
                continue
            }
            job = next
            start()
        }
    }

    private func start() {
        guard let paths = job?.left else { return }
        var options = ChildProcess.Options(program: program)
        options.arguments = paths.flatMap { ["--probe-plugin", $0] }
        options.standardOutput = .piped
        options.isGroupLeader = true
        framer = LineFramer(limit: Self.lineLimit)
        hasHung = false
        exit = nil
        isOutputOver = false
        hasFound = false
        do throws(UVError) {
            try starter.start(options, onExit: { [unowned self] in exited($0) }) {
                [unowned self] in
                started($0)
            }
        } catch {
            // Nothing could be tried: none is loaded unseen.
            conclude(with: "could not be tried: \(error)", all: true)
            finishIfDone()
        }
    }

    private func started(_ result: Result<ChildProcess, UVError>) {
        do throws(UVError) {
            let process = try result.get()
            self.process = process
            guard !isClosed else { return close() }
            watchTime()
            process.output?.onBytes = { [unowned self] in received($0) }
            process.output?.onEnd = { [unowned self] in outputEnded() }
            process.output?.onFailure = { [unowned self] _ in outputEnded() }
            try process.output?.startReading()
        } catch {
            conclude(with: "could not be tried: \(error)", all: true)
            guard let process else { return finishIfDone() }
            // It runs, and cannot be heard: its exit goes on from here.
            isOutputOver = true
            try? process.killGroup(.kill)
        }
    }

    private func watchTime() {
        let timer =
            deadline
            ?? Timer(loop) { [unowned self] in
                // Somebody may have left the group and hold on to the output: it is not waited for.
                if exit != nil { return outputEnded() }
                hasHung = true
                try? process?.killGroup(.kill)
            }
        deadline = timer
        timer.start(afterMilliseconds: UInt64(patience.milliseconds))
    }

    private func received(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        var input = copy[...]
        while let frame = framer.next(in: &input) {
            guard case .line(let line) = frame else { continue }
            take(line)
        }
    }

    /// What a library itself prints is no finding, unless it names itself as ours do.
    private func take(_ line: ArraySlice<UInt8>) {
        guard let node = try? reader.parse(line, depthLimit: 4),
            let path = node.member("path")?.string, path == job?.left.first,
            let isWell = node.member("ok")?.bool
        else { return }
        hasFound = true
        conclude(
            with: isWell ? nil : node.member("error")?.string ?? "failed its test",
            isPolicy: node.member("kind")?.string == PluginState.Kind.policy.rawValue)
        watchTime()
    }

    private func conclude(with error: String?, isPolicy: Bool = false, all: Bool = false) {
        repeat {
            guard let path = job?.left.first else { return }
            job?.left.removeFirst()
            job?.findings.append(Finding(path: path, error: error, isPolicy: isPolicy))
        } while all
    }

    /// What it has written may still be on its way.
    private func exited(_ exit: ChildProcess.Exit) {
        self.exit = exit
        // What it started and left behind goes with it.
        try? process?.killGroup(.kill)
        endIfOver()
    }

    private func outputEnded() {
        isOutputOver = true
        endIfOver()
    }

    private func endIfOver() {
        guard let exit, isOutputOver, let process else { return }
        process.output?.close()
        process.close()
        self.process = nil
        let leavesTheRest = exit == .status(Self.unfinished) && hasFound
        if job?.left.isEmpty == false, !leavesTheRest { conclude(with: cause(exit)) }
        finishIfDone()
    }

    private func cause(_ exit: ChildProcess.Exit) -> String {
        if hasHung { return "did not come to an end of its test in \(patience.milliseconds) ms" }
        switch exit {
        case .status(let status): return "ended the process that tried it, with status \(status)"
        case .signal(let signal): return "crashed when it was tried, by signal \(signal.rawValue)"
        }
    }

    private func finishIfDone() {
        guard let done = job else { return }
        guard done.left.isEmpty else { return start() }
        job = nil
        deadline?.stop()
        done.then(done.findings)
        next()
    }

    /// Ends what is under way; nobody is called back any more.
    func close() {
        waiting = []
        job = nil
        deadline?.close()
        deadline = nil
        isClosed = true
        starter.close()
        guard let process else { return }
        isOutputOver = true
        if exit == nil { try? process.killGroup(.kill) }
        endIfOver()
    }
}
