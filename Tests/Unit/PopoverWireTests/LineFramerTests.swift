// SPDX-License-Identifier: MIT
import PopoverWire
import Testing

/// What a framer finds, in the words of these tests.
enum Found: Equatable {
    case line(String)
    case tooLong
}

/// Feeds pieces one after the other and collects everything found.
private func frames(_ pieces: [[UInt8]], with framer: inout LineFramer) -> [Found] {
    var found: [Found] = []
    for piece in pieces {
        var input = piece[...]
        while let frame = framer.next(in: &input) {
            switch frame {
            case .line(let bytes): found.append(.line(String(decoding: bytes, as: UTF8.self)))
            case .tooLong: found.append(.tooLong)
            }
        }
        #expect(input.isEmpty)
    }
    return found
}

private func frames(_ pieces: [String], limit: Int) -> [Found] {
    var framer = LineFramer(limit: limit)
    return frames(pieces.map { Array($0.utf8) }, with: &framer)
}

@Suite("Lines")
struct LineFramerTests {
    @Test("LF ends a line, one CR before it is taken off, empty lines are left out")
    func ends() {
        #expect(
            frames(["a\nb\r\n\n\r\nc\r\r\nd\re\n \nf"], limit: 100)
                == [.line("a"), .line("b"), .line("c\r"), .line("d\re"), .line(" ")])
    }

    @Test("The same bytes cut in two anywhere give the same lines")
    func everySplit() {
        let text = "one\r\n\nzwölf\ntoo long for this\n\r\n12345678\r\n123456789\r\nend\n"
        let expected: [Found] = [
            .line("one"), .line("zwölf"), .tooLong, .line("12345678"), .tooLong, .line("end"),
        ]
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var framer = LineFramer(limit: 9)
            let found = frames([Array(bytes[..<split]), Array(bytes[split...])], with: &framer)
            #expect(found == expected, "split at \(split)")
            #expect(!framer.isWithinLine)
        }
        var framer = LineFramer(limit: 9)
        #expect(frames(bytes.map { [$0] }, with: &framer) == expected)
    }

    @Test(
        "A line of exactly the limit is fine, one byte more is not",
        arguments: ["", "\r"])
    func limit(carriageReturn: String) {
        let body = String(repeating: "x", count: 64 - carriageReturn.utf8.count)
        #expect(frames([body + carriageReturn + "\n"], limit: 65) == [.line(body)])
        #expect(frames([body + carriageReturn + "\n"], limit: 64) == [.line(body)])
        #expect(frames([body + carriageReturn + "\nok\n"], limit: 63) == [.tooLong, .line("ok")])
    }

    @Test("Too long is told once, as soon as the limit is passed, before the line ends")
    func earlyReport() {
        var framer = LineFramer(limit: 4)
        #expect(frames([Array("1234".utf8)], with: &framer) == [])
        #expect(framer.isWithinLine)
        #expect(frames([Array("5".utf8)], with: &framer) == [.tooLong])
        #expect(framer.isWithinLine)
        #expect(frames([Array("67890".utf8), Array("abcdefgh".utf8)], with: &framer) == [])
        #expect(frames([Array("i\nok\n".utf8)], with: &framer) == [.line("ok")])
        #expect(!framer.isWithinLine)
    }

    @Test("A changed limit holds at once, also for a line that has begun")
    func changedLimit() {
        var framer = LineFramer(limit: 10)
        #expect(frames([Array("123456".utf8)], with: &framer) == [])
        framer.limit = 4
        #expect(frames([Array("7".utf8)], with: &framer) == [.tooLong])
        framer.limit = 12
        #expect(
            frames([Array("89\n123456789012\n".utf8)], with: &framer) == [.line("123456789012")])
    }

    @Test("10 000 lines in one piece come in order, and as slices of that piece")
    func manyLines() {
        let text = (0..<10_000).map { "line \($0)\n" }.joined()
        #expect(frames([text], limit: 20) == (0..<10_000).map { .line("line \($0)") })
        var framer = LineFramer(limit: 20)
        var input = Array(text.utf8)[...]
        var end = 0
        while case .line(let line)? = framer.next(in: &input) {
            #expect(line.startIndex == end)
            end = line.endIndex + 1
        }
        #expect(end == text.utf8.count)
    }

    @Test("An input whose last line is whole is let go with it")
    func release() {
        var framer = LineFramer(limit: 100)
        var input = ArraySlice("first\nlast\n".utf8)
        _ = framer.next(in: &input)
        #expect(input.endIndex == 11)
        _ = framer.next(in: &input)
        // An empty slice of the old array would keep all of that.
        #expect(input.endIndex == 0)
    }

    @Test("The caller may stop after any line and go on later")
    func pausing() {
        var framer = LineFramer(limit: 20)
        var input = Array("a\nb\nc".utf8)[...]
        #expect(framer.next(in: &input) == .line(Array("a".utf8)[...]))
        #expect(Array(input) == Array("b\nc".utf8))
        #expect(framer.next(in: &input) == .line(Array("b".utf8)[...]))
        #expect(framer.next(in: &input) == nil)
        #expect(framer.isWithinLine)
        input = Array("d\n".utf8)[...]
        #expect(framer.next(in: &input) == .line(Array("cd".utf8)[...]))
    }

    @Test("An endless line is skipped without being stored")
    func endlessLine() {
        var framer = LineFramer(limit: 1_000)
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        #expect(frames(Array(repeating: piece, count: 64), with: &framer) == [.tooLong])
        #expect(framer.isWithinLine)
        #expect(frames([Array("\nok\n".utf8)], with: &framer) == [.line("ok")])
    }

    @Test("A stream of single bytes makes the lines that it would make whole")
    func singleBytes() {
        let text = String(repeating: "x", count: 50_000) + "\n"
        var framer = LineFramer(limit: 50_000)
        let found = frames(text.utf8.map { [$0] }, with: &framer)
        #expect(found == [.line(String(repeating: "x", count: 50_000))])
    }
}
