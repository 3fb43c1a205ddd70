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
    unowned let owner: Sessions
    let counters: SessionCounters
    let time: any TimeProvider
    let codec: MessageCodec
    let settings: CurrentSettings
    let unflushed: FlushQueue

    let input: InputBuffer
    /// The bytes of input and output that the user's account is charged for.
    var charged = 0
    var badLines = WindowCounter()
    var requests = WindowCounter()

    let output = OutputQueue()
    let held = HeldEvents()
    /// Events up to this one are sent because the client asked for the past.
    var coveredSequence: Int64 = 0
    /// The end of these events in all bytes ever queued.
    var coveredEnd = 0
    var shields = StateLines()
    /// All bytes ever queued; minus the backlog, these are the bytes that the kernel has accepted.
    var queuedBytes = 0
    var stall = StallDetector()
    var timer: (any Alarm)?
    /// Whether the kernel left part of the last write; otherwise the connection need not be asked.
    var hasUnsent = false
    /// The last read was a full one; the next read waits for the next batch.
    var hasPaused = false
    /// What waits for the next turn of the user, besides lines.
    var pending: Pending?
    /// Membership in the owner's queues, and the next session in the flush queue.
    var (isInFlushQueue, isWaitingToResume) = (false, false)
    var nextInFlushQueue: Session?

    init(
        _ connection: any Connection, client: ClientID, account: UserAccount, codec: MessageCodec,
        owner: Sessions
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
    var isOverLimit: Bool {
        let covered = max(0, coveredEnd - (queuedBytes - backlog))
        return backlog - covered > limits.outputBytes
    }

    /// Bytes that the client has not read.
    var backlog: Int { output.count + unsent }

    /// Bytes that the kernel has not accepted.
    var unsent: Int { hasUnsent && connection.isOpen ? connection.pendingBytes : 0 }

    /// While more answers than this are unread, the client's requests wait.
    var outputSoftLimit: Int { limits.outputBytes / 2 }

    var limits: Limits { settings.limits }
}
