// SPDX-License-Identifier: MIT

package import PopoverModel

/// What the shell has counted since it started; `status` shows it beside the rules' own counters.
package final class SessionCounters {
    package var connectionsAccepted: Int64 = 0
    /// Over a limit of connections, or of their rate.
    package var connectionsRefused: Int64 = 0
    /// How often accepting had to wait for descriptors.
    package var acceptsDelayed: Int64 = 0
    /// Lines that were no JSON.
    package var linesMalformed: Int64 = 0
    package var linesTooLong: Int64 = 0
    /// Lines that their sender had not ended when it went away.
    package var linesCutOff: Int64 = 0
    /// Answers to what the daemon never asks under such an id.
    package var answersUnasked: Int64 = 0
    /// Events that a newer one of the same subject replaced before their subscriber read them.
    package var eventsCoalesced: Int64 = 0
    /// Events that a subscriber was told it will never see.
    package var eventsLost: Int64 = 0
    /// Clients that were sent away for what they left unread, however long.
    package var overflows: Int64 = 0
    /// Clients at once: the most.
    package var mostClients = 0
    package var draftOrdersFailed: Int64 = 0
    package var configurationReloads: Int64 = 0
    /// Every line counts these. The compiler knows all who change them, so that each change costs
    /// no check that nobody else does.
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
    /// Bytes that a client left unread: the most.
    package var mostBacklog: Int { flow.mostBacklog }
    /// Lines of one client within a second: the most.
    package var mostRequests: Int { flow.mostRequests }

    func countInput(bytes: Int) { flow.bytesRead += Int64(bytes) }

    /// - Parameter inSecond: lines of this client, in this second.
    func countLine(inSecond count: Int) {
        flow.linesRead += 1
        flow.mostRequests = max(flow.mostRequests, count)
    }

    /// - Parameter backlog: bytes that now wait for this client.
    func countOutput(bytes: Int, backlog: Int) {
        flow.bytesWritten += Int64(bytes)
        flow.mostBacklog = max(flow.mostBacklog, backlog)
    }

    /// A connection was refused.
    package func countRefusal(_ limit: Limits.Name) {
        connectionsRefused += 1
        refusals[limit, default: 0] += 1
    }

    /// Connections that were refused because of a limit.
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

/// Why a connection ended.
package enum DisconnectCause: String, CaseIterable, Hashable {
    /// The client went away, or had all its answers after a half-close.
    case client
    /// The kernel says that the connection is broken.
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
