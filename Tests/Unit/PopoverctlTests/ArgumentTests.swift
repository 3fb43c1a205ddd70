// SPDX-License-Identifier: MIT

import Glibc
import PopoverCore
import PopoverModel
import PopoverTestSupport
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
}
