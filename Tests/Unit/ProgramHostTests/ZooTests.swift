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

/// One at a time: they measure memory and end processes.
@Suite("Programs of all kinds", .serialized)
enum ProgramZoo {}

extension ProgramZoo {
    @Suite("Programs that answer in every way")
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

        @Test("a question to a plugin in both roles is put once and answered for both")
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

        @Test(
            "a late question is withdrawn from a silent program, and its late answer does not count"
        )
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

        @Test("after three late answers a program is not asked until a probe succeeds")
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

        @Test("an invalid verdict is none, and a verdict of another hook is passed on")
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
                #expect(stage.answers == [nil, .choice(.stay)])
                #expect(
                    stage.reports.map(\.description) == [
                        "invalid answer to q1: verdict: has to be one of abstain, detach, "
                            + "keep",
                        "invalid answer to q2: the hook detach has no such verdict",
                    ])
                #expect(stage.host.state(of: "zoo")?.statistics.badVerdicts == 2)
            }
        }
    }
}
