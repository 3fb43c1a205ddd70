// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverSessions
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("The recorder")
struct RecorderTests {
    private let lines = LoggedLines()

    private func log() -> Log {
        Log(RecordingLog(lines: lines), clock: { Instant(microseconds: 0) })
    }

    @Test("The invariants are checked regularly, between batches, and violations are reported")
    func looks() throws {
        let loop = try Loop()
        let engine = Engine(
            LoopTimeProvider(loop), settings: Settings(displays: [], administrators: []),
            observer: Recorder(loop, log: log()), log: log())
        var complaints: [[String]] = []
        engine.onViolation = { complaints.append($0) }
        engine.findViolations = { _ in ["two popovers"] }
        // Not a clock: the first event brings the wall clock's with it.
        for _ in 0..<Engine.eventsPerCheck - 2 { engine.post(.deadlineReached) }
        #expect(complaints == [])
        engine.post(.deadlineReached)
        #expect(complaints == [["two popovers"]])
        engine.close()
        loop.run()
        loop.close()
    }

    @Test("The oldest automatic recordings are removed; requested ones stay")
    func room() throws {
        let loop = try Loop()
        let folder = TemporaryFolder()
        let recorder = Recorder(loop, log: log())
        recorder.open(state: folder.path)
        let recordings = RecordingFolder(state: folder.path)
        let first = try #require(try recorder.dumpNow(.invariant, detail: "")?.get())
        for number in 1..<RecordingFolder.maxFiles {
            let path = "\(recordings.path)/dumped-\(number).recording"
            _ = try recordings.makeFile(.dumped, at: path)
        }
        #expect(recordings.files.count == RecordingFolder.maxFiles)
        let second = try #require(try recorder.dumpNow(.crash, detail: "")?.get())
        #expect(recordings.files.count == RecordingFolder.maxFiles)
        #expect(!recordings.files.contains { first.path.hasSuffix("/" + $0.name) })
        #expect(recordings.files.contains { second.path.hasSuffix("/" + $0.name) })
        _ = try recordings.makeFile(.dumped, at: "\(recordings.path)/last.recording")
        #expect(throws: UVError.self) {
            try recorder.dumpNow(.crash, detail: "")?.get()
        }
        #expect(Files.mode(recordings.path)?.permissions == 0o700)
        loop.close()
    }

    /// Two segments of a ring; titles are long, so that a file of all of them is.
    private func halfFull() -> (snapshot: EventRing.Snapshot, state: Checkpoint) {
        var ring = EventRing(
            redactor: Redactor(key: (1, 2)), limits: EventRing.Limits(events: 50, bytes: .max))
        var arbiter = Arbiter()
        for number in 1...80 as ClosedRange<UInt64> {
            var open = OpenRequest(behavior: "menu", size: Size(width: 1, height: 1))
            open.title = "\(number)" + String(repeating: "t", count: 1000)
            if ring.isFull { ring.beginSegment(at: &arbiter) }
            let event = Event.clientRequested(ClientID(number: number), id: nil, .open(open))
            let now = Instant(microseconds: Int64(number))
            ring.append(event, at: now)
            _ = arbiter.handle(event, at: now)
        }
        return (ring.snapshot, Checkpoint(arbiter.redacted(by: ring.redactor.short)))
    }

    @Test(
        "If the ring does not fit into a file, the file has the latest events",
        arguments: [(160_000, 80), (60_000, 30)])
    func latest(room: Int, events: Int) throws {
        let (snapshot, state) = halfFull()
        let folder = TemporaryFolder()
        let path = folder.path + "/it"
        let disk = RecordingDisk(folder: RecordingFolder(state: folder.path), maxBytes: room)
        let header = RecordingHeader(
            server: "popoverd test", reason: .dumped, at: Instant(microseconds: 0), wallClock: 0)
        let file = try disk.dump(
            RecordingDisk.Dump(header: header, path: path, snapshot: snapshot, state: state)
        ).get()
        #expect(file.events == events)
        #expect(file.limit == nil)
        var recording = try Recording(Files.read(path))
        var last: Recording.Entry?
        while let entry = recording.next() { last = entry }
        #expect(last?.at == snapshot.events.last?.at)
        #expect(recording.end?.isFaithful == true)
    }

    @Test("An undecided event is left out if events before it are cut off")
    func cutOff() throws {
        let (snapshot, _) = halfFull()
        let folder = TemporaryFolder()
        let path = folder.path + "/it"
        let disk = RecordingDisk(folder: RecordingFolder(state: folder.path), maxBytes: 20_000)
        let header = RecordingHeader(
            server: "popoverd test", reason: .crash, at: Instant(microseconds: 0), wallClock: 0)
        let file = try disk.dump(
            RecordingDisk.Dump(
                header: header, path: path, snapshot: snapshot, isUndecided: true)
        ).get()
        #expect(file.limit == "size")
        var recording = try Recording(Files.read(path))
        while let entry = recording.next() { #expect(entry.effects != nil) }
        #expect(recording.end?.limit == "size")
    }

    @Test("Only root and the daemon's own user may name a path for a recording")
    func places() throws {
        let folder = RecordingFolder(state: "/state")
        let stranger: UInt32 = 4711
        #expect(try folder.destination(of: nil, requester: stranger) == nil)
        #expect(
            try folder.destination(of: "noon", requester: stranger)
                == "/state/recordings/noon.recording")
        #expect(
            try folder.destination(of: "/state/recordings/noon", requester: stranger)
                == "/state/recordings/noon.recording")
        #expect(try folder.destination(of: "/tmp/noon", requester: 0) == "/tmp/noon")
        for path in ["/tmp/noon", "/state/recordings/../x", "../noon", ".noon", "a/b", ""] {
            #expect(throws: RequestError.self) {
                try folder.destination(of: path, requester: stranger)
            }
        }
        for path in ["../noon", ".noon", "a/b", ""] {
            #expect(throws: RequestError.self) { try folder.destination(of: path, requester: 0) }
        }
    }
}
