// SPDX-License-Identifier: MIT

internal import PopoverWire

/// Reads standard input line by line.
struct LineInput {
    /// Longer than any command that the daemon accepts.
    private var framer = LineFramer(limit: 1024 * 1024)
    private(set) var isAtEnd = false

    /// Waits for input and reads it.
    /// - Returns: the completed lines; too long ones are reported and left out.
    mutating func read() throws(FileError) -> [String] {
        let bytes = try Terminal.readInput()
        isAtEnd = bytes.isEmpty
        var rest = bytes[...]
        var lines: [String] = []
        while let frame = framer.next(in: &rest) {
            switch frame {
            case .line(let line): lines.append(String(decoding: line, as: UTF8.self))
            case .tooLong: Terminal.complain("standard input: a line exceeds 1 MiB and is ignored")
            }
        }
        return lines
    }
}
