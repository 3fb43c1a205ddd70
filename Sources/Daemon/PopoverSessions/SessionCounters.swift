// SPDX-License-Identifier: MIT

package import PopoverModel

/// Counters since the daemon's start; `status` shows them beside the rules' own counters.
package final class SessionCounters {
    package var connectionsAccepted: Int64 = 0
    /// Connections over a limit or a rate.
    package var connectionsRefused: Int64 = 0
    /// Times that accepting had to wait for file descriptors.
    package var acceptsDelayed: Int64 = 0
    /// Lines that were not JSON.
    package var linesMalformed: Int64 = 0
    package var linesTooLong: Int64 = 0
    /// Lines without an end when their sender disconnected.
    package var linesCutOff: Int64 = 0
    /// Responses whose id belongs to no request of the daemon.
    package var answersUnasked: Int64 = 0
    /// Events replaced by a newer one of the same subject before their subscriber read them.
    package var eventsCoalesced: Int64 = 0
    /// Events reported to their subscriber as lost.
    package var eventsLost: Int64 = 0
    /// Clients disconnected for too many unread bytes.
    package var overflows: Int64 = 0
    /// Clients disconnected because their user was over the share of the buffers.
    package var sharesExceeded: Int64 = 0
    package var mostClients = 0
    /// Clients with the role shell that disconnected.
    package var shellsLeft: Int64 = 0
    package var draftOrdersFailed: Int64 = 0
    package var configurationReloads: Int64 = 0
    /// Updated for every line; private, so that the compiler can leave out exclusivity checks.
    private var flow = Flow()
    private var disconnects: [DisconnectCause: Int64] = [:]
    private var refusals: [Limits.Name: Int64] = [:]

    private struct Flow {
        var bytesRead: Int64 = 0
        var bytesWritten: Int64 = 0
        var linesRead: Int64 = 0
        var mostBacklog = 0
        var mostRequests = 0
    }

    package init() {}

    package var bytesRead: Int64 { flow.bytesRead }
    package var bytesWritten: Int64 { flow.bytesWritten }
    package var linesRead: Int64 { flow.linesRead }
    /// The most unread bytes of one client.
    package var mostBacklog: Int { flow.mostBacklog }
    /// The most lines of one client within a second.
    package var mostRequests: Int { flow.mostRequests }

    func countInput(bytes: Int) { flow.bytesRead += Int64(bytes) }

    /// - Parameter inSecond: this client's lines in the current second.
    func countLine(inSecond count: Int) {
        flow.linesRead += 1
        flow.mostRequests = max(flow.mostRequests, count)
    }

    /// - Parameter backlog: this client's unread bytes.
    func countOutput(bytes: Int, backlog: Int) {
        flow.bytesWritten += Int64(bytes)
        flow.mostBacklog = max(flow.mostBacklog, backlog)
    }

    package func countRefusal(_ limit: Limits.Name) {
        connectionsRefused += 1
        refusals[limit, default: 0] += 1
    }

    package func refusals(_ limit: Limits.Name) -> Int64 { refusals[limit] ?? 0 }

    package func countDisconnect(_ cause: DisconnectCause) {
        disconnects[cause, default: 0] += 1
    }

    package func disconnects(_ cause: DisconnectCause) -> Int64 { disconnects[cause] ?? 0 }

    /// In a fixed order.
    package var all: [SceneCounter] {
        var rows: [(String, Int64)] = [
            ("connectionsAccepted", connectionsAccepted),
            ("connectionsRefused", connectionsRefused),
            ("acceptsDelayed", acceptsDelayed),
            ("bytesRead", bytesRead),
            ("bytesWritten", bytesWritten),
            ("linesRead", linesRead),
            ("linesMalformed", linesMalformed),
            ("linesTooLong", linesTooLong),
            ("linesCutOff", linesCutOff),
            ("answersUnasked", answersUnasked),
            ("eventsCoalesced", eventsCoalesced),
            ("eventsLost", eventsLost),
            ("draftOrdersFailed", draftOrdersFailed),
            ("configurationReloads", configurationReloads),
        ]
        rows += DisconnectCause.allCases.map { ("disconnects.\($0.rawValue)", disconnects($0)) }
        return rows.map { SceneCounter(name: $0.0, value: $0.1) }
    }
}

package enum DisconnectCause: String, CaseIterable, Hashable {
    /// The client disconnected, or got all its answers after a half-close.
    case client
    /// The connection broke.
    case failure
    case slow
    case malformed
    case flood
    case quota
    case helloTimeout
    case shutdown

    package init(_ reason: ByeReason?) {
        self =
            switch reason {
            case nil: .client
            case .slow: .slow
            case .malformed: .malformed
            case .flood: .flood
            case .quota: .quota
            case .helloTimeout: .helloTimeout
            case .shutdown: .shutdown
            }
    }
}
