# SPDX-License-Identifier: MIT
"""Runs an attack in a process of its own and reads its report."""

import json
import os
import select
import subprocess
import sys

from support import SUPPORT
from support.daemon import PATIENCE

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attacks.py")


class Attacker:
    """Starts at once."""

    def __init__(self, attack, path, arguments, before=()):
        """`before` is a command prefix, for example to change the user."""
        self.process = subprocess.Popen(
            [*before, "env", f"PYTHONPATH={SUPPORT}", sys.executable, "-S", "-B", PROGRAM, attack, path,
             json.dumps(arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def report(self, patience=10 * PATIENCE):
        """Waits for the end and returns the report."""
        readable, _, _ = select.select([self.process.stdout], [], [], patience)
        line = self.process.stdout.readline() if readable else b""
        if not line:
            raise AssertionError("the attack printed no report")
        return json.loads(line)

    def farewell(self):
        """Ends the attack and returns its report."""
        self.process.stdin.close()
        return self.report()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
