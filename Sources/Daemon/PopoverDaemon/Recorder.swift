// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverSessions
import PopoverWire

/// Remembers what the rules were told lately, and writes it down when somebody asks, or when
/// something is wrong.
///
/// The ring is always on and costs an event a copy of it. Writing is done beside the loop, and there
/// is no thread for it before it is needed. What is written never holds people's work
/// (`Redactor`).
final class Recorder: EventWitness {
    /// A recording that was started ends by itself after this.
    static let longest = Interval.milliseconds(3_600_000)
    /// Events that may wait for the disk, or are on their way to it: so many, and so many bytes.
    static let mostWaiting = 65_536
    static let mostWaitingBytes = 32 * 1024 * 1024
    /// Pieces of work for the thread; beyond, events gather.
    private static let workerCapacity = 16
    /// And for what is asked of it besides.
    private static let workerReserve = 4

    private(set) var ring: EventRing
    /// The rules were told the latest event, and have not answered yet.
    private var isDeciding = false
    private let loop: Loop
    private let log: Log
    private var folder: RecordingFolder?
    private var worker: OrderedWorker<RecordingDisk>?
    /// Pieces of work that the thread has, and the bytes of the events in them.
    private var underWay = 0
    private var underWayBytes = 0
    /// The recording that was started and not stopped.
    private var running: Running?

    private struct Running {
        let until: Instant
        var file: RecordingFile?
        var waiting: [RecordedEvent] = []
        var waitingBytes = 0
        /// Nothing is added any more; the disk has the rest.
        var isEnding = false
    }

    init(_ loop: Loop, log: Log) {
        self.loop = loop
        self.log = log
        ring = EventRing(
            redactor: Redactor(key: (.random(in: .min ... .max), .random(in: .min ... .max))))
    }

    /// - Parameter state: the folder of the daemon's state.
    func open(state: String) {
        folder = RecordingFolder(state: state)
    }

    // MARK: The ring

    private(set) var isFull = false

    /// Makes room for more events.
    func turn(at state: inout Arbiter) {
        ring.turn(at: &state)
        isFull = false
    }

    /// The rules are about to be told this.
    func note(_ event: Event, at now: Instant) {
        isFull = ring.note(event, at: now)
        isDeciding = true
        if running != nil { follow() }
    }

    /// The rules have answered.
    func decided() { isDeciding = false }

    // MARK: On request

    /// Writes down what there is in the ring.
    ///
    /// - Parameter state: the rules' state now.
    func dump(
        _ reason: RecordingHeader.Reason, at place: String?, for asker: UInt32?,
        state: Arbiter, then handler: @escaping (Answer) -> Void
    ) {
        do throws(RequestError) {
            let place = try folder?.place(place, for: asker)
            let dump = RecordingDisk.Dump(
                header: header(reason), place: place, contents: ring.contents,
                state: state.redacted(by: ring.redactor.short))
            try submit({ disk in disk.dump(dump) }) { [log] result in
                handler(Self.answer(result, log))
            }
        } catch {
            handler(.failed(error))
        }
    }

    /// Begins a recording with the state as it is now.
    func start(
        at place: String?, for asker: UInt32?, state: Arbiter,
        then handler: @escaping (Answer) -> Void
    ) {
        do throws(RequestError) {
            if let running {
                let path = running.file?.path ?? "another"
                throw .failed(message: "a recording is being written: \(path)")
            }
            let place = try folder?.place(place, for: asker)
            let header = header(.started)
            let base = state.redacted(by: ring.redactor.short)
            try submit({ disk in disk.begin(header, at: place, base: base) }) {
                [unowned self] result in
                switch result {
                case .success(let file): running?.file = file
                case .failure: running = nil
                }
                handler(Self.answer(result, log))
            }
            running = Running(until: Clock.now + Self.longest)
        } catch {
            handler(.failed(error))
        }
    }

    /// Ends the recording that was started.
    func stop(state: Arbiter, then handler: @escaping (Answer) -> Void) {
        guard running != nil, running?.isEnding == false else {
            return handler(.failed(.failed(message: "no recording is being written")))
        }
        finish(state: state.redacted(by: ring.redactor.short), limit: nil, then: handler)
    }

    /// The recordings there are, oldest first.
    func list() -> Answer {
        guard let folder else { return .recordings([]) }
        var files = folder.files.map {
            RecordingFile(path: "\(folder.path)/\($0.name)", bytes: $0.bytes)
        }
        if let current = running?.file {
            files.removeAll { $0.path == current.path }
            files.append(current)
        }
        return .recordings(files)
    }

    // MARK: While one is running

    private func follow() {
        guard running?.isEnding == false, let latest = ring.latest else { return }
        running?.waiting.append(latest)
        running?.waitingBytes += latest.bytes
    }

    /// Hands to the disk what has come; at the end of a turn.
    func flush() {
        guard let running, !running.isEnding, !running.waiting.isEmpty else { return }
        guard running.waiting.count < Self.mostWaiting,
            running.waitingBytes + underWayBytes < Self.mostWaitingBytes
        else {
            return finish(state: nil, limit: "slow") { _ in }
        }
        guard Clock.now < running.until else {
            return finish(state: nil, limit: "time") { _ in }
        }
        guard hand(running.waiting, bytes: running.waitingBytes) else { return }
        self.running?.waiting = []
        self.running?.waitingBytes = 0
    }

    /// - Returns: whether the disk has room for it.
    private func hand(_ events: [RecordedEvent], bytes: Int) -> Bool {
        guard let worker, underWay < Self.workerCapacity else { return false }
        let isTaken = worker.submit({ disk in disk.append(events) }) { [unowned self] result in
            underWay -= 1
            underWayBytes -= bytes
            switch result {
            case .success(let file):
                if running?.isEnding == false { running?.file = file }
                if !file.isRunning { finish(state: nil, limit: file.limit) { _ in } }
            case .failure(let error):
                log.limited(.error, cause: "recording", "the recording ends: \(error)")
                running = nil
                rest()
            case nil: break
            }
        }
        guard isTaken else { return false }
        underWay += 1
        underWayBytes += bytes
        return true
    }

    private func finish(
        state: Arbiter?, limit: String?, then handler: @escaping (Answer) -> Void
    ) {
        guard let running, !running.isEnding else { return }
        self.running?.isEnding = true
        let rest = running.waiting
        // Where some could not be handed over the state would not be what is recorded.
        let isWhole = rest.isEmpty || hand(rest, bytes: running.waitingBytes)
        let state = isWhole ? state : nil
        let limit = isWhole ? limit : "slow"
        do throws(RequestError) {
            try submit({ disk in disk.finish(state: state, limit: limit) }) {
                [unowned self] result in
                self.running = nil
                guard let result else {
                    return handler(.failed(.failed(message: "the recording was not kept")))
                }
                if let limit { log.write(.notice, "the recording ended by its limit: \(limit)") }
                handler(Self.answer(result, log))
            }
        } catch {
            self.running = nil
            handler(.failed(error))
        }
    }

    // MARK: When something is wrong

    /// Writes the ring at once, on this thread: the process is about to end.
    ///
    /// - Parameter state: the rules' state, where it can be looked at.
    func dumpNow(
        _ reason: RecordingHeader.Reason, detail: String, state: Arbiter?
    ) -> Result<RecordingFile, UVError>? {
        guard let folder else { return nil }
        return RecordingDisk(folder: folder).dump(
            RecordingDisk.Dump(
                header: header(reason, detail: detail), contents: ring.contents,
                isUndecided: isDeciding,
                state: state?.redacted(by: ring.redactor.short)))
    }

    /// Ends what is being written, then the thread.
    func close(then handler: @escaping () -> Void) {
        finish(state: nil, limit: nil) { _ in }
        guard let worker else { return handler() }
        self.worker = nil
        worker.close(then: handler)
    }

    // MARK: The disk

    private func submit<Value: Sendable>(
        _ work: @escaping @Sendable (inout RecordingDisk) -> Value,
        then handler: @escaping (Value) -> Void
    ) throws(RequestError) {
        guard let folder else {
            throw .failed(message: "there is no folder for recordings yet")
        }
        if worker == nil {
            do throws(UVError) {
                worker = try OrderedWorker(
                    loop, name: "recordings",
                    capacity: Self.workerCapacity + Self.workerReserve
                ) { RecordingDisk(folder: folder) }
            } catch {
                throw .failed(message: "\(error)")
            }
        }
        let isTaken = worker?.submit(work) { [unowned self] value in
            underWay -= 1
            handler(value)
            rest()
        }
        guard isTaken == true else {
            throw .failed(message: "the disk is too slow for a recording")
        }
        underWay += 1
    }

    /// Lets the thread go when there is nothing to write.
    private func rest() {
        guard running == nil, underWay == 0, let worker else { return }
        self.worker = nil
        worker.close()
    }

    private func header(
        _ reason: RecordingHeader.Reason, detail: String? = nil
    ) -> RecordingHeader {
        RecordingHeader(
            server: ServerVersion.name, reason: reason, detail: detail, at: Clock.now,
            wallClock: Int64(SystemTime.realtimeMicroseconds))
    }

    private static func answer(_ result: Result<RecordingFile, UVError>, _ log: Log) -> Answer {
        switch result {
        case .success(let file):
            return .recording(file)
        case .failure(let error):
            log.limited(.error, cause: "recording", "a recording failed: \(error)")
            return .failed(.failed(message: "\(error)"))
        }
    }
}
