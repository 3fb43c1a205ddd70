# SPDX-License-Identifier: MIT
"""A headless popover-stage for tests, and programs that act on it."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from support.daemon import binary
from support.wayland_screen import Program, compiled, until

# Of every client, as tests need it.
RIGHTS = """
keyboard = true
screenshots = true
virtualInput = true
"""
CONFIGURATION = """
[stage]
socket = "wayland-1"
{rights}
{settings}

[[output]]
name = "HEADLESS-1"
width = {width}
height = {height}
{output}

[[output]]
name = "HEADLESS-2"
display = "second"
width = 800
height = 600
{second}
"""


class PopoverStage:
    """A stage with one output of this many pixels, or two; it can die and start again."""

    def __init__(self, daemon, width=1280, height=800, outputs=1, more="", settings="", output="",
                 rights=RIGHTS):
        self.daemon = daemon
        self.folder = tempfile.mkdtemp(prefix="popover-stage-")
        self.socket = os.path.join(self.folder, "wayland-1")
        self.configuration = os.path.join(self.folder, "stage.toml")
        self.width, self.height, self.settings, self.more = width, height, settings, more
        self.rights = rights
        self.set_output(output)
        self.environment = {
            "XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": "wayland-1", "HOME": self.folder}
        # Outputs and devices of wlroots.
        self.backend = {
            "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": str(outputs),
            "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.path = os.environ["PATH"]
        self.process = None
        self.busy = []

    def set_output(self, output, second=""):
        """Writes the configuration, with these lines about the first output, and about the second."""
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                width=self.width, height=self.height, rights=self.rights, settings=self.settings,
                output=output, second=second) + self.more)

    def start(self):
        """Starts and waits until it listens."""
        pathlib.Path(self.socket).unlink(missing_ok=True)
        program = binary("popover-stage")
        with open(os.path.join(self.folder, "log"), "ab") as log:
            # pylint: disable=consider-using-with
            self.process = subprocess.Popen(
                [program, self.configuration], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": self.path, "XDG_RUNTIME_DIR": self.folder,
                     "HOME": self.folder, "POPOVERD_SOCKET": self.daemon.socket,
                     "WLR_RENDERER": "pixman", **self.backend})
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

    def load(self):
        """Keeps every processor busy until it is closed."""
        for _ in range(os.cpu_count() or 1):
            # pylint: disable=consider-using-with
            self.busy.append(subprocess.Popen(["sh", "-c", "while :; do :; done"]))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for process in self.busy:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def actor_program():
    """The path of the program that an `Actor` is."""
    return compiled(("actor",), ("xdg-shell", "wlr-layer-shell-unstable-v1", "text-input-unstable-v3"))


class Actor(Program):
    """A client of the daemon and of a display server at once, with windows of one color each; it answers
    the daemon's requests."""

    def __init__(self, screen, daemon, app, program=None, **params):
        super().__init__([program or actor_program(), daemon.socket], screen.environment)
        self.lines = []
        self.count = 0
        # The windows of popovers and alerts, by their ids.
        self.open = {}
        # It moves its windows itself.
        self.places_windows = False
        self.client = self.call("hello", protocol=1, app=app, **params)["client"]

    def start(self, method, **params):
        """Sends a request and returns its id."""
        self.count += 1
        self.write(json.dumps(
            {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        return self.count

    def call(self, method, **params):
        """The result, or the error."""
        request = self.start(method, **params)
        answer = self.message(lambda line: line.get("id") == request and "method" not in line)
        return answer.get("result", answer.get("error"))

    def message(self, wanted):
        """The next line of the daemon's for which this holds."""
        return self.take(lambda line: line.startswith("{") and wanted(json.loads(line)), json.loads)

    def told(self, words):
        """The next line that begins so."""
        return self.take(lambda line: line.startswith(words), str)

    def take(self, holds, value):
        for line in self.lines:
            if holds(line):
                self.lines.remove(line)
                return value(line)
        while (line := self.read()) is not None:
            self.hear(line)
            if holds(line):
                if line in self.lines:
                    self.lines.remove(line)
                return value(line)
        raise AssertionError(f"nothing came, after {self.lines}")

    def hear(self, line):
        self.lines.append(line)
        message = json.loads(line) if line.startswith("{") else {}
        params = message.get("params", {})
        if message.get("method") in ("popover.willClose", "popover.closed"):
            self.close_window(params["popover"])
        if message.get("method") == "alert.dismiss":
            self.close_window(params["alert"])
        if message.get("method") == "popover.moved" and self.places_windows:
            name, frame = self.open.get(params["popover"]), params["frame"]
            place = " ".join(str(round(frame[side])) for side in ("x", "y", "width", "height"))
            if name is not None:
                self.write(f"place {name} moved 0 {place}")
        if "method" in message and "id" in message:
            self.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}))

    def close_window(self, name):
        """Hides the window of a popover or an alert that is over, if it is there."""
        window = self.open.pop(name, None)
        if window is not None:
            self.write(f"hide {window}")

    def pong(self):
        """Every line that is not the daemon's, about what has happened before."""
        self.write("ping")
        self.told("pong")
        lines = [line for line in self.lines if not line.startswith("{")]
        self.lines = [line for line in self.lines if line.startswith("{")]
        return lines

    def show(self, name, title, color):
        """Shows a window, and returns its size when it is there."""
        self.write(f"show {name} {title} {color}")
        return self.shown(name)

    def shown(self, name):
        return tuple(int(word) for word in self.told(f"shown {name} ").split()[-2:])

    def popover(self, color, anchor, size=(320, 200), **params):
        """Opens a popover and shows its window; returns its frame and its id."""
        granted = self.call(
            "popover.open", behavior="task", anchor=anchor,
            size={"width": size[0], "height": size[1]}, **params)
        popover = granted["popover"]
        self.open[popover] = popover
        self.write(f"show {popover} popover:{popover} {color}")
        return granted["frame"], popover
