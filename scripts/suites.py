# SPDX-License-Identifier: MIT
"""Test suites: how each runs, how its tests are counted, and what makes it fail."""

import concurrent.futures
import dataclasses
import itertools
import os
import pathlib
import re
import selectors
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Most suites wait for other processes most of the time.
LANES = 2


@dataclasses.dataclass
class Suite:
    """A command, how many tests it runs at least, and its time limit in minutes."""

    name: str
    command: list
    least: int
    minutes: float
    # Returns how many tests ran and how many failed, given what the command printed.
    count: object = lambda text: (1, 0)
    # Nothing runs beside it: it uses all cores.
    is_alone: bool = False
    # The other suites cannot run without it.
    is_required: bool = False

    @property
    def names(self):
        """Its own, and that of its folder, of which it may be a part."""
        return {self.name, self.name.partition(" test_")[0]}


@dataclasses.dataclass
class Outcome:
    passed: int
    failed: int
    reason: str = ""
    # The tests that failed, as far as the suite has named them.
    names: tuple = ()


def program(name, product, command, line, minutes):
    """A program built for release that proves something by printing a line; it counts as one test."""
    build = f"swift build -c release --product {product}"
    return Suite(
        name, ["sh", "-c", f"{build} && {command}"], 1, minutes,
        lambda text: (1, 0 if re.search(line, text, re.MULTILINE) else 1), is_alone=True)


def python(folder, least, minutes, modules=""):
    """A folder of Python tests, or those of its modules whose names match a pattern."""
    return Suite(
        f"{folder} {modules}".rstrip(),
        ["scripts/test-python", f"Tests/{folder}", *(["--modules", modules] if modules else [])],
        least, minutes, count_python)


def count_python(text):
    ran = sum(int(number) for number in re.findall(r"^Ran (\d+) tests? in ", text, re.MULTILINE))
    broken = re.findall(r"^FAILED \((.*)\)$", text, re.MULTILINE)
    failed = sum(
        int(number) for counts in broken
        for number in re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", counts))
    skipped = re.findall(r"^(?:OK|FAILED) \(.*?skipped=(\d+)", text, re.MULTILINE)
    return ran, failed + sum(int(number) for number in skipped)


def count_swift(text):
    runs = re.findall(r"Test run with (\d+) tests?.* (passed|failed) after", text)
    ran = sum(int(number) for number, _ in runs)
    failed = len(re.findall(r"^✘ Test (?!run with ).* failed after", text, re.MULTILINE))
    skipped = len(re.findall(r"^➜ Test .* skipped", text, re.MULTILINE))
    return ran, failed + skipped


def failed_tests(text):
    """The names of the tests that failed, as Python's and Swift's runners print them."""
    return tuple(dict.fromkeys(
        python or swift for python, swift in re.findall(
            r"^(?:(?:FAIL|ERROR): \S+ \(([^\s)]+)|✘ Test (?!run with )(.+) failed after)", text, re.MULTILINE)))


# Swift's runner prints several lines for each test that passes.
NOISE = ("◇", "✔", "↳")


def show(text):
    """Prints a text at once; whole, beside those of other threads."""
    sys.stdout.write(text)
    sys.stdout.flush()


def run(suite, write=show):
    """Writes what the suite prints, and returns its outcome."""
    text, status = execute(suite.command, suite.minutes * 60, write)
    ran, failed = suite.count(text)
    if status is None:
        reason = f"exceeded its limit of {suite.minutes} minutes"
    elif ran < suite.least:
        reason = f"ran {ran} of at least {suite.least} tests"
    elif failed:
        reason = f"{failed} of {ran} tests failed or were skipped"
    elif status:
        reason = f"exit status {status}"
    else:
        return Outcome(ran, 0)
    failed = max(failed, suite.least - ran, 1)
    return Outcome(max(ran - failed, 0), failed, reason, failed_tests(text))


def execute(command, limit, write=show):
    """What the command printed, and its exit status: None when it had to be killed."""
    child = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True)
    deadline = time.monotonic() + limit
    lines = []
    rest = b""
    with child.stdout, selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0, deadline - time.monotonic())):
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
                return "".join(lines), None
            chunk = os.read(child.stdout.fileno(), 65536)
            *complete, rest = (rest + chunk).split(b"\n")
            if not chunk and rest:
                complete.append(rest)
            for line in (bytes(line).decode("utf-8", "replace") + "\n" for line in complete):
                lines.append(line)
                if not line.startswith(NOISE):
                    write(line)
            if not chunk:
                return "".join(lines), child.wait()


def run_all(suites):
    """Runs the suites, prints a summary, and returns the exit status. Those in a row that need not be alone
    run in lanes."""
    outcomes = []
    for is_alone, group in itertools.groupby(suites, lambda suite: suite.is_alone):
        if is_alone:
            for suite in group:
                outcomes.append((suite, follow(suite)))
                if suite.is_required and outcomes[-1][1].failed:
                    return summarize(outcomes)
        else:
            group = list(group)
            with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
                outcomes += zip(group, lanes.map(follow, group))
    return summarize(outcomes)


def follow(suite):
    """Runs a suite between two lines with its name. In a lane, what it prints comes when it ends."""
    show(f"== {suite.name}\n")
    began = time.monotonic()
    kept = []
    outcome = run(suite, show if suite.is_alone else kept.append)
    show("".join(kept) + f"-- {suite.name}: {outcome.passed} passed, {outcome.failed} failed, "
         f"{time.monotonic() - began:.0f} s\n")
    return outcome


def summarize(outcomes):
    """Prints which suites and tests failed and how many passed; the exit status."""
    failed = sum(outcome.failed for _, outcome in outcomes)
    for suite, outcome in outcomes:
        if outcome.failed:
            print(f"FAILED: {suite.name}: {outcome.reason}")
            for name in outcome.names:
                print(f"  {name}")
    print(f"popoverd: {sum(outcome.passed for _, outcome in outcomes)} passed, {failed} failed")
    return 1 if failed else 0
