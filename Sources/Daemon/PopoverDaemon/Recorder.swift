// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverRecording
import PopoverSessions
import PopoverWire

/// Records the latest events (K8) in a ring, which is always on and costs one copy of each event. A
/// thread that exists only while it is needed writes recordings, on request or after a failure.
/// They never contain drafts (`Redactor`).
final class Recorder: EventObserver {
    /// The longest recording; it ends by itself after this.
    static let maxDuration = Interval.milliseconds(3_600_000)
    /// The longest wait for an erasure; it goes on, but counts as failed and is repeated.
    static let maxErasure = Interval.milliseconds(5000)
    /// The most events queued for the disk, and the bytes of these and those being written.
    static let maxQueuedEvents = 65_536
    static let maxQueuedBytes = 32 * 1024 * 1024
    /// Jobs of the thread at once; further events are queued.
    private static let workerCapacity = 16
    /// Additional jobs for requests.
    private static let workerReserve = 4

    private(set) var ring: EventRing
    /// The rules are handling the latest event.
    private var isDeciding = false
    private let loop: Loop
    private let log: Log
    private var folder: RecordingFolder?
    private var worker: OrderedWorker<RecordingDisk>?
    /// Jobs of the thread, and the bytes of their events.
    private var pendingJobs = 0
    private var pendingBytes = 0
    private var running: Running? { didSet { isRunning = running != nil } }
    /// Apart, because reading a whole recording is checked for exclusivity: it is read for every event.
    private var isRunning = false

    private struct Running {
        let until: Instant
        var file: RecordingFile?
        var queue: [RecordedEvent] = []
        var queuedBytes = 0
        /// No event is added any more; the disk has the rest.
        var isEnding = false
    }

    init(_ loop: Loop, log: Log) {
        self.loop = loop
        self.log = log
        ring = EventRing(
            redactor: Redactor(key: (.random(in: .min ... .max), .random(in: .min ... .max))))
    }

    /// - Parameter state: the daemon's state folder.
    func open(state: String) {
        folder = RecordingFolder(state: state)
    }

    // MARK: The ring

    private(set) var isFull = false
    /// A session has ended: the next rotation forgets everything.
    private var beginsAnew = false

    func rotate(at state: inout Arbiter) {
        if beginsAnew { restart(at: &state) } else { ring.beginSegment(at: &state) }
        isFull = false
    }

    func willHandle(_ event: Event, at now: Instant) {
        isFull = ring.append(event, at: now)
        isDeciding = true
        if isRunning { enqueueLatest() }
    }

    func didHandle(_ effects: [Effect]) { isDeciding = false }

    // MARK: On request

    /// Writes the ring to a file.
    /// - Parameter state: the rules' current state.
    func dump(
        _ reason: RecordingHeader.Reason, at path: String?, for requester: UInt32?,
        state: borrowing Arbiter, then handler: @escaping (Answer) -> Void
    ) {
        do throws(RequestError) {
            let path = try folder?.destination(of: path, requester: requester)
            let dump = RecordingDisk.Dump(
                header: header(reason), path: path, snapshot: ring.snapshot,
                state: checkpoint(of: state))
            try submit({ disk in disk.dump(dump) }) { [log] result in
                handler(Self.answer(result, log))
            }
        } catch {
            handler(.failed(error))
        }
    }

    /// Starts a recording with the current state.
    func start(
        at path: String?, for requester: UInt32?, state: borrowing Arbiter,
        then handler: @escaping (Answer) -> Void
    ) {
        do throws(RequestError) {
            if let running {
                let path = running.file.map { ": \($0.path)" } ?? ""
                throw .failed(message: "a recording is being written already\(path)")
            }
            let path = try folder?.destination(of: path, requester: requester)
            let header = header(.started)
            let base = checkpoint(of: state)
            try submit({ disk in disk.begin(header, at: path, base: base) }) {
                [unowned self] result in
                switch result {
                case .success(let file): running?.file = file
                case .failure: running = nil
                }
                handler(Self.answer(result, log))
            }
            running = Running(until: Clock.now + Self.maxDuration)
        } catch {
            handler(.failed(error))
        }
    }

    func stop(state: borrowing Arbiter, then handler: @escaping (Answer) -> Void) {
        guard running != nil, running?.isEnding == false else {
            return handler(.failed(.failed(message: "no recording is being written")))
        }
        finish(state: checkpoint(of: state), limit: nil, then: handler)
    }

    /// All recordings, oldest first.
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

    // MARK: While a recording is running

    private func enqueueLatest() {
        guard running?.isEnding == false, let latest = ring.latest else { return }
        running?.queue.append(latest)
        running?.queuedBytes += latest.bytes
    }

    /// Submits the queued events to the thread, at the end of a batch.
    func flush() {
        guard isRunning, let running, !running.isEnding, !running.queue.isEmpty else { return }
        guard running.queue.count < Self.maxQueuedEvents,
            running.queuedBytes + pendingBytes < Self.maxQueuedBytes
        else {
            return finish(state: nil, limit: "slow") { _ in }
        }
        guard Clock.now < running.until else {
            return finish(state: nil, limit: "time") { _ in }
        }
        guard submitEvents(running.queue, bytes: running.queuedBytes) else { return }
        self.running?.queue = []
        self.running?.queuedBytes = 0
    }

    /// - Returns: false if the thread has too many jobs.
    private func submitEvents(_ events: [RecordedEvent], bytes: Int) -> Bool {
        guard let worker, pendingJobs < Self.workerCapacity else { return false }
        let isTaken = worker.submit({ disk in disk.append(events) }) { [unowned self] result in
            pendingJobs -= 1
            pendingBytes -= bytes
            switch result {
            case .success(let file):
                if running?.isEnding == false { running?.file = file }
                if !file.isRunning { finish(state: nil, limit: file.limit) { _ in } }
            case .failure(let error):
                log.limited(
                    .error, cause: "recording", "recording aborted: error=\("\(error)".logQuoted)")
                running = nil
                releaseWorker()
            case nil: break
            }
        }
        guard isTaken else { return false }
        pendingJobs += 1
        pendingBytes += bytes
        return true
    }

    private func finish(
        state: Checkpoint?, limit: String?, then handler: @escaping (Answer) -> Void
    ) {
        guard let running, !running.isEnding else { return }
        self.running?.isEnding = true
        let rest = running.queue
        // If events are missing, the state would not match the recorded events.
        let isWhole = rest.isEmpty || submitEvents(rest, bytes: running.queuedBytes)
        let state = isWhole ? state : nil
        let limit = isWhole ? limit : "slow"
        do throws(RequestError) {
            try submit({ disk in disk.finish(state: state, limit: limit) }) {
                [unowned self] result in
                self.running = nil
                guard let result else {
                    return handler(
                        .failed(.failed(message: "the recording was aborted: the disk failed")))
                }
                if let limit { log.write(.notice, "recording stopped: limit=\(limit)") }
                handler(Self.answer(result, log))
            }
        } catch {
            self.running = nil
            handler(.failed(error))
        }
    }

    // MARK: After the end of a session

    /// Removes all recordings, also the one in progress: an event's effects and the states around it
    /// concern all displays, so that no part of a recording is certain to be another session's.
    func erase(then handler: @escaping (Bool) -> Void) {
        // Before the daemon has started there is nothing to erase.
        guard folder != nil else { return handler(true) }
        var deadline: Timer?
        func end(_ isErased: Bool) {
            guard let running = deadline else { return }
            deadline = nil
            running.close()
            handler(isErased)
        }
        deadline = Timer(loop) { [log] in
            log.limited(
                .error, cause: "recording", "recordings not erased: the disk does not answer")
            end(false)
        }
        deadline?.start(afterMilliseconds: UInt64(Self.maxErasure.milliseconds))
        do throws(RequestError) {
            try submit({ disk in disk.erase() }) { [log] error in
                if let error {
                    log.limited(
                        .error, cause: "recording",
                        "recordings not erased: error=\("\(error)".logQuoted)")
                }
                end(error == nil)
            }
        } catch {
            log.limited(
                .error, cause: "recording",
                "recordings not erased: error=\(error.message.logQuoted)")
            end(false)
        }
    }

    /// Forgets the latest events at the end of this batch, before the next event.
    func beginAnew() {
        beginsAnew = true
        isFull = true
    }

    /// Begins the ring, and a recording in progress, with this state.
    private func restart(at state: inout Arbiter) {
        beginsAnew = false
        ring.restart(at: &state)
        self.running?.queue = []
        self.running?.queuedBytes = 0
        guard let running, !running.isEnding, let path = running.file?.path else { return }
        let header = header(.started, detail: "begun anew after the end of a session")
        let base = ring.snapshot.base
        do throws(RequestError) {
            try submit({ disk in disk.begin(header, at: path, base: base) }) {
                [unowned self] result in
                switch result {
                case .success(let file): self.running?.file = file
                case .failure: self.running = nil
                }
                _ = Self.answer(result, log)
            }
        } catch {
            self.running = nil
            log.limited(
                .error, cause: "recording",
                "recording aborted: error=\(error.message.logQuoted)")
        }
    }

    // MARK: After a failure

    /// Writes the ring at once, on this thread, since the process is about to end.
    /// - Parameter state: the rules' state.
    func dumpNow(
        _ reason: RecordingHeader.Reason, detail: String, state: borrowing Arbiter
    ) -> Result<RecordingFile, UVError>? {
        dumpNow(reason, detail: detail, checkpoint: checkpoint(of: state))
    }

    /// The same where the state cannot be read.
    func dumpNow(
        _ reason: RecordingHeader.Reason, detail: String
    ) -> Result<RecordingFile, UVError>? {
        dumpNow(reason, detail: detail, checkpoint: nil)
    }

    private func dumpNow(
        _ reason: RecordingHeader.Reason, detail: String, checkpoint: Checkpoint?
    ) -> Result<RecordingFile, UVError>? {
        guard let folder else { return nil }
        return RecordingDisk(folder: folder).dump(
            RecordingDisk.Dump(
                header: header(reason, detail: detail), snapshot: ring.snapshot,
                isUndecided: isDeciding, state: checkpoint))
    }

    private func checkpoint(of state: borrowing Arbiter) -> Checkpoint {
        Checkpoint(state.redacted(by: ring.redactor.short))
    }

    /// Ends the recording, then the thread.
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
            throw .failed(message: "recordings are not available before the daemon has started")
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
            pendingJobs -= 1
            handler(value)
            releaseWorker()
        }
        guard isTaken == true else {
            throw .failed(message: "the disk is too slow for a recording")
        }
        pendingJobs += 1
    }

    /// Ends the thread if there is nothing to write.
    private func releaseWorker() {
        guard running == nil, pendingJobs == 0, let worker else { return }
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
            log.limited(
                .error, cause: "recording", "recording failed: error=\("\(error)".logQuoted)")
            return .failed(.failed(message: "\(error)"))
        }
    }
}
