# SPDX-License-Identifier: MIT
"""A popoverd for one test: its process, socket and state folder."""

import os
import pathlib
import platform
import select
import shutil
import signal
import subprocess
import tempfile
import time

from support import ROOT

# The timeout of every wait, in seconds: long enough for a busy machine.
PATIENCE = 30.0

# Deadlines that a busy machine does not miss; tests of missed deadlines configure short ones.
UNHURRIED = """
[timing]
closeMs = 10000
toggleMs = 10000
waitMs = 10000
presentMs = 20000
pingMs = 20000
tapMs = 10000
"""

# Programs that wait in one place, so that it shows when they have done what they were told.
RESTING = tuple(f"popover-{name}.plugin" for name in ("x11", "wayland", "notifications"))
# How /proc writes the calls in which libuv waits.
WAITING = {"x86_64": ("232", "281"), "aarch64": ("22",)}[platform.machine()]


def binary(name="popoverd"):
    """The path of a built program: in the folder of $POPOVERD, else of the debug build, else of the release
    build. $POPOVERD may be a daemon of another name."""
    named = os.environ.get("POPOVERD")
    if named:
        path = os.path.abspath(named)
        return path if name == "popoverd" else os.path.join(os.path.dirname(path), name)
    for configuration in ("debug", "release"):
        folder = ROOT / ".build" / configuration
        if (folder / "popoverd").exists():
            return str(folder / name)
    raise FileNotFoundError(
        f"no popoverd in {ROOT}/.build/debug or {ROOT}/.build/release: build it, "
        "or set POPOVERD to its path")


class Daemon:
    """A daemon that `start` starts and `close` removes; it may be restarted between them."""

    def __init__(self, configuration=UNHURRIED):
        self.folder = tempfile.mkdtemp(prefix="popoverd-")
        self.socket = os.path.join(self.folder, "s")
        self.state = os.path.join(self.folder, "state")
        self.configuration = os.path.join(self.folder, "popoverd.toml")
        self.log = os.path.join(self.folder, "log")
        self.write_configuration(configuration)
        # Added to the environment.
        self.environment = {}
        # What the command begins with.
        self.prefix = []
        self.process = None

    def write_configuration(self, text):
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(text)

    def start(self):
        """Starts the daemon and waits until it listens."""
        ready, told = os.pipe()
        try:
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(
                    [*self.prefix, binary(), "--config", self.configuration, "--socket", self.socket,
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
        """The daemon's standard error so far."""
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def rest(self):
        """Waits until the programs that rest have done all that the daemon has told them so far."""
        deadline = time.monotonic() + PATIENCE
        for pid in self.children():
            while self.is_busy(pid):
                if time.monotonic() > deadline:
                    raise AssertionError(f"a plugin does not rest:\n{self.told()}")
                time.sleep(0.001)

    def children(self):
        """The processes that it has started, on whatever thread."""
        for thread in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                yield from (thread / "children").read_text(encoding="ascii").split()
            except OSError:
                # It has ended.
                pass

    def programs(self, plugin):
        """The processes of a plugin's program, as numbers."""
        for pid in self.children():
            try:
                if os.readlink(f"/proc/{pid}/exe").endswith(f"/popover-{plugin}.plugin"):
                    yield int(pid)
            except OSError:
                # It has ended.
                pass

    @staticmethod
    def is_busy(pid):
        process = pathlib.Path("/proc", pid)
        try:
            is_one = os.readlink(process / "exe").endswith(RESTING)
            # Whoever is told something does not wait in that call from then on.
            return is_one and not (process / "syscall").read_text(encoding="ascii").startswith(WAITING)
        except OSError:
            return False

    def kill(self):
        """Sends SIGKILL."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def terminate(self):
        """Sends SIGTERM; `wait` returns the exit status."""
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
