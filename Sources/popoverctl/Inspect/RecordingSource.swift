// SPDX-License-Identifier: MIT

internal import PopoverCore
internal import PopoverModel
internal import PopoverRecording
internal import PopoverWire

/// A recording, replayed once for its timeline. A scene is replayed again from the last state that was
/// kept before it.
final class RecordingSource: InspectSource {
    let mode = "recording"
    let title: String
    private let header: RecordingHeader
    private(set) var entries = InspectEntries()
    /// What is wrong with the recording, if anything.
    private(set) var problem: String?
    private var checkpoints: [Checkpoint] = []
    private var events: [(at: Instant, event: Event)] = []
    /// The state after the event that was asked for last: the next is often asked for next.
    private var latest: (number: Int, checkpoint: Checkpoint)?

    var server: String { header.server }
    var reason: String { header.reason.rawValue + (header.detail.map { ": \($0)" } ?? "") }
    var clock: (monotonic: Instant, wall: Int64) { (header.at, header.wallClock) }

    /// - Parameter title: the name of the file.
    init(_ recording: Recording, title: String) {
        self.title = title
        header = recording.header
        var replay = Replay(recording)
        var decisions = DecisionCursor()
        var sequence = replay.arbiter.scene.sequence
        var differences = 0
        checkpoints = [Checkpoint(replay.arbiter.copy())]
        var isBegun = false
        _ = decisions.new(in: replay.arbiter.decisions(since: Instant(microseconds: 0)))
        while let entry = replay.nextEntry() {
            if !isBegun { entries.append(.note("the recording begins"), at: entry.at, scene: 1) }
            isBegun = true
            let step = replay.step(entry)
            events.append((entry.at, entry.event))
            let number = entry.number + 1
            if step.difference != nil { differences += 1 }
            for decision in decisions.new(in: replay.arbiter.decisions(since: entry.at)) {
                entries.append(.decision(decision), at: entry.at, scene: number)
            }
            for event in replay.arbiter.events(after: sequence) {
                sequence = event.sequence
                entries.append(.event(JSONText(of: event)), at: entry.at, scene: number)
            }
            entries.append(
                .step(
                    number: entry.number, words: entry.event.words,
                    effects: step.effects.map(\.words),
                    difference: step.difference.map(Timeline.words)),
                at: entry.at, scene: number)
            if events.count % InspectLimits.checkpoint == 0 {
                checkpoints.append(Checkpoint(replay.arbiter.copy()))
            }
        }
        if let error = replay.recording.error {
            problem = "line \(error.line): \(error.message)"
        } else if differences > 0 {
            problem = "\(differences) events are decided differently by this version"
        }
    }

    /// Scene 1 is before the first event, scene N + 1 after event N.
    func scene(_ number: Int) -> Scene? {
        let count = number - 1
        guard count >= 0, count <= events.count else { return nil }
        var index = count / InspectLimits.checkpoint * InspectLimits.checkpoint
        var start = checkpoints[count / InspectLimits.checkpoint]
        if let latest, latest.number <= count, latest.number > index {
            (index, start) = latest
        }
        var arbiter = start.arbiter.copy()
        for (at, event) in events[index..<count] { _ = arbiter.handle(event, at: at) }
        let reached = Checkpoint(arbiter)
        latest = (count, reached)
        return reached.arbiter.sceneWithLimits
    }
}

extension JSONText {
    init(of value: some JSONWritable) {
        var writer = JSONWriter()
        writer.value(value)
        self.init(validated: writer.bytes)
    }
}
