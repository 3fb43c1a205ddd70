// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel
import PopoverWire

/// Reads a recording: the header and state at once, then event by event.
///
/// A truncated file is read to its last complete line; then `error` says where it ends.
public struct Recording {
    /// One event of the file, with the effects of the daemon.
    public struct Entry: Sendable {
        /// From 1.
        public var number: Int
        /// In the file, from 1.
        public var line: Int
        public var at: Instant
        public var event: Event
        /// nil where the daemon died while it handled the event.
        public var effects: [Effect]?
    }

    public let header: RecordingHeader
    /// The state before the first event.
    public let state: Checkpoint
    /// The last line, once it was read.
    public private(set) var end: RecordingEnd?
    /// Why reading stopped before the end.
    public private(set) var error: RecordingError?

    private let reader = JSONReader()
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 0
    private var number = 0

    /// No state is nested this deep.
    private static let depthLimit = 256

    public init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        var lines = Lines(bytes: bytes)
        header = try Self.header(lines.next(), reader)
        guard let second = lines.next(), second.isEnded else {
            throw RecordingError(line: 2, message: "truncated: the file ends within the state")
        }
        let node = try Self.parse(second, reader)
        guard let value = node.member("state") else {
            throw RecordingError(line: 2, message: "expected the member \"state\"")
        }
        state = try Self.decode(Checkpoint.self, value, "state", line: 2)
        offset = lines.offset
        line = 2
    }

    /// The next event; nil at the end and after an error.
    public mutating func next() -> Entry? {
        guard end == nil, error == nil else { return nil }
        do throws(RecordingError) {
            return try readNext()
        } catch {
            self.error = error
            return nil
        }
    }

    private mutating func readNext() throws(RecordingError) -> Entry? {
        var lines = Lines(bytes: bytes, offset: offset, number: line)
        guard let text = lines.next(), text.isEnded else {
            throw RecordingError(
                line: line + 1, message: "truncated: the recording has no last line")
        }
        offset = lines.offset
        line = text.number
        let node = try Self.parse(text, reader)
        if let value = node.member("end") {
            let end = try Self.decode(RecordingEnd.self, value, "end", line: line)
            guard end.events == number else {
                throw RecordingError(
                    line: line, message: "expected \(end.events) events, found \(number)")
            }
            self.end = end
            return nil
        }
        number += 1
        guard node.member("n")?.integer == Int64(number) else {
            throw RecordingError(line: line, message: "expected the member \"n\" with \(number)")
        }
        guard let at = node.member("at")?.integer, let event = node.member("event") else {
            throw RecordingError(line: line, message: "expected the members \"at\" and \"event\"")
        }
        return Entry(
            number: number, line: line, at: Instant(microseconds: at),
            event: try Self.decode(Event.self, event, "event", line: line),
            effects: try node.member("effects").map { value throws(RecordingError) in
                try Self.decode([Effect].self, value, "effects", line: line)
            })
    }

    private static func header(
        _ line: Lines.Line?, _ reader: JSONReader
    ) throws(RecordingError) -> RecordingHeader {
        let foreign = RecordingError(line: 1, message: "not a recording of popoverd")
        guard let line else { throw RecordingError(line: 1, message: "the file is empty") }
        guard let node = try? reader.parse(line.text, depthLimit: depthLimit),
            let value = node.member("header"),
            value.member("recording")?.string == RecordingHeader.mark
        else { throw foreign }
        let current = RecordingHeader.currentFormat
        guard value.member("format")?.integer == Int64(current) else {
            let format = value.member("format")?.numberText ?? "unknown"
            let server = value.member("server")?.string ?? "another popoverd"
            throw RecordingError(
                line: 1,
                message:
                    "format \(format), written by \(server); this version reads format \(current)")
        }
        return try decode(RecordingHeader.self, value, "header", line: 1)
    }

    private static func parse(
        _ line: Lines.Line, _ reader: JSONReader
    ) throws(RecordingError) -> JSONNode {
        do throws(JSONError) {
            return try reader.parse(line.text, depthLimit: depthLimit)
        } catch {
            throw RecordingError(line: line.number, message: "not JSON: \(error)")
        }
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ node: JSONNode, _ name: String, line: Int
    ) throws(RecordingError) -> Value {
        do {
            return try ValueDecoder(node: node, codingPath: [Name(name)]).make(type)
        } catch {
            throw RecordingError(line: line, decoding: error)
        }
    }
}

private struct Lines {
    struct Line {
        let text: ArraySlice<UInt8>
        /// From 1.
        let number: Int
        /// By a newline, not by the end of the file.
        let isEnded: Bool
    }

    let bytes: [UInt8]
    var offset = 0
    var number = 0

    mutating func next() -> Line? {
        guard offset < bytes.count else { return nil }
        let rest = bytes[offset...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        number += 1
        offset = end.map { $0 + 1 } ?? bytes.count
        return Line(
            text: rest[..<(end ?? bytes.count)], number: number, isEnded: end != nil)
    }
}
