# SPDX-License-Identifier: MIT
"""A popoverd of the test's own: its process, its socket, its folder for drafts."""

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

from support import ROOT

# Long enough for the noisiest machine; nothing waits this long unless it is broken.
PATIENCE = 30.0

# A rule that needs an answer in time must not fail because the machine was busy; the rules about
# missed deadlines have daemons with short ones.
UNHURRIED = """
[timing]
closeMs = 10000
toggleMs = 10000
waitMs = 10000
presentMs = 20000
"""


def binary():
    """The path of popoverd: $POPOVERD, else what was built last for debugging or release."""
    named = os.environ.get("POPOVERD")
    if named:
        return os.path.abspath(named)
    for configuration in ("debug", "release"):
        path = ROOT / ".build" / configuration / "popoverd"
        if path.exists():
            return str(path)
    raise FileNotFoundError(
        f"popoverd is neither in {ROOT}/.build/debug nor in {ROOT}/.build/release: build it, "
        "or name it in the environment variable POPOVERD")


class Daemon:
    """Started by `start`, gone after `close`; between them it may die and start again."""

    def __init__(self, configuration=UNHURRIED):
        self.folder = tempfile.mkdtemp(prefix="popoverd-")
        self.socket = os.path.join(self.folder, "s")
        self.state = os.path.join(self.folder, "state")
        self.configuration = os.path.join(self.folder, "popoverd.toml")
        self.log = os.path.join(self.folder, "log")
        self.write_configuration(configuration)
        # What it is started with, beside everybody's.
        self.environment = {}
        self.process = None

    def write_configuration(self, text):
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(text)

    def start(self):
        """Returns when the daemon has said that it listens."""
        ready, told = os.pipe()
        try:
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(
                    [binary(), "--config", self.configuration, "--socket", self.socket,
                     "--state", self.state, "--ready-fd", str(told)],
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[told],
                    env={**os.environ, **self.environment})
            os.close(told)
            told = None
            readable, _, _ = select.select([ready], [], [], PATIENCE)
            if not readable or os.read(ready, 1) != b"\n":
                raise AssertionError(f"popoverd did not become ready:\n{self.told()}")
        finally:
            os.close(ready)
            if told is not None:
                os.close(told)
        return self

    def told(self):
        """What it has written to standard error."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def kill(self):
        """Ends it as a power cut would: nothing is asked, nothing is written."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def terminate(self):
        """Asks it to end; `wait` says how it did."""
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        """The exit status."""
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def now():
    """Microseconds of CLOCK_MONOTONIC, as the protocol counts time."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
