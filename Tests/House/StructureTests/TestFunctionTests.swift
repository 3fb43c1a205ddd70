// SPDX-License-Identifier: MIT

import Testing

@Suite("The tests themselves")
struct TestFunctionTests {
    @Test("A function beside tests is a test, or another one calls it")
    func used() {
        let files = SourceTree.files(in: "Tests")
        var mentions: [Substring: Int] = [:]
        for word in files.lazy.flatMap(\.lines).flatMap(Self.words) {
            mentions[word, default: 0] += 1
        }
        for file in files where file.lines.contains(where: { $0.hasPrefix("    @Test(") }) {
            for name in Self.helpers(in: file.lines) where mentions[name[...]] == 1 {
                Issue.record("\(file.path): nothing runs \(name)")
            }
        }
    }

    @Test("A test without its attribute is found")
    func found() {
        let lines = ["    @Test(", "        \"a\"", "    )", "    func a() {", "    }"]
        #expect(Self.helpers(in: lines) == [])
        #expect(Self.helpers(in: Array(lines.dropFirst(3))) == ["a"])
        #expect(Self.helpers(in: ["    @Test(\"a\")", "    private func a() {"]) == [])
        #expect(Self.helpers(in: lines + ["", "    private func b(_ c: Int) {"]) == ["b"])
    }

    /// The functions of types in these lines that are no tests.
    private static func helpers(in lines: [String]) -> [String] {
        lines.indices.compactMap { index in
            let words = words(of: lines[index])
            guard lines[index].hasPrefix("    "), !lines[index].hasPrefix("     "),
                let place = words.prefix(4).firstIndex(of: "func"), place + 1 < words.count
            else { return nil }
            // An attribute may go over several lines.
            let start = lines[..<index].last { !$0.hasPrefix("     ") && $0 != "    )" }
            return start?.hasPrefix("    @Test") == true ? nil : String(words[place + 1])
        }
    }

    private static func words(of line: String) -> [Substring] {
        line.utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                && byte != UInt8(ascii: "_")
        }.map(Substring.init)
    }
}
