// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel
import PopoverWire

/// One connection, from its accept to its close.
///
/// What it is responsible for:
/// 1. *Input.* Bytes become lines, and lines become events, at most `Limits.linesPerTurn` at a
///    time: what is left waits while the others have their turn, and the kernel holds the peer
///    back meanwhile.
/// 2. *Output.* Whole lines wait in a queue, bounded. A client's requests wait while it leaves
///    answers unread, events are held back beyond half of the room, and who leaves everything
///    unread is told `slow` and closed. Nothing is ever left out silently.
/// 3. *Manners.* Lines that are no JSON, and requests far beyond the announced rate, end it.
/// 4. *Its end.* The owner hears of it once, whatever ended it; what was written before still goes
///    out, within a deadline.
///
/// What it does not do: it knows no method and no rule; who may do what is the arbiter's.
package final class Session: ConnectionReader {
    /// How many times the announced rate is a flood: who waits for answers cannot get there.
    static let floodFactor = 8
    static let second = Interval.milliseconds(1000)
    /// Bytes of output that end a turn before its lines do: one may ask for a thousand events.
    static let outputPerTurn = 64 * 1024
    /// How long what is left may take to go out when a connection ends.
    static let flushLimit = Interval.milliseconds(1000)
    /// How long to read on after `bye`, which a close with unread input would turn into a reset.
    static let lingerLimit = Interval.milliseconds(100)

    package let client: ClientID
    let uid: UInt32
    var state = State.open
    let connection: any Connection
    unowned let owner: any SessionOwner
    private let counters: SessionCounters
    private let time: any Timekeeper
    let codec: MessageCodec
    private let settings: SettingsInForce
    let unflushed: FlushQueue

    // What is changed in place is checked each time that nobody else does so meanwhile; what is
    // taken out, changed and put back is not. Each line goes through these.
    private var framer: LineFramer
    /// Bytes that were read and whose lines had no turn yet.
    var input: ArraySlice<UInt8> = []
    private var badLines = WindowCounter()
    private var requests = WindowCounter()

    var output = OutputQueue()
    /// Instead of it a line that others are told as well, as long as nothing else waits: nobody
    /// has copied it.
    var sharedLine: [UInt8] = []
    /// Bytes in both.
    var waitingBytes = 0
    var held = HeldEvents()
    /// Of all time; less what waits, it is what the kernel has taken.
    var queuedBytes = 0
    private var progress = Progress()
    var patience: (any Alarm)?
    /// Whether the kernel has left something of what was written to it: most of the time it takes
    /// all, and then the connection need not be asked.
    private var hasUnsent = false
    /// The last read was a full one, and the next waits for a turn.
    private var hasYielded = false
    /// The owner's notes: whether it is in its queues, and who comes after it.
    var (isInFlushQueue, isInTurnQueue) = (false, false)
    var nextInFlushQueue: Session?

    init(
        _ connection: any Connection, client: ClientID, uid: UInt32, codec: MessageCodec,
        owner: any SessionOwner
    ) {
        self.connection = connection
        self.client = client
        self.uid = uid
        self.codec = codec
        self.owner = owner
        counters = owner.counters
        time = owner.time
        settings = owner.settings
        unflushed = owner.unflushed
        framer = LineFramer(limit: settings.limits.message)
        // The owner keeps the session until its connection is closed.
        connection.reader = self
    }

    /// Begins to read.
    func start() {
        read()
    }

    /// Bytes that the client has not taken.
    var backlog: Int { waitingBytes + unsent }

    private var unsent: Int { hasUnsent && connection.isOpen ? connection.pendingBytes : 0 }

    /// Unread answers beyond this hold back the requests that would bring more.
    private var outputSoftLimit: Int { limits.outputBytes / 2 }

    var limits: Limits { settings.limits }

    // MARK: Input

    package func received(_ bytes: [UInt8], isFull: Bool) {
        counters.countInput(bytes: bytes.count)
        guard state == .open else { return }
        // The loop would read on many times before it looks at anyone else.
        if isFull {
            connection.stopReading()
            hasYielded = true
        }
        input = bytes[...]
        owner.turn { takeTurn() }
    }

    /// Tells of the next lines, as many as one turn has.
    func takeTurn() {
        var lines = 0
        let before = queuedBytes
        while state == .open, lines < limits.linesPerTurn, backlog < outputSoftLimit,
            queuedBytes - before < Self.outputPerTurn, let frame = nextFrame()
        {
            lines += 1
            take(frame)
        }
        guard state == .open else { return }
        if input.isEmpty && hasYielded {
            hasYielded = false
            owner.wantsTurn(self)
        } else if input.isEmpty {
            read()
        } else {
            connection.stopReading()
            // Where that is not so, `flush` finds out when the client has read.
            if backlog < outputSoftLimit { owner.wantsTurn(self) }
        }
    }

    private func nextFrame() -> LineFramer.Frame? {
        guard !input.isEmpty else { return nil }
        let limit = limits.message
        var framer = exchange(&self.framer, with: LineFramer(limit: limit))
        var input = exchange(&self.input, with: [])
        framer.limit = limit
        let frame = framer.next(in: &input)
        self.framer = framer
        self.input = input
        return frame
    }

    private func take(_ frame: LineFramer.Frame) {
        let now = time.now
        let count = requests.add(at: now, window: Self.second)
        counters.countLine(inSecond: count)
        guard count <= limits.requestsPerSecond * Self.floodFactor else {
            return leave(.flood)
        }
        switch frame {
        case .tooLong:
            counters.linesTooLong += 1
            let limit = Limits.Name.message
            let failure = RequestError.overLimit(name: limit.rawValue, value: limits[limit])
            owner.refused(failure)
            send(codec.encoder.failure(failure, id: .null))
            countBadLine(at: now)
        case .line(let line): take(line, at: now)
        }
    }

    private func take(_ line: ArraySlice<UInt8>, at now: Instant) {
        let incoming = codec.decoder.decode(line, limits: limits, timing: settings.timing)
        switch consume incoming {
        case .request(let id, let request):
            owner.post(.clientRequested(client, id: id, request))
        case .answer(let call, let answer):
            owner.post(.clientAnswered(client, call, answer))
        case .failure(let id, let failure):
            owner.refused(failure)
            send(codec.encoder.failure(failure, id: id))
            if case .notJSON = failure {
                counters.linesMalformed += 1
                countBadLine(at: now)
            }
        case .ignored: counters.answersUnasked += 1
        }
    }

    private func countBadLine(at now: Instant) {
        if badLines.add(at: now, window: limits.malformedWindow) >= limits.malformedLines {
            leave(.malformed)
        }
    }

    func read() {
        do throws(ConnectionError) {
            try connection.startReading()
        } catch {
            failed(error)
        }
    }

    /// The peer has closed its sending side, or all of it: the kernel does not say which at first.
    package func ended() {
        connection.stopReading()
        switch state {
        case .open:
            if framer.isWithinLine { counters.linesCutOff += 1 }
            state = .finished
            watchHangUp()
            guard state == .finished else { return }
            owner.post(.clientFinished(client))
        case .lingering: close(.client)
        case .finished, .leaving, .closed: break
        }
    }

    private func watchHangUp() {
        do throws(ConnectionError) {
            try connection.watchHangUp()
        } catch {
            // Without the watch, a dead peer would stay as long as one of its requests waits.
            failed(error)
        }
    }

    package func hungUp() { close(.client) }

    package func failed(_ fault: ConnectionError) {
        close(fault.isPeerGone ? .client : .failure)
    }

    package func drained() { owner.turn { flush() } }

    // MARK: Output

    /// Queues whole lines; they go out at the end of the owner's turn.
    ///
    /// - Parameter afterEvents: nothing that is held back may come after them.
    func send(_ lines: [UInt8], afterEvents: Bool = false) {
        guard isClient else { return }
        guard backlog <= limits.outputBytes else {
            counters.overflows += 1
            return leave(.slow)
        }
        if afterEvents { _ = releaseHeld(onceBelow: .max) }
        enqueue(lines)
        unflushed.add(self)
    }

    /// Queues a line that others are told as well.
    func tell(_ line: [UInt8]) {
        guard isClient else { return }
        guard backlog <= limits.outputBytes else { return send(line) }
        enqueue(shared: line)
        unflushed.add(self)
    }

    /// Queues an event, or holds it back where the client leaves too much unread.
    func publish(_ event: BusEvent, _ line: [UInt8]) {
        guard isClient else { return }
        if mustHold(line) {
            // One turn may bring more than there is room for, to a client that reads all the time.
            flush()
            guard isClient else { return }
            if mustHold(line) { return hold(event, line) }
        }
        enqueue(shared: line)
        unflushed.add(self)
    }

    private func hold(_ event: BusEvent, _ line: [UInt8]) {
        var held = exchange(&self.held, with: HeldEvents())
        let (coalesced, lost) = (held.coalesced, held.lost)
        held.hold(event, line, room: limits.outputBytes / 4)
        self.held = held
        counters.eventsCoalesced += held.coalesced - coalesced
        counters.eventsLost += held.lost - lost
        unflushed.add(self)
    }

    /// Whether an event has to wait until the client has read more.
    private func mustHold(_ line: [UInt8]) -> Bool {
        !held.isEmpty || backlog + line.count > outputSoftLimit
    }

    func enqueue(_ lines: [UInt8]) {
        let before = exchange(&sharedLine, with: [])
        var output = exchange(&self.output, with: OutputQueue())
        output.append(before)
        output.append(lines)
        self.output = output
        count(lines)
    }

    /// Queues a line that has memory of its own, and no more than it needs.
    private func enqueue(shared line: [UInt8]) {
        guard waitingBytes == 0 else { return enqueue(line) }
        sharedLine = line
        count(line)
    }

    private func count(_ lines: [UInt8]) {
        waitingBytes += lines.count
        queuedBytes += lines.count
        counters.countOutput(bytes: lines.count, backlog: backlog)
    }

    /// Hands to the kernel what it takes.
    func flush() {
        guard connection.isOpen else { return }
        do throws(ConnectionError) {
            repeat {
                while waitingBytes > 0, unsent == 0, try writeChunk() {}
            } while releaseHeld(onceBelow: limits.outputBytes / 8)
        } catch {
            return failed(error)
        }
        switch state {
        case .open:
            watchStall()
            if !input.isEmpty, backlog < outputSoftLimit { owner.wantsTurn(self) }
        case .finished: watchStall()
        case .leaving(let reason): if backlog == 0 { linger(after: reason) }
        case .lingering, .closed: break
        }
    }

    /// False where there is none.
    private func writeChunk() throws(ConnectionError) -> Bool {
        let line = exchange(&sharedLine, with: [])
        guard line.isEmpty else {
            try write(line[...])
            return true
        }
        var output = exchange(&self.output, with: OutputQueue())
        let before = waitingBytes
        if let chunk = output.nextChunk { try write(chunk) }
        let written = before - waitingBytes
        output.removeFirst(written)
        self.output = output
        return written > 0
    }

    private func write(_ chunk: ArraySlice<UInt8>) throws(ConnectionError) {
        try connection.write(chunk)
        hasUnsent = connection.pendingBytes > 0
        waitingBytes -= chunk.count
    }

    /// Queues what was held back, where the client has read most of what waited; whether it has.
    func releaseHeld(onceBelow most: Int) -> Bool {
        guard !held.isEmpty, backlog <= most else { return false }
        var held = exchange(&self.held, with: HeldEvents())
        enqueue(held.release(gap: codec.encoder.gap))
        self.held = held
        return true
    }

    private func watchStall() {
        if backlog == 0 {
            patience?.stop()
        } else if patience?.isSet != true {
            progress = Progress(taken: queuedBytes - backlog, at: time.now)
            wait(Progress.look(every: limits.outputStall))
        } else {
            progress.look(taken: queuedBytes - backlog, at: time.now)
        }
    }

    func wait(_ delay: Interval) {
        let alarm = patience ?? time.alarm { [unowned self] in patienceEnded() }
        alarm.set(after: delay)
        patience = alarm
    }

    /// The time for what is under way is over: progress, a flush, or the last input.
    private func patienceEnded() {
        switch state {
        case .open, .finished:
            progress.look(taken: queuedBytes - backlog, at: time.now)
            guard time.now - progress.latest < limits.outputStall else {
                return owner.turn { leave(.slow) }
            }
            wait(Progress.look(every: limits.outputStall))
        case .leaving(let reason): close(DisconnectCause(reason))
        case .lingering: close(.client)
        case .closed: break
        }
    }
}
