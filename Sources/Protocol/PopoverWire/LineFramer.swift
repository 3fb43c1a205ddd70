// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// Splits a stream of bytes into the protocol's lines, within a bound.
///
/// A line ends with LF; one CR before it is tolerated and taken off; empty lines are left out.
/// The limit counts a line's bytes without its LF (a CR counts): a line of exactly `limit` bytes
/// is fine. A longer one is reported once, as soon as the limit is passed, and the rest of it is
/// skipped without being stored.
///
/// The caller pulls, so that it decides how many lines it reads in one iteration of the event loop:
///
///     while let frame = framer.next(in: &input) { … }
///
/// A line that lies within one piece of input is a slice of that input; only a line that was cut
/// is copied. Between calls the framer stores at most `limit` bytes (Array may reserve twice as
/// much), and work is linear in the input, however it is cut.
public struct LineFramer: Sendable {
    public enum Frame: Hashable, Sendable {
        /// A line without its end, never empty.
        case line(ArraySlice<UInt8>)
        /// A line has passed the limit.
        case tooLong
    }

    /// Bytes of a line, without its LF. A change applies from the next bytes on, even in a line.
    public var limit: Int

    private var fragment: [UInt8] = []
    private var isSkipping = false

    public init(limit: Int) {
        self.limit = limit
    }

    /// Whether an incomplete line is buffered, which is lost if the stream ends here.
    public var isWithinLine: Bool { isSkipping || !fragment.isEmpty }

    /// The bytes of an incomplete line.
    public var count: Int { fragment.count }

    /// Takes the next line off the input; nil when the input is used up.
    public mutating func next(in input: inout ArraySlice<UInt8>) -> Frame? {
        while !input.isEmpty {
            let end = input.firstLineFeed
            let piece = input[..<(end ?? input.endIndex)]
            // A used-up input lets go of its buffer, also where its last line is whole.
            let rest = end.map { $0 + 1 } ?? input.endIndex
            input = rest < input.endIndex ? input[rest...] : []
            if isSkipping {
                isSkipping = end == nil
                continue
            }
            guard fragment.count + piece.count <= limit else {
                fragment = []
                isSkipping = end == nil
                return .tooLong
            }
            guard end != nil else {
                fragment.append(contentsOf: piece)
                return nil
            }
            let line = trimmed(completed(by: piece))
            if !line.isEmpty { return .line(line) }
        }
        return nil
    }

    private mutating func completed(by piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !fragment.isEmpty else { return piece }
        var line = fragment
        fragment = []
        line.append(contentsOf: piece)
        return line[...]
    }

    private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

extension ArraySlice<UInt8> {
    package var firstLineFeed: Int? {
        let end = unsafe withUnsafeBufferPointer { bytes in
            unsafe csimdjson_line_end(bytes.baseAddress, bytes.count)
        }
        return end < count ? startIndex + end : nil
    }
}
