// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// Effects to bytes, and the flush: whole lines are queued, and written as far as the kernel takes them.
extension Session {
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
