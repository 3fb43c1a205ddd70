// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel
import PopoverWire

/// A recording as it is read: the beginning at once, then event by event.
///
/// A file that was cut off is read as far as it goes; `problem` then says where it ends.
public struct Recording {
    /// An event of the file, and what was decided about it.
    public struct Entry: Sendable {
        /// From 1.
        public var number: Int
        /// Of the file.
        public var line: Int
        public var at: Instant
        public var event: Event
        /// nil: the daemon died over it.
        public var effects: [Effect]?
    }

    public let header: RecordingHeader
    /// The state at its beginning.
    public let state: Arbiter
    /// What its last line says, once it was read.
    public private(set) var end: RecordingEnd?
    /// Why nothing more can be read, once that is so.
    public private(set) var problem: RecordingError?

    private let reader = JSONReader()
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 0
    private var number = 0

    /// Deeper than any state is.
    private static let depthLimit = 256

    public init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        var lines = Lines(bytes: bytes)
        header = try Self.header(lines.next(), reader)
        guard let second = lines.next(), second.isEnded else {
            throw RecordingError(line: 2, message: "the file ends before its state does")
        }
        let node = try Self.parse(second, reader)
        guard let value = node.member("state") else {
            throw RecordingError(line: 2, message: "expected the state at the beginning")
        }
        state = try Self.decode(Arbiter.self, value, "state", line: 2)
        offset = lines.offset
        line = 2
    }

    /// The next event; nil at the end, be it a good one or not.
    public mutating func next() -> Entry? {
        guard end == nil, problem == nil else { return nil }
        do throws(RecordingError) {
            return try readNext()
        } catch {
            problem = error
            return nil
        }
    }

    private mutating func readNext() throws(RecordingError) -> Entry? {
        var lines = Lines(bytes: bytes, offset: offset, number: line)
        guard let text = lines.next(), text.isEnded else {
            throw RecordingError(
                line: line + 1, message: "the recording was cut off here: it has no end")
        }
        offset = lines.offset
        line = text.number
        let node = try Self.parse(text, reader)
        if let value = node.member("end") {
            let end = try Self.decode(RecordingEnd.self, value, "end", line: line)
            guard end.events == number else {
                throw RecordingError(
                    line: line, message: "\(number) events of \(end.events) are there")
            }
            self.end = end
            return nil
        }
        number += 1
        guard node.member("n")?.integer == Int64(number) else {
            throw RecordingError(line: line, message: "expected event \(number)")
        }
        guard let at = node.member("at")?.integer, let event = node.member("event") else {
            throw RecordingError(line: line, message: "expected at and event")
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
        let stranger = RecordingError(line: 1, message: "this is no recording of popoverd")
        guard let line else { throw RecordingError(line: 1, message: "the file is empty") }
        guard let node = try? reader.parse(line.text, depthLimit: depthLimit),
            let value = node.member("header"),
            value.member("recording")?.string == RecordingHeader.mark
        else { throw stranger }
        let current = RecordingHeader.currentFormat
        guard value.member("format")?.integer == Int64(current) else {
            let format = value.member("format")?.numberText ?? "unknown"
            let server = value.member("server")?.string ?? "another popoverd"
            throw RecordingError(
                line: 1,
                message: "it has format \(format), of \(server); this version reads \(current)")
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
            return try ValueDecoder(node: node, codingPath: [Name(stringValue: name)]).make(type)
        } catch {
            throw RecordingError(line: line, decoding: error)
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The lines of a file.
private struct Lines {
    struct Line {
        let text: ArraySlice<UInt8>
        /// From 1.
        let number: Int
        /// By an LF, and not by the file's end.
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
