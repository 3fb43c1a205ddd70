# SPDX-License-Identifier: MIT
"""A D-Bus session bus for one test, and programs on it."""

import os
import re
import select
import shutil
import subprocess
import time

from support.daemon import PATIENCE

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

# Everybody may do everything, and nothing is started by its name.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    {rules}
  </policy>
  <!-- As in the session's own. -->
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
</busconfig>
"""


def tool(name):
    """The path of a program; an error names a missing one."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    return path


class LineProcess:
    """A program whose standard output is read line by line."""

    def __init__(self, *arguments, env=None, stdin=subprocess.DEVNULL):
        self.process = subprocess.Popen(
            arguments, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=env)
        self.rest = b""
        self.lines = []

    def wait_line(self, pattern):
        """Takes the first line that matches the pattern; earlier lines stay."""
        deadline = time.monotonic() + PATIENCE
        seen = 0
        while True:
            for index in range(seen, len(self.lines)):
                if found := re.search(pattern, self.lines[index]):
                    del self.lines[index]
                    return found
            seen = len(self.lines)
            self.read(deadline, pattern)

    def read(self, deadline, what):
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            readable, _, _ = select.select([self.process.stdout], [], [], max(0, left))
            data = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not data:
                why = "its output ended" if readable else "in vain"
                raise AssertionError(f"waited for {what!r}, {why}; so far {self.lines}")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        self.lines.append(line.decode())

    def wait_complaint(self, words):
        """Waits until standard error contains this."""
        deadline = time.monotonic() + PATIENCE
        told = b""
        while words not in told:
            left = deadline - time.monotonic()
            readable, _, _ = select.select([self.process.stderr], [], [], max(0, left))
            data = os.read(self.process.stderr.fileno(), 65536) if readable else b""
            if not data:
                raise AssertionError(f"waited for {words!r} in vain; so far {told}")
            told += data

    def finish(self):
        """The exit status, the rest of the output, and the errors."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self.rest + output).decode(), errors.decode()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()


class SessionBus:
    """A bus that may be killed and restarted at the same address."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, "bus")
        self.address = f"unix:path={self.socket}"
        self.configuration = os.path.join(folder, "bus.conf")
        self.configure()
        self.process = None
        self.programs = []

    def configure(self, rules=""):
        """A policy that allows everything, plus these rules."""
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(address=self.address, rules=rules))

    def start(self):
        self.process = LineProcess(
            tool("dbus-daemon"), f"--config-file={self.configuration}", "--nofork",
            "--print-address")
        self.process.wait_line("^unix:")

    def kill(self):
        """Sends SIGKILL; its socket stays."""
        self.process.close()
        os.unlink(self.socket)

    def close(self):
        for program in self.programs:
            program.close()
        if self.process is not None:
            self.process.close()

    # Programs

    def run(self, program, *arguments):
        environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address}
        started = LineProcess(tool(program), *arguments, env=environment)
        self.programs.append(started)
        return started

    def listen(self):
        """Monitors the bus; each message is a line of JSON."""
        monitor = self.run("busctl", f"--address={self.address}", "--json=short", "monitor")
        # busctl of systemd 257 does not say so itself where it writes JSON.
        self.process.wait_complaint(b"became a monitor")
        return monitor

    def has_owner(self):
        status, output, errors = self.run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
            "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner",
            NAME).finish()
        if status != 0:
            raise AssertionError(errors)
        return output.strip() == "(true,)"

    def notify(self, *arguments):
        """Starts notify-send."""
        return self.run("notify-send", *arguments)

    def call(self, method, *arguments):
        """Calls a method of the name's owner with gdbus; returns the output and whether it succeeded."""
        status, output, errors = self.run(
            "gdbus", "call", "--session", "--dest", NAME, "--object-path", PATH,
            "--method", f"{NAME}.{method}", "--timeout", str(int(PATIENCE)), "--",
            *arguments).finish()
        return output.strip() if status == 0 else errors.strip()
