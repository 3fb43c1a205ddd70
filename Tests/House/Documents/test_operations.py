# SPDX-License-Identifier: MIT
"""docs/how-to/operate.md: its examples work. docs/reference/metrics.md has every metric."""

import os
import re
import shutil
import tempfile
import unittest

from support import ROOT
from support.daemon import Daemon, UNHURRIED
from support.metrics import Scraper, parse
from support.prometheus import promtool

from terminal import Kiosk

DOCUMENT = os.path.join(ROOT, "docs", "how-to", "operate.md")
METRICS = os.path.join(ROOT, "docs", "reference", "metrics.md")
HEADER = "| name | kind | labels | what |\n|---|---|---|---|\n"


def document(path=DOCUMENT):
    with open(path, encoding="utf-8") as file:
        return file.read()


def examples(language):
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document(), re.M | re.S)


class Operations(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.place = os.path.join(self.daemon.folder, "metrics.sock")
        section = next(text for text in examples("toml") if "[metrics]" in text)
        self.daemon.write_configuration(
            UNHURRIED + section.replace("/run/popoverd/metrics.sock", self.place))
        self.daemon.start()

    def run_example(self, text):
        """What a script of the document writes, in a folder of its own."""
        with tempfile.TemporaryDirectory() as folder:
            terminal = Kiosk(folder, self.daemon).terminal(self.daemon.folder)
            try:
                status, printed = terminal.run(
                    text.strip().replace("/run/popoverd/metrics.sock", self.place))
            finally:
                terminal.close()
        self.assertEqual(status, 0, f"{text}\n{printed}")
        return printed

    def test_the_table_has_every_metric(self):
        """POPOVER_UPDATE=1 writes it anew."""
        rows = []
        for name, kind, help_text, samples in parse(Scraper(self.place).get()[2]):
            labels = sorted({label for _, own, _ in samples for label in own} - {"le"})
            full = name + ("_total" if kind == "counter" else "")
            by = ", ".join(f"`{label}`" for label in labels)
            rows.append(f"| `{full}` | {kind} | {by} | {help_text} |\n")
        table = HEADER + "".join(rows)
        start = document(METRICS).index(HEADER)
        told = re.match(r"(?:\|.*\n)+", document(METRICS)[start:]).group()
        if os.environ.get("POPOVER_UPDATE"):
            with open(METRICS, "r+", encoding="utf-8") as file:
                text = file.read().replace(told, table)
                file.seek(0)
                file.truncate()
                file.write(text)
        else:
            self.assertEqual(told, table)

    def test_doctor_and_top_are_run_as_it_says(self):
        doctor, report, top = (
            next(text for text in examples("sh") if word in text)
            for word in ("doctor\n", "doctor --report", "top --once"))
        # There is no state folder where it looks, and so nothing wrong with it.
        self.run_example(f"{doctor.strip()} || [ $? = 1 ]")
        self.run_example(f"{report.strip()} || [ $? = 1 ]")
        self.assertTrue(os.path.exists(
            os.path.join(self.daemon.folder, "popoverd-report.json")))
        self.assertIn("popoverd", self.run_example(top))

    def test_its_drop_in_is_valid(self):
        drop_in = next(text for text in examples("toml") if "drop" in text or ".d/" in text)
        folder = self.daemon.configuration + ".d"
        os.mkdir(folder)
        with open(os.path.join(folder, "50-more-clients.toml"), "w", encoding="utf-8") as file:
            file.write(drop_in)
        told = next(text for text in examples("console") if "reload" in text).splitlines()
        self.assertIn(told[1], self.run_example("popoverctl config reload").splitlines())

    def test_the_metrics_are_read_as_it_says(self):
        scrape, collect = (
            next(text for text in examples("sh") if word in text)
            for word in ("curl", "metrics --text"))
        self.assertTrue(parse(self.run_example(scrape)))
        self.run_example(collect)
        with open(os.path.join(self.daemon.folder, "popoverd.prom"), encoding="utf-8") as file:
            self.assertTrue(parse(file.read()))

    def test_prometheus_takes_the_scrape_configuration(self):
        example, = examples("yaml")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(ROOT / "config" / "examples" / "monitoring" / "alerts.yml",
                        os.path.join(folder, "popoverd.yml"))
            path = os.path.join(folder, "prometheus.yml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(example)
            status, said = promtool("check", "config", path)
        self.assertEqual(status, 0, said)
        self.assertIn("1 rule files found", said)


if __name__ == "__main__":
    unittest.main()
