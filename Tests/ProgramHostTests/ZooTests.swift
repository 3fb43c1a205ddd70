// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import ProgramHost

private let serveDetach = """
    serve(lambda m: answer(m["id"], {"verdict": "detach"}))
    """

@Suite("Programs of all kinds", .serialized)
struct ZooTests {
    @Test("an honest program says what it is, answers, and ends when it is told to")
    func honest() throws {
        try ProgramStage.with { stage in
            try stage.start(python: serveDetach)
            try stage.runUntilStarted()
            #expect(stage.host.state(of: "zoo")?.state == .loaded)
            #expect(stage.host.manifest(of: "zoo")?.hooks == [.detach])
            stage.ask(1)
            try stage.run { stage.answers.count == 1 }
            #expect(stage.answers == [.detach(allowed: true)])
            var isGone = false
            stage.host.stop("zoo") {
                isGone = true
                stage.loop.stop()
            }
            try stage.run { isGone }
            #expect(stage.reports == [])
            #expect(stage.host.state(of: "zoo") == nil)
        }
    }

    @Test("who asks as a policy and as a behaviour's plugin asks once, and both are answered")
    func twoRespondents() throws {
        try ProgramStage.with { stage in
            try stage.start(python: "serve(lambda m: (log('asked'), answer(m['id'], {})))")
            try stage.runUntilStarted()
            stage.ask(1)
            stage.host.ask(
                QuestionID(number: 1), .behavior("menu"), .detach(popover), of: "zoo",
                deadline: .milliseconds(50))
            stage.ask(2)
            try stage.run { stage.answers.count == 3 && stage.said.count == 2 }
            #expect(stage.answers == [.abstain, .abstain, .abstain])
        }
    }

    @Test("a silent program is told that nobody waits; its late answer does not count")
    func late() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        if m["method"] == "$/cancel":
                            answer(m["params"]["id"], {"verdict": "keep"}); log("cancelled")
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            stage.withdraw(1)
            try stage.run {
                stage.said == ["cancelled"]
                    && stage.reports.contains(.unexpectedAnswer("q1"))
            }
            #expect(stage.answers == [])
            #expect(stage.reports.contains(.late(QuestionID(number: 1))))
            #expect(stage.host.state(of: "zoo")?.statistics.slowAnswers == 1)
        }
    }

    @Test("after three late answers nobody asks, until a probe is answered")
    func circuit() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        if m["id" if "id" in m else "method"] in ("q5", "q6"): answer(m["id"], {})
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            for number in 1...3 as ClosedRange<UInt64> {
                stage.ask(number)
                stage.withdraw(number)
            }
            #expect(stage.host.state(of: "zoo")?.state == .suspended)
            stage.ask(4)
            try stage.run { stage.answers.count == 1 }
            #expect(stage.answers == [nil])
            stage.skipped = ProgramLimits.shortestPause
            stage.ask(5)
            try stage.run { stage.answers.count == 2 }
            #expect(stage.answers == [nil, .abstain])
            #expect(stage.host.state(of: "zoo")?.state == .loaded)
            #expect(stage.reports.contains(.circuitClosed))
            stage.ask(6)
            try stage.run { stage.answers.count == 3 }
        }
    }

    @Test("the second of two answers does not count")
    func twice() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    serve(lambda m: (answer(m["id"], {"verdict": "keep"}), answer(m["id"], {})))
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.reports == [.unexpectedAnswer("q1")] }
            #expect(stage.answers == [.detach(allowed: false)])
        }
    }

    @Test("a verdict that makes no sense is none, and one of another hook is told")
    func garbageVerdict() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    words = {"q1": "perhaps", "q2": "stay"}
                    serve(lambda m: answer(m["id"], {"verdict": words[m["id"]]}))
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            stage.ask(2)
            try stage.run { stage.answers.count == 2 }
            #expect(stage.answers == [nil, .stay])
            #expect(
                stage.reports.map(\.description) == [
                    "its answer to q1 makes no sense: verdict: has to be one of abstain, detach, "
                        + "keep", "its answer to q2 makes no sense: it is none for the hook detach",
                ])
            #expect(stage.host.state(of: "zoo")?.statistics.badVerdicts == 2)
        }
    }

    @Test("words on standard output are logged with a hint, and ten in a minute end it")
    func strayOutput() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    for i in range(9): print("loading", i, flush=True)
                    serve(lambda m: print("ten", flush=True))
                    """)
            try stage.runUntilStarted()
            #expect(stage.reports.first == .strayOutput("loading 0"))
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.answers == [nil])
            #expect(stage.faults == [.strayOutput])
            #expect(stage.host.state(of: "zoo")?.statistics.restarts == 1)
        }
    }

    @Test("who closes standard output is started again")
    func closedOutput() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        os.close(1); signal.pause()
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.faults == [.closedOutput])
            #expect(stage.answers == [nil])
        }
    }

    @Test("who dies in the middle of a question leaves it answered, and is started again")
    func diesWhenAsked() throws {
        try ProgramStage.with { stage in
            try stage.start(python: "serve(lambda m: os._exit(3))")
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.answers == [nil])
            #expect(stage.faults == [.exited(.status(3))])
        }
    }

    @Test("a line without an end is refused without being kept")
    func endlessLine() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        block = b"x" * (1 << 20)
                        for i in range(1024): os.write(1, block)
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            let before = peakMemory()
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.faults == [.lineTooLong])
            #expect(stage.answers == [nil])
            #expect(peakMemory() - before < 16 << 10)
        }
    }

    @Test("who floods the daemon with lines is ended")
    func flood() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        while True: os.write(1, b"{}\\n" * 1000)
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { !stage.faults.isEmpty }
            #expect(stage.faults == [.flood])
            #expect(stage.answers == [nil])
        }
    }

    @Test("as many answers as questions are no flood, however fast")
    func fastAnswers() throws {
        try ProgramStage.with { stage in
            try stage.start(python: serveDetach)
            try stage.runUntilStarted()
            stage.frozen = Instant(microseconds: 1)
            var left = UInt64(ProgramLimits.lines) + 2
            stage.onEvent = { _, event in
                guard case .answered = event, left > 0 else { return }
                left -= 1
                stage.ask(left + 1)
            }
            stage.ask(left + 1)
            try stage.run { left == 0 || !stage.faults.isEmpty }
            #expect(stage.faults == [])
        }
    }

    @Test("who closes standard input cannot be asked, and is started again")
    func closedInput() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        os.close(0); log("closed"); signal.pause()
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.said == ["closed"] }
            stage.ask(2)
            try stage.run { stage.starts() == 2 }
            #expect(stage.faults == [.doesNotRead])
            #expect(stage.answers == [nil, nil])
        }
    }

    @Test("who takes more memory than it may gets none")
    func memoryEater() throws {
        try ProgramStage.with { stage in
            var settings = try stage.start(
                python: """
                    def handle(m):
                        try: bytearray(200 << 20)
                        except MemoryError: log("refused")
                        answer(m["id"], {})
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.answers.count == 1 }
            #expect(stage.said == [])
            settings.memory = 128
            stage.host.start(settings)
            try stage.run { stage.starts() == 2 }
            stage.ask(2)
            try stage.run { stage.answers.count == 2 && stage.said == ["refused"] }
        }
    }

    @Test("what a program has started dies with it, also when it holds the pipes")
    func grandchild() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        log(str(subprocess.Popen(["sleep", "1000"]).pid)); os._exit(0)
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.faults == [.exited(.status(0))])
            let pid = try #require(stage.said.first.flatMap { Int32($0) })
            #expect(!isAlive(pid))
        }
    }

    @Test("who leaves the group with the pipes does not hold up the restart")
    func runaway() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    def handle(m):
                        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
                        log(str(child.pid)); os._exit(0)
                    serve(handle)
                    """)
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.starts() == 2 }
            #expect(stage.answers == [nil])
            let pid = try #require(stage.said.first.flatMap { Int32($0) })
            kill(pid, SIGKILL)
        }
    }

    @Test("who exits in a loop is started less and less often")
    func exitLoop() throws {
        try ProgramStage.with { stage in
            stage.host.start(try stage.write("#!/bin/sh\nexit 5\n", as: "zoo"))
            try stage.run { stage.faults.count == 3 }
            let delays: [Int64] = stage.reports.compactMap { report in
                guard case .ended(_, let restart) = report else { return nil }
                return restart?.milliseconds
            }
            #expect(delays == [250, 500, 1000])
            #expect(stage.faults.allSatisfy { $0 == .exited(.status(5)) })
            #expect(stage.host.state(of: "zoo")?.state == .suspended)
            stage.ask(1)
            try stage.run { stage.answers == [nil] }
        }
    }

    @Test("what waits for a program that never reads is bounded")
    func neverReads() throws {
        try ProgramStage.with { stage in
            try stage.start(python: "serve(lambda m: (log('deaf'), time.sleep(1000)))")
            try stage.runUntilStarted()
            stage.ask(1)
            try stage.run { stage.said == ["deaf"] }
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 65_535) + [10]
            for _ in 0..<40 { stage.host.send(line, to: "zoo") }
            try stage.run { stage.starts() == 2 }
            #expect(stage.faults == [.doesNotRead])
            #expect(stage.answers == [nil])
        }
    }

    @Test("who ignores requests to end is killed")
    func ignoresSignals() throws {
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    signal.signal(signal.SIGTERM, lambda *a: log("TERM"))
                    serve(lambda m: None)
                    log("shutdown"); sys.stdin.read(); log("end of input")
                    while True: signal.pause()
                    """)
            try stage.runUntilStarted()
            var isGone = false
            stage.host.stop("zoo") {
                isGone = true
                stage.loop.stop()
            }
            try stage.run { isGone }
            #expect(stage.said == ["shutdown", "end of input", "TERM"])
        }
    }

    @Test("it inherits its three streams, and is limited")
    func inheritsNothing() throws {
        // As a library may leave one: without close-on-exec.
        let leaked = unsafe open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        try ProgramStage.with { stage in
            try stage.start(
                python: """
                    log(" ".join(sorted(os.listdir("/proc/self/fd"))))
                    log(os.getcwd() + " " + os.environ["HOME"])
                    import resource
                    log(str(resource.getrlimit(resource.RLIMIT_NOFILE)))
                    log(str(resource.getrlimit(resource.RLIMIT_CORE)))
                    status = open("/proc/self/status").read()
                    log(status[status.index("NoNewPrivs"):].split()[1])
                    serve(lambda m: None)
                    """)
            try stage.run { stage.said.count == 5 }
            // The fourth is what lists them.
            #expect(stage.said == ["0 1 2 3", "/ /", "(64, 64)", "(0, 0)", "1"])
        }
    }

    @Test("its environment is short")
    func environment() throws {
        try ProgramStage.with { stage in
            let script = "#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ >&2; read line\n"
            stage.host.start(try stage.write(script, as: "zoo"))
            try stage.run { stage.said.contains("POPOVERD_PLUGIN=zoo") }
            let names = stage.said.compactMap { $0.split(separator: "=").first }
            let required = names.filter { $0 != "LANG" && $0 != "TZ" }
            #expect(required == ["PATH", "HOME", "POPOVERD_PLUGIN"])
        }
    }

    @Test("it dies with the daemon, whatever it does")
    func diesWithTheDaemon() async throws {
        let result = await #expect(
            processExitsWith: .signal(SIGKILL), observing: [\.standardErrorContent]
        ) {
            try ProgramStage.with { stage in
                let path = "\(stage.folder.path)/alive"
                unsafe mkfifo(path, 0o600)
                try stage.start(
                    python: """
                        held = os.open("\(path)", os.O_RDWR); log("ready")
                        while True: signal.pause()
                        """)
                try stage.run { stage.said == ["ready"] }
                System.writeStandardError("<\(path)>")
                raise(SIGKILL)
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let path = try #require(output.split(separator: "<").last?.split(separator: ">").first)
        let descriptor = unsafe open(String(path), O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        defer {
            close(descriptor)
            Files.remove(String(path.dropLast("/alive".count)))
        }
        // No more writer: it is dead, or dies now.
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        if unsafe read(descriptor, &byte, 1) != 0 {
            #expect(unsafe Glibc.poll(&poll, 1, 10_000) == 1)
            #expect(unsafe read(descriptor, &byte, 1) == 0)
        }
    }
}

/// The most memory that this process has had, in KiB.
private func peakMemory() -> Int {
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
