# SPDX-License-Identifier: MIT
"""Every line of transcripts, scenarios and simulated days is as protocol/schemas describes it."""

import json
import os
import re
import subprocess
import unittest

from support import ROOT, schemas
from support.daemon import PATIENCE, binary
from support.document import PROTOCOL, blocks
from support.line_socket import LineSocket
from support.transcript import Replay

CONTROL = binary("popoverctl")
SIMULATOR = binary("kiosk-simulator")
TRAFFIC = re.compile(r"      (?P<name>\S+) (?P<way><-|->) (?P<line>\{.*)")
SIMULATED = re.compile(r"(?P<name>[0-9.]+) (?P<way>[<>]) (?P<line>.*)")
# `make schemas` validates more.
SIMULATED_EVENTS = int(os.environ.get("POPOVER_SIMULATED_EVENTS", "4000"))
# Errors about a line that the schemas refuse, too.
REFUSED_LINES = (-32700, -32600, -32601, -32602, 4)


class Judge:
    """The lines of several connections, with the client's until their answers arrive."""

    def __init__(self):
        self.conversations = {}
        self.waiting = {}
        self.problems = []
        self.lines = 0
        self.accepted = 0
        self.refused = 0

    def conversation(self, name):
        return self.conversations.setdefault(name, schemas.Conversation())

    def sent(self, name, line):
        try:
            message = json.loads(line)
        except ValueError:
            return
        found = self.conversation(name).sent(message)
        if isinstance(message, dict) and "id" in message and "method" in message:
            self.waiting.setdefault((name, json.dumps(message["id"])), []).append((found, line))

    def received(self, name, message):
        self.lines += 1
        self.problems += [
            f"{problem} in {json.dumps(message)[:600]}"
            for problem in self.conversation(name).received(message)]
        if "method" not in message:
            self.settle(name, message)

    def settle(self, name, answer):
        """Compares the answer with the validator's; a number used twice says nothing."""
        asked = self.waiting.pop((name, json.dumps(answer["id"])), [])
        if len(asked) != 1:
            return
        (found, line), = asked
        code = answer.get("error", {}).get("code")
        if code in REFUSED_LINES:
            self.refused += 1
        elif found and not self.is_unknown_name(answer):
            self.problems.append(f"the daemon takes {line[:600]}, the schema does not: {found[:2]}")
        else:
            self.accepted += 1

    @staticmethod
    def is_unknown_name(answer):
        """A name that the daemon never gives out is unknown to it, and no name in the schema."""
        return answer.get("error", {}).get("code") in (1, 2, 3, 5)


class Wire(LineSocket):
    """A connection whose lines are judged."""

    judge = None
    count = 0

    def __init__(self, path):
        super().__init__(path)
        Wire.count += 1
        self.name = str(Wire.count)

    def send_bytes(self, data):
        for line in data.split(b"\n"):
            if line:
                self.judge.sent(self.name, line)
        super().send_bytes(data)

    def receive_line(self):
        line = super().receive_line()
        if line is not None:
            self.judge.received(self.name, json.loads(line))
        return line


class Lines(unittest.TestCase):
    def setUp(self):
        self.judge = Judge()

    def assert_fine(self, least):
        self.assertEqual(self.judge.problems[:5], [], f"{len(self.judge.problems)} mistakes")
        self.assertGreater(self.judge.lines, least)
        self.assertGreater(self.judge.accepted, least / 10)

    def test_transcripts(self):
        Wire.judge = self.judge
        for block in blocks(PROTOCOL, "transcript"):
            Replay(block, Wire).run()
        self.assert_fine(300)
        self.assertGreater(self.judge.refused, 5)

    def test_scenarios(self):
        for scenario in sorted((ROOT / "Tests" / "Scenarios").glob("*.scenario")):
            played = subprocess.run(
                [CONTROL, "simulate", "--own-daemon", "--verbose", scenario], check=False,
                capture_output=True, text=True, timeout=PATIENCE * 4)
            self.assertEqual(played.returncode, 0, played.stdout[-3000:] + played.stderr)
            for match in TRAFFIC.finditer(played.stdout):
                self.take(match, f"{scenario} {match['name']}")
        self.assert_fine(2000)

    def test_simulated_days(self):
        with subprocess.Popen(
                [SIMULATOR, "--events", str(SIMULATED_EVENTS), "--day", "2000", "--lines"],
                stdout=subprocess.PIPE, text=True, encoding="utf-8") as simulator:
            for line in simulator.stdout:
                match = SIMULATED.fullmatch(line.rstrip("\n"))
                if match:
                    self.take(match, match["name"])
        self.assertEqual(simulator.returncode, 0)
        self.assert_fine(SIMULATED_EVENTS / 20)

    def take(self, match, name):
        if match["way"].startswith("<"):
            self.judge.received(name, json.loads(match["line"]))
        else:
            self.judge.sent(name, match["line"])


if __name__ == "__main__":
    unittest.main()
