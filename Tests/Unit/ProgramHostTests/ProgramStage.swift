// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import ProgramHost

/// A host with programs that a test writes, on a loop of its own that runs until what the test
/// waits for has come. Nobody sleeps: whatever takes time is an event.
final class ProgramStage {
    let loop: Loop
    let folder = TemporaryFolder()
    private(set) var events: [(name: String, event: ProgramEvent)] = []
    /// What the host's clock is ahead of the loop's.
    var skipped = Interval(microseconds: 0)
    /// Stands still for the host, where a test says so.
    var frozen: Instant?
    private var hostBox: ProgramHost?
    private var isDone: () -> Bool = { false }
    var onEvent: (String, ProgramEvent) -> Void = { _, _ in }

    var host: ProgramHost {
        guard let hostBox else { preconditionFailure("The host is made with the stage") }
        return hostBox
    }

    private init(_ loop: Loop) {
        self.loop = loop
        hostBox = ProgramHost(
            loop,
            clock: { [unowned self] in
                frozen
                    ?? Instant(
                        microseconds: Int64(loop.nowMilliseconds) * 1000 + skipped.microseconds)
            },
            handler: { [unowned self] name, event in
                events.append((name, event))
                onEvent(name, event)
                if isDone() { loop.stop() }
            })
    }

    /// Gives the body a stage, and proves that neither a handle nor a child is left after it.
    static func with(_ body: (ProgramStage) throws -> Void) throws {
        ignoreSIGPIPE()
        let loop = try Loop()
        let guardian = Timer(loop) {
            Issue.record("The loop waits for \(loop.openHandleKinds) and for nothing to happen.")
            loop.stop()
        }
        guardian.start(afterMilliseconds: 120_000)
        guardian.keepsLoopRunning = false
        let stage = ProgramStage(loop)
        let result = Result { try body(stage) }
        stage.host.close {}
        loop.run()
        guardian.close()
        loop.runOnce()
        #expect(loop.openHandleKinds == [])
        if loop.handleCount == 0 { loop.close() } else { _ = unsafe Unmanaged.passRetained(loop) }
        try result.get()
    }

    /// Runs the loop until it holds.
    func run(until isDone: @escaping () -> Bool) throws {
        guard !isDone() else { return }
        self.isDone = isDone
        loop.run()
        self.isDone = { false }
        try #require(isDone(), "\(events)")
    }

    /// Writes a program that can be executed.
    func write(_ text: String, as name: String) throws -> ProgramSettings {
        let path = "\(folder.path)/\(name)"
        try Files.write(text, to: path)
        try #require(unsafe chmod(path, 0o700) == 0)
        var settings = ProgramSettings(name: name, path: path)
        settings.isTrusted = true
        return settings
    }

    /// Writes a program in Python.
    func python(_ body: String, as name: String = "zoo") throws -> ProgramSettings {
        try write(pythonPrelude + body, as: name)
    }

    /// Starts a program in Python around what it does with the messages after `init`.
    @discardableResult
    func start(python body: String, as name: String = "zoo") throws -> ProgramSettings {
        let settings = try python(body, as: name)
        host.start(settings)
        return settings
    }

    func runUntilStarted(_ name: String = "zoo") throws {
        try run { [self] in starts(of: name) > 0 }
    }

    func starts(of name: String = "zoo") -> Int {
        events.count { entry in
            if case .started = entry.event { entry.name == name } else { false }
        }
    }

    var answers: [Verdict?] {
        events.compactMap { entry in
            if case .answered(_, _, let verdict) = entry.event { .some(verdict) } else { nil }
        }
    }

    var reports: [ProgramReport] {
        events.compactMap { if case .report(let report) = $0.event { report } else { nil } }
    }

    var said: [String] {
        reports.compactMap { if case .said(_, let text) = $0 { text } else { nil } }
    }

    var faults: [ProgramError] {
        reports.compactMap { if case .ended(let fault, _) = $0 { fault } else { nil } }
    }

    func ask(_ number: UInt64, _ name: String = "zoo") {
        host.ask(
            QuestionID(number: number), .policy(name), .detach(popover), of: name,
            deadline: .milliseconds(50))
    }

    func withdraw(_ number: UInt64, isLate: Bool = true) {
        host.withdraw(QuestionID(number: number), .policy("zoo"), of: "zoo", isLate: isLate)
    }
}

let popover = Question.PopoverFacts(
    popover: PopoverID(number: 1), behavior: "menu", app: "shop", display: "main", key: nil,
    title: nil, isModal: false)

/// What every honest program says; `main` gets each message after `init`.
private let pythonPrelude = """
    #!/usr/bin/env python3
    import json, os, signal, subprocess, sys, time
    def say(message):
        sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
    def answer(id, result):
        say({"jsonrpc": "2.0", "id": id, "result": result})
    def log(text):
        sys.stderr.write(text + "\\n"); sys.stderr.flush()
    def messages():
        while True:
            line = sys.stdin.readline()
            if not line: return
            yield json.loads(line)
    def manifest():
        return {"name": os.environ["POPOVERD_PLUGIN"], "version": "1", "hooks": ["detach"]}
    def serve(handle, manifest=manifest):
        for message in messages():
            method = message.get("method")
            if method == "getmanifest": answer(message["id"], manifest())
            elif method == "init": answer(message["id"], {})
            elif method == "shutdown": return
            else: handle(message)

    """

/// Whether there is a process of this number that is more than a zombie of somebody else's.
func isAlive(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    let text = String(decoding: Files.read("/proc/\(pid)/stat"), as: UTF8.self)
    return !text.contains(") Z ")
}
