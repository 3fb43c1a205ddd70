// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// Bytes to events: lines of a client are posted, a few at a time.
extension Session {
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
            let pending = exchange(&self.pending, with: nil)
            if pending != nil { unflushed.add(self) }
            guard case .end(let end) = pending else { return processLines() }
            carryOut(end)
        }
    }

    private func atUsersExpense(_ work: () -> Void) {
        let begun = time.now
        owner.engine?.batch(work)
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
            owner.engine?.post(.clientRequested(client, id: id, request))
        case .answer(let call, let answer):
            owner.engine?.post(.clientAnswered(client, call, answer))
        case .failure(let id, let error):
            owner.requestRejected(error, of: client)
            send(codec.encoder.failure(error, id: id))
            if case .notJSON = error {
                counters.linesMalformed += 1
                countBadLine(at: now)
            }
        case .ignored:
            counters.answersUnasked += 1
            owner.engine?.post(.clientHeard(client))
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
            pending = pending ?? .output
            return owner.resumeLater(self)
        }
        atUsersExpense { flush() }
    }
}
