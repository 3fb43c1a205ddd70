// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// What the page shows: a running daemon, or a recording.
protocol InspectSource: AnyObject {
    /// `live` or `recording`.
    var mode: String { get }
    /// The name of the socket or the file.
    var title: String { get }
    /// Name and version of the daemon.
    var server: String { get }
    /// The same moment on both clocks; the wall clock in microseconds since 1970.
    var clock: (monotonic: Instant, wall: Int64) { get }
    /// The timeline as far as it is known and kept.
    var entries: InspectEntries { get }
    /// The scene with this number; nil if it is not kept.
    func scene(_ number: Int) -> Scene?
}

/// One step on the timeline: an event of the bus, a decision, or a step of a recording.
struct InspectEntry {
    /// From 1, in the order of time.
    var number: Int
    /// The scene after it; 0 if none was seen.
    var scene: Int
    var at: Instant
    var content: Content

    enum Content {
        /// With its sequence number, topic, time and data, as on the bus.
        case event(JSONText)
        case decision(Decision)
        /// Handled by the rules, with what they made of it.
        case step(number: Int, words: String, effects: [String], difference: String?)
        /// For people, such as that the daemon has restarted.
        case note(String)
    }

    var json: JSONText {
        var writer = JSONWriter()
        writer.object { object in
            object.member("n", number)
            object.member("scene", scene)
            object.member("at", at.microseconds)
            switch content {
            case .event(let event): object.member("event", event)
            case .decision(let decision):
                object.member("decision", decision)
                object.member("verdicts", decision.records.map(DecisionReport.words))
            case .note(let words): object.member("note", words)
            case .step(let number, let words, let effects, let difference):
                object.name("step")
                object.object { step in
                    step.member("number", number)
                    step.member("words", words)
                    step.member("effects", effects)
                    step.member("difference", ifPresent: difference)
                }
            }
        }
        return JSONText(validated: writer.bytes)
    }
}

/// The latest entries.
struct InspectEntries {
    private var entries: Latest<InspectEntry>

    init(limit: Int = .max, byteLimit: Int = .max) {
        entries = Latest(limit: limit, byteLimit: byteLimit)
    }

    var list: [InspectEntry] { entries.list }
    var last: Int { entries.last }
    var first: Int { entries.first }

    /// Appends an entry and returns it.
    @discardableResult
    mutating func append(_ content: InspectEntry.Content, at time: Instant, scene: Int)
        -> InspectEntry
    {
        let entry = InspectEntry(number: last + 1, scene: scene, at: time, content: content)
        // Of the others, clients write little.
        let bytes = if case .event(let event) = content { event.count } else { 0 }
        entries.append(entry, bytes: bytes)
        return entry
    }

    /// Entries from a number on, at most as many as one response takes.
    func from(_ number: Int) -> ArraySlice<InspectEntry> {
        entries[from: number].prefix(InspectLimits.entriesPerResponse)
    }

    func upTo(_ number: Int) -> ArraySlice<InspectEntry> { list.prefix { $0.number <= number } }
}
