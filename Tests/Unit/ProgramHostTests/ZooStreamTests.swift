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

extension ProgramZoo {
    @Suite("Programs and their streams")
    struct ZooStreamTests {
        @Test(
            "lines on standard output that are no JSON are logged with a hint, and ten in a minute end the program"
        )
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

        @Test("a program that closes standard output is started again")
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

        @Test("a program that has closed standard output is not asked any more")
        func closedOutputIsNotAsked() throws {
            try ProgramStage.with { stage in
                let settings = try stage.python(
                    """
                    def handle(m):
                        os.close(1); signal.pause()
                    serve(handle)
                    """)
                let starter = ProgramStarter(stage.loop)
                let question = Question.detach(popover)
                var program: Program?
                var wasAsked: [Bool] = []
                let ask = { number in
                    let id = QuestionID(number: number)
                    let isAsked = program?.ask(
                        id, .policy("zoo"), question, deadline: .milliseconds(50))
                    wasAsked.append(isAsked == true)
                }
                program = Program(
                    stage.loop, starter, settings, ProgramCodec(),
                    clock: { Instant(microseconds: 0) }
                ) { event in
                    switch event {
                    case .running: ask(1)
                    case .dropped(QuestionID(number: 1), _): ask(2)
                    case .ended(let fault):
                        #expect(fault == .closedOutput)
                        starter.close()
                        program = nil
                    default: break
                    }
                }
                program?.start()
                while program != nil { stage.loop.runOnce() }
                #expect(wasAsked == [true, false])
            }
        }

        @Test("a question to a program that dies is answered, and the program is started again")
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

        @Test("a program that floods the daemon with lines is ended")
        func flood() throws {
            try ProgramStage.with { stage in
                try stage.start(
                    python: """
                        def handle(m):
                            while True: os.write(1, b"{}\\n" * 1000)
                        serve(handle)
                        """)
                try stage.runUntilStarted()
                // However slowly they are read, they come within one window.
                stage.frozen = Instant(microseconds: 1)
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

        @Test("a program that closes standard input is not asked, and is started again")
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

        /// Reads nothing between the message `wait` and a signal; logs what it gets then.
        private static let waiting = """
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
            def handle(m):
                method, params = m.get("method"), m.get("params", {})
                if method == "wait": log(str(os.getpid())); signal.sigwait([signal.SIGUSR1])
                elif method == "event": log(f"{params.get('sequence')} {params.get('data')}")
                elif method == "$/cancel": pass
                elif "x" in m: log(f"large {len(m['x'])}")
                else: log("asked"); answer(m["id"], {"verdict": "detach"})
            serve(handle)
            """

        private static func event(_ number: Int64, bytes: Int) -> [UInt8] {
            let text = String(repeating: " ", count: bytes)
            let data = #""data":\#(bytes)"#
            return Array(
                (#"{"method":"event","params":{"sequence":\#(number),\#(data)}\#(text)}"# + "\n")
                    .utf8)
        }

        private func hold(_ stage: ProgramStage) throws -> Int32 {
            try stage.start(python: Self.waiting)
            try stage.runUntilStarted()
            stage.host.send(Array((#"{"method":"wait"}"# + "\n").utf8), to: "zoo")
            try stage.run { stage.said.count == 1 }
            return try #require(Int32(stage.said[0]))
        }

        @Test("a program gets a large answer, before it the questions, and behind it the events")
        func largeAnswer() throws {
            try ProgramStage.with { stage in
                let pid = try hold(stage)
                let size = 7 << 20
                let text = String(repeating: "x", count: size)
                stage.host.send(Array((#"{"x":"\#(text)"}"# + "\n").utf8), to: "zoo")
                for number in 1...3 {
                    let event = Self.event(Int64(number), bytes: 1)
                    stage.host.send(event, sequence: Int64(number), to: "zoo")
                }
                stage.ask(1)
                #expect(kill(pid, SIGUSR1) == 0)
                try stage.run { stage.said.count == 6 }
                #expect(stage.said.dropFirst() == ["large \(size)", "asked", "1 1", "2 1", "3 1"])
                try stage.run { stage.answers == [.detach(allowed: true)] }
                #expect(stage.faults == [])
                #expect(stage.host.resumeAfter(of: "zoo") == 3)
            }
        }

        @Test("a late answer is no strike while a large answer is read")
        func lateWhileReading() throws {
            try ProgramStage.with { stage in
                let pid = try hold(stage)
                let text = String(repeating: "x", count: 7 << 20)
                stage.host.send(Array((#"{"x":"\#(text)"}"# + "\n").utf8), to: "zoo")
                for number in 1...4 {
                    stage.ask(UInt64(number))
                    stage.withdraw(UInt64(number))
                }
                #expect(kill(pid, SIGUSR1) == 0)
                try stage.run { stage.said.contains("large \(7 << 20)") }
                let state = try #require(stage.host.state(of: "zoo"))
                #expect(state.state == .loaded)
                #expect(state.statistics.slowAnswers == 4)
            }
        }

        @Test("a program that is too slow for its events learns which it has missed")
        func missedEvents() throws {
            try ProgramStage.with { stage in
                let pid = try hold(stage)
                for number in 1...40 {
                    let event = Self.event(Int64(number), bytes: 65_536)
                    stage.host.send(event, sequence: Int64(number), to: "zoo")
                }
                #expect(kill(pid, SIGUSR1) == 0)
                try stage.run { stage.said.last?.contains("to") == true }
                let heard = stage.said.count - 2
                #expect(heard > 16)
                #expect(
                    stage.said.dropFirst().dropLast()
                        == ArraySlice((1...heard).map { "\($0) 65536" }))
                #expect(stage.said.last == "None {'from': \(heard + 1), 'to': 40}")
                #expect(stage.faults == [])
                try stage.run { stage.host.resumeAfter(of: "zoo") == 40 }
            }
        }

        @Test("a program gets no memory beyond its limit")
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
    }
}

/// The most memory that this process has had, in KiB.
private func peakMemory() -> Int {
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
