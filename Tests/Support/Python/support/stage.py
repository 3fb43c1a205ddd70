# SPDX-License-Identifier: MIT
"""A headless popover-stage for tests."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from support.daemon import binary
from support.wayland_screen import until

CONFIGURATION = """
[stage]
socket = "wayland-1"
screenshots = true
virtualInput = true

[[output]]
name = "HEADLESS-1"
width = {width}
height = {height}

[[output]]
name = "HEADLESS-2"
display = "second"
width = 800
height = 600
"""


class PopoverStage:
    """A stage with one output of this size, or two; it can die and start again."""

    def __init__(self, daemon, width=1280, height=800, outputs=1, more=""):
        self.daemon = daemon
        self.outputs = outputs
        self.folder = tempfile.mkdtemp(prefix="popover-stage-")
        self.socket = os.path.join(self.folder, "wayland-1")
        self.configuration = os.path.join(self.folder, "stage.toml")
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(width=width, height=height) + more)
        self.environment = {
            "XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": "wayland-1", "HOME": self.folder}
        self.process = None

    def start(self):
        """Starts and waits until it listens."""
        pathlib.Path(self.socket).unlink(missing_ok=True)
        program = pathlib.Path(binary()).with_name("popover-stage")
        with open(os.path.join(self.folder, "log"), "ab") as log:
            # pylint: disable=consider-using-with
            self.process = subprocess.Popen(
                [program, self.configuration], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": self.folder,
                     "HOME": self.folder, "POPOVERD_SOCKET": self.daemon.socket,
                     "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": str(self.outputs),
                     "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"})
        until(self.is_up, "popover-stage to listen")
        return self

    def is_up(self):
        if self.process.poll() is not None:
            raise AssertionError(f"popover-stage ended: {self.told()}")
        return "serves Wayland clients" in self.told()

    def told(self):
        """Its standard error so far."""
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
