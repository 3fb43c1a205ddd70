# SPDX-License-Identifier: MIT
"""scripts/nightly: which jobs are due, and what becomes of one that fails or hangs."""

import contextlib
import datetime
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

# pylint: disable=wrong-import-position
from nightly import Job, Record, duration, run_jobs

NOW = datetime.datetime(2026, 1, 8, 3)


def script():
    """The module of scripts/nightly, which has the table."""
    loader = importlib.machinery.SourceFileLoader("nightly_script", str(ROOT / "scripts" / "nightly"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Nightly(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, "nightly")

    def run_jobs(self, *jobs, now=NOW):
        """The exit status, and what is printed."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = run_jobs(Record(self.folder), jobs, jobs, lambda: now)
        return status, output.getvalue()

    def test_a_job_is_due_when_its_days_are_over(self):
        job = Job("sample", "true", 7, 1)
        self.assertTrue(Record(self.folder).is_due(job, NOW))
        self.assertEqual(self.run_jobs(job)[0], 0)
        record = Record(self.folder)
        week = datetime.timedelta(days=7)
        self.assertFalse(record.is_due(job, NOW + week - datetime.timedelta(seconds=1)))
        self.assertTrue(record.is_due(job, NOW + week))

    def test_a_failed_job_is_due_at_once_and_does_not_keep_the_next_from_running(self):
        bad, good = Job("bad", "false", 7, 1), Job("good", "echo fine", 7, 1)
        status, printed = self.run_jobs(bad, good)
        self.assertEqual(status, 1)
        self.assertIn("FAILED: bad: exit status 1", printed)
        record = Record(self.folder)
        self.assertTrue(record.is_due(bad, NOW))
        self.assertFalse(record.is_due(good, NOW))
        self.assertEqual(record.log(good).read_text(encoding="utf-8"), "fine\n")

    def test_a_job_that_hangs_is_ended(self):
        status, printed = self.run_jobs(Job("endless", "sleep 600", 1, 0.001))
        self.assertEqual(status, 1)
        self.assertIn("exceeded its limit", printed)

    def test_the_summary_has_each_job_and_its_last_run(self):
        self.run_jobs(Job("old", "true", 1, 1), now=NOW - datetime.timedelta(days=3))
        old, fresh, none = Job("old", "true", 1, 1), Job("fresh", "true", 1, 1), Job("none", "true", 30, 1)
        with contextlib.redirect_stdout(io.StringIO()):
            run_jobs(Record(self.folder), [old, fresh, none], [fresh], lambda: NOW)
        summary = (self.folder / "summary.md").read_text(encoding="utf-8").splitlines()
        self.assertEqual(summary[2:], [
            "| old | `true` | night | 2026-01-05T03:00:00 | 0 s | passed, due again |",
            "| fresh | `true` | night | 2026-01-08T03:00:00 | 0 s | passed |",
            "| none | `true` | month | never |  | due |", ""])

    def test_durations_are_read_at_a_glance(self):
        self.assertEqual([duration(each) for each in (None, 59, 60, 3599, 3900)],
                         ["", "59 s", "1 min", "1 h 0 min", "1 h 5 min"])

    def test_an_unknown_job_is_refused(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertEqual(script().main(["sweeping"]), 2)
        self.assertIn("sweeping", output.getvalue())


class Table(unittest.TestCase):
    """The jobs that there are."""

    def test_every_long_test_is_a_job(self):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        section = makefile[makefile.index("## Test for longer"):makefile.index("## Measure")]
        targets = set(re.findall(r"^([\w-]+):.*## ", section, re.M)) - {"nightly"}
        commands = [job.command for job in script().JOBS]
        targets |= {"test-optimized", "test-evdev", "test-package", "test-fresh", "test-fresh RELEASE=trixie",
                    "test-fresh RELEASE=sid", "test-arm64"}
        self.assertEqual(set(commands), {f"make {name}" for name in targets})
        self.assertEqual(len(commands), len(set(commands)))

    def test_the_guide_lists_every_job(self):
        text = (ROOT / "docs" / "development" / "testing.md").read_text(encoding="utf-8")
        words = {1: "night", 7: "week", 30: "month"}
        rows = "".join(f"| `{job.name}` | `{job.command}` | {words[job.days]} |\n" for job in script().JOBS)
        self.assertIn(f"|---|---|---|\n{rows}", text)


if __name__ == "__main__":
    unittest.main()
