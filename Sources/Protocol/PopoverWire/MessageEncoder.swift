// SPDX-License-Identifier: MIT
public import PopoverModel

/// Encodes messages to clients as lines, each with its LF.
///
/// It is made once and used for every line of every connection, for it keeps its buffer's memory:
/// a caller that copies a line to where it goes, and lets it go, makes the next line cost no
/// memory. A line for several clients is made once.
///
/// Responsibilities:
/// 1. JSON-RPC 2.0's envelopes: answers, errors, requests and notifications.
/// 2. Every name and shape of the protocol; `docs/reference/protocol.md` is the list of them.
///
/// It decides neither the receivers of a message nor the handling of slow readers.
public final class MessageEncoder {
    private var writer = JSONWriter()
    private let started: Instant?

    /// - Parameter started: when the daemon did, which `hello` is answered with. Whoever connects
    ///   again knows by it that names and sequence numbers of before are another daemon's.
    public init(started: Instant? = nil) {
        self.started = started
    }

    /// The answer to a request, be it a result or an error.
    public func answer(_ answer: Answer, id: RequestID) -> [UInt8] {
        message { message in
            message.member("id", id)
            answer.writeOutcome(to: &message, started: started)
        }
    }

    /// The error for a line that never became a request, or a request that failed.
    public func failure(_ failure: RequestError, id: RequestID) -> [UInt8] {
        answer(.failed(failure), id: id)
    }

    public func notification(_ notification: Notification) -> [UInt8] {
        self.notification(notification.method) { notification.writeMembers(to: &$0) }
    }

    /// A request of the daemon's, which the client answers under this id.
    public func call(_ call: Call, id: CallID) -> [UInt8] {
        message { message in
            message.member("id", id)
            message.member("method", call.method)
            message.name("params")
            message.object { call.writeMembers(to: &$0) }
        }
    }

    /// An event of the bus, for any number of subscribers.
    public func event(_ event: BusEvent) -> [UInt8] {
        notification("event") { event.writeMembers(to: &$0) }
    }

    /// Tells a subscriber which events it will never see.
    public func gap(from: Int64, to: Int64) -> [UInt8] {
        notification("event") { params in
            params.member("topic", "bus.gap")
            params.name("data")
            params.object { data in
                data.member("from", from)
                data.member("to", to)
            }
        }
    }

    /// The last line of a connection that the daemon closes of its own accord.
    public func bye(_ reason: ByeReason, retryAfter: Interval) -> [UInt8] {
        notification("bye") { params in
            params.member("reason", reason)
            params.member("retryAfterMs", retryAfter.milliseconds)
        }
    }

    private func notification(
        _ method: String, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        message { message in
            message.member("method", method)
            message.name("params")
            message.object(members)
        }
    }

    @inline(__always)
    private func message(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll()
        writer.message(members)
        writer.endLine()
        let line = writer.bytes
        writer.releaseLargeLine()
        return line
    }
}
