// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import KioskSimulation
@testable import PopoverSessions
@testable import PopoverStorage

@Suite struct DraftWriterTests {
    /// Notes what the rules are told.
    private final class Told: EventObserver {
        var events: [Event] = []
        var isFull: Bool { false }
        func rotate(at state: inout Arbiter) {}
        func willHandle(_ event: Event, at now: Instant) { events.append(event) }
        func didHandle(_ effects: [Effect]) {}
        func flush() {}
    }

    /// A disk that answers at once.
    private final class Disk: DraftWorker {
        var outcome = DraftDisk.Outcome()
        var isClosed = false
        func open(then handler: @escaping (Result<DraftDatabase.Findings, StorageError>) -> Void) {}
        func apply(
            _ changes: [DraftChange], then handler: @escaping (DraftDisk.Outcome) -> Void
        ) { handler(outcome) }
        func close(then handler: @escaping () -> Void) {
            isClosed = true
            handler()
        }
    }

    /// A folder of recordings that answers when the test says so.
    private final class Recordings: RecordingEraser {
        var pending: [(Bool) -> Void] = []
        var begun = 0
        func eraseRecordings(then handler: @escaping (Bool) -> Void) { pending.append(handler) }
        func beginAnew() { begun += 1 }
    }

    private final class Lines: SessionLog {
        var lines: [String] = []
        func write(
            _ level: LogLevel, _ subject: @autoclosure () -> LogSubject,
            _ message: @autoclosure () -> String
        ) { lines.append("\(level.rawValue) \(message())") }
        func limited(
            _ level: LogLevel, cause: String, _ subject: @autoclosure () -> LogSubject,
            _ message: @autoclosure () -> String
        ) { write(level, subject(), message()) }
    }

    private let log = Lines()
    private let time = VirtualTime(from: Instant(microseconds: 0))
    private let told = Told()
    private let disk = Disk()
    private let recordings = Recordings()
    private let engine: Engine
    private var writer: DraftWriter { engine.drafts }
    private let end = TicketID(number: 1)
    private let later = TicketID(number: 2)

    init() {
        engine = Engine(
            time, settings: Settings(displays: [], administrators: []), observer: told, log: log)
        writer.recordings = recordings
        writer.open(disk) { _ in }
    }

    private var isEndStored: Bool { told.events.contains(.draftsStored(end)) }
    private var isEndRefused: Bool { told.events.contains(.draftsNotStored(end)) }

    @Test("Drafts are stored while recordings of an ended session are being erased")
    func hanging() {
        writer.store(end, [.scrub, .eraseTraces])
        writer.store(later, [.scrub])
        #expect(told.events.contains(.draftsStored(later)))
        #expect(!isEndStored && !isEndRefused)
        recordings.pending.first?(true)
        #expect(isEndStored)
        #expect(recordings.begun == 1)
    }

    @Test("A session's end is stored only when its recordings are erased, too")
    func notErased() {
        writer.store(end, [.scrub, .eraseTraces])
        recordings.pending.first?(false)
        #expect(isEndRefused && !isEndStored)
    }

    @Test("Recordings are erased even if the drafts are not")
    func refused() {
        disk.outcome.error = StorageError(operation: "store", cause: .refused, message: "full")
        writer.store(end, [.scrub, .eraseTraces])
        #expect(recordings.pending.count == 1)
        recordings.pending.first?(true)
        #expect(isEndRefused && !isEndStored)
    }

    @Test("A disk that refuses drafts is logged when it begins, each minute, and when it is over")
    func outage() {
        disk.outcome.error = StorageError(operation: "store", cause: .refused, message: "full")
        for second in 0...90 {
            time.at(Instant(microseconds: Int64(second) * 1_000_000)) { [self] in
                if second == 90 {
                    disk.outcome.error = StorageError(
                        operation: "store", cause: .refused, message: "gone")
                }
                writer.store(later, [.scrub])
            }
        }
        while time.step() {}
        disk.outcome.error = nil
        writer.store(later, [.scrub])
        writer.store(later, [.scrub])
        #expect(
            log.lines == [
                #"error drafts not stored: error="store: full""#,
                #"error drafts not stored, still: failures=61 seconds=60 error="store: full""#,
                #"error drafts not stored: error="store: gone""#,
                "notice drafts stored again: failures=91 seconds=90",
            ])
    }

    @Test("The disk closes after the last erasure of recordings")
    func closing() {
        writer.store(end, [.scrub, .eraseTraces])
        var isClosed = false
        writer.close { isClosed = true }
        #expect(!isClosed)
        recordings.pending.first?(true)
        #expect(isClosed && disk.isClosed)
    }
}
