// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// The end of a connection: after a flush of queued output, or at once.
extension Session {
    /// A thousand clients that leave at once cost others no more than a thousand requests: each end waits
    /// for its user's turn.
    enum End {
        /// The peer has closed its sending side.
        case finished
        /// The client has not read for too long.
        case slow
        case closed(DisconnectCause)
    }

    /// The peer has closed its sending side, or the whole connection: the kernel reports both alike.
    package func ended() { end(.finished) }

    package func hungUp() { end(.closed(.client)) }

    package func failed(_ error: ConnectionError) {
        end(.closed(error.isPeerGone ? .client : .failure))
    }

    func end(_ end: End) {
        if connection.isOpen { connection.stopReading() }
        pending = .end(end)
        // What is no client any more costs others nothing.
        guard !isClient || owner.mayContinue(account) else { return owner.resumeLater(self) }
        processBatch()
    }

    func carryOut(_ end: End) {
        switch (end, state) {
        case (.finished, .open): finish()
        case (.finished, .lingering): close(.client)
        case (.finished, _): break
        case (.slow, _): disconnect(.slow)
        case (.closed(let cause), _): close(cause)
        }
    }

    /// The peer sends no more, and reads on.
    private func finish() {
        if input.isWithinLine { counters.linesCutOff += 1 }
        state = .finished
        do throws(ConnectionError) {
            try connection.watchHangUp()
        } catch {
            // Without the watch, a dead peer would stay as long as one of its requests is pending.
            return failed(error)
        }
        guard state == .finished else { return }
        owner.engine?.post(.clientFinished(client))
    }

    /// Sends `bye` to a connection that was refused and never became a client.
    func refuse() {
        state = .leaving(.quota)
        enqueueBye(.quota)
        startTimer(Self.flushLimit)
        flush()
    }

    /// Ends the connection because its user's buffers take too much memory. Where a line has begun,
    /// its rest would take the memory until the client has read it: that connection ends at once.
    func overflow() {
        if isClient, !output.isWithinLine {
            disconnect(.quota, discardsOutput: true)
        } else {
            close(DisconnectCause(.quota))
        }
    }

    /// Ends the connection after queued output and `bye` were flushed.
    /// - Parameter reason: nil if the client has finished by itself; there is no `bye` then.
    func disconnect(_ reason: ByeReason?) {
        // A slow client would not read the rest.
        disconnect(reason, discardsOutput: reason == .slow)
    }

    private func disconnect(_ reason: ByeReason?, discardsOutput: Bool) {
        guard isClient else { return }
        state = .leaving(reason)
        input.removeAll()
        let unread = backlog
        // `bye` tells the client that lines are missing.
        if discardsOutput {
            queuedBytes -= output.removeLines()
            held.removeAll()
        } else {
            _ = releaseHeld(onceBelow: .max)
        }
        if let reason { enqueueBye(reason) }
        startTimer(reason == .slow ? limits.outputStall : Self.flushLimit)
        owner.clientLeft(self, DisconnectCause(reason), backlog: unread)
        chargeAccount()
        unflushed.add(self)
    }

    private func enqueueBye(_ reason: ByeReason) {
        enqueue(codec.encoder.bye(reason, retryAfter: reason.retry))
    }

    func linger(after reason: ByeReason?) {
        switch reason {
        case nil, .shutdown: close(DisconnectCause(reason))
        case .slow, .malformed, .flood, .quota, .helloTimeout:
            state = .lingering
            startTimer(Self.lingerLimit)
            read()
        }
    }

    /// Closes connections that only wait for a peer to read its `bye`, since the daemon ends.
    func skipLingering() {
        switch state {
        case .lingering, .leaving(.slow): close(.shutdown)
        case .open, .finished, .leaving, .closed: break
        }
    }

    /// Closes at once and discards queued output.
    func close(_ cause: DisconnectCause) {
        guard state != .closed else { return }
        let wasClient = isClient
        let unread = backlog
        state = .closed
        input.removeAll()
        output.removeAll()
        held.removeAll()
        timer?.close()
        timer = nil
        connection.close()
        chargeAccount()
        owner.engine?.batch {
            if wasClient { owner.clientLeft(self, cause, backlog: unread) }
            owner.connectionClosed(self)
        }
    }
}
