// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverWire

/// Probes libraries in a separate process, so that a crash or a hang does no harm. Several share a
/// process; if it ends early or is silent for too long, the current library has failed and another
/// process probes the rest.
final class PluginProber {
    /// For one library: loading, start, self-test and first answers.
    static let timeout = Interval.milliseconds(5000)
    /// The exit status of a process that leaves the rest to another process (EX_TEMPFAIL).
    static let unfinished: Int32 = 75
    /// The most bytes of a finding's line.
    private static let lineLimit = 16_384

    /// One for each library, in order.
    typealias Findings = [Finding]

    struct Finding: Equatable {
        let path: String
        /// nil if the probe has succeeded.
        var error: String?
    }

    private let loop: Loop
    private let starter: ProgramStarter
    private let program: String
    private let timeout: Interval
    private let reader = JSONReader()
    private var waiting: [Job] = []
    private var job: Job?
    private var process: ChildProcess?
    private var framer = LineFramer(limit: PluginProber.lineLimit)
    private var deadline: Timer?
    private var hasHung = false
    private var isClosed = false
    private var exit: ChildProcess.Exit?
    private var hasOutputEnded = false
    /// The current process has reported something.
    private var hasFound = false

    private struct Job {
        var pending: [String]
        var findings: Findings = []
        let then: (Findings) -> Void
    }

    /// - Parameter program: accepts `--probe-plugin PATH`, once for each library.
    init(_ loop: Loop, program: String, timeout: Interval = PluginProber.timeout) {
        self.loop = loop
        starter = ProgramStarter(loop)
        self.program = program
        self.timeout = timeout
    }

    /// Probes one job after the other; calls back when all its libraries are probed.
    func probe(_ paths: [String], then handler: @escaping (Findings) -> Void) {
        guard !isClosed else { return }
        waiting.append(Job(pending: paths, then: handler))
        if job == nil { next() }
    }

    private func next() {
        while job == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            guard !next.pending.isEmpty else {
                next.then([])
                continue
            }
            job = next
            start()
        }
    }

    private func start() {
        guard let paths = job?.pending else { return }
        var options = ChildProcess.Options(program: program)
        options.arguments = paths.flatMap { ["--probe-plugin", $0] }
        options.standardOutput = .piped
        options.isGroupLeader = true
        framer = LineFramer(limit: Self.lineLimit)
        hasHung = false
        exit = nil
        hasOutputEnded = false
        hasFound = false
        do throws(UVError) {
            try starter.start(options, onExit: { [unowned self] in exited($0) }) {
                [unowned self] in
                started($0)
            }
        } catch {
            // No library is loaded without a probe.
            conclude(with: "could not be probed: \(error)", all: true)
            finishIfDone()
        }
    }

    private func started(_ result: Result<ChildProcess, UVError>) {
        do throws(UVError) {
            let process = try result.get()
            self.process = process
            guard !isClosed else { return close() }
            startTimeout()
            process.output?.onBytes = { [unowned self] in received($0) }
            process.output?.onEnd = { [unowned self] in outputEnded() }
            process.output?.onFailure = { [unowned self] _ in outputEnded() }
            try process.output?.startReading()
        } catch {
            conclude(with: "could not be probed: \(error)", all: true)
            guard let process else { return finishIfDone() }
            // It runs, but its output cannot be read: `exited` continues.
            hasOutputEnded = true
            try? process.killGroup(.kill)
        }
    }

    private func startTimeout() {
        let timer =
            deadline
            ?? Timer(loop) { [unowned self] in
                // A process outside of the group may hold the output open: do not wait for it.
                if exit != nil { return outputEnded() }
                hasHung = true
                try? process?.killGroup(.kill)
            }
        deadline = timer
        timer.start(afterMilliseconds: UInt64(timeout.milliseconds))
    }

    private func received(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        var input = copy[...]
        while let frame = framer.next(in: &input) {
            guard case .line(let line) = frame else { continue }
            handle(line)
        }
    }

    /// Ignores what a library itself prints, unless it looks like a finding about it.
    private func handle(_ line: ArraySlice<UInt8>) {
        guard let node = try? reader.parse(line, depthLimit: 4),
            let path = node.member("path")?.string, path == job?.pending.first,
            let isOK = node.member("ok")?.bool
        else { return }
        hasFound = true
        conclude(with: isOK ? nil : node.member("error")?.string ?? "failed its self-test")
        startTimeout()
    }

    private func conclude(with error: String?, all: Bool = false) {
        repeat {
            guard let path = job?.pending.first else { return }
            job?.pending.removeFirst()
            job?.findings.append(Finding(path: path, error: error))
        } while all
    }

    /// Output of the process may still arrive after this.
    private func exited(_ exit: ChildProcess.Exit) {
        self.exit = exit
        // Ends its orphans, too.
        try? process?.killGroup(.kill)
        finishProcess()
    }

    private func outputEnded() {
        hasOutputEnded = true
        finishProcess()
    }

    private func finishProcess() {
        guard let exit, hasOutputEnded, let process else { return }
        process.output?.close()
        process.close()
        self.process = nil
        let leavesTheRest = exit == .status(Self.unfinished) && hasFound
        if job?.pending.isEmpty == false, !leavesTheRest { conclude(with: cause(exit)) }
        finishIfDone()
    }

    private func cause(_ exit: ChildProcess.Exit) -> String {
        if hasHung { return "probe timed out after \(timeout.milliseconds) ms" }
        switch exit {
        case .status(let status): return "ended the probe process with status \(status)"
        case .signal(let signal): return "crashed during its probe, signal \(signal.rawValue)"
        }
    }

    private func finishIfDone() {
        guard let done = job else { return }
        guard done.pending.isEmpty else { return start() }
        job = nil
        deadline?.stop()
        done.then(done.findings)
        next()
    }

    /// Ends all probes without calling back.
    func close() {
        waiting = []
        job = nil
        deadline?.close()
        deadline = nil
        isClosed = true
        starter.close()
        guard let process else { return }
        hasOutputEnded = true
        if exit == nil { try? process.killGroup(.kill) }
        finishProcess()
    }
}
