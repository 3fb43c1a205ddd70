# SPDX-License-Identifier: MIT
"""Counts the daemon's instructions of single steps under callgrind, by stage and by kind of work.

The driver plays a step at a time, and callgrind writes its counters once the daemon waits again. The
result of a step is the round with the median total: rare work, such as turning the ring of recorded
events, is in no median round.
"""

import collections
import contextlib
import glob
import os
import re
import subprocess
import time

from driving import HERE, STRICT
from servers import PATIENCE, Popoverd, binary, tool

# Fills the event history, so that each event removes the oldest one.
WARM_UP = 1000
CALLGRIND = ("valgrind", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no")
# The rules look back at taps, so that opens after them cost more: only the first series counts a step.
SERIES = (("open", "close"), ("open", "tap"), ("switch",))
ROUNDS = 25
# Scenarios without single steps, their sizes, and rounds: as many again show what one takes. The
# recorder's ring turns once in 4096 events.
SERVED = {"pipeline": (0, 8192), "fanout": (100, 100)}
COLUMNS = {"open": "open", "close": "close", "tap": "tap", "switch": "switch",
           "pipeline": "pipelined request", "fanout": "event to 100"}
# A function works for the first of these whose pattern its name matches, else for those of its callers.
STAGES = (
    ("loop, reading", r"^uv_run|PipeConnection\.\(?(startReading|didRead)"),
    ("writing", r"(Session|Sessions)\.\(?flush|(Socket|Pipe)Connection\.\(?write|^(uv_try_write|write)$"),
    ("queues", r"PopoverSessions\.(Sessions|\w*Queue|StateLines|HeldEvents)\.|"
     r"Session\.\(?(send|show|queueShields)\b"),
    ("session, framing", r"PopoverSessions\.Session\.|PopoverWire\.LineFramer\.|SocketConnection\.received"),
    ("parsing", r"simdjson|JSONReader\.parse"),
    ("encoding", r"PopoverWire\.(\w*Encoder|JSONWriter)\.|\(extension in PopoverWire\):.*\.write\w*\("),
    ("decoding", r"PopoverWire\."),
    ("recorder", r"PopoverRecording\.|PopoverDaemon\.Recorder\."),
    ("clocks", r"TimeProvider|SystemTime\.|^uv_(hrtime|now|update_time)|^clock_gettime"),
    ("rules: placement", r"PopoverCore\.Placement\w*\.|Arbiter\.\(?(placementQuery|presentation)\b"),
    ("rules: advice", r"PopoverCore\.(Declaration|PlacedFacts|Advisor)\.|Arbiter\.\(?advise\b"),
    ("rules: the rest", r"PopoverCore\.\w+\."),
    ("engine", r"PopoverSessions\.Engine\."),
)
# Their names contain types that have nothing to do with their work.
HELPERS = re.compile(
    r"^(merged )?(outlined|destroy|(initialize|assign)With\w+|type metadata|lazy|value witness|"
    r"generic (pre-)?specialization <.*> of (static )?\(?(Swift\.|extension in Swift))")
# More passes change no share: no chain of helper functions is longer.
PASSES = 40
ELSE = "else"


class Counted(Popoverd):
    """The daemon under callgrind."""

    def __init__(self, folder, *options):
        super().__init__(folder, "counted")
        self.counts = os.path.join(self.folder, "counts")
        self.dumps = 0
        self.resting = None
        # Valgrind cannot read the debug information of the compiler.
        self.programs = os.path.join(self.folder, "programs")
        os.mkdir(self.programs)
        for path in (binary(), *glob.glob(f"{os.path.dirname(binary())}/libpopover-*.so")):
            bare = os.path.join(self.programs, os.path.basename(path))
            subprocess.run([tool("strip"), "--strip-debug", "-o", bare, path], check=True)
        self.options = options
        self.prefix = []
        clock = os.path.join(self.folder, "slow_clock.so")
        subprocess.run(
            [os.environ.get("CC", "cc"), *STRICT, "-shared", "-fPIC", str(HERE / "slow_clock.c"), "-o",
             clock], check=True)
        # A fixed seed makes the order of dictionaries deterministic.
        self.environment = {"SWIFT_DETERMINISTIC_HASHING": "1", "LD_PRELOAD": clock}

    def command(self):
        _, *options = super().command()
        return [*self.prefix, os.path.join(self.programs, "popoverd"), *options]

    def start(self):
        super().start()
        self.close()
        self.trust_plugins()
        self.prefix = [*CALLGRIND, *self.options, f"--callgrind-out-file={self.counts}"]
        return super().start()

    def trust_plugins(self):
        """Valgrind lacks a system call for probing plugins: results of the daemon become its own."""
        path = os.path.join(self.folder, "state", "plugins.tried")
        if not os.path.exists(path):
            return
        identity = subprocess.run(
            [*CALLGRIND, "--callgrind-out-file=/dev/null", tool("stat"), "--dereference",
             "--format=%d %i %s %.9Y %.9Z", "/proc/self/exe"],
            check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
        with open(path, encoding="utf-8") as file:
            (title, _), *lines = file.readline().split(" ", 1), *file
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{title} {identity.replace('.', '')}")
            file.writelines(lines)

    def system_call(self):
        """The number of the call in which the main thread waits; `running` if it does not."""
        with open(f"/proc/{self.pid}/syscall", encoding="ascii") as file:
            return file.read().split()[0]

    def rest(self):
        """Remembers the call in which an idle daemon waits."""
        time.sleep(1)
        self.resting = self.system_call()

    def counted(self):
        """The path of the counts since the last call."""
        deadline = time.monotonic() + PATIENCE
        while self.system_call() != self.resting:
            if time.monotonic() > deadline:
                raise RuntimeError("the daemon does not come to rest")
        subprocess.run(
            [tool("vgdb"), f"--pid={self.pid}", "dump"], check=True, stdin=subprocess.DEVNULL,
            capture_output=True)
        self.dumps += 1
        return f"{self.counts}.{self.dumps}"


class Counts:
    """Instructions of each function, and of the functions that it calls."""

    def __init__(self, path):
        self.own = collections.Counter()
        # For each function, the instructions that it took for each caller.
        self.callers = collections.defaultdict(collections.Counter)
        function = called = None
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith("fn="):
                    function = line[3:].rstrip()
                elif line.startswith("cfn="):
                    called = line[4:].rstrip()
                elif line[0].isdigit():
                    cost = int(line.split()[1])
                    if called is None:
                        self.own[function] += cost
                    elif called != function:
                        self.callers[called][function] += cost
                    called = None
        self.total = sum(self.own.values())

    def shares(self, stage_of):
        """Instructions by stage. A function without a stage works for the stages of its callers."""
        functions = set(self.own) | set(self.callers)
        fixed = {name: {stage: 1.0} for name in functions if (stage := stage_of(name))}
        shares = {name: fixed.get(name, {}) for name in functions}
        free = [name for name in functions if name not in fixed]
        for _ in range(PASSES):
            for name in free:
                sums = collections.Counter()
                for caller, cost in self.callers[name].items():
                    for stage, share in shares.get(caller, {}).items():
                        sums[stage] += cost * share
                whole = sum(sums.values())
                shares[name] = {stage: cost / whole for stage, cost in sums.items()} if whole else {}
        stages = collections.Counter()
        for name, cost in self.own.items():
            for stage, share in (shares[name] or {ELSE: 1}).items():
                stages[stage] += cost * share
        return stages


def steps(driver, server):
    """For each step, the paths of the counts of all rounds."""
    paths = collections.defaultdict(list)
    with subprocess.Popen(
            [driver.program, server.tongue, server.address, "steps", str(WARM_UP)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as playing:
        if playing.stdout.readline() != "done\n":
            raise RuntimeError("the driver has ended")
        server.rest()
        server.counted()
        for series in SERIES:
            fresh = set(series) - set(paths)
            for step in series * ROUNDS:
                playing.stdin.write(f"{step}\n")
                if playing.stdout.readline() != "done\n":
                    raise RuntimeError(f"the driver has ended at {step}")
                path = server.counted()
                if step in fresh:
                    paths[step].append(path)
        playing.stdin.close()
    return paths


def served(driver, server, scenario, rounds, size):
    """The counts of a scenario, with the connections of its clients."""
    server.rest()
    server.counted()
    driver.play(server, scenario, rounds, size)
    server.rest()
    return Counts(server.counted())


def plain_names(names):
    names = list(names)
    done = subprocess.run(
        ["swift", "demangle", "--compact"], check=True, input="\n".join(names), text=True,
        capture_output=True)
    return dict(zip(names, done.stdout.splitlines()))


def stage_of(name):
    """The stage for which a function of this plain name works; None for its callers'."""
    if HELPERS.search(name):
        return None
    return next((stage for stage, pattern in STAGES if re.search(pattern, name)), None)


def evaluated(counts):
    """The total, its shares by stage, and the instructions of each function by its plain name."""
    names = plain_names(set(counts.own) | set(counts.callers))
    functions = collections.Counter()
    for name, cost in counts.own.items():
        functions[names[name]] += cost
    return counts.total, counts.shares(lambda name: stage_of(names[name])), functions


def one_of(rounds, once, twice):
    """The average of a round, from the results of these rounds and of twice as many."""
    def average(fewer, more):
        return collections.Counter({name: (more[name] - fewer[name]) / rounds for name in more})

    return round((twice[0] - once[0]) / rounds), *map(average, once[1:], twice[1:])


def counted(driver, folder):
    """The results of each column."""
    results = {}
    with contextlib.closing(Counted(folder)) as server:
        server.start()
        for step, paths in steps(driver, server).items():
            counts = sorted(map(Counts, paths), key=lambda counts: counts.total)
            results[step] = evaluated(counts[len(counts) // 2])
        for scenario, (size, rounds) in SERVED.items():
            results[scenario] = one_of(rounds, *(
                evaluated(served(driver, server, scenario, rounds * times, size)) for times in (1, 2)))
    return results


def executed(driver, folder):
    """The linker's names of the functions that run at the start and in a step, the most expensive first."""
    costs = collections.Counter()
    with contextlib.closing(Counted(folder, "--demangle=no")) as server:
        server.start()
        server.rest()
        costs.update(Counts(server.counted()).own)
        for paths in steps(driver, server).values():
            for path in paths:
                costs.update(Counts(path).own)
    defined = set(subprocess.run(
        [tool("nm"), "--defined-only", "--format=just-symbols", binary()], check=True,
        stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.splitlines())
    # Recursion has a suffix.
    names = dict.fromkeys(name.partition("'")[0] for name, _ in costs.most_common())
    return [name for name in names if name in defined]


def tables(results, kinds):
    """A column for each step: totals, then rows of stages, then rows of kinds of work."""
    def rows(sums, names):
        return [[name, *(f"{sums[column][name]:,.0f}" for column in COLUMNS)] for name in names]

    sums = {column: kinds(results[column][2].items()) for column in COLUMNS}
    head = COLUMNS.values()
    return [
        [["instructions, by stage", *head],
         ["all", *(f"**{results[column][0]:,}**" for column in COLUMNS)],
         *rows({column: results[column][1] for column in COLUMNS}, [*dict(STAGES), ELSE])],
        [["the same, by kind of work", *head],
         *rows(sums, sorted(sums["open"], key=sums["open"].get, reverse=True))]]
