// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel
import PopoverWire

/// Handles the events of a recording again and compares the effects.
public struct Replay: ~Copyable {
    /// The first effect of an event that differs from the recorded one.
    public struct Difference: Sendable {
        public var number: Int
        /// In the file, from 1.
        public var line: Int
        /// Index of the effect, from 0.
        public var index: Int
        /// nil where the recorded effects end before `index`.
        public var recorded: Effect?
        public var now: Effect?
    }

    /// An event that was handled again.
    public struct Step: Sendable {
        public var entry: Recording.Entry
        public var effects: [Effect]
        public var difference: Difference?
    }

    public private(set) var recording: Recording
    /// The state after the last step.
    public private(set) var arbiter: Arbiter

    public init(_ recording: Recording) {
        self.recording = recording
        arbiter = recording.state.arbiter.copy()
    }

    /// The event of the next step, to be printed before `step`: the event that killed the daemon may
    /// kill this process too.
    public mutating func nextEntry() -> Recording.Entry? { recording.next() }

    public mutating func step(_ entry: Recording.Entry) -> Step {
        let effects = arbiter.handle(entry.event, at: entry.at)
        return Step(
            entry: entry, effects: effects,
            difference: entry.effects.flatMap { difference(entry, $0, effects) })
    }

    private func difference(
        _ entry: Recording.Entry, _ recorded: [Effect], _ now: [Effect]
    ) -> Difference? {
        guard recorded != now else { return nil }
        let index = zip(recorded, now).prefix { $0 == $1 }.count
        return Difference(
            number: entry.number, line: entry.line, index: index,
            recorded: recorded.dropFirst(index).first, now: now.dropFirst(index).first)
    }
}

extension Replay.Step {
    /// The event and its effects as JSON, with the recorded effects where they differ.
    public var json: JSONText {
        var writer = JSONWriter()
        writer.object { object in
            object.member("n", entry.number)
            object.member("at", entry.at.microseconds)
            // Whatever was decoded can be encoded.
            object.member("event", ifPresent: try? ValueEncoder.encode(entry.event))
            object.member("effects", ifPresent: try? ValueEncoder.encode(effects))
            if difference != nil {
                object.member("recorded", ifPresent: try? ValueEncoder.encode(entry.effects))
            }
        }
        return JSONText(validated: writer.bytes)
    }
}
