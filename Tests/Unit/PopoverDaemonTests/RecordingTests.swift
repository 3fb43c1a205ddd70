// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("A recording on request")
struct RecordingTests {
    private let loop: Loop
    private let folder = TemporaryFolder()
    private let recorder: Recorder

    init() throws {
        loop = try Loop()
        recorder = Recorder(
            loop, log: Log(RecordingLog(lines: LoggedLines()), clock: { Clock.now }))
        recorder.open(state: folder.path)
    }

    /// The answer to an order; its file if there is one.
    private func answer(
        _ order: (@escaping (Answer) -> Void) -> Void
    ) throws -> RecordingFile? {
        var answer: Answer?
        order { answer = $0 }
        while answer == nil { loop.runOnce() }
        guard case .recording(let file) = try #require(answer) else { return nil }
        return file
    }

    private func start() throws -> RecordingFile? {
        try answer { recorder.start(at: nil, for: 0, state: Arbiter(), then: $0) }
    }

    private func stop() throws -> RecordingFile? {
        try answer { recorder.stop(state: Arbiter(), then: $0) }
    }

    private func end() {
        recorder.close {}
        loop.run()
        loop.close()
    }

    @Test("One recording is written at a time, and ends once")
    func once() throws {
        let file = try #require(try start())
        #expect(try start() == nil)
        #expect(recorder.list() == .recordings([file]))
        var stopped: [Bool] = []
        for _ in 1...2 {
            recorder.stop(state: Arbiter()) { answer in
                if case .recording = answer { stopped.append(true) } else { stopped.append(false) }
            }
        }
        #expect(stopped == [false])
        while stopped.count < 2 { loop.runOnce() }
        #expect(stopped == [false, true])
        #expect(try stop() == nil)
        end()
    }

    @Test("After the end of a session the ring and the recording begin anew")
    func anew() throws {
        var arbiter = Arbiter()
        func handle() { recorder.willHandle(.deadlineReached, at: Instant(microseconds: 1)) }
        _ = try start()
        handle()
        recorder.erase { _ in }
        recorder.beginAnew()
        #expect(recorder.isFull)
        recorder.rotate(at: &arbiter)
        #expect(!recorder.isFull)
        #expect(recorder.ring.count == 0)
        handle()
        recorder.flush()
        #expect(try stop()?.events == 1)
        end()
    }
}

@Suite("Recordings on the disk")
struct RecordingDiskTests {
    private let folder = TemporaryFolder()
    private let recordings: RecordingFolder
    private let header = RecordingHeader(
        server: "popoverd test", reason: .crash, at: Instant(microseconds: 0), wallClock: 0)

    init() {
        recordings = RecordingFolder(state: folder.path)
    }

    private func snapshot(events: Int) -> EventRing.Snapshot {
        var ring = EventRing(redactor: Redactor(key: (1, 2)))
        for number in 1...events {
            ring.append(.deadlineReached, at: Instant(microseconds: Int64(number)))
        }
        return ring.snapshot
    }

    /// A recording of one event.
    private func appended(room: Int) throws -> RecordingFile {
        var disk = RecordingDisk(folder: recordings, maxBytes: room)
        _ = try disk.begin(header, at: nil, base: Checkpoint(Arbiter())).get()
        let appended = disk.append(snapshot(events: 1).events)
        let error = disk.erase()
        #expect(error == nil)
        return try #require(appended).get()
    }

    @Test("A recording is full when it has as many bytes as it may have")
    func full() throws {
        let bytes = try appended(room: 1 << 20).bytes
        #expect(try appended(room: bytes + 1).isRunning)
        let full = try appended(room: bytes)
        #expect(!full.isRunning)
        #expect(full.limit == "size")
    }

    @Test("The event that crashed the rules is the last, without effects")
    func undecided() throws {
        let path = folder.path + "/it"
        let dump = RecordingDisk.Dump(
            header: header, path: path, snapshot: snapshot(events: 3), isUndecided: true)
        _ = try RecordingDisk(folder: recordings).dump(dump).get()
        var recording = try Recording(Files.read(path))
        var hasEffects: [Bool] = []
        while let entry = recording.next() { hasEffects.append(entry.effects != nil) }
        #expect(hasEffects == [true, true, false])
    }

    @Test("A crash leaves one recording, although the copy that wrote first hung")
    func replaced() throws {
        let earlier = try RecordingFolder(state: folder.path).makeFile(.crash, at: nil).path
        _ = try recordings.makeFile(.crash, at: nil)
        let signal = try recordings.makeFile(.signal, at: nil).path
        let whole = try recordings.makeFile(.crash, at: nil).path
        let names = Set(recordings.files.map { "\(recordings.path)/\($0.name)" })
        #expect(names == [earlier, signal, whole])
        // The unfinished one makes room for the whole one.
        for number in 3..<RecordingFolder.maxFiles {
            _ = try recordings.makeFile(.dumped, at: "\(recordings.path)/\(number).recording")
        }
        _ = try recordings.makeFile(.crash, at: nil)
        #expect(recordings.files.count == RecordingFolder.maxFiles)
        #expect(recordings.files.contains { earlier.hasSuffix("/" + $0.name) })
    }

    @Test("An erasure removes all recordings, and the one in progress wherever it is")
    func erased() throws {
        var disk = RecordingDisk(folder: recordings)
        _ = try recordings.makeFile(.dumped, at: nil)
        _ = try disk.begin(header, at: folder.path + "/elsewhere", base: Checkpoint(Arbiter()))
            .get()
        #expect(recordings.files.count == 1)
        let error = disk.erase()
        #expect(error == nil)
        #expect(recordings.files.isEmpty)
        #expect(!folder.contains("elsewhere"))
        let appended = disk.append(snapshot(events: 1).events)
        #expect(appended == nil)
    }
}
