# SPDX-License-Identifier: MIT
"""What each alert rule says of series that are just bad enough, and of series that are not."""

import dataclasses

KIOSK = 'job="popoverd", instance="hall-3"'
# It marks the processes that are popoverd's.
INFO = f'popoverd_build_info{{{KIOSK}}}', "1x60"


def of(name, more=""):
    """A series of one kiosk."""
    return f"{name}{{{KIOSK}{', ' + more if more else ''}}}"


@dataclasses.dataclass(frozen=True)
class Case:
    """Whether an alert is firing at a minute, with series of a value a minute in promtool's notation."""

    alert: str
    fires: bool
    minute: int
    series: tuple


def bucketed(name, fast, slow, share):
    """A histogram to which a hundred values a minute are added, this share of them in the slow bucket."""
    return ((of(f"{name}_bucket", f'le="{fast}"'), f"0+{100 - share}x60"),
            (of(f"{name}_bucket", f'le="{slow}"'), "0+100x60"),
            (of(f"{name}_bucket", 'le="+Inf"'), "0+100x60"))


def gauge(alert, name, calm, bad, minutes, more="", also=()):
    """An alert on a value that lasts so many minutes."""
    series = of(name, more)
    return [
        Case(alert, False, 40, ((series, f"{calm}x60"), *also)),
        Case(alert, True, minutes, ((series, f"{bad}x60"), *also)),
        *([Case(alert, False, minutes - 1, ((series, f"{bad}x60"), *also))] if minutes else [])]


def counter(alert, name, calm, bad, minute, more=""):
    """An alert on a counter that has risen by so much in a minute, and before by nothing."""
    series = of(name, more)
    return [Case(alert, rise == bad, minute, ((series, f"0x19 {rise}x60"),)) for rise in (calm, bad)]


CASES = [
    *gauge("PopoverdDown", "up", 1, 0, 2),
    # Another program on the same machine restarts as often as it likes.
    Case("PopoverdKeepsRestarting", True, 12,
         ((of("process_start_time_seconds"), "100x3 200x3 300x3 400x60"), INFO)),
    Case("PopoverdKeepsRestarting", False, 12,
         ((of("process_start_time_seconds"), "100x3 200x6 300x60"), INFO)),
    Case("PopoverdKeepsRestarting", False, 12,
         (('process_start_time_seconds{job="other", instance="hall-3"}', "100x3 200x3 300x3 400x60"), INFO)),
    *gauge("PopoverdDraftsUnstored", "popoverd_drafts_unstored", 0, 1, 1),
    *counter("PopoverdDiskErrors", "popoverd_draft_orders_failed_total", 4, 7, 30),
    *gauge("PopoverdPluginQuarantined", "popoverd_plugins", 0, 1, 0, 'state="quarantined"'),
    Case("PopoverdPluginQuarantined", False, 30, ((of("popoverd_plugins", 'state="failed"'), "1x60"),)),
    *gauge("PopoverdPluginFailed", "popoverd_plugins", 0, 1, 5, 'state="failed"'),
    *gauge("PopoverdPluginFailed", "popoverd_plugins", 0, 1, 5, 'state="suspended"'),
    Case("PopoverdPluginFailed", False, 30, ((of("popoverd_plugins", 'state="unloaded"'), "9x60"),)),
    *counter("PopoverdPluginsLate", "popoverd_plugin_answers_late_total", 8, 13, 25, 'hook="open"'),
    # Several hooks count together.
    Case("PopoverdPluginsLate", True, 25,
         ((of("popoverd_plugin_answers_late_total", 'hook="open"'), "0x19 7x60"),
          (of("popoverd_plugin_answers_late_total", 'hook="alert"'), "0x19 7x60"))),
    *counter("PopoverdSlowClients", "popoverd_disconnects_total", 2, 5, 25, 'cause="slow"'),
    *counter("PopoverdSlowClients", "popoverd_disconnects_total", 2, 5, 25, 'cause="flood"'),
    Case("PopoverdSlowClients", False, 25, ((of("popoverd_disconnects_total", 'cause="client"'), "0+9x60"),)),
    Case("PopoverdLimitHits", True, 26, ((of("popoverd_limit_hits_total", 'limit="panels"'), "0+2x60"),)),
    Case("PopoverdLimitHits", False, 25, ((of("popoverd_limit_hits_total", 'limit="panels"'), "0+2x60"),)),
    Case("PopoverdLimitHits", False, 31, ((of("popoverd_limit_hits_total", 'limit="panels"'), "0+1x60"),)),
    # A burst is over soon.
    Case("PopoverdLimitHits", False, 31,
         ((of("popoverd_limit_hits_total", 'limit="panels"'), "0x15 99x60"),)),
    *gauge("PopoverdLimitNear", "popoverd_limit_used", 90, 91, 15, 'limit="panels"',
           ((of("popoverd_limit", 'limit="panels"'), "100x60"),)),
    # A limit of nothing, and a history that is full as it should be.
    Case("PopoverdLimitNear", False, 30,
         ((of("popoverd_limit_used", 'limit="panels"'), "1x60"),
          (of("popoverd_limit", 'limit="panels"'), "0x60"))),
    Case("PopoverdLimitNear", False, 30,
         ((of("popoverd_limit_used", 'limit="historyEvents"'), "9x60"),
          (of("popoverd_limit", 'limit="historyEvents"'), "9x60"))),
    Case("PopoverdConnectionsRefused", True, 25, ((of("popoverd_connections_refused_total"), "0x19 1x60"),)),
    Case("PopoverdConnectionsRefused", False, 24, ((of("popoverd_connections_refused_total"), "0x19 1x60"),)),
    Case("PopoverdConnectionsRefused", False, 26, ((of("popoverd_connections_refused_total"), "7x60"),)),
    Case("PopoverdSlow", True, 11, bucketed("popoverd_turn_seconds", 0.065536, 0.262144, 2)),
    Case("PopoverdSlow", False, 10, bucketed("popoverd_turn_seconds", 0.065536, 0.262144, 2)),
    Case("PopoverdSlow", False, 30, bucketed("popoverd_turn_seconds", 0.065536, 0.262144, 0)),
    Case("PopoverdSlowDisk", True, 11, bucketed("popoverd_disk_seconds", 0.524288, 2.097152, 2)),
    Case("PopoverdSlowDisk", False, 10, bucketed("popoverd_disk_seconds", 0.524288, 2.097152, 2)),
    Case("PopoverdSlowDisk", False, 30, bucketed("popoverd_disk_seconds", 0.524288, 2.097152, 0)),
    *gauge("PopoverdMemory", "process_resident_memory_bytes", 192 << 20, (192 << 20) + 1, 15, also=(INFO,)),
    Case("PopoverdMemory", False, 30,
         (('process_resident_memory_bytes{job="browser"}', f"{1 << 30}x60"), INFO)),
    *gauge("PopoverdAlertUnanswered", "popoverd_alerts", 0, 1, 15, 'severity="critical"'),
    Case("PopoverdAlertUnanswered", False, 30, ((of("popoverd_alerts", 'severity="warning"'), "1x60"),)),
]


def promtool_tests(rules, alert=None):
    """The cases of all alerts, or of one, as promtool reads them."""
    return {"rule_files": [str(rules)], "evaluation_interval": "1m", "tests": [{
        "interval": "1m",
        "name": f"{index}: {case.alert} {'fires' if case.fires else 'is silent'}",
        "input_series": [{"series": series, "values": values} for series, values in case.series],
        "promql_expr_test": [{
            "expr": f'count(ALERTS{{alertname="{case.alert}", alertstate="firing"}})',
            "eval_time": f"{case.minute}m",
            "exp_samples": [{"labels": "{}", "value": 1}] if case.fires else []}]}
        for index, case in enumerate(CASES) if alert in (None, case.alert)]}
