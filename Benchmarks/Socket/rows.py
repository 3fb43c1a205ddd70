# SPDX-License-Identifier: MIT
"""Results as rows with goals, and the results of the other servers."""

import dataclasses
import statistics

P50, P99, CPU = range(3)
RATE = 0
# The goal for a decision in the daemon, in nanoseconds without system calls.
DECISION_GOAL = 2000
# The goals for the growth of a decision in a large world, and the sizes for the rules.
GROWTH = 1.2
# Ten of the clients are sent every shield.
GROWTH_OF_TURNS = {"clients": 1.5}
CROWDS = {"clients": 1000, "sources": 10_000, "displays": 16, "drafts": 100_000}
# Compared with an empty world; drafts matter only where idle displays do.
SMALL = {"drafts": "watched"}
# What sway's popups do instead of passing messages on.
POPUPS = {"answer": "popup-open", "tell": "popup-press"}
PEERS = ("dbus-daemon", "dbus-broker", "mosquitto", "redis", "sway")


@dataclasses.dataclass
class Row:
    """One goal. `value` is None if it was not measured; `unit` is `x` for ratios."""

    key: str
    what: str
    value: float | None
    goal: float
    unit: str = "x"
    # A minimum instead of a maximum.
    at_least: bool = False
    absolute: str = ""

    @property
    def holds(self):
        if self.value is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    @property
    def verdict(self):
        return {True: "holds", False: "MISSED", None: "not measured"}[self.holds]

    @property
    def goal_words(self):
        return f"{'≥' if self.at_least else '≤'} {number(self.goal)}{unit(self.unit)}"

    @property
    def value_words(self):
        return "–" if self.value is None else f"{number(self.value)}{unit(self.unit)}"

    def as_object(self):
        return {
            "key": self.key, "what": self.what, "value": self.value, "goal": self.goal,
            "unit": self.unit, "atLeast": self.at_least, "holds": self.holds,
            "absolute": self.absolute}


def unit(name):
    return "" if name == "x" else f" {name}"


def number(value):
    """Three significant digits."""
    if value == 0 or value >= 100:
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def ratio(result, scenario, server, to, part, other="floor"):
    """The median of the ratios of all rounds."""
    pairs = zip(result["rounds"][scenario][server], result["rounds"][to][other])
    return statistics.median(one[part] / another[part] for one, another in pairs)


def median(result, scenario, server, part):
    return statistics.median(turn[part] for turn in result["rounds"][scenario][server])


def against(result, key, what, scenario, base, part, goal):
    took = median(result, scenario, "popoverd", part) / 1000
    bare = median(result, base, "floor", part) / 1000
    return Row(
        key, what, ratio(result, scenario, "popoverd", base, part), goal,
        absolute=f"{number(took)} µs to {number(bare)} µs")


def rates(result, key, what, scenario, goal, other="floor"):
    mine, theirs = (median(result, scenario, name, RATE) / 1000 for name in ("popoverd", other))
    return Row(
        key, what, ratio(result, scenario, "popoverd", scenario, RATE, other), goal,
        at_least=True, absolute=f"{number(mine)} to {number(theirs)} thousand a second")


def started(result, server):
    """The start time as a multiple of the floor's."""
    pairs = zip(result["starts"][server], result["starts"]["floor"])
    return statistics.median(one[P50] / another[P50] for one, another in pairs)


def decisions(result, crowd):
    """Nanoseconds of the rules per event and sequence in such a crowd, from `popover-benchmark`."""
    head, tail = "a decision of ", f": {crowd}"
    return {
        row["name"].removeprefix(head).removesuffix(tail): row["value"]
        for row in result.get("decisions", ())
        if row["name"].startswith(head) and row["name"].endswith(tail)}


def decision_row(result):
    """The most expensive sequence."""
    costs = decisions(result, "alone")
    row = Row("decision", "CPU of a decision, without system calls", None, DECISION_GOAL / 1000,
              "µs")
    if costs:
        worst = max(costs, key=costs.get)
        row.value, row.absolute = costs[worst] / 1000, f"the dearest: {worst}"
    return row


def growth_rows(result):
    """The cost of the rules, then of the whole daemon, which writes a line for each recipient."""
    among_many, turns = [], []
    for what, growth in result["growth"].items():
        few, many = growth["sizes"]
        alone = decisions(result, SMALL.get(what, "alone"))
        crowded = decisions(result, f"{CROWDS[what]:,} {what}")
        row = Row(
            f"growth-{what}", f"a decision among {few:,} to {CROWDS[what]:,} {what}", None, GROWTH)
        if crowded:
            worst = max(crowded, key=lambda name: crowded[name] / alone[name])
            row.value = crowded[worst] / alone[worst]
            row.absolute = f"{number(crowded[worst])} ns to {number(alone[worst])} ns, {worst}"
        among_many.append(row)
        costs = {name: cost for name, cost in growth.items() if name != "sizes"}
        worst = max(costs, key=lambda name: costs[name]["ratio"])
        cost = costs[worst]
        turns.append(Row(
            f"turn-{what}", f"the daemon among {few:,} to {many:,} {what}", cost["ratio"],
            GROWTH_OF_TURNS.get(what, GROWTH),
            absolute=f"{number(cost['large'] / 1000)} µs to {number(cost['small'] / 1000)} µs, "
            f"{ {'tap': 'open and tap', 'answer': 'a source moves'}[worst]}"))
    return among_many + turns


def judged(result):
    """All rows with goals."""
    idle, memory = result["idle"]["popoverd"], result["memory"]["popoverd"]
    return [
        against(result, "open", "open to grant, p50", "open", "answer", P50, 1.5),
        against(result, "open-p99", "open to grant, p99", "open", "answer", P99, 1.5),
        against(result, "tap", "tap to willClose, to A to B", "tap", "tell", P50, 1.5),
        against(result, "switch", "one-tap switch, to three hops", "switch", "hops", P50, 1.5),
        *(against(result, f"{key}-blocking", f"{what}, clients that block", f"{key}-blocking",
                  f"{base}-blocking", P50, 2)
          for key, what, base in (("open", "open to grant, p50", "answer"),
                                  ("tap", "tap to willClose", "tell"),
                                  ("switch", "one-tap switch", "hops"))),
        rates(result, "pipeline", "64 clients with 16 outstanding", "pipeline", 0.25),
        rates(result, "pipeline-sway", "the same, to sway's", "pipeline", 2, "sway"),
        against(result, "fanout-100", "fan-out to 100", "fanout-100", "fanout-100", P50, 1.15),
        against(
            result, "fanout-1000", "fan-out to 1000", "fanout-1000", "fanout-1000", P50, 1.15),
        rates(result, "burst", "fan-out to 100 in bursts of 32", "burst-100", 2),
        decision_row(result),
        Row("wakeups", "wake-ups, idle with 100 clients", idle["wakeups"], 0, "a second"),
        Row("idle-cpu", "CPU, idle with 100 clients", idle["cpu"] / 1000, 0, "µs a second"),
        Row("idle-calls", "system calls, the same under strace", idle["calls"], 0, "calls"),
        Row("private", "private memory", memory["private"] / 2**20, 1, "MB", absolute=(
            f"{number(memory['remembered'] / 2**20)} MB more with all events it may remember")),
        Row("resident", "resident memory", memory["resident"] / 2**20, 12, "MB"),
        Row("client", "memory for each client", memory["client"] / 1024, 1, "KiB"),
        Row("start", "start to first answer", started(result, "popoverd"), 4, absolute=(
            f"{number(statistics.median(one[P50] for one in result['starts']['popoverd']) / 1e6)}"
            " ms")),
        *growth_rows(result),
    ]


def table(rows):
    width = max(len(row.what) for row in rows)
    return "\n".join(
        f"{row.what:{width}}  {row.value_words:>16}  {row.goal_words:>18}  {row.verdict:12}  "
        f"{row.absolute}".rstrip() for row in rows)


def peers_rows(result):
    """For each comparison: its name, and the results of popoverd and each other server."""
    def ratios(what, scenario):
        played = result["rounds"][scenario]
        return [what] + [
            number(ratio(result, scenario, name, scenario, P50)) if name in played else "–"
            for name in names]

    def popups(what, scenario, base):
        values = {
            "popoverd": ratio(result, scenario, "popoverd", base, P50),
            "sway": ratio(result, POPUPS[base], "sway", base, P50)}
        return [what] + [number(values[name]) if name in values else "–" for name in names]

    def pipelined(name):
        if name not in result["rounds"]["pipeline"]:
            return "–"
        return number(ratio(result, "pipeline", name, "pipeline", RATE))

    def of(kind, key, share):
        return [number(result[kind][name][key] / share) for name in names]

    names = ("popoverd", *PEERS)
    return [
        ["", *names],
        ratios("request and answer", "answer"),
        ratios("from A to B", "tell"),
        popups("open a popover or `xdg_popup`", "open", "answer"),
        popups("tap outside to `willClose` or `popup_done`", "tap", "tell"),
        ["rate of 64 clients, 16 outstanding"] + [pipelined(name) for name in names],
        ratios("fan-out to 100", "fanout-100"),
        ratios("fan-out to 1000", "fanout-1000"),
        ["rate of bursts to 100"] + [
            number(ratio(result, "burst-100", name, "burst-100", RATE)) for name in names],
        ["wake-ups a second, 100 clients", *of("idle", "wakeups", 1)],
        ["private memory, MB", *of("memory", "private", 2**20)],
        ["resident memory, MB", *of("memory", "resident", 2**20)],
        ["memory for a client, KiB", *of("memory", "client", 1024)],
        ["start, in the floor's starts"] + [number(started(result, name)) for name in names],
    ]


def peers_table(result):
    lines = peers_rows(result)
    width = max(len(line[0]) for line in lines)
    return "\n".join(
        f"{line[0]:{width}}" + "".join(f"  {cell:>11}" for cell in line[1:]) for line in lines)
