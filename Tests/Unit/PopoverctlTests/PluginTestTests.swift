// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import PopoverWire
import Testing

@testable import popoverctl

/// A plugin that says to each question what the test says.
private struct FakeTester: PluginTester {
    var title = "fake 1.0"
    var behaviors: [String] = []
    var hooks: [Hook] = Hook.allCases
    var says: @Sendable (Question) throws(PluginTestError) -> Verdict

    func isAsked(_ question: Question) -> Bool { hooks.contains(question.hook) }

    func ask(_ question: Question) throws(PluginTestError) -> Reply {
        Reply(verdict: try says(question), after: Interval(microseconds: 1))
    }

    func close() {}
}

@Suite("popoverctl plugin test")
struct PluginTestTests {
    private func file(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).jsonl")
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func detach(expecting verdict: String?) -> String {
        let expect = verdict.map { #","expect":{"verdict":"\#($0)"}"# } ?? ""
        return #"{"hook":"detach","facts":{"popover":"p1","behavior":"quiz","app":"a","#
            + #""display":"main","modal":false}\#(expect)}"#
    }

    private func examine(
        _ tester: FakeTester, _ lines: String...
    ) throws -> PluginTestRun {
        let path = try file(lines.joined(separator: "\n"))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return PluginTestRun(of: tester, questions: try QuestionFile.read(path))
    }

    @Test("The standard questions cover each hook and the plugin's own behavior")
    func usualQuestions() {
        let tested = PluginTestRun(
            of: FakeTester(behaviors: ["quiz", "exam"], says: { _ in .abstain }), questions: nil)
        for hook in Hook.allCases {
            let count = tested.rows.count { $0.asked.question.hook == hook }
            #expect((1...2).contains(count), "\(hook)")
        }
        #expect(
            tested.rows.allSatisfy { ($0.asked.question.behavior ?? "quiz") == "quiz" })
        #expect(tested.wrongCount == 0)
    }

    @Test("A wrong verdict is shown with the expected one")
    func expectations() throws {
        let tester = FakeTester { _ in .detach(allowed: true) }
        let tested = try examine(
            tester, detach(expecting: "detach"), "", detach(expecting: "keep"),
            detach(expecting: nil))
        #expect(tested.rows.map(\.isFine) == [true, false, true])
        #expect(tested.wrongCount == 1)
        let lines = tested.text.split(separator: "\n")
        #expect(lines.first == "fake 1.0")
        #expect(lines.count { $0.hasSuffix("as expected") } == 1)
        #expect(lines.count { $0.hasSuffix("WRONG") } == 1)
        #expect(
            tested.text.hasSuffix(
                """
                2: expected {"verdict":"keep"}
                    answered {"verdict":"detach"}
                3 questions, 3 asked, 1 wrong
                """))
    }

    @Test("An expected refusal without a message accepts any message")
    func refusals() throws {
        let tester = FakeTester { _ in .open(.refuse(reason: .policy, message: "closed for lunch"))
        }
        let open =
            #"{"hook":"open","facts":{"behavior":"menu","app":"a","display":"main","#
            + #""displaySize":{"width":800,"height":600},"compact":false,"#
            + #""size":{"width":100,"height":100},"modal":false},"expect":{"verdict":"refuse""#
        let tested = try examine(
            tester, open + "}}", open + #","message":"closed for lunch"}}"#,
            open + #","message":"full"}}"#, open + #","reason":"not-for-warnings"}}"#)
        #expect(tested.rows.map(\.isFine) == [true, true, false, false])
    }

    @Test("A missing hook counts as no opinion")
    func notAsked() throws {
        let tester = FakeTester(hooks: [.open], says: { _ in .choice(.stay) })
        let tested = try examine(
            tester, detach(expecting: nil), detach(expecting: "abstain"),
            detach(expecting: "keep"))
        #expect(tested.rows.map(\.isFine) == [true, true, false])
        #expect(tested.text.contains("the plugin has no such hook"))
        #expect(tested.text.hasSuffix("3 questions, 0 asked, 1 wrong"))
    }

    @Test("A missing or invalid verdict is always wrong")
    func faults() throws {
        let silent = try examine(
            FakeTester { _ throws(PluginTestError) in throw PluginTestError.timedOut },
            detach(expecting: nil))
        #expect(silent.wrongCount == 1)
        #expect(silent.text.contains("1: no verdict: timed out\n"))
        let odd = try examine(FakeTester { _ in .choice(.stay) }, detach(expecting: nil))
        #expect(odd.wrongCount == 1)
        #expect(
            odd.text.contains(
                #"1: answered {"verdict":"stay"}, which is not valid for this hook"#))
    }

    @Test("JSON output has one object per question")
    func json() throws {
        let tested = try examine(
            FakeTester(hooks: [], says: { _ in .abstain }), detach(expecting: "keep"))
        let line = String(decoding: try #require(tested.json.first).bytes, as: UTF8.self)
        #expect(
            line == String(detach(expecting: "keep").dropLast()) + #","asked":false,"fine":false}"#)
    }

    @Test("An invalid question file is wrong usage; the error names the line and the member")
    func wrongFile() throws {
        let rows = [
            ("\n{", ":2: not JSON: "), (#"{"hook":"lunch"}"#, ":1: hook: has to be one of open,"),
            ("\n \n", ": contains no questions"),
            (
                #"{"hook":"idle","facts":{"display":"main","occupied":true}}"#,
                ":1: facts.idleMs: is missing (popoverctl plugin test --print-questions writes "
                    + "complete questions)\n"
            ),
        ]
        for (text, message) in rows {
            let path = try file(text)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let run = try Run(["plugin", "test", "/nowhere/x.so", "--questions", path])
            #expect(run.status == 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("popoverctl: \(path)\(message)"), "\(run.errors)")
        }
    }

    @Test("--print-questions writes a valid question file without a plugin")
    func printedQuestions() throws {
        let printed = try Run(["plugin", "test", "--print-questions"])
        #expect(printed.status == 0)
        let path = try file(printed.output)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try QuestionFile.read(path) == StandardQuestions.all(about: "menu"))
    }

    /// Silent at open, nonsense at idle, no at detach.
    private static let program = #"""
        #!/bin/sh
        while read -r line; do
            id=${line#*\"id\":\"}; id=${id%%\"*}
            case $line in
            *getmanifest*) result='{"name":"tidy","version":"0.1","hooks":["open","detach","idle"],
            "idleAfterMs":60000}' ;;
            *hook.open*) continue ;;
            *hook.idle*) result='{"verdict":"dance"}' ;;
            *hook.detach*) result='{"verdict":"keep"}' ;;
            *shutdown*) exit ;;
            *) result='{}' ;;
            esac
            echo "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":$(echo $result)}"
        done
        """#

    @Test("A program is asked every question, even after failures")
    func program() throws {
        let path = try file(Self.program)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let questions = try file(
            (StandardQuestions.all(about: "menu").filter { $0.question.hook == .idle }
                + StandardQuestions.all(about: "menu").filter { $0.question.hook == .idle })
                .map { question in
                    var writer = JSONWriter()
                    writer.value(question)
                    return String(decoding: writer.bytes, as: UTF8.self)
                }.joined(separator: "\n") + "\n" + detach(expecting: "keep"))
        defer { try? FileManager.default.removeItem(atPath: questions) }
        let run = try Run(["plugin", "test", path, "--questions", questions])
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.hasPrefix("tidy 0.1\n"))
        #expect(run.output.contains("4: no verdict: verdict: has to be one of abstain, close"))
        #expect(run.output.contains("as expected"))
        #expect(run.output.hasSuffix("5 questions, 5 asked, 4 wrong\n"))
    }

    @Test("A silent program times out; a program that is no plugin is an error")
    func silentProgram() throws {
        let path = try file(Self.program)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let questions = try file(
            #"{"hook":"open","facts":{"behavior":"menu","app":"a","display":"main","#
                + #""displaySize":{"width":800,"height":600},"compact":false,"#
                + #""size":{"width":100,"height":100},"modal":false}}"#)
        defer { try? FileManager.default.removeItem(atPath: questions) }
        let late = try Run(
            ["plugin", "test", path, "--questions", questions, "--timeout", "1"])
        #expect(late.status == 1)
        #expect(late.output.contains("1: no verdict: timed out\n"))
        let none = try Run(["plugin", "test", "/bin/false"])
        #expect(none.status == 2)
        #expect(none.errors == "popoverctl: /bin/false: exited with status 1\n")
    }

    @Test("A library is loaded with the checks of a daemon, and asked")
    func library() throws {
        let folder = try Run.executable.deletingLastPathComponent().path
        let run = try Run(["plugin", "test", "\(folder)/libconfirm-example.so"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("confirm 1.0.0\nNO  HOOK "))
        #expect(run.output.contains("confirm of shop on main, 320x240"))
        let none = try Run(["plugin", "test", "/nowhere/x.so"])
        #expect(none.status == 2)
        #expect(none.errors == "popoverctl: /nowhere/x.so: No such file or directory\n")
        let nothing = try Run(["plugin", "test"])
        #expect(nothing.status == 2)
        #expect(nothing.errors.contains("expected a plugin, or --print-questions"))
    }
}
