// SPDX-License-Identifier: MIT

public import PopoverCore
import PopoverModel
import PopoverWire

/// Writes the lines of a recording. The ring stores no effects: an arbiter of the writer handles
/// each event again, with the same effects.
///
/// A recording has one JSON object per line: the header, the state before the first event, one line
/// per event with its effects, and a last line that marks it as complete.
public struct RecordingWriter: ~Copyable, Sendable {
    private var arbiter: Arbiter
    public private(set) var events = 0

    /// - Parameter base: the state before the first event, redacted to the short form.
    public init(base: borrowing Arbiter) {
        arbiter = base.redacted(by: Redactor.full)
    }

    /// The first two lines.
    public func opening(_ header: RecordingHeader) -> [UInt8] {
        line { $0.member("header", try ValueEncoder.encode(header)) }
            + line { $0.member("state", try ValueEncoder.encode(arbiter)) }
    }

    /// The line of an event; the arbiter handles it for its effects.
    public mutating func add(_ recorded: RecordedEvent) -> [UInt8] {
        let event = recorded.event.redacted(by: Redactor.full)
        let effects = arbiter.handle(event, at: recorded.at)
        return line(event, at: recorded.at, effects)
    }

    /// The event during which the daemon died; handling it again might end this process too.
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
    /// - Parameter state: the daemon's state after the last event, redacted to the short form; nil
    ///   where it is unknown.
    public func ending(state: Checkpoint?, limit: String? = nil) -> [UInt8] {
        let end = RecordingEnd(
            events: events, isFaithful: state.map { isReproduced($0.arbiter) }, limit: limit)
        return line { $0.member("end", try ValueEncoder.encode(end)) }
    }

    private func isReproduced(_ state: borrowing Arbiter) -> Bool {
        let expected = try? ValueEncoder.encode(state.redacted(by: Redactor.full)).text
        let replayed = try? ValueEncoder.encode(arbiter.redacted { $0 }).text
        return expected == replayed
    }

    /// One object and a newline. If a value cannot be encoded, reading the file names the line.
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
