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
