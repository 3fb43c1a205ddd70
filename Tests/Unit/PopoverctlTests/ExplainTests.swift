// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import Testing

@Suite("popoverctl explain")
struct ExplainTests {
    private static let facts = """
        "popover":"p7","behavior":"menu","app":"shop","display":"main","modal":false
        """

    private static let opened = """
        {"time":5000000,"subject":"open","popover":"p7","app":"shop","display":"main","outcome":"granted","because":"nothing else is visible there","testimonies":[]}
        """

    private static let tapped = """
        {"time":7250000,"subject":"tap","popover":"p7","app":"shop","display":"main","outcome":"dismissed","because":"a tap outside closes it (G3)","testimonies":[{"policy":"quiet","hook":"outside-tap","facts":{\(facts),"cause":"tap"},"verdict":{"verdict":"stay"}},{"policy":"idle","hook":"outside-tap","facts":{\(facts),"cause":"tap"},"verdict":{"verdict":"abstain"},"failure":"late"},{"policy":"odd","hook":"outside-tap","facts":{\(facts),"cause":"tap"},"verdict":{"verdict":"abstain"},"failure":"unfit"},{"behavior":"menu","hook":"outside-tap","facts":{\(facts),"cause":"tap"},"verdict":{"verdict":"close","disposition":"save"},"failure":"failed"}]}
        """

    private static let elsewhere = """
        {"time":8300000,"subject":"alert","alert":"a2","app":"printer","display":"wall","outcome":"held","because":"a policy holds it","testimonies":[{"policy":"quiet","hook":"alert","facts":{"alert":"a2","app":"printer","display":"wall","severity":"info","title":"Paper","heldMs":0},"verdict":{"verdict":"hold","holdMs":1000}}]}
        """

    private static let answer = #"{"decisions":[\#(opened),\#(tapped),\#(elsewhere)]}"#

    private func daemon(_ result: String = Self.answer) throws -> FakeDaemon {
        try FakeDaemon([.welcome, .receive("popover.explain"), .result(result)])
    }

    /// Without the times of day, which depend on when this machine was started.
    private func undated(_ output: String) -> String {
        output.replacing(#/(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d /#, with: "")
    }

    @Test("Each decision has its outcome, its reason, and each plugin's verdict or failure")
    func account() throws {
        let run = try Run(daemon(), "explain")
        #expect(run.status == 0)
        #expect(
            undated(run.output) == """
                -3.300s open p7 of shop on main: granted
                └─ because nothing else is visible there
                -1.050s tap p7 of shop on main: dismissed
                ├─ because a tap outside closes it (G3)
                ├─ policy quiet, asked at outside-tap, said: stay
                ├─ policy idle, asked at outside-tap, timed out, which counts as: no opinion
                ├─ policy odd, asked at outside-tap, gave an invalid verdict, which counts as: no opinion
                └─ behavior menu, asked at outside-tap, failed, which counts as: close, saving
                0.000s alert a2 of printer on wall: held
                ├─ because a policy holds it
                └─ policy quiet, asked at alert, said: hold for 1000 ms

                """)
    }

    @Test("The daemon filters by popover and limit; the command filters by display")
    func requests() throws {
        let one = try daemon(#"{"decisions":[]}"#)
        let run = try Run(one, "explain", "p7", "--limit", "3")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors == "popoverctl: no decisions to show\n")
        #expect(
            one.requests() == [
                #"{"method":"popover.explain","params":{"popover":"p7","limit":3}}"#
            ])
        let main = try daemon()
        let ofMain = try Run(main, "explain", "--display", "main", "--limit", "1")
        #expect(undated(ofMain.output).hasPrefix("0.000s tap p7 of shop on main: dismissed\n"))
        #expect(
            main.requests() == [#"{"method":"popover.explain","params":{"limit":256}}"#])
    }

    @Test("JSON output is the daemon's response, filtered by display")
    func json() throws {
        #expect(try Run(daemon(), "explain", "--json").output == Self.answer + "\n")
        #expect(
            try Run(daemon(), "explain", "--json", "--display", "wall").output
                == #"{"decisions":[\#(Self.elsewhere)]}"# + "\n")
    }

    @Test("plugin test accepts the JSON output as questions")
    func recordedDay() throws {
        let day = try Run(daemon(), "explain", "--json").output
        let run = try Run(
            ["plugin", "test", Self.confirm, "--questions", "-"], input: day)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("outside-tap  p7, menu of shop on main, by tap"))
        #expect(run.output.contains(#"a2 of printer on wall, info, "Paper""#))
        #expect(run.output.hasSuffix("5 questions, 0 asked, 0 wrong\n"))
        #expect(run.status == 0)
    }

    @Test("A limit out of range is wrong usage", arguments: ["0", "257", "many"])
    func wrongLimit(limit: String) throws {
        let run = try Run(["explain", "--limit", limit])
        #expect(run.status == 2)
        #expect(run.errors.contains("limit"))
    }

    private static var confirm: String {
        get throws {
            try Run.executable.deletingLastPathComponent()
                .appendingPathComponent("libconfirm-example.so").path
        }
    }
}
