// SPDX-License-Identifier: MIT

public import PopoverCore
import PopoverModel
import PopoverWire

/// Makes the lines of a recording. What comes of each event is not stored before: the rules decide
/// again, here, and the same as they did.
///
/// A recording is JSON, one object a line: the header, the state at its beginning, a line for each
/// event with its effects, and a last line that says that it is complete.
public struct RecordingWriter: Sendable {
    private var arbiter: Arbiter
    public private(set) var events = 0

    /// - Parameter base: the state at its beginning, with short stand-ins.
    public init(base: Arbiter) {
        arbiter = base.redacted(by: Redactor.full)
    }

    /// The first two lines.
    public func opening(_ header: RecordingHeader) -> [UInt8] {
        line { $0.member("header", try ValueEncoder.encode(header)) }
            + line { $0.member("state", try ValueEncoder.encode(arbiter)) }
    }

    /// The line of an event, which the rules are told anew.
    public mutating func add(_ recorded: RecordedEvent) -> [UInt8] {
        let event = recorded.event.redacted(by: Redactor.full)
        let effects = arbiter.handle(event, at: recorded.at)
        return line(event, at: recorded.at, effects)
    }

    /// The line of an event about which the rules had not decided when the daemon died: telling them
    /// again might well end this process too.
    public mutating func addUndecided(_ recorded: RecordedEvent) -> [UInt8] {
        line(recorded.event.redacted(by: Redactor.full), at: recorded.at, nil)
    }

    private mutating func line(
        _ event: Event, at instant: Instant, _ effects: [Effect]?
    ) -> [UInt8] {
        events += 1
        return line { [events] object in
            object.member("n", events)
            object.member("at", instant.microseconds)
            object.member("event", try ValueEncoder.encode(event))
            if let effects { object.member("effects", try ValueEncoder.encode(effects)) }
        }
    }

    /// The last line.
    ///
    /// - Parameter state: that the rules had at the end, with short stand-ins; nil where nobody
    ///   could look.
    public func ending(state: Arbiter?, limit: String? = nil) -> [UInt8] {
        let end = RecordingEnd(
            events: events, isFaithful: state.map(isSame), limit: limit)
        return line { $0.member("end", try ValueEncoder.encode(end)) }
    }

    private func isSame(_ state: Arbiter) -> Bool {
        let expected = try? ValueEncoder.encode(state.redacted(by: Redactor.full)).text
        let replayed = try? ValueEncoder.encode(arbiter.redacted { $0 }).text
        return expected == replayed
    }

    /// An object and a line's end. What the rules are made of can always be encoded; if a value
    /// ever cannot, its line is left out, and reading says which.
    private func line(_ members: (inout JSONWriter) throws -> Void) -> [UInt8] {
        var writer = JSONWriter()
        var failure: (any Error)?
        writer.object { object in
            do { try members(&object) } catch { failure = error }
        }
        guard failure == nil else { return [] }
        writer.endLine()
        return writer.bytes
    }
}
