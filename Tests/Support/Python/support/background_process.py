# SPDX-License-Identifier: MIT
"""The test's end of a process that lives beside the zoo and reports at the end."""

import json
import select
import subprocess
import sys

from support import SUPPORT
from support.daemon import PATIENCE



class BackgroundProcess:
    """Runs until it is asked for its report."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-B", str(SUPPORT / program), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line()

    def line(self):
        """The next line: the first says that it is at work, the last is its report."""
        # A process writes a line in one piece, and waits for its own answers as long as a test.
        readable, _, _ = select.select([self.process.stdout], [], [], 2 * PATIENCE)
        if not readable:
            raise AssertionError("an onlooker says nothing")
        return self.process.stdout.readline()

    def report(self):
        self.process.stdin.close()
        return json.loads(self.line())

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
