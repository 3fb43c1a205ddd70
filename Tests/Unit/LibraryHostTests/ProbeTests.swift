// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("The probe")
struct ProbeTests {
    private let zoo: Zoo

    init() throws {
        zoo = try Zoo()
    }

    @Test("Each file gets its line, in order, whether it can be used or not")
    func lines() throws {
        let good = try zoo.breed(
            "popover-good.so",
            [
                "KIND=POPOVER_PLUGIN_POLICY", PolicyTests.hooks, "IDLE=1000",
                "OPTIONS={OPTION(\"count\", POPOVER_OPTION_INTEGER)}",
            ])
        let bad = try zoo.breed("popover-bad.so", ["TEST=4"])
        let none = zoo.path("a \"b\"\n.so")
        var lines: [String] = []
        PluginProbe.run(paths: [good, bad, none]) { line in
            lines.append(String(decoding: line, as: UTF8.self))
        }
        let escaped = none.replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\u000a")
        #expect(
            lines == [
                #"{"path":"\#(good)","ok":true,"name":"good","version":"2.1","#
                    + #""kind":"policy","options":[{"name":"count","type":"integer"}]}"# + "\n",
                #"{"path":"\#(bad)","ok":false,"error":"failed its self test (4)"}"# + "\n",
                #"{"path":"\#(escaped)","ok":false,"error":"No such file or directory"}"# + "\n",
            ])
    }

    @Test("Options are checked as the daemon would")
    func options() throws {
        let good = try zoo.breed("popover-good.so")
        var settings = PluginSettings()
        settings.options = [PluginOption(name: "color", value: .integer(1))]
        var lines: [String] = []
        PluginProbe.run(paths: [good], settings: { [settings] _ in settings }) { line in
            lines.append(String(decoding: line, as: UTF8.self))
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#"has no option \"color\" (it has none)"#) == true)
    }

    @Test("Every hook is asked, and the plugin is ended")
    func asked() throws {
        let witness = zoo.path("witness")
        let write = """
            FILE *file = fopen("\(witness)", "a"); fprintf(file, "%x ", question->kind); \
            fclose(file)
            """
        let good = try zoo.breed(
            "popover-good.so",
            ["KIND=POPOVER_PLUGIN_POLICY", PolicyTests.hooks, "IDLE=1000", "ANSWER=\(write)"],
            source: "#include <stdio.h>\n" + fixture)
        PluginProbe.run(paths: [good]) { _ in }
        #expect(
            try String(contentsOfFile: witness, encoding: .utf8) == "1 2 3 4 1 5 100 101 ")
    }

    @Test("A plugin that crashes loses its own line only")
    func crash() async throws {
        let folder = zoo.directory
        try zoo.breed("popover-a.so", ["NAME=\"a\""])
        try zoo.breed("popover-b.so", ["NAME=\"b\"", "CREATE=*(volatile int *)0 = 1"])
        try zoo.breed("popover-c.so", ["NAME=\"c\""])
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardOutputContent]
        ) { [folder = folder as String] in
            signal(SIGSEGV, SIG_DFL)
            let paths = ["a", "b", "c"].map { "\(folder)/popover-\($0).so" }
            PluginProbe.run(paths: paths) { line in
                FileHandle.standardOutput.write(Data(line))
            }
        }
        let words = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let answered = words.split(separator: "\n").filter { $0.hasPrefix("{\"path\"") }
        #expect(answered.count == 1)
        #expect(answered.first?.contains("popover-a.so") == true)
    }
}
