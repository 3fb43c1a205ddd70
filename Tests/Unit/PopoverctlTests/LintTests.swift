// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("popoverctl lint")
struct LintTests {
    /// Files of these names and contents, and a run over all of them.
    private func lint(
        _ files: [(name: String, content: String)], _ arguments: String...
    ) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for file in files {
            let url = folder.appendingPathComponent(file.name)
            try Data(file.content.utf8).write(to: url)
            paths.append(url.path)
        }
        return try Run(["lint"] + arguments + paths).without(folder.path + "/")
    }

    @Test("A help text is checked line by line; without findings the status is 0")
    func helpTexts() throws {
        let fine = try lint([("a.txt", "Tap Share.\npopoverd decides.\n")])
        #expect(fine.status == 0)
        #expect(fine.output.isEmpty)
        let run = try lint([
            ("a.txt", "Tap Share.\r\nThe Pop-over opens.\r\n"), ("b.txt", "Das Popover"),
        ])
        #expect(run.status == 1)
        #expect(
            run.output == """
                a.txt:2: G24 "The Pop-over opens." says "popover", a word that people need not \
                know: name what it shows
                b.txt:1: G24 "Das Popover" says "popover", a word that people need not know: name \
                what it shows

                """)
        #expect(run.errors.isEmpty)
    }

    @Test("A request is checked as in the daemon; other requests are not help texts")
    func requests() throws {
        let run = try lint([
            (
                "a.jsonl",
                ##"""
                {"method":"status"}
                {"method":"popover.open","params":{"behavior":"menu","size":{"width":320,"height":200},"buttons":["Close"]}}

                {"jsonrpc":"2.0","id":7,"method":"popover.open","params":{"behavior":"task","size":{"width":700,"height":200},"severity":"warning","appearance":{"text":"#777","background":"#fff","arrow":false}}}
                {"method":"popover.open","params":{"behavior":"home-made","size":{"width":700,"height":200}}}
                {"method":"popover.open","params":{"behavior":"menu"}}
                """##
            )
        ])
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(
            lines.map { $0.prefix(2).joined(separator: " ") } == [
                "a.jsonl:2: G20", "a.jsonl:4: G16", "a.jsonl:4: G23", "a.jsonl:4: G27",
                "a.jsonl:4: G31", "a.jsonl:6: size:",
            ])
    }

    @Test("In a scenario only the opens are checked")
    func scenarios() throws {
        let run = try lint([
            (
                "a.scenario",
                """
                # A popover
                title The first popover
                client shop
                note  popovers everywhere
                shop  does  popover.open behavior=menu size=320x200 help="Close the popover"
                      gets  popover=$p presentation=popover
                shop  tells bus.publish topic=app.x data={"popover":"p1"}
                shop  does  popover.open behavior=menu size=9x200 source=$p
                """
            ), ("b.scenario", "title A popover\nshop dances"),
        ])
        #expect(run.status == 1)
        #expect(
            run.output.split(separator: "\n").map { $0.prefix(35) } == [
                "a.scenario:5: G24 help \"Close the p", "b.scenario:2: unknown client shop",
            ])
    }

    @Test("JSON output has one object per line")
    func json() throws {
        let run = try lint([("a.txt", "The popover")], "--json")
        #expect(run.status == 1)
        #expect(
            run.output == #"""
                {"file":"a.txt","line":1,"rule":"G24","message":"\"The popover\" says \"popover\", a word that people need not know: name what it shows"}

                """#)
    }

    @Test("A binary file is named, the other files are checked, and the status is 2")
    func unreadable() throws {
        let run = try lint([
            ("a.bin", "a\0b"), ("b.txt", "The popover"), ("c.txt", "fine"),
        ])
        #expect(run.status == 2)
        #expect(run.errors == "popoverctl: a.bin: not a text in UTF-8\n")
        #expect(run.output.hasPrefix("b.txt:1: G24 "))
        let missing = try Run(["lint", "/nonexistent"])
        #expect(missing.status == 2)
        #expect(missing.errors == "popoverctl: /nonexistent: No such file or directory\n")
    }

    @Test("Standard input can be checked; no file is wrong usage")
    func input() throws {
        let run = try Run(["lint", "-"], input: "The popover\n")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("-:1: G24 "))
        #expect(try Run(["lint"]).status == 2)
    }
}
