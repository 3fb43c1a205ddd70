# SPDX-License-Identifier: MIT
"""The compared servers, each with its own folder."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Support" / "Python"))

# pylint: disable=wrong-import-position
from support import wayland_screen
from support.daemon import PATIENCE, binary
from support.session_bus import CONFIGURATION, tool

PACE = 0.002

# Limits for a thousand clients of one user at full speed.
WIDE = """
[log]
level = "warning"
[timing]
closeMs = 10000
[limits]
clients = 4096
clientsPerUser = 4000
connectionsPerSecond = 100000
requestsPerSecond = 10000000
draftsTotal = 1073741824
objectsTotal = 1073741824
buffersTotal = 4294967296
draftsPerApp = 10000
"""

MANY_ON_BUS = "\n".join(
    f'<limit name="{name}">{value}</limit>' for name, value in (
        ("max_connections_per_user", 4000), ("max_completed_connections", 4000),
        ("max_incomplete_connections", 4000), ("max_replies_per_connection", 100000)))


class Server:
    """A server; `command` starts it, and it listens at `address`."""

    name = ""
    # Its name in the driver.
    tongue = ""
    environment = {}

    def __init__(self, folder):
        self.folder = os.path.join(folder, self.name)
        os.mkdir(self.folder)
        self.address = os.path.join(self.folder, "s")
        self.log = os.path.join(self.folder, "log")
        self.process = None

    def command(self):
        raise NotImplementedError

    def file(self, name, text):
        """Writes a file and returns its path."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def start(self):
        """Waits until it accepts connections."""
        with open(self.log, "ab") as log:
            # pylint: disable=consider-using-with
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **self.environment})
        self.until(self.answers)
        return self

    def answers(self):
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as line:
            return line.connect_ex(self.address) == 0

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(self.log, encoding="utf-8", errors="replace") as log:
                    raise RuntimeError(f"{self.name} does not start:\n{log.read()[-2000:]}")
            time.sleep(PACE)

    @property
    def pid(self):
        """The process that serves clients."""
        return self.process.pid

    def starting(self):
        """The launcher of the driver, the command that the driver starts, and its address."""
        return [], self.command(), self.environment

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Floor(Server):
    """The floor: the minimal server."""

    name = tongue = "floor"

    def __init__(self, folder, program):
        super().__init__(folder)
        self.program = program

    def command(self):
        return [self.program, self.address]


class Popoverd(Server):
    """The daemon $POPOVERD with the plugins in its folder."""

    name = tongue = "popoverd"

    def __init__(self, folder, name="popoverd"):
        self.name = name
        super().__init__(folder)
        self.configuration = self.file("popoverd.toml", WIDE)

    def command(self):
        return [
            binary(), "--config", self.configuration, "--socket", self.address,
            "--state", os.path.join(self.folder, "state")]


class DBusDaemon(Server):
    """The reference implementation of D-Bus."""

    name, tongue = "dbus-daemon", "dbus"

    def __init__(self, folder):
        super().__init__(folder)
        self.configuration = self.file(
            "bus.conf",
            CONFIGURATION.format(address=f"unix:path={self.address}", rules="")
            .replace("</policy>", f"</policy>\n{MANY_ON_BUS}"))

    def command(self):
        return [tool("dbus-daemon"), f"--config-file={self.configuration}", "--nofork"]


class DBusBroker(Server):
    """The faster implementation of D-Bus, for systems with systemd."""

    name, tongue = "dbus-broker", "dbus"

    def __init__(self, folder):
        super().__init__(folder)
        # It looks for systemd on a bus, and works without it.
        self.other = DBusDaemon(self.folder)
        self.environment = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.other.address}"}
        self.configuration = self.file(
            "bus.conf", CONFIGURATION.format(address=f"unix:path={self.address}", rules=""))

    def launch(self, path):
        return [
            sys.executable, "-S", "-E", str(HERE / "activation.py"), path,
            tool("dbus-broker-launch"), "--scope", "user", "--config-file", self.configuration]

    def command(self):
        return self.launch(self.address)

    def start(self):
        self.other.start()
        super().start()
        self.until(self.children)
        return self

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children",
                  encoding="ascii") as file:
            return file.read().split()

    @property
    def pid(self):
        return int(self.children()[0])

    def starting(self):
        # Exclude the start of Python: the script becomes the launcher before the measurement.
        command = self.launch("-")
        return command[:5], command[5:], {**self.environment, "SERVER_LISTENS": "1"}

    def close(self):
        super().close()
        self.other.close()


class Mosquitto(Server):
    """An MQTT broker."""

    name = tongue = "mosquitto"

    def command(self):
        path = self.file(
            "mosquitto.conf",
            f"listener 0 {self.address}\nallow_anonymous true\nlog_type error\nuser root\n")
        # Debian installs it in sbin.
        return [shutil.which("mosquitto") or tool("/usr/sbin/mosquitto"), "-c", path]


class Redis(Server):
    """Channels only, without storage."""

    name = tongue = "redis"

    def command(self):
        path = self.file(
            "redis.conf",
            f'port 0\nunixsocket {self.address}\nsave ""\nmaxclients 4000\n'
            f"dir {self.folder}\n")
        return [tool("redis-server"), path]


class Sway(Server):
    """The IPC socket of a compositor."""

    name = tongue = "sway"

    def __init__(self, folder):
        super().__init__(folder)
        self.screen = wayland_screen.Sway()
        self.address = self.screen.ipc

    def command(self):
        return self.screen.command_line

    def start(self):
        self.screen.start()
        self.process = self.screen.process
        return self

    def starting(self):
        return [], self.screen.command_line, self.screen.surroundings

    def close(self):
        self.screen.close()


PEERS = (DBusDaemon, DBusBroker, Mosquitto, Redis, Sway)
