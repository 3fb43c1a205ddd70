# SPDX-License-Identifier: MIT
"""The dashboard and the alert rules, with a real Prometheus that scrapes a real daemon."""

import contextlib
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import Daemon, UNHURRIED
from support.peer import Peer, Refusal
from support.prometheus import Prometheus, Proxy, promtool

from alert_cases import CASES, promtool_tests

FOLDER = ROOT / "config" / "examples" / "monitoring"
RULES = FOLDER / "alerts.yml"
DASHBOARD = FOLDER / "dashboard.json"
DOCUMENT = ROOT / "docs" / "reference" / "metrics.md"
HEADER = "| alert | severity | after | means |\n|---|---|---|---|\n"
# A metric with its labels; `up` is Prometheus' own.
SELECTOR = re.compile(r"\b(?:popoverd_\w+|process_\w+|up)(?:\{[^}]*\})?")
GRAFANA = {"$job": ".*", "$instance": ".*", "$__rate_interval": "1m"}


def expressions():
    """The title and the expression of each line in the dashboard, with Grafana's variables replaced."""
    for panel in json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]:
        for target in panel.get("targets", ()):
            expression = target["expr"]
            for name, value in GRAFANA.items():
                expression = expression.replace(name, value)
            yield f"{panel['title']} {target['refId']}", expression


class Watched(unittest.TestCase):
    """A kiosk on which something has happened between two scrapes."""

    @classmethod
    def setUpClass(cls):
        daemon = Daemon()
        cls.addClassCleanup(daemon.close)
        place = os.path.join(daemon.folder, "metrics")
        daemon.write_configuration(
            f'{UNHURRIED}\n[metrics]\nsocket = "{place}"\n'
            '[[plugin]]\nname = "exclusive"\noptions = { apps = ["shop"] }\n')
        daemon.start()
        proxy = Proxy(place)
        cls.addClassCleanup(proxy.close)
        cls.prometheus = Prometheus(proxy.port, RULES)
        cls.addClassCleanup(cls.prometheus.close)
        cls.prometheus.until(
            lambda: cls.prometheus.values("popoverd_popovers_opened_total"), "the first scrape")
        with contextlib.closing(Peer(daemon, "shop")) as shop:
            cls.live(shop)

    @staticmethod
    def live(shop):
        """A popover with a draft, a tap, a refusal."""
        for number in range(8):
            opened = shop.call("popover.open", behavior="inspector", key=f"order-{number}",
                               size={"width": 320, "height": 240},
                               anchor={"x": 600, "y": 80, "width": 80, "height": 40})
            tap = shop.start("tap", x=5, y=700)
            shop.answer(shop.wait("popover.willClose", popover=opened["popover"]), {"draft": {"text": "a"}})
            shop.result(tap)
            shop.wait("popover.closed")
        with contextlib.suppress(Refusal):
            shop.call("popover.close", popover="p99", outcome="done")

    def test_each_line_of_the_dashboard_shows_a_number(self):
        lines = dict(expressions())
        self.assertGreater(len(lines), 40)

        def shown():
            for title, expression in list(lines.items()):
                if any(not math.isnan(value) for value in self.prometheus.values(expression)):
                    del lines[title]
            return not lines
        try:
            self.prometheus.until(shown, "all lines")
        except AssertionError as error:
            self.fail(f"these show nothing: {lines}\n{error}")

    def test_every_metric_and_label_is_exported(self):
        used = [("dashboard", expression) for _, expression in expressions()]
        used += [(rule["name"], rule["query"]) for rule in self.prometheus.rules()]
        selectors = {(where, found) for where, text in used for found in SELECTOR.findall(text)}
        self.assertGreater(len(selectors), 50)
        missing = [each for each in selectors if not self.prometheus.values(each[1])]
        self.assertEqual(missing, [])

    def test_no_alert_fires_on_a_kiosk_that_works(self):
        rules = self.prometheus.rules()
        self.assertEqual([rule["name"] for rule in rules if self.prometheus.values(rule["query"])], [])

    def test_the_reference_lists_every_alert(self):
        """POPOVER_UPDATE=1 writes the table anew."""
        table = HEADER + "".join(
            f"| `{rule['name']}` | {rule['labels']['severity']} | {round(rule['duration'] / 60)} min | "
            f"{rule['annotations']['summary']} |\n" for rule in self.prometheus.rules())
        text = DOCUMENT.read_text(encoding="utf-8")
        told = re.match(r"(?:\|.*\n)+", text[text.index(HEADER):]).group()
        if os.environ.get("POPOVER_UPDATE"):
            DOCUMENT.write_text(text.replace(told, table), encoding="utf-8")
        else:
            self.assertEqual(told, table)

    def test_every_alert_has_a_case_in_which_it_fires_and_one_in_which_it_is_silent(self):
        names = {rule["name"] for rule in self.prometheus.rules()}
        for fires in (True, False):
            self.assertEqual({case.alert for case in CASES if case.fires == fires}, names)


class Rules(unittest.TestCase):
    """The rules alone."""

    def judge(self, rules, alert=None):
        """The verdict of promtool about the cases of all alerts, or of one."""
        with tempfile.NamedTemporaryFile("w", suffix=".yml", encoding="utf-8") as file:
            json.dump(promtool_tests(rules, alert), file)
            file.flush()
            return promtool("test", "rules", file.name)

    def test_promtool_finds_nothing_wrong(self):
        status, said = promtool("check", "rules", "--lint=all", "--lint-fatal", RULES)
        self.assertEqual(status, 0, said)

    def test_each_alert_fires_when_it_should_and_not_before(self):
        status, said = self.judge(RULES)
        self.assertEqual(status, 0, said)

    def test_a_case_notices_each_changed_threshold_and_time(self):
        text = RULES.read_text(encoding="utf-8")
        changes = [
            *((found, f"> {float(found.group(1)) * 2 + 1}")
              for found in re.finditer(r"(?<=[\])\w}] )> ([0-9.]+)(?= and|$)", text, re.M)),
            *((found, f"for: {int(found.group(1)) + 1}m") for found in re.finditer(r"for: (\d+)m", text))]
        self.assertGreater(len(changes), 20)
        with tempfile.NamedTemporaryFile("w", suffix=".yml", encoding="utf-8") as file:
            for found, changed in changes:
                file.seek(0)
                file.truncate()
                file.write(text[:found.start()] + changed + text[found.end():])
                file.flush()
                alert = re.findall(r"alert: (\w+)", text[:found.start()])[-1]
                self.assertEqual(self.judge(file.name, alert)[0], 1, f"{alert}: {changed} is not noticed")

    def test_systemd_understands_the_proxy(self):
        with tempfile.TemporaryDirectory() as folder:
            units = [shutil.copy(path, folder) for path in FOLDER.glob("popoverd-metrics-proxy.*")]
            units.append(shutil.copy(ROOT / "config" / "popoverd-metrics.socket", folder))

            def complaints():
                return subprocess.run(
                    ["systemd-analyze", "--no-pager", "verify", "--man=no", "--recursive-errors=no",
                     *units[:2]],
                    check=False, capture_output=True, text=True).stderr
            self.assertEqual(complaints(), "")
            for path in units[:2]:
                text = pathlib.Path(path).read_text(encoding="utf-8")
                for line in re.findall(r"^\w+=(?=.)", text, re.M):
                    pathlib.Path(path).write_text(text.replace(f"\n{line}", f"\nY{line}"), encoding="utf-8")
                    self.assertIn(f"Y{line[:-1]}", complaints(), path)
                pathlib.Path(path).write_text(text, encoding="utf-8")

    def test_the_memory_limit_is_the_units(self):
        unit = (ROOT / "config" / "popoverd.service").read_text(encoding="utf-8")
        limit = re.search(r"^MemoryHigh=(\d+)M$", unit, re.M).group(1)
        self.assertIn(f"process_resident_memory_bytes > {limit} * 1024 * 1024 ",
                      RULES.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
