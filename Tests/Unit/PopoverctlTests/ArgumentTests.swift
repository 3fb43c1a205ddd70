// SPDX-License-Identifier: MIT

import Glibc
import PopoverCore
import PopoverDrawing
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import popoverctl

@Suite("Arguments and files of popoverctl")
struct ArgumentTests {
    @Test(
        "A size has two positive numbers",
        arguments: [
            ("320x200", Size(width: 320, height: 200)), ("1.5x0.5", Size(width: 1.5, height: 0.5)),
            ("0x200", nil), ("320x0", nil), ("-1x2", nil), ("320", nil), ("1x2x3", nil),
            ("infx1", nil),
        ] as [(String, Size?)])
    func sizes(text: String, size: Size?) {
        #expect(Size(argument: text) == size)
    }

    @Test("Options are limited to the number, and their names to the byte")
    func options() throws {
        func options(_ count: Int) -> [PluginOption] {
            (0..<count).map { PluginOption(name: "o\($0)", value: .integer(1)) }
        }
        func named(_ bytes: Int) -> [PluginOption] {
            [PluginOption(name: String(repeating: "n", count: bytes), value: .integer(1))]
        }
        try OptionArgument.check(options(PluginOption.most))
        try OptionArgument.check(named(PluginOption.longestName))
        for wrong in [options(PluginOption.most + 1), named(PluginOption.longestName + 1)] {
            #expect(throws: PluginTestError.self) { try OptionArgument.check(wrong) }
        }
    }

    @Test("A secret is its owner's alone, and replaces no file")
    func secret() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/key"
        try Terminal.writeSecret([1, 2], toFile: path)
        #expect(Files.mode(path)?.permissions == 0o600)
        #expect(throws: FileError(path: path, code: EEXIST)) {
            try Terminal.writeSecret([3], toFile: path)
        }
        #expect(Files.read(path) == [1, 2])
    }

    @Test("A line as wide as the timeline is whole, and a wider one is cut to it")
    func width() {
        let effect = Effect.reportHung(ClientID(number: 7))
        let whole = "    \(effect.words)"
        func line(_ width: Int) -> String {
            Timeline(start: Instant(microseconds: 0), width: width).lines(of: [effect])
        }
        #expect(line(whole.count) == "\n" + whole)
        #expect(line(whole.count - 1) == "\n" + whole.dropLast(2) + "…")
    }

    @Test("No word of a recording moves the cursor or begins a line")
    func hostileWords() {
        let key = DraftKey(uid: 0, app: "shop", key: "a\u{1B}[2J\n0 +0.000s forged\u{202E}")
        let lines = Timeline(start: Instant(microseconds: 0), width: 200).lines(of: [
            .store(TicketID(number: 1), [.erase(key)])
        ])
        #expect(lines == "\n    to the disk, t1: erase shop/a [2J 0 +0.000s forged ")
    }

    @Test("JSON is escaped where it would move the cursor, and stays the same value")
    func hostileJSON() throws {
        let text = "\u{9B}2J\u{202E}\u{7F}é\u{200D}\u{E0001}\u{2028}"
        #expect(
            "{\"a\":\"\(text)\"}".plainJSON
                == "{\"a\":\"\\u009b2J\\u202e\\u007fé\u{200D}\\udb40\\udc01\\u2028\"}")
        let read = try JSONReader().parse(Array("\"\(text)\"".plainJSON.utf8), depthLimit: 2)
        #expect(read.string == text)
    }
}
