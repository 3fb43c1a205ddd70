// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import PopoverRecording

/// A day as a file, and what comes of reading it again.
struct RecordedDay {
    let ring: EventRing
    let bytes: [UInt8]

    static let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

    init(
        _ history: [(event: Event, now: Instant, effects: [Effect])],
        limits: EventRing.Limits = EventRing.Limits()
    ) {
        var ring = EventRing(redactor: Redactor(key: Self.key), limits: limits)
        var arbiter = Arbiter()
        for (event, now, _) in history {
            if ring.isFull { ring.beginSegment(at: &arbiter) }
            ring.append(event, at: now)
            _ = arbiter.handle(event, at: now)
        }
        self.ring = ring
        bytes = Self.file(
            ring.snapshot, state: Checkpoint(arbiter.redacted(by: ring.redactor.short)))
    }

    static func file(_ snapshot: EventRing.Snapshot, state: Checkpoint?) -> [UInt8] {
        var writer = RecordingWriter(base: snapshot.base.arbiter)
        let header = RecordingHeader(
            server: "popoverd test", reason: .dumped, at: World.start, wallClock: 0)
        var bytes = writer.opening(header)
        for event in snapshot.events { bytes += writer.add(event) }
        return bytes + writer.ending(state: state)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Everything that happened can be recorded and replayed exactly (K8).
@Suite("Recordings")
struct RecordingTests {
    /// Plays a recording to its end.
    private func replay(
        _ bytes: [UInt8]
    ) throws -> (Recording, differences: [Replay.Difference]) {
        var replay = Replay(try Recording(bytes))
        var differences: [Replay.Difference] = []
        while let entry = replay.nextEntry() {
            if let difference = replay.step(entry).difference { differences.append(difference) }
        }
        return (replay.recording, differences)
    }

    @Test(
        "replays a recorded day with identical effects",
        arguments: 51...60 as ClosedRange<UInt64>)
    func replays(seed: UInt64) throws {
        var day = RandomDay(seed: seed)
        day.live(steps: 600)
        let recorded = RecordedDay(day.world.history)
        let (recording, differences) = try replay(recorded.bytes)
        #expect(recording.error == nil)
        #expect(differences.isEmpty, "\(differences)")
        #expect(recording.end?.events == day.world.history.count)
        #expect(recording.end?.isFaithful == true)
    }

    @Test("writes the effects of the day, except for work")
    func sameEffects() throws {
        var day = RandomDay(seed: 61)
        day.live(steps: 600)
        var recording = try Recording(RecordedDay(day.world.history).bytes)
        for (_, _, effects) in day.world.history {
            let next = recording.next()
            let entry = try #require(next)
            let kinds = effects.map { "\($0)".prefix { $0 != "(" } }
            #expect(entry.effects?.map { "\($0)".prefix { $0 != "(" } } == kinds)
        }
        #expect(recording.next() == nil)
    }

    @Test("the ring evicts segments and replays from where it begins")
    func wrapsAround() throws {
        var day = RandomDay(seed: 62)
        day.live(steps: 1500)
        let limits = EventRing.Limits(events: 200, bytes: .max)
        let recorded = RecordedDay(day.world.history, limits: limits)
        #expect((200...400).contains(recorded.ring.count))
        let (recording, differences) = try replay(recorded.bytes)
        #expect(differences.isEmpty, "\(differences)")
        #expect(recording.end?.events == recorded.ring.count)
        #expect(recording.end?.isFaithful == true)
    }

    @Test("the ring is limited by bytes: long names leave room for fewer events")
    func limitsBytes() {
        let limit = 64 * 1024
        var ring = EventRing(
            redactor: Redactor(key: RecordedDay.key),
            limits: EventRing.Limits(events: .max, bytes: limit))
        var arbiter = Arbiter()
        let title = String(repeating: "t", count: 4000)
        for number in 1...1000 as ClosedRange<UInt64> {
            var open = OpenRequest(behavior: "menu", size: Size(width: 1, height: 1))
            open.title = title
            if ring.isFull { ring.beginSegment(at: &arbiter) }
            let event = Event.clientRequested(ClientID(number: number), id: nil, .open(open))
            ring.append(event, at: World.start)
            _ = arbiter.handle(event, at: World.start)
        }
        #expect(ring.count <= 2 * (limit / title.utf8.count + 1))
        #expect(ring.count >= limit / title.utf8.count / 2)
    }

    @Test("the same day gives the same file, byte for byte")
    func deterministic() {
        var day = RandomDay(seed: 63)
        day.live(steps: 300)
        #expect(RecordedDay(day.world.history).bytes == RecordedDay(day.world.history).bytes)
    }

    // MARK: Work

    private static let marker = "QuiteSecret"

    @Test("no work gets into a file, only its length")
    func redacts() throws {
        let world = World()
        let secret = World.json(Self.marker)
        let old = StoredDraft(
            key: DraftKey(uid: 1000, app: "shop", key: "old"), content: secret, revision: 1,
            savedAt: 1, reason: "save", display: "main")
        world.send(.draftsLoaded([old]))
        world.disk = .holds
        let client = world.connect("shop")
        world.ask(client, "old", .loadDraft(key: "old"))
        world.ask(client, "save", .saveDraft(key: "k", content: secret, revision: nil, sync: true))
        world.ask(client, "publish", .publish(topic: "app.news", data: secret))
        let input = world.connect("input", roles: [.input])
        for key in [Self.marker, "Escape"] {
            world.ask(input, "key", .key(key, display: nil, time: nil))
        }
        var open = OpenRequest(behavior: "oracle", size: Size(width: 300, height: 200))
        open.anchor = World.cart
        open.key = "k"
        world.ask(client, "open", .open(open))
        while !world.questions.isEmpty { world.decide(.open(.admit(sides: nil, widthRange: nil))) }
        let popover = try #require(world.scene.popovers.first?.popover)
        world.ask(client, "choose", .choose(popover, choice: secret))
        world.ask(client, "close", .close(popover, outcome: .cancel))
        while !world.questions.isEmpty { world.decide(.abstain) }
        if !world.calls.isEmpty { world.answer(client, .draft(secret)) }

        let happened = "\(world.history)"
        let bytes = "\(Array(Self.marker.utf8))".dropFirst().dropLast()
        #expect(happened.contains(bytes))
        // From the beginning, and from a state that holds all of it.
        let whole = RecordedDay(world.history)
        var arbiter = world.arbiter.copy()
        var late = EventRing(redactor: Redactor(key: RecordedDay.key))
        late.beginSegment(at: &arbiter)
        late.beginSegment(at: &arbiter)
        let base = RecordedDay.file(late.snapshot, state: nil)
        for file in [whole.bytes, base] {
            let text = String(decoding: file, as: UTF8.self)
            #expect(!text.contains(Self.marker))
            #expect(text.contains(":\(secret.count)\""))
        }
        #expect("\(late.snapshot)".contains("wallClockAhead"))
        #expect(!"\(late.snapshot)".contains(bytes))
        #expect(!"\(whole.ring.snapshot)".contains(bytes))
        #expect(!"\(whole.ring.snapshot)".contains(Self.marker))
        #expect(whole.text.contains(#""key":{"_0":"other""#))
        #expect(whole.text.contains(#""key":{"_0":"Escape""#))
        let (recording, differences) = try replay(whole.bytes)
        #expect(differences.isEmpty)
        #expect(recording.end?.isFaithful == true)
    }

    @Test("a placeholder has the length of the original, and equal work has equal placeholders")
    func redactor() {
        let redactor = Redactor(key: RecordedDay.key)
        for count in 1...200 {
            let one = JSONText(validated: Array(repeating: UInt8(ascii: "1"), count: count))
            let short = redactor.short(one)
            let full = Redactor.full(short)
            #expect(full.count == count)
            #expect(Redactor.short(ofFull: full) == short)
            #expect(redactor.short(one) == short)
            let two = JSONText(validated: Array(repeating: UInt8(ascii: "2"), count: count))
            #expect((redactor.short(two) != short) == (count > 3), "\(count)")
        }
        #expect(redactor.short(.null) == .null)
        #expect(Redactor.full(.null) == .null)
        let other = Redactor(key: (1, 2))
        #expect(other.short(World.json("a word")) != redactor.short(World.json("a word")))
    }

    @Test("an unexpected content is redacted too")
    func lastDoor() throws {
        let text = try ValueEncoder.encode(World.json(Self.marker)).text
        #expect(String(decoding: text, as: UTF8.self) == "\"~0000000000:13\"")
    }

    @Test("the digest is SipHash-2-4 by its reference vectors")
    func sipHash() {
        #expect(SipHash.digest(of: [], key: RecordedDay.key) == 0x726f_db47_dd0e_0e31)
        #expect(
            SipHash.digest(of: Array(0..<15), key: RecordedDay.key) == 0xa129_ca61_49be_45e5)
    }

    // MARK: Files

    private func day() -> RecordedDay {
        var day = RandomDay(seed: 64)
        day.live(steps: 200)
        return RecordedDay(day.world.history)
    }

    @Test("finds a changed line at its event")
    func findsChange() throws {
        var lines = day().text.split(separator: "\n").map(String.init)
        let place = try #require(
            lines.indices.dropFirst(40).first { lines[$0].contains(#""deliver":true"#) })
        lines[place] = lines[place].replacing(#""deliver":true"#, with: #""deliver":false"#)
        let changed = lines.joined(separator: "\n") + "\n"
        let (_, differences) = try replay(Array(changed.utf8))
        let difference = try #require(differences.first)
        #expect(differences.count == 1)
        #expect(difference.line == place + 1)
        #expect(difference.number == place - 1)
        #expect(difference.recorded != difference.now)
    }

    @Test("replays a truncated file up to its end", arguments: [1, 40, 400])
    func cutOff(bytes: Int) throws {
        let day = day()
        let (recording, differences) = try replay(Array(day.bytes.dropLast(bytes)))
        #expect(differences.isEmpty)
        #expect(recording.end == nil)
        let message = "truncated: the recording has no last line"
        #expect(recording.error?.message == message)
    }

    @Test(
        "explains why a file is no recording",
        arguments: [
            ("", "line 1: the file is empty"),
            ("hello\n", "line 1: not a recording of popoverd"),
            ("{\"jsonrpc\":\"2.0\"}\n", "line 1: not a recording of popoverd"),
            (
                "{\"header\":{\"recording\":\"popoverd\",\"format\":7,\"server\":\"popoverd 9\"}}\n",
                "line 1: format 7, written by popoverd 9; this version reads format 1"
            ),
            (
                "{\"header\":{\"recording\":\"popoverd\",\"format\":1}}\n",
                "line 1: header.server is missing"
            ),
            (
                "{\"header\":{\"recording\":\"popoverd\",\"format\":1,\"server\":\"\",\"reason\":"
                    + "\"dumped\",\"at\":1,\"wallClock\":1}}\n{\"state\":",
                "line 2: truncated: the file ends within the state"
            ),
        ])
    func noRecording(text: String, message: String) {
        let error = #expect(throws: RecordingError.self) { try Recording(Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("a missing member is an error with its path")
    func missingMember() throws {
        let text = day().text
        let broken = text.replacing(#""openSequence":"#, with: #""openNumber":"#)
        let error = #expect(throws: RecordingError.self) { try Recording(Array(broken.utf8)) }
        #expect(error?.description == "line 2: state.identifiers.openSequence is missing")
        for member in [#""isLocked":false"#, #""lateWork":[]"#] {
            let without = text.replacing(member, with: #""other":null"#)
            #expect(without != text)
            #expect(throws: RecordingError.self) { try Recording(Array(without.utf8)) }
        }
        let unknown = text.replacing(#""_2":{"hello":"#, with: #""_2":{"greet":"#)
        var recording = try Recording(Array(unknown.utf8))
        while recording.next() != nil {}
        #expect(recording.error?.message.hasPrefix("event.clientRequested._2") == true)
    }

    @Test("writes the event of a crash without deciding it again")
    func undecided() throws {
        let snapshot = day().ring.snapshot
        var writer = RecordingWriter(base: snapshot.base.arbiter)
        var bytes = writer.opening(
            RecordingHeader(
                server: "popoverd test", reason: .crash, detail: "Aborted", at: World.start,
                wallClock: 0))
        bytes += writer.add(snapshot.events[0])
        bytes += writer.addUndecided(snapshot.events[1])
        bytes += writer.ending(state: nil)
        var recording = try Recording(bytes)
        #expect(recording.next()?.effects != nil)
        let last = recording.next()
        #expect(last != nil)
        #expect(last?.effects == nil)
        #expect(recording.next() == nil)
        #expect(recording.end == RecordingEnd(events: 2, isFaithful: nil, limit: nil))
        #expect(recording.header.detail == "Aborted")
    }

    @Test("encodes values that JSON cannot represent")
    func numbers() throws {
        let values: [Double] = [.infinity, -.infinity, -0.0, 0.1, 1e300]
        let text = try ValueEncoder.encode(values).text
        #expect(String(decoding: text, as: UTF8.self) == #"["inf","-inf",-0.0,0.1,1e+300]"#)
        let limits: [UInt64] = [0, .max, 1 << 53]
        #expect(
            String(decoding: try ValueEncoder.encode(limits).text, as: UTF8.self)
                == "[0,18446744073709551615,9007199254740992]")
    }
}
