// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel
import PopoverWire

/// Tells the rules everything of a recording again, and compares what they decide.
public struct Replay {
    /// What was decided otherwise than it is now.
    public struct Difference: Sendable {
        public var number: Int
        /// Of the file.
        public var line: Int
        /// The first order that differs, from 0.
        public var place: Int
        /// nil: there was none any more.
        public var recorded: Effect?
        public var now: Effect?
    }

    /// What came of one event.
    public struct Step: Sendable {
        public var entry: Recording.Entry
        public var effects: [Effect]
        public var difference: Difference?
    }

    public private(set) var recording: Recording
    /// As it is after the last step.
    public private(set) var arbiter: Arbiter

    public init(_ recording: Recording) {
        self.recording = recording
        arbiter = recording.state
    }

    /// What the next step will be about, so that it can be told before: it may end this process
    /// where it has ended the daemon.
    public mutating func upcoming() -> Recording.Entry? { recording.next() }

    /// Tells the rules an event.
    public mutating func take(_ entry: Recording.Entry) -> Step {
        let effects = arbiter.handle(entry.event, at: entry.at)
        return Step(
            entry: entry, effects: effects,
            difference: entry.effects.flatMap { difference(entry, $0, effects) })
    }

    private func difference(
        _ entry: Recording.Entry, _ recorded: [Effect], _ now: [Effect]
    ) -> Difference? {
        guard recorded != now else { return nil }
        let place = zip(recorded, now).prefix { $0 == $1 }.count
        return Difference(
            number: entry.number, line: entry.line, place: place,
            recorded: recorded.dropFirst(place).first, now: now.dropFirst(place).first)
    }
}

extension Replay.Step {
    /// The event with what is decided now, and what was where that differs, as JSON.
    public var json: JSONText {
        var writer = JSONWriter()
        writer.object { object in
            object.member("n", entry.number)
            object.member("at", entry.at.microseconds)
            // What was decoded can be encoded.
            object.member("event", ifPresent: try? ValueEncoder.encode(entry.event))
            object.member("effects", ifPresent: try? ValueEncoder.encode(effects))
            if difference != nil {
                object.member("recorded", ifPresent: try? ValueEncoder.encode(entry.effects))
            }
        }
        return JSONText(validated: writer.bytes)
    }
}
