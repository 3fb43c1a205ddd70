# SPDX-License-Identifier: MIT
"""The base of every case: a daemon, attackers, and a bystander whose latencies are measured."""

import time

from support import process_table
from support.background_process import BackgroundProcess
from support.daemon import PATIENCE, UNHURRIED, Daemon
from support.daemon_case import DaemonCase
from support.peer import Refusal
from support.zoo import DISPLAYS, Zoo

import table
from attacker import Attacker
from table import IS_LONG, ROUNDS, budget
from turns import Turns

__all__ = [
    "DISPLAYS", "IS_LONG", "PATIENCE", "UNHURRIED", "Case", "Daemon", "PluginCase", "Refusal",
    "budget", "process_table"]

# The bystander's 99th percentile in milliseconds. On a machine that is busy with other tests, only
# progress is checked.
BOUND = 10.0 if IS_LONG else 1000 * PATIENCE
# Seconds between two polls.
PACE = 0.005


class Measured:
    """Adds the case and the bystander's report to the table."""

    rounds = ROUNDS
    # Latencies are not measured while the daemon is down.
    bound = BOUND

    def run(self, result=None):
        self.latencies = []
        self.turns = self.longest_turn = None
        number, what = table.case_of(self._testMethodName)
        before = len(result.failures) + len(result.errors)
        super().run(result)
        holds = len(result.failures) + len(result.errors) == before
        table.add(number, what, holds, self.latencies, self.longest_turn)

    def watch_turns(self):
        """Measures the daemon's loop iterations from its next start."""
        # Clocks that jump measure nothing.
        if "LD_PRELOAD" in self.daemon.environment:
            return
        turns = Turns(self.daemon)

        def note():
            self.longest_turn = turns.milliseconds("own")
            turns.close()
        self.addCleanup(note)
        self.turns = turns

    def forget_start(self):
        """Excludes the daemon's start from the measurement."""
        if self.turns is not None:
            self.turns.begin()

    def bystander_at_work(self):
        """One more, beside the one that has reported or before it has."""
        bystander = BackgroundProcess("bystander_process.py", self.daemon.socket, "side", str(self.rounds))
        self.addCleanup(bystander.close)
        return bystander

    def judge(self, report):
        """Checks the bystander's report."""
        self.latencies += report.pop("latenciesMs")
        story = f"{report}\n{self.daemon.told()}"
        self.assertEqual(report["lost"], [], story)
        self.assertGreater(report["granted"], 0, story)
        self.assertEqual(report["byes"], ["shutdown"] if report["ended"] and report["byes"]
                         else [], story)

    def assert_in_time(self):
        late = table.percentile(self.latencies, 99)
        turn = "not measured"
        if self.turns is not None:
            own, computed, longest = (
                self.turns.milliseconds(name) for name in ("own", "computed", "longest"))
            turn = (f"{own:.1f} ms, of which it computed {computed:.1f}; with what others took of "
                    f"the machine {longest:.1f} ms")
        self.assertLess(
            late, self.bound,
            f"the loop's longest turn: {turn}; of {len(self.latencies)}, in ms: {self.latencies}")


class Case(Measured, DaemonCase):
    """A daemon with the displays `main` and `rear` for the case, and `side` for the bystander."""

    configuration = UNHURRIED

    def setUp(self):
        self.daemon = Daemon(self.configuration + DISPLAYS)
        self.addCleanup(self.daemon.close)
        self.prepare()
        self.watch_turns()
        self.daemon.start()
        self.enter()

    def prepare(self):
        """Before the daemon's start."""

    def enter(self):
        self.pid = self.daemon.process.pid
        self.bystander = self.bystander_at_work()
        self.keeper = self.peer("keeper", ("observer", "shell"))
        self.forget_start()

    def tearDown(self):
        self.assertIsNone(self.daemon.process.poll(), f"the daemon died:\n{self.daemon.told()}")
        self.leave()
        self.assert_in_time()

    def leave(self, ended=False):
        """The bystander's day is over; where the daemon has ended, so it told the bystander."""
        report = self.bystander.report()
        self.judge(report)
        self.assertEqual(report["ended"], ended, report)
        # A daemon that was told to end says so to who still asks.
        refused = {why for why in report["refused"] if not (ended and '"code": 5' in why)}
        self.assertEqual(refused, set(), report)

    # Peers

    def connect(self, app="outsider", roles=("app",)):
        connection = self.raw()
        connection.hello(app, roles)
        return connection

    def attack(self, attack, before=(), **arguments):
        """A process that runs a function of `attacks` against the daemon."""
        attacker = Attacker(attack, self.daemon.socket, arguments, before)
        self.addCleanup(attacker.close)
        return attacker

    def assert_alive(self, connection):
        answer = connection.call("alive?", "draft.load", {"key": "nothing"})
        self.assertEqual(answer["result"], {"draft": None})

    def failure(self, connection):
        """The next answer; it must be an error."""
        while True:
            message = connection.receive()
            self.assertIsNotNone(message, "the connection was closed")
            if "method" not in message:
                self.assertNotIn("result", message)
                return message

    def assert_sent_away(self, connection, reason):
        """The last line is `bye` with this reason, after which the connection is closed."""
        last = None
        while (message := connection.receive()) is not None:
            last = message
        self.assertIsNotNone(last)
        self.assertEqual((last.get("method"), last["params"].get("reason")), ("bye", reason))
        self.assertIsInstance(last["params"]["retryAfterMs"], int)

    # What there is

    def counter(self, name):
        return self.keeper.call("status")["counters"][name]

    def resident(self):
        """KiB."""
        return process_table.kibibytes(self.pid, "VmRSS")

    def cpu_seconds(self):
        """The processor time of the daemon's loop so far."""
        return process_table.cpu_seconds(self.pid)

    def until(self, condition, what, patience=PATIENCE):
        """Polls the condition and returns its first true value."""
        deadline = time.monotonic() + patience
        while not (value := condition()):
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {what}:\n{self.daemon.told()}")
            time.sleep(PACE)
        return value


class PluginCase(Measured, Zoo):
    """The zoo with a measured bystander."""

    def setUp(self):
        super().setUp()
        self.watch_turns()

    def enter(self):
        super().enter()
        # The zoo's own is one among others; this one has its rounds.
        self.bystander.close()
        self.bystander = self.bystander_at_work()
        self.forget_start()

    def assert_bystander_lost_nothing(self, ended=False):
        report = super().assert_bystander_lost_nothing(ended)
        self.judge(report)
        return report

    def tearDown(self):
        super().tearDown()
        self.assert_in_time()
