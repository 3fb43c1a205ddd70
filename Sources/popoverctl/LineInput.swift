// SPDX-License-Identifier: MIT

internal import PopoverWire

/// The lines of standard input, as they come.
struct LineInput {
    /// More than any command with JSON that the daemon would take.
    private var framer = LineFramer(limit: 1024 * 1024)
    private(set) var isAtEnd = false

    /// Reads what is there; waits where there is nothing.
    /// - Returns: the lines that it completed; too long ones are left out, with a complaint.
    mutating func read() throws(FileError) -> [String] {
        let bytes = try Terminal.readInput()
        isAtEnd = bytes.isEmpty
        var rest = bytes[...]
        var lines: [String] = []
        while let frame = framer.next(in: &rest) {
            switch frame {
            case .line(let line): lines.append(String(decoding: line, as: UTF8.self))
            case .tooLong: Terminal.complain("standard input: a line is too long")
            }
        }
        return lines
    }
}
