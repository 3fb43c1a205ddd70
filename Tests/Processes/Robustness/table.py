# SPDX-License-Identifier: MIT
"""The table of what the bystander saw in each case, printed when all is over."""

import atexit
import os
import re
import typing

# `make robustness` has the time to measure; elsewhere the machine is busy with other tests too.
IS_LONG = os.environ.get("POPOVER_ROBUSTNESS") == "long"

# Each is an open and a close.
ROUNDS = 100 if IS_LONG else 6

NUMBER = re.compile(r"test_case_(\d\d)_(\w+)$")
LAST = 48


class Row(typing.NamedTuple):
    """A case, and how long the bystander waited for each answer."""
    number: int
    what: str
    holds: bool
    latencies: list
    # How long the daemon's loop stood still, at most and by itself, in ms; None: not measured.
    turn: float


ROWS = []


def budget(short, long):
    """How much of something: little among the other tests, much in `make robustness`."""
    return long if IS_LONG else short


def case_of(method):
    """The number and the words in a test's name."""
    found = NUMBER.search(method)
    return int(found[1]), found[2].replace("_", " ")


def percentile(latencies, percent):
    """The least that so many of them do not exceed; 0 where there are none."""
    ordered = sorted(latencies)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else 0.0


def add(number, what, holds, latencies, turn):
    ROWS.append(Row(number, what, holds, latencies, turn))


def lines():
    yield f"{'case':>4}  {'n':>5}  {'p50 ms':>7}  {'p99 ms':>7}  {'max ms':>7}  {'turn ms':>7}  what"
    for row in sorted(ROWS):
        figures = "  ".join(
            f"{figure:7.2f}" for figure in (
                percentile(row.latencies, 50), percentile(row.latencies, 99),
                max(row.latencies, default=0.0)))
        broken = "" if row.holds else "DOES NOT HOLD: "
        turn = "-" if row.turn is None else f"{row.turn:.2f}"
        yield f"{row.number:>4}  {len(row.latencies):>5}  {figures}  {turn:>7}  {broken}{row.what}"
    holding = sum(row.holds for row in ROWS)
    worst = max((percentile(row.latencies, 99) for row in ROWS), default=0.0)
    yield f"{holding} of {LAST} cases hold, worst bystander p99 {worst:.2f} ms"


@atexit.register
def show():
    if ROWS:
        print("\n".join(["", *lines()]), flush=True)
