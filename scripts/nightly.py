# SPDX-License-Identifier: MIT
"""Long jobs: which are due, how each is run, and the record and the summary of their runs."""

import dataclasses
import datetime
import json
import pathlib
import time

from suites import execute


@dataclasses.dataclass(frozen=True)
class Job:
    """A make target that tests for long."""

    name: str
    command: str
    # It is due so many days after its last start.
    days: int
    # Its limit; generous, so that only a job that hangs reaches it.
    minutes: int


class Record:
    """The last run of each job, in a folder with the output of each."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.file = self.folder / "record.json"
        self.runs = json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}

    def last(self, job):
        """The last run: `began` in ISO 8601, `seconds`, and `result`; None if there was none."""
        return self.runs.get(job.name)

    def is_due(self, job, now):
        """Whether it is time for a job. One that has failed is due at once."""
        last = self.last(job)
        if last is None or last["result"] != "passed":
            return True
        return now - datetime.datetime.fromisoformat(last["began"]) >= datetime.timedelta(days=job.days)

    def log(self, job):
        return self.folder / f"{job.name}.log"

    def run(self, job, now):
        """Runs a job to its end or its limit, and records that."""
        self.folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        text, status = execute(job.command.split(), job.minutes * 60)
        self.log(job).write_text(text, encoding="utf-8")
        result = {0: "passed", None: f"exceeded its limit of {job.minutes} minutes"}.get(
            status, f"exit status {status}")
        self.runs[job.name] = {
            "began": now.isoformat(timespec="seconds"), "seconds": round(time.monotonic() - began),
            "result": result}
        # A run that is interrupted leaves the record of those before it.
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(self.runs, indent=2) + "\n", encoding="utf-8")
        fresh.replace(self.file)
        return result

    def table(self, jobs, now):
        """The jobs with their last runs, in Markdown."""
        rows = ["| job | command | every | last run | took | result |", "|---|---|---|---|---|---|"]
        for job in jobs:
            last = self.last(job) or {"began": "never", "seconds": None, "result": "due"}
            result = last["result"]
            if result == "passed" and self.is_due(job, now):
                result = "passed, due again"
            rows.append(f"| {job.name} | `{job.command}` | {days(job.days)} | {last['began']} "
                        f"| {duration(last['seconds'])} | {result} |")
        return "\n".join(rows) + "\n"


def days(count):
    return {1: "night", 7: "week", 30: "month"}.get(count, f"{count} days")


def duration(seconds):
    """`1 h 5 min`; nothing before the first run."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def run_jobs(record, jobs, chosen, clock=datetime.datetime.now):
    """Runs the chosen jobs one after the other, whatever becomes of each; returns the exit status."""
    failed = []
    for job in chosen:
        print(f"== {job.name}: {job.command}", flush=True)
        result = record.run(job, clock())
        print(f"-- {job.name}: {result}, {duration(record.last(job)['seconds'])}", flush=True)
        if result != "passed":
            failed.append(f"FAILED: {job.name}: {result} (see {record.log(job)})")
    summary = record.table(jobs, clock()) + "".join(f"\n{line}" for line in failed)
    record.folder.mkdir(parents=True, exist_ok=True)
    (record.folder / "summary.md").write_text(summary + "\n", encoding="utf-8")
    print(summary)
    return 1 if failed else 0
