// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing

@testable import popoverctl

/// A policy that crashes at one hook, hangs at another and refuses everything at the third, which
/// is what is compiled while the test runs.
private final class WildLibrary {
    let path: String
    private let folder: URL

    init(_ definitions: String...) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("popover-wild-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        path = folder.resolvingSymlinksInPath().path + "/libpopover-wild.so"
        let code = folder.appendingPathComponent("wild.c")
        try Data(Self.source.utf8).write(to: code)
        let headers = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/PopoverPlugins/Kit/CPopoverPlugin/include")
            .standardized.path
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["cc", "-std=gnu99", "-shared", "-fPIC", "-I\(headers)"]
            + definitions.map { "-D\($0)" } + [code.path, "-o", path]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }

    deinit {
        // The folder is the system's temporary one: what cannot be removed now goes with it.
        try? FileManager.default.removeItem(at: folder)
    }

    private static let source = #"""
        #include <popover_plugin.h>
        #include <signal.h>
        #include <stdio.h>
        #define TEXT(literal) {literal, sizeof(literal) - 1}
        static void answer(void *self, const popover_question *question, popover_verdict *verdict) {
            (void)self;
            if (question->kind == POPOVER_QUESTION_OPEN) raise(SIGSEGV);
            if (question->kind == POPOVER_QUESTION_IDLE) for (;;) {}
            puts("noise");
            fflush(stdout);
            verdict->kind = POPOVER_VERDICT_PRESENT;
            verdict->rank = 7;
        }
        static const popover_plugin plugin = {
            .magic = POPOVER_PLUGIN_MAGIC,
            .struct_size = sizeof(popover_plugin),
            .abi_major = POPOVER_PLUGIN_ABI_MAJOR,
            .abi_minor = POPOVER_PLUGIN_ABI_MINOR,
            .kind = POPOVER_PLUGIN_POLICY,
            .name = TEXT("wild"),
            .version = TEXT("1.0.0"),
            .answer = answer,
            .hooks = POPOVER_ASKS_OPEN | POPOVER_ASKS_ALERT | POPOVER_ASKS_IDLE,
            .idle_ms = 60000,
        };
        POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_2(void) {
        #ifdef ABORTS
            raise(SIGABRT);
        #endif
        #ifdef HANGS
            for (;;) {}
        #endif
            return &plugin;
        }
        """#
}

@Suite("popoverctl plugin test with crashes, hangs and options")
struct WildPluginTests {
    private static let yes =
        Translations([Translations.Entry(language: "de", text: "Ja")])
        .map(OptionValue.translations) ?? .string("")

    @Test("A crash or hang fails its question; the other questions are still asked")
    func crashesAndHangs() throws {
        let library = try WildLibrary()
        let run = try Run(["plugin", "test", library.path, "--timeout", "2"])
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.output.hasPrefix("wild 1.0.0\n"))
        let crash = "no verdict: killed by signal 11, Segmentation fault, at open\n"
        #expect(run.output.contains("\n1: \(crash)2: \(crash)11: no verdict: timed out\n"))
        #expect(run.output.split(separator: "\n").count { $0.contains("present, rank 7") } == 2)
        #expect(run.output.hasSuffix("12 questions, 6 asked, 4 wrong\n"))
        // What a library writes is no answer, and no result of this command's.
        #expect(run.errors.split(separator: "\n").count { $0 == "noise" } == 2)
    }

    @Test(
        "A library that crashes or hangs while loading cannot be loaded",
        arguments: [
            ("ABORTS", "10", "killed by signal 6, Aborted, while loading"),
            ("HANGS", "0.5", "timed out while loading"),
        ])
    func loading(deed: String, timeout: String, message: String) throws {
        let library = try WildLibrary(deed)
        let run = try Run(["plugin", "test", library.path, "--timeout", timeout])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors == "popoverctl: \(library.path): \(message)\n")
    }

    @Test("An option reaches a library; a wrong type or name is an error")
    func libraryOptions() throws {
        let folder = try Run.executable.deletingLastPathComponent().path
        let library = "\(folder)/libpopover-exclusive.so"
        let refusal = "no, policy: only checkout"
        for value in [#"apps=["checkout"]"#, "apps=shop"] {
            let isList = value.contains("[")
            let run = try Run(["plugin", "test", library, "--option", value])
            #expect(run.status == (isList ? 0 : 2), "\(run.errors)")
            #expect(run.output.contains(refusal) == isList)
            #expect(run.errors.contains("apps") != isList)
        }
        let two = try Run([
            "plugin", "test", library, "--option", "apps=checkout", "--option", "apps=shop",
        ])
        #expect(two.status == 0, "\(two.errors)")
        #expect(!two.output.contains(refusal))
        let unknown = try Run(["plugin", "test", library, "--option", "color=red"])
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains(#"has no option "color""#))
    }

    /// Starts only with the rank 7.
    private static let program = #"""
        #!/bin/sh
        while read -r line; do
            id=${line#*\"id\":\"}; id=${id%%\"*}
            answer='"result":{}'
            case $line in
            *getmanifest*) answer='"result":{"name":"picky","version":"0.1","hooks":["open"],
            "options":[{"name":"rank","type":"integer"}]}' ;;
            *'"init"'*'"rank":7'*) ;;
            *'"init"'*) answer='"error":{"code":-32000,"message":"no rank"}' ;;
            *shutdown*) exit ;;
            esac
            echo "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",$(echo $answer)}"
        done
        """#

    @Test("A program gets its options; a rejected option is an error")
    func programOptions() throws {
        let program = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).plugin").path
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: program))
        defer { try? FileManager.default.removeItem(atPath: program) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let rows: [(value: String?, status: Int32, message: String)] = [
            ("rank=7", 0, ""), (nil, 2, "no rank"), ("rank=8", 2, "no rank"),
            ("rank=high", 2, "options.rank: has to be a whole number"),
            ("color=red", 2, "options.color: is not an option of picky"),
        ]
        for row in rows {
            let options = row.value.map { ["--option", $0] } ?? []
            let run = try Run(["plugin", "test", program] + options)
            #expect(run.status == row.status, "\(row): \(run.errors)")
            #expect(row.message.isEmpty || run.errors.contains(row.message), "\(run.errors)")
        }
    }

    @Test(
        "The type of an option follows from its spelling",
        arguments: [
            ("a=true", OptionValue.boolean(true)), ("a=-7", .integer(-7)), ("a=1.5", .number(1.5)),
            ("a=", .string("")), ("a=b=c", .string("b=c")), ("a=nan", .string("nan")),
            (#"a="2014""#, .string("2014")), (#"a=["b","c"]"#, .strings(["b", "c"])),
            (#"a={"de":"Ja"}"#, yes),
        ])
    func values(text: String, value: OptionValue) throws {
        let argument = try #require(OptionArgument(argument: text))
        #expect(argument.name == "a")
        #expect(argument.value == value)
    }

    @Test("Repeated options make a list of strings")
    func lists() throws {
        let arguments = ["b=1", "a=x", #"b="2""#].compactMap(OptionArgument.init(argument:))
        #expect(
            OptionArgument.options(arguments) == [
                PluginOption(name: "b", value: .strings(["1", "2"])),
                PluginOption(name: "a", value: .string("x")),
            ])
        for text in ["a", "=b", "a=[", "a=[1]", #"a=""#, "a={}", #"a={"de":1}"#] {
            #expect(OptionArgument(argument: text) == nil, "\(text)")
        }
    }
}
