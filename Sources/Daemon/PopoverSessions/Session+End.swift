// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// How a connection ends: with everything that was written before, or at once.
extension Session {
    /// Says good-bye to a connection that never became a client.
    func refuse() {
        state = .leaving(.quota)
        say(.quota)
        wait(Self.flushLimit)
        flush()
    }

    /// Ends the connection of the daemon's own accord, or, without a reason, because the client has
    /// finished. What was written before still goes out, and `bye` after it.
    func leave(_ reason: ByeReason?) {
        guard isClient else { return }
        state = .leaving(reason)
        input = []
        let unread = backlog
        // What a slow client has not read is not worth waiting for; `bye` says that it is missing.
        if reason == .slow {
            queuedBytes -= waitingBytes
            forgetOutput()
        } else {
            _ = releaseHeld(onceBelow: .max)
        }
        if let reason { say(reason) }
        wait(reason == .slow ? limits.outputStall : Self.flushLimit)
        owner.left(self, DisconnectCause(reason), backlog: unread)
        unflushed.add(self)
    }

    private func forgetOutput() {
        sharedLine = []
        output = OutputQueue()
        waitingBytes = 0
        var held = exchange(&self.held, with: HeldEvents())
        held.removeAll()
        self.held = held
    }

    func say(_ reason: ByeReason) {
        enqueue(codec.encoder.bye(reason, retryAfter: reason.retryAfter))
    }

    func linger(after reason: ByeReason?) {
        switch reason {
        case nil, .shutdown: close(DisconnectCause(reason))
        case .slow, .malformed, .flood, .quota, .helloTimeout:
            state = .lingering
            wait(Self.lingerLimit)
            read()
        }
    }

    /// Stops waiting for what is only a courtesy, since the whole daemon ends.
    func hurry() {
        switch state {
        case .lingering, .leaving(.slow): close(.shutdown)
        case .open, .finished, .leaving, .closed: break
        }
    }

    /// Closes at once, with what is left unwritten.
    func close(_ cause: DisconnectCause) {
        guard state != .closed else { return }
        let wasClient = isClient
        let unwritten = backlog
        state = .closed
        input = []
        forgetOutput()
        patience?.close()
        patience = nil
        connection.close()
        owner.turn {
            if wasClient { owner.left(self, cause, backlog: unwritten) }
            owner.closed(self)
        }
    }
}
