// SPDX-License-Identifier: MIT

import PopoverModel

/// Metrics of connections, lines and bytes.
extension Sessions {
    func complete(_ metrics: inout Metrics) {
        metrics.gauge(
            "popoverd_connections", "Connections",
            accounts.byConnections.reduce(0) { $0 + $1.count })
        metrics.gauge(
            "popoverd_queue_bytes", "Bytes that wait for clients to read them", unreadBytes)
        metrics.gauge(
            "popoverd_queue_bytes_most", "Most bytes that ever waited for one client",
            counters.mostBacklog)
        metrics.counters(
            "popoverd_disconnects_total", "Connections that ended", by: "cause",
            DisconnectCause.allCases.map { ($0.rawValue, counters.disconnects($0)) })
        let rows: [(String, String, Int64)] = [
            (
                "connections_accepted", "Connections that were accepted",
                counters.connectionsAccepted
            ),
            (
                "connections_refused", "Connections refused because of a limit",
                counters.connectionsRefused
            ),
            (
                "accepts_delayed",
                "Times that new connections had to wait for free file descriptors",
                counters.acceptsDelayed
            ),
            ("shells_left", "Clients with the role shell that have left", counters.shellsLeft),
            ("read_bytes", "Bytes that clients have sent", counters.bytesRead),
            ("written_bytes", "Bytes that were written to clients", counters.bytesWritten),
            ("lines_read", "Lines that clients have sent", counters.linesRead),
            ("lines_malformed", "Lines that were not valid JSON", counters.linesMalformed),
            ("lines_too_long", "Lines over the limit message", counters.linesTooLong),
            (
                "lines_cut_off", "Unfinished lines at the end of a connection",
                counters.linesCutOff
            ),
            (
                "answers_unasked", "Answers whose id belongs to no request of the daemon",
                counters.answersUnasked
            ),
            (
                "events_coalesced",
                "Events that a newer one replaced before their subscriber read them",
                counters.eventsCoalesced
            ),
            (
                "events_lost", "Events that subscribers lost, as reported to them",
                counters.eventsLost
            ),
            (
                "draft_orders_failed", "Draft operations that failed on the disk",
                counters.draftOrdersFailed
            ),
            (
                "configuration_reloads", "Configurations that a reload has applied",
                counters.configurationReloads
            ),
        ]
        for (name, help, value) in rows {
            metrics.counter("popoverd_\(name)_total", help, value)
        }
        let buffers = Limits.Name.buffersTotal.rawValue
        metrics.extend(Metrics.limitUsed, buffers, Int64(accounts.bufferedBytes))
        metrics.extend(Metrics.largestShare, buffers, Int64(accounts.mostBuffered?.bytes ?? 0))
        // As in `status`; the rules have added theirs already.
        for name in Limits.Name.allCases {
            let hits = self.hits(name)
            if hits > 0 { metrics.increase(Metrics.limitHits, name.rawValue, by: hits) }
        }
    }
}
