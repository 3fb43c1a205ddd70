# SPDX-License-Identifier: MIT
"""The test's end of a process that does harm, and reports what it was told."""

import json
import os
import select
import subprocess
import sys

from support import SUPPORT
from support.daemon import PATIENCE

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attacks.py")


class Attacker:
    """Begins at once."""

    def __init__(self, attack, path, arguments, before=()):
        """What stands before the command may make it another user's."""
        self.process = subprocess.Popen(
            [*before, "env", f"PYTHONPATH={SUPPORT}", sys.executable, "-S", "-B", PROGRAM, attack, path,
             json.dumps(arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def report(self, patience=10 * PATIENCE):
        """Waits for its end; what it has to say."""
        readable, _, _ = select.select([self.process.stdout], [], [], patience)
        line = self.process.stdout.readline() if readable else b""
        if not line:
            raise AssertionError("a hostile peer says nothing")
        return json.loads(line)

    def farewell(self):
        """It is to come to an end; what it has to say."""
        self.process.stdin.close()
        return self.report()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
