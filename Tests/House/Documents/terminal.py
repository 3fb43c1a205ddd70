# SPDX-License-Identifier: MIT
"""A terminal in which a reader of a guide types: bash with an empty environment.

Nothing of the test's own environment gets in, so that a command fails if the guide forgets an
export, a folder or a PATH.
"""

import os
import select
import subprocess
import time

from support.daemon import PATIENCE
from support.programs import popoverctl, popoverd

SYSTEM_PATH = "/usr/bin:/bin"
MARK = "that was all"


class Terminal:
    def __init__(self, home, folder=None, path=SYSTEM_PATH, **environment):
        words = {"HOME": home, "PATH": path, "TERM": "dumb", **environment}
        self.process = subprocess.Popen(
            ["/usr/bin/env", "-i", *(f"{name}={value}" for name, value in words.items()), "bash"],
            cwd=folder or home, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)

    def enter(self, text):
        """Types a command and does not wait for it."""
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def run(self, text, patience=PATIENCE):
        """Types commands; returns the status of the last one and everything that was printed."""
        # A command may leave its last line without an end.
        self.enter(f"{text}\nprintf '\\n%s %s\\n' \"$?\" '{MARK}'")
        printed = b""
        deadline = time.monotonic() + patience
        while not printed.endswith(f" {MARK}\n".encode()):
            readable, _, _ = select.select(
                [self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not data:
                raise AssertionError(f"no end of {text!r}: {printed.decode()}")
            printed += data
        before, _, status = printed.decode()[:-len(MARK) - 2].rpartition("\n")
        return int(status), before if before.endswith("\n") or not before else f"{before}\n"

    def close(self):
        """Ends the shell and everything that was started in it."""
        os.killpg(self.process.pid, 9)
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def install(folder, configuration=None):
    """Puts the built programs into a folder under their names.

    With a configuration `popoverd` is started with it: on a busy machine the usual deadlines pass.
    """
    os.makedirs(folder)
    os.symlink(popoverctl(), os.path.join(folder, "popoverctl"))
    path = os.path.join(folder, "popoverd")
    if configuration is None:
        os.symlink(popoverd(), path)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec '{popoverd()}' --config '{configuration}' \"$@\"\n")
    os.chmod(path, 0o755)


class Kiosk:
    """A home on a machine where popoverd is installed and runs: programs and socket are where
    clients look for them without being told."""

    def __init__(self, folder, served):
        self.home = os.path.join(folder, "home")
        self.programs = os.path.join(folder, "bin")
        self.runtime = os.path.join(folder, "run")
        os.makedirs(self.home)
        install(self.programs)
        os.makedirs(os.path.join(self.runtime, "popoverd"))
        os.symlink(served.socket, os.path.join(self.runtime, "popoverd", "popoverd.sock"))

    def terminal(self, folder=None, **environment):
        return Terminal(
            self.home, folder, path=f"{self.programs}:{SYSTEM_PATH}",
            XDG_RUNTIME_DIR=self.runtime, **environment)
