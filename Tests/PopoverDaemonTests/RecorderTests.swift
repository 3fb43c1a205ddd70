// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("The recorder")
struct RecorderTests {
    private let lines = LoggedLines()

    private func log() -> Log {
        Log(RecordingLog(lines: lines), clock: { Instant(microseconds: 0) })
    }

    @Test("The rules are looked over every so often, at rest, and what is broken is told")
    func looks() throws {
        let loop = try Loop()
        let inbox = Inbox(loop, recorder: Recorder(loop, log: log()))
        var complaints: [[String]] = []
        inbox.complain = { complaints.append($0) }
        inbox.findViolations = { _ in ["two popovers"] }
        // Not a clock: the first event brings the wall clock's with it.
        for _ in 0..<Inbox.eventsBetweenLooks - 2 { inbox.post(.deadlineReached) }
        #expect(complaints == [])
        inbox.post(.deadlineReached)
        #expect(complaints == [["two popovers"]])
        inbox.close()
        loop.run()
        loop.close()
    }

    @Test("Recordings that nobody has asked for give way, oldest first; the others stay")
    func room() throws {
        let loop = try Loop()
        let folder = TemporaryFolder()
        let recorder = Recorder(loop, log: log())
        recorder.open(state: folder.path)
        let recordings = RecordingFolder(state: folder.path)
        let first = try #require(try recorder.dumpNow(.crash, detail: "", state: nil)?.get())
        for number in 1..<RecordingFolder.mostFiles {
            _ = try recordings.make(.dumped, at: "\(recordings.path)/\(number).recording")
        }
        #expect(recordings.files.count == RecordingFolder.mostFiles)
        let second = try #require(try recorder.dumpNow(.crash, detail: "", state: nil)?.get())
        #expect(recordings.files.count == RecordingFolder.mostFiles)
        #expect(!recordings.files.contains { first.path.hasSuffix("/" + $0.name) })
        #expect(recordings.files.contains { second.path.hasSuffix("/" + $0.name) })
        _ = try recordings.make(.dumped, at: "\(recordings.path)/last.recording")
        #expect(throws: UVError.self) {
            try recorder.dumpNow(.crash, detail: "", state: nil)?.get()
        }
        #expect(Files.mode(recordings.path)?.permissions == 0o700)
        loop.close()
    }

    @Test("Only root and the daemon's own user say where in the system a recording goes")
    func places() throws {
        let folder = RecordingFolder(state: "/state")
        let stranger: UInt32 = 4711
        #expect(try folder.place(nil, for: stranger) == nil)
        #expect(try folder.place("noon", for: stranger) == "/state/recordings/noon.recording")
        #expect(
            try folder.place("/state/recordings/noon", for: stranger)
                == "/state/recordings/noon.recording")
        #expect(try folder.place("/tmp/noon", for: 0) == "/tmp/noon")
        for path in ["/tmp/noon", "/state/recordings/../x", "../noon", ".noon", "a/b", ""] {
            #expect(throws: Failure.self) { try folder.place(path, for: stranger) }
        }
        for path in ["../noon", ".noon", "a/b", ""] {
            #expect(throws: Failure.self) { try folder.place(path, for: 0) }
        }
    }
}
