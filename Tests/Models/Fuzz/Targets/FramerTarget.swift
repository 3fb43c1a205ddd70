// SPDX-License-Identifier: MIT

import PopoverWire

/// A stream that is cut anywhere has the lines that a reader of the whole finds.
///
/// Input: the limit, what decides the cuts, the stream.
public final class FramerTarget: FuzzTarget {
    public static let name = "framer"
    public static let longest = 256
    public static let seeds: [[UInt8]] = ["one\ntwo\r\n\n\r\nthree", "long line\nshort\n"].map {
        [5, 3] + Array($0.utf8)
    }

    private enum Found: Equatable {
        case line([UInt8])
        case tooLong
    }

    public init() {}

    public func run(_ input: [UInt8]) throws(Broken) {
        var bytes = InputBytes(input)
        let limit = bytes.number(below: 64)
        var cuts = UInt32(bytes.byte())
        let stream = bytes.rest
        var framer = LineFramer(limit: limit)
        var found: [Found] = []
        while !bytes.isEmpty {
            cuts = cuts &* 1_664_525 &+ 1_013_904_223
            var piece = bytes.next(Int(cuts >> 24) % 24)
            while let frame = framer.next(in: &piece) {
                switch frame {
                case .line(let line): found.append(.line(Array(line)))
                case .tooLong: found.append(.tooLong)
                }
            }
            try require(piece.isEmpty, "the framer has left \(piece.count) bytes")
        }
        let (expected, isWithinLine) = Self.split(stream, limit: limit)
        try require(found == expected, "found \(found) instead of \(expected)")
        try require(framer.isWithinLine == isWithinLine, "it thinks that the last line is whole")
    }

    /// The obvious way, for who has all bytes at once.
    private static func split(
        _ stream: ArraySlice<UInt8>, limit: Int
    ) -> (found: [Found], isWithinLine: Bool) {
        var found: [Found] = []
        let pieces = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for piece in pieces.dropLast() {
            var line = Array(piece)
            if line.count > limit {
                found.append(.tooLong)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { found.append(.line(line)) }
        }
        let last = pieces.last ?? []
        if last.count > limit { found.append(.tooLong) }
        return (found, !last.isEmpty)
    }
}
