// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel
import PopoverWire

/// One client connection, from accept to close.
///
/// Responsibilities:
/// 1. *Input.* Splits bytes into lines and lines into events, at most `Limits.linesPerTurn` in one
///    batch. The remaining lines wait until other sessions had a batch; meanwhile the kernel holds
///    the peer back.
/// 2. *Output.* Queues whole lines, within a limit. While a client leaves answers unread, its
///    requests wait; when the queue is half full, or the user's share, events are held back; a client
///    that exceeds the limit gets `bye` `slow` and is closed. No line is dropped without a notice.
/// 3. *Abuse.* Disconnects clients that send lines that are not JSON, or far more requests than
///    the announced rate.
/// 4. *End.* Reports the end to the owner exactly once, and flushes queued output within a
///    deadline.
///
/// A session knows no method and no rule: the arbiter decides which client may do what.
package final class Session: ConnectionReader {
    /// Multiple of the announced rate that counts as a flood. A client that waits for answers
    /// cannot reach it.
    static let floodFactor = 8
    static let second = Interval.milliseconds(1000)
    /// Bytes of output after which a batch ends early: one request may return a thousand events.
    static let outputPerBatch = 64 * 1024
    /// The longest time to flush queued output when a connection ends.
    static let flushLimit = Interval.milliseconds(1000)
    /// How long to read on after `bye`. Closing with unread input would cause a reset.
    static let lingerLimit = Interval.milliseconds(100)

    package let client: ClientID
    let account: UserAccount
    var state = State.open
    let connection: any Connection
    unowned let owner: any SessionOwner
    let counters: SessionCounters
    private let time: any TimeProvider
    let codec: MessageCodec
    private let settings: CurrentSettings
    let unflushed: FlushQueue

    let input: InputBuffer
    /// The bytes of input and output that the user's account is charged for.
    private(set) var charged = 0
    private var badLines = WindowCounter()
    private var requests = WindowCounter()

    let output = OutputQueue()
    let held = HeldEvents()
    /// Events up to this one are sent because the client asked for the past.
    private var coveredSequence: Int64 = 0
    /// The end of these events in all bytes ever queued.
    private var coveredEnd = 0
    var shields = StateLines()
    /// All bytes ever queued; minus the backlog, these are the bytes that the kernel has accepted.
    var queuedBytes = 0
    private var stall = StallDetector()
    var timer: (any Alarm)?
    /// Whether the kernel left part of the last write; otherwise the connection need not be asked.
    private var hasUnsent = false
    /// The last read was a full one; the next read waits for the next batch.
    private var hasPaused = false
    /// The client has read on, and gets more in the next turn of the user.
    private var hasDrained = false
    /// What ends the connection in the next turn of the user.
    var pendingEnd: PendingEnd?
    /// Membership in the owner's queues, and the next session in the flush queue.
    var (isInFlushQueue, isWaitingToResume) = (false, false)
    var nextInFlushQueue: Session?

    init(
        _ connection: any Connection, client: ClientID, account: UserAccount, codec: MessageCodec,
        owner: any SessionOwner
    ) {
        self.connection = connection
        self.client = client
        self.account = account
        self.codec = codec
        self.owner = owner
        counters = owner.counters
        time = owner.time
        settings = owner.settings
        unflushed = owner.unflushed
        input = InputBuffer(limit: settings.limits.message)
        // The owner keeps the session until its connection is closed.
        connection.reader = self
    }

    func start() {
        read()
    }

    /// Whether the client leaves too much unread, besides the past events that it asked for.
    private var isOverLimit: Bool {
        let covered = max(0, coveredEnd - (queuedBytes - backlog))
        return backlog - covered > limits.outputBytes
    }

    /// Bytes that the client has not read.
    var backlog: Int { output.count + unsent }

    /// Bytes that the kernel has not accepted.
    var unsent: Int { hasUnsent && connection.isOpen ? connection.pendingBytes : 0 }

    /// While more answers than this are unread, the client's requests wait.
    private var outputSoftLimit: Int { limits.outputBytes / 2 }

    var limits: Limits { settings.limits }

    // MARK: Input

    package func received(_ bytes: [UInt8], isFull: Bool) {
        counters.countInput(bytes: bytes.count)
        guard state == .open else { return }
        // Otherwise the loop would read here many times before it serves another connection.
        if isFull {
            connection.stopReading()
            hasPaused = true
        }
        input.fill(with: bytes)
        processBatch()
    }

    /// Handles one batch of the lines that were read, or the connection's end, and sends what comes of
    /// it.
    func processBatch() {
        atUsersExpense {
            if hasDrained { unflushed.add(self) }
            hasDrained = false
            guard let end = pendingEnd else { return processLines() }
            pendingEnd = nil
            carryOut(end)
        }
    }

    private func atUsersExpense(_ work: () -> Void) {
        let begun = time.now
        owner.batch(work)
        account.count(time: time.now - begun)
    }

    private func processLines() {
        let begun = time.now
        var now = begun
        var lines = 0
        let before = queuedBytes
        while state == .open, lines < limits.linesPerTurn, backlog < outputSoftLimit,
            queuedBytes - before < Self.outputPerBatch, owner.mayContinue(account), !input.isEmpty,
            lines == 0 || now - begun < UserAccount.timePerTurn,
            let frame = input.nextFrame(limit: limits.message)
        {
            lines += 1
            let queued = queuedBytes
            handle(frame, at: now)
            account.count(lines: 1, outputBytes: queuedBytes - queued)
            if !input.isEmpty { now = time.now }
        }
        guard state == .open else { return }
        if input.isEmpty && hasPaused {
            hasPaused = false
            owner.resumeLater(self)
        } else if input.isEmpty {
            read()
        } else {
            connection.stopReading()
            // With a larger backlog, `flush` resumes the session once the client has read.
            if backlog < outputSoftLimit { owner.resumeLater(self) }
        }
        chargeAccount()
    }

    /// Charges the user's account for what this connection holds now.
    func chargeAccount() {
        let bytes = state == .closed ? 0 : input.count + backlog + held.bytes
        guard bytes != charged else { return }
        let growth = bytes - charged
        charged = bytes
        owner.charge(growth, to: account)
    }

    private func handle(_ frame: LineFramer.Frame, at now: Instant) {
        let count = requests.add(at: now, window: Self.second)
        counters.countLine(inSecond: count)
        guard count <= limits.requestsPerSecond * Self.floodFactor else {
            return disconnect(.flood)
        }
        switch frame {
        case .tooLong:
            counters.linesTooLong += 1
            let error = RequestError.overLimit(name: "message", value: limits.message)
            owner.requestRejected(error, of: client)
            send(codec.encoder.failure(error, id: .null))
            countBadLine(at: now)
        case .line(let line): dispatch(line, at: now)
        }
    }

    private func dispatch(_ line: ArraySlice<UInt8>, at now: Instant) {
        switch codec.decoder.decode(line, limits: limits, timing: settings.timing) {
        case .request(let id, let request):
            owner.post(.clientRequested(client, id: id, request))
        case .answer(let call, let answer):
            owner.post(.clientAnswered(client, call, answer))
        case .failure(let id, let error):
            owner.requestRejected(error, of: client)
            send(codec.encoder.failure(error, id: id))
            if case .notJSON = error {
                counters.linesMalformed += 1
                countBadLine(at: now)
            }
        case .ignored:
            counters.answersUnasked += 1
            owner.post(.clientHeard(client))
        }
    }

    private func countBadLine(at now: Instant) {
        if badLines.add(at: now, window: limits.malformedWindow) >= limits.malformedLines {
            disconnect(.malformed)
        }
    }

    func read() {
        do throws(ConnectionError) {
            try connection.startReading()
        } catch {
            failed(error)
        }
    }

    package func drained() {
        // A thousand clients may read at once what they have left for long.
        guard owner.mayContinue(account) else {
            hasDrained = true
            return owner.resumeLater(self)
        }
        atUsersExpense { flush() }
    }

    // MARK: Output

    /// Queues whole lines; they are sent at the end of the owner's batch.
    func send(_ lines: [UInt8]) { send { $0 += lines } }

    /// Queues the lines that the body appends.
    /// - Parameter sequence: the latest event that the lines cover. Held events are released first, so
    ///   that none follows these lines; later ones up to this number were asked for, and never held.
    func send(covering sequence: Int64? = nil, _ write: (inout [UInt8]) -> Void) {
        guard isClient else { return }
        guard !isOverLimit else {
            counters.overflows += 1
            return disconnect(.slow)
        }
        if let sequence {
            _ = releaseHeld(onceBelow: .max)
            coveredSequence = max(coveredSequence, sequence)
        }
        countQueued(output.append(write))
        unflushed.add(self)
    }

    /// Queues a line that is sent to several clients.
    func broadcast(_ line: [UInt8]) {
        guard isClient else { return }
        guard !isOverLimit else { return send(line) }
        enqueue(shared: line)
        unflushed.add(self)
    }

    /// Queues an event, or holds it back if the client leaves too much unread.
    func publish(_ event: BusEvent, _ line: [UInt8]) {
        guard isClient else { return }
        if event.sequence > coveredSequence, mustHold(line) {
            // One batch may bring more than fits, even for a client that reads all the time.
            flush()
            guard isClient else { return }
            if mustHold(line) { return hold(event, line) }
        }
        enqueue(shared: line)
        if event.sequence <= coveredSequence { coveredEnd = queuedBytes }
        unflushed.add(self)
        // At once: a batch may bring a long event to a thousand connections of a user.
        chargeAccount()
    }

    private func hold(_ event: BusEvent, _ line: [UInt8]) {
        let (coalesced, lost) = (held.coalesced, held.lost)
        let hasRoom = owner.hasRoom(for: line.count, of: account)
        held.hold(event, line, room: hasRoom ? limits.outputBytes / 4 : 0)
        counters.eventsCoalesced += held.coalesced - coalesced
        counters.eventsLost += held.lost - lost
        unflushed.add(self)
    }

    /// Whether an event has to wait until the client has read more.
    private func mustHold(_ line: [UInt8]) -> Bool {
        !held.isEmpty || backlog + line.count > outputSoftLimit
            || !owner.hasRoom(for: line.count, of: account)
    }

    func enqueue(_ lines: [UInt8]) {
        output.append(lines)
        countQueued(lines.count)
    }

    /// - Parameter line: owns its memory, and no more than it needs.
    func enqueue(shared line: [UInt8]) {
        output.append(shared: line)
        countQueued(line.count)
    }

    private func countQueued(_ bytes: Int) {
        queuedBytes += bytes
        counters.countOutput(bytes: bytes, backlog: backlog)
    }

    /// Writes as much of the queue as the kernel accepts.
    func flush() {
        guard connection.isOpen else { return }
        do throws(ConnectionError) {
            repeat {
                queueShields()
                while !output.isEmpty, unsent == 0 { try writeChunk() }
                // What was too long for the shields to go with may be written by now.
            } while releaseHeld(onceBelow: limits.outputBytes / 8) || maySendShields
        } catch {
            return failed(error)
        }
        switch state {
        case .open:
            watchStall()
            if !input.isEmpty, backlog < outputSoftLimit { owner.resumeLater(self) }
        case .finished: watchStall()
        case .leaving(let reason): if backlog == 0 { linger(after: reason) }
        case .lingering, .closed: break
        }
        chargeAccount()
    }

    private func writeChunk() throws(ConnectionError) {
        if let line = output.popSharedLine() {
            _ = try write(line[...])
            return
        }
        // The slice is gone before the queue changes, or that would copy the queue.
        let written = try write(output.nextChunk)
        output.removeFirst(written)
    }

    /// - Returns: the number of bytes.
    private func write(_ chunk: ArraySlice<UInt8>) throws(ConnectionError) -> Int {
        try connection.write(chunk)
        hasUnsent = connection.pendingBytes > 0
        return chunk.count
    }

    /// Queues the held events if the client has read enough; returns whether events were queued.
    func releaseHeld(onceBelow limit: Int) -> Bool {
        guard !held.isEmpty, backlog <= limit else { return false }
        enqueue(held.release(gap: codec.encoder.gap))
        return true
    }

    private func watchStall() {
        if backlog == 0 {
            timer?.stop()
        } else if timer?.isSet != true {
            stall = StallDetector(read: queuedBytes - backlog, at: time.now)
            startTimer(StallDetector.checkInterval(for: limits.outputStall))
        } else {
            stall.update(read: queuedBytes - backlog, at: time.now)
        }
    }

    func startTimer(_ delay: Interval) {
        let alarm = timer ?? time.alarm { [unowned self] in timerFired() }
        alarm.set(after: delay)
        timer = alarm
    }

    /// Handles the deadline of the current state: read progress, the last flush, or lingering.
    private func timerFired() {
        switch state {
        case .open, .finished:
            stall.update(read: queuedBytes - backlog, at: time.now)
            guard time.now - stall.lastProgress < limits.outputStall else {
                return end(.slow)
            }
            startTimer(StallDetector.checkInterval(for: limits.outputStall))
        case .leaving(let reason): close(DisconnectCause(reason))
        case .lingering: close(.client)
        case .closed: break
        }
    }
}
