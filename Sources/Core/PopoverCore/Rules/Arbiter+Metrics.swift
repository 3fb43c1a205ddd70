// SPDX-License-Identifier: MIT

public import PopoverModel

/// The metrics of the rules. They contain no text of users, and take one pass over the clients,
/// popovers and alerts, never over sources or drafts.
extension Arbiter {
    mutating func readMetrics(_ client: ClientID, _ id: RequestID?) {
        answer(client, id, .metrics(metrics))
    }

    public var metrics: Metrics {
        var metrics = Metrics()
        addWhatThereIs(to: &metrics)
        addWhatHasHappened(to: &metrics)
        let limits = Limits.Name.allCases.map { use(of: $0) }
        metrics.gauges(
            "popoverd_limit", "Value of each limit, in its own unit", by: "limit",
            limits.map { ($0.name, Int64($0.value)) })
        metrics.gauges(
            Metrics.limitUsed,
            "Current use of each limit; for a limit per client, the highest use by one client",
            by: "limit", limits.compactMap { limit in limit.used.map { (limit.name, Int64($0)) } })
        metrics.gauges(
            Metrics.largestShare, "Largest use by one user of a limit that all users share",
            by: "limit",
            [(Limits.Name.draftsTotal, drafts.contents), (.objectsTotal, objects)].map {
                ($0.rawValue, Int64($1.largest?.amount ?? 0))
            })
        metrics.counters(
            Metrics.limitHits, "Requests over each limit", by: "limit",
            limits.map { ($0.name, $0.hits) })
        return metrics
    }

    private func addWhatThereIs(to metrics: inout Metrics) {
        metrics.gauge(
            "popoverd_clients", "Connected clients, plugins included",
            clients.greeted.count)
        metrics.gauge("popoverd_displays", "Displays", displays.names.count)
        metrics.gauge(
            "popoverd_displays_locked", "Displays that are locked",
            displays.count(where: \.isLocked))
        metrics.gauge(
            "popoverd_popovers", "Popovers that are visible or closing", popovers.count)
        metrics.gauge(
            "popoverd_waiting_opens", "Opens that wait for their display",
            displays.count { $0.waitingOpen != nil })
        let severities = alerts.map(\.severity)
        metrics.gauges(
            "popoverd_alerts", "Alerts that are presented or queued", by: "severity",
            Severity.allCases.map { severity in
                (severity.rawValue, Int64(severities.count { $0 == severity }))
            })
        metrics.gauge("popoverd_panels", "Detached popovers", panels.count)
        metrics.gauge("popoverd_views", "Modal views and sheets", views.count)
        metrics.gauge(
            "popoverd_sources", "Registered sources",
            clients.ids.reduce(0) { $0 + regions.sources.count(of: $1) })
        metrics.gauge("popoverd_drafts", "Drafts", drafts.count)
        metrics.gauge("popoverd_drafts_bytes", "Bytes of all drafts together", drafts.bytes)
        metrics.gauge(
            "popoverd_drafts_unstored", "Drafts that are not stored on the disk yet",
            unstoredDrafts)
    }

    private func addWhatHasHappened(to metrics: inout Metrics) {
        metrics.counter(
            "popoverd_clients_joined_total", "Clients that have said hello", counters.clients)
        metrics.counter(
            "popoverd_popovers_opened_total", "Popovers that were granted", counters.opened)
        metrics.counters(
            "popoverd_popovers_closed_total", "Popovers that have closed", by: "reason",
            counters.closings.rows)
        metrics.counters(
            "popoverd_refusals_total", "Requests that the rules refused (error 1)",
            by: "reason", counters.refusals.rows)
        metrics.counters(
            "popoverd_taps_total", "Taps by verdict", by: "verdict", counters.verdicts.rows)
        metrics.counter("popoverd_alerts_raised_total", "Alerts that were raised", counters.alerts)
        metrics.counter(
            "popoverd_drafts_saved_total", "Drafts that were stored on the disk",
            counters.draftsSaved)
        metrics.counter(
            "popoverd_events_total", "Events that were published on the bus", bus.sequence)
        metrics.counter(
            "popoverd_answers_unawaited_total",
            "Answers that came too late or to an unknown call", counters.answersUnawaited)
    }
}
