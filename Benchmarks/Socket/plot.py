# SPDX-License-Identifier: MIT
"""Plots ratios to the floor: one line per row, with popoverd, its goal and the other servers."""

import math
from xml.sax.saxutils import escape

import rows

WIDTH, LEFT, RIGHT, TOP, ROW = 860, 230, 30, 84, 34
LEAST, MOST = 0.5, 100
TICKS = (0.5, 1, 2, 5, 10, 20, 50, 100)
# From a color-blind safe palette.
COLORS = {
    "popoverd": "#d55e00", "dbus-daemon": "#0072b2", "dbus-broker": "#56b4e9",
    "mosquitto": "#009e73", "redis": "#cc79a7", "sway": "#7f7f7f"}
# Rows of the plot: label, key of the goal, and the scenario shared with the other servers.
LINES = (
    ("open to grant, p50", "open", "answer"), ("open to grant, p99", "open-p99", None),
    ("tap to willClose", "tap", "tell"), ("one-tap switch", "switch", None),
    ("open, clients that block", "open-blocking", None),
    ("tap, clients that block", "tap-blocking", None),
    ("switch, clients that block", "switch-blocking", None),
    ("fan-out to 100", "fanout-100", "fanout-100"),
    ("fan-out to 1000", "fanout-1000", "fanout-1000"), ("start to first answer", "start", "start"))


def across(value):
    share = math.log(min(max(value, LEAST), MOST) / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def peers(result, scenario):
    """Pairs of a name and a ratio; sway's popups are what compares to an open and a tap."""
    if scenario is None:
        return []
    if scenario == "start":
        return [(name, rows.started(result, name)) for name in rows.PEERS]
    played = result["rounds"][scenario]
    popups = {"sway": rows.POPUPS.get(scenario, scenario)}
    return [
        (name, rows.ratio(result, popups.get(name, scenario), name, scenario, rows.P50))
        for name in rows.PEERS if name in played]


def text(x, y, words, anchor="start", size=13, color="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{color}">{escape(words)}</text>')


def dot(x, y, name, radius=5):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{COLORS[name]}"/>'


def legend():
    parts, x = [], LEFT
    for name in COLORS:
        parts += [dot(x, 50, name, 6 if name == "popoverd" else 5), text(x + 10, 54, name, size=12)]
        x += 28 + 7 * len(name)
    parts += [mark(x, 50), text(x + 8, 54, "goal", size=12)]
    return parts


def mark(x, y):
    return (f'<line x1="{x:.1f}" y1="{y - 10:.1f}" x2="{x:.1f}" y2="{y + 10:.1f}" '
            'stroke="#222" stroke-width="2.5"/>')


def drawn(result, judged):
    """The SVG."""
    promises = {row.key: row for row in judged}
    bottom = TOP + ROW * len(LINES)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 34}" '
        f'width="{WIDTH}" height="{bottom + 34}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{bottom + 34}" fill="#fff"/>',
        text(LEFT, 26, "Times of a bare libuv echo in C, in the same run; less is faster", size=15),
        *legend()]
    for tick in TICKS:
        x = across(tick)
        parts += [
            f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" '
            f'stroke="{"#888" if tick == 1 else "#ddd"}"/>',
            text(x, bottom + 20, f"{tick:g}", "middle", 12, "#555")]
    for number, (words, key, scenario) in enumerate(LINES):
        y = TOP + ROW * number + ROW / 2
        row = promises[key]
        parts.append(text(LEFT - 14, y + 4, words, "end"))
        parts += [dot(across(value), y, name) for name, value in peers(result, scenario)]
        parts.append(mark(across(row.goal), y))
        if row.value is not None:
            parts.append(dot(across(row.value), y, "popoverd", 7))
    return "\n".join([*parts, "</svg>", ""])
