// SPDX-License-Identifier: MIT
public import PopoverModel

/// Encodes messages to clients as lines, each with its LF.
///
/// A line for one client is appended to that client's output. A line for several clients is made
/// once, in a buffer that the encoder keeps: if the caller copies it and lets it go, the next line
/// allocates nothing.
///
/// Responsibilities:
/// 1. JSON-RPC 2.0's envelopes: answers, errors, requests and notifications.
/// 2. Every name and shape of the protocol; `docs/reference/protocol.md` is the list of them.
///
/// It decides neither the receivers of a message nor the handling of slow readers.
public final class MessageEncoder {
    /// Memory that it keeps for the next line to several clients, at most.
    private static let keptBytes = 64 * 1024

    private let appearances = WrittenAppearance()
    /// The latest line to several clients.
    private var kept: [UInt8] = []
    private let started: Instant?

    /// - Parameter started: when the daemon did, which `hello` is answered with. Whoever connects
    ///   again knows by it that names and sequence numbers of before are another daemon's.
    public init(started: Instant? = nil) {
        self.started = started
    }

    // MARK: For one client

    /// Appends the answer to a request, be it a result or an error.
    public func answer(_ answer: Answer, id: RequestID, to output: inout [UInt8]) {
        message(to: &output) { message in
            message.member("id", id)
            answer.writeOutcome(to: &message, started: started)
        }
    }

    public func notification(_ notification: Notification, to output: inout [UInt8]) {
        self.notification(notification.method, to: &output) {
            notification.writeMembers(to: &$0)
        }
    }

    /// Appends a request of the daemon's, which the client answers under this id.
    public func call(_ call: Call, id: CallID, to output: inout [UInt8]) {
        message(to: &output) { message in
            message.member("id", id)
            message.member("method", call.method)
            message.name("params")
            message.object { call.writeMembers(to: &$0) }
        }
    }

    // MARK: Lines

    public func answer(_ answer: Answer, id: RequestID) -> [UInt8] {
        line { self.answer(answer, id: id, to: &$0) }
    }

    /// The error for a line that never became a request, or a request that failed.
    public func failure(_ failure: RequestError, id: RequestID) -> [UInt8] {
        answer(.failed(failure), id: id)
    }

    public func notification(_ notification: Notification) -> [UInt8] {
        line { self.notification(notification, to: &$0) }
    }

    public func call(_ call: Call, id: CallID) -> [UInt8] {
        line { self.call(call, id: id, to: &$0) }
    }

    /// An event of the bus, for any number of subscribers.
    public func event(_ event: BusEvent) -> [UInt8] {
        line { line in notification("event", to: &line) { event.writeMembers(to: &$0) } }
    }

    /// Tells a subscriber which events it will never see.
    public func gap(from: Int64, to: Int64) -> [UInt8] {
        line { line in
            notification("event", to: &line) { params in
                params.member("topic", "bus.gap")
                params.name("data")
                params.object { data in
                    data.member("from", from)
                    data.member("to", to)
                }
            }
        }
    }

    /// The last line of a connection that the daemon closes of its own accord.
    public func bye(_ reason: ByeReason, retryAfter: Interval) -> [UInt8] {
        line { line in
            notification("bye", to: &line) { params in
                params.member("reason", reason)
                params.member("retryAfterMs", retryAfter.milliseconds)
            }
        }
    }

    private func line(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var line = kept
        kept = []
        line.erase()
        write(&line)
        if line.capacity <= Self.keptBytes { kept = line }
        return line
    }

    // MARK: Envelopes

    private func notification(
        _ method: String, to output: inout [UInt8], _ members: (inout JSONWriter) -> Void
    ) {
        message(to: &output) { message in
            message.member("method", method)
            message.name("params")
            message.object(members)
        }
    }

    @inline(__always)
    private func message(to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(keeping: appearances)
        writer.appendLine(to: &output, members)
    }
}
