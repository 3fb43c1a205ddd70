# SPDX-License-Identifier: MIT
"""The accessibility bus of a session, and an assistive technology that listens on it.

    with AccessibilityBus() as bus:
        start a program with bus.environment
        event = bus.wait("object:state-changed:showing", "dialog", "Order")
"""

import json
import os
import shutil
import tempfile
import time

from support import ROOT
from support.daemon import PATIENCE
from support.session_bus import LineProcess, SessionBus, tool

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
LISTENER = ROOT / "Tests" / "Support" / "Python" / "accessibility_listener.py"
# Debian's: the bindings are packages for no other.
PYTHON = "/usr/bin/python3"


class AccessibilityBus:
    """A session with at-spi2-core that has assistive technology enabled."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="popover-access-")
        self.session = SessionBus(self.folder)
        self.listener = None
        # That of programs which shall be heard.
        self.environment = {
            "DBUS_SESSION_BUS_ADDRESS": self.session.address, "NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi"}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        self.session.start()
        own = {**os.environ, **self.environment, "XDG_RUNTIME_DIR": self.folder,
               "GSETTINGS_BACKEND": "memory"}
        # The registry would ask that X server for keys.
        own.pop("DISPLAY", None)
        self.run(tool(LAUNCHER), "--launch-immediately", "--a11y=1", env=own)
        waiting = self.run(tool("gdbus"), "wait", "--session", "--timeout", str(int(PATIENCE)),
                           "org.a11y.Bus", env=own)
        status, _, errors = waiting.finish()
        if status != 0:
            raise AssertionError(f"there is no accessibility bus: {errors}")
        self.listener = self.run(PYTHON, str(LISTENER), env=own)
        self.listener.wait_line("^ready$")

    def run(self, *command, env):
        process = LineProcess(*command, env=env)
        self.session.programs.append(process)
        return process

    def wait(self, kind, role, name):
        """Takes the first event of this kind about an object of this role and name; None is any.

        What `object:children-changed:add` is about is the child. An event has `states`, `relations`,
        `description`, `application`, `detail` and `text`. Earlier events stay.
        """
        wanted = {"kind": kind, "role": role, "name": name}
        deadline = time.monotonic() + PATIENCE
        lines, seen = self.listener.lines, 0
        while True:
            for index in range(seen, len(lines)):
                event = json.loads(lines[index])
                if all(value in (None, event[member]) for member, value in wanted.items()):
                    del lines[index]
                    return event
            seen = len(lines)
            self.listener.read(deadline, wanted)

    def close(self):
        # The launcher ends with its bus; what it has started ends with it.
        for program in reversed(self.session.programs):
            if program.process.poll() is None:
                program.process.terminate()
                program.process.wait(PATIENCE)
        self.session.close()
        shutil.rmtree(self.folder, ignore_errors=True)
