# SPDX-License-Identifier: MIT
"""A headless sway and Wayland programs for tests."""

import atexit
import functools
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

from support import ROOT
from support.daemon import PATIENCE
from support.places import until_next_millisecond

PROGRAMS = ROOT / "Tests" / "Machines" / "Screens" / "programs"

PACE = 0.02
# Sway refuses root; any other user will do.
NOBODY = 65534


def tool(name):
    """The path of an installed program."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    return path


@functools.lru_cache(maxsize=None)
def cellar():
    """A cache folder for compiled programs that every user may read."""
    folder = tempfile.mkdtemp(prefix="popover-wayland-")
    os.chmod(folder, 0o755)
    atexit.register(shutil.rmtree, folder, True)
    return folder


def description(protocol):
    """The path of a protocol's XML."""
    standard = subprocess.run(
        [tool("pkg-config"), "--variable=pkgdatadir", "wayland-protocols"],
        check=True, capture_output=True, text=True).stdout.strip()
    for path in (pathlib.Path(standard, "stable", protocol, f"{protocol}.xml"),
                 pathlib.Path(standard, "staging", protocol[:-3], f"{protocol}.xml"),
                 pathlib.Path(standard, "unstable", protocol.split("-unstable")[0], f"{protocol}.xml")):
        if path.exists():
            return str(path)
    # The one that the version of Debian has.
    listed = subprocess.run(
        ["dpkg", "-L", "librust-wayland-protocols-dev", "librust-wayland-protocols-wlr-dev"],
        check=False, capture_output=True, text=True).stdout
    return next(line for line in listed.splitlines() if line.endswith(f"/{protocol}.xml"))


def protocol_code(folder, protocols, side="client"):
    """Generates the code of these protocols; returns the paths of the C files."""
    ending = "" if side == "client" else "-server"
    sources = []
    for protocol in protocols:
        base = os.path.join(folder, protocol)
        for what, path in (("private-code", f"{base}.c"), (f"{side}-header", f"{base}{ending}.h")):
            subprocess.run(
                [tool("wayland-scanner"), what, description(protocol), path], check=True)
        sources.append(f"{base}.c")
    return sources


@functools.lru_cache(maxsize=None)
def compiled(names, protocols, side="client"):
    """Compiles C files of these names; returns the program's path."""
    folder = os.path.join(cellar(), names[0])
    os.mkdir(folder)
    os.chmod(folder, 0o755)
    sources = [str(PROGRAMS / f"wayland_{name}.c") for name in names]
    sources += protocol_code(folder, protocols, side)
    program = os.path.join(folder, "program")
    subprocess.run(
        [tool("gcc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{folder}",
         *sources, f"-lwayland-{side}", "-o", program], check=True)
    return program


def until(condition, what, patience=PATIENCE):
    """Polls the condition and returns its first true value."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"timed out waiting for {what}")
        time.sleep(PACE)
    return value


class Program:
    """A process with a line protocol."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], **environment})
        self.rest = b""

    def write(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def read(self, patience=PATIENCE):
        """The next line; None after the timeout."""
        deadline = time.monotonic() + patience
        while b"\n" not in self.rest:
            left = max(0, deadline - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise AssertionError(f"{self.process.args[0]} ended: {self.process.wait()}")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


CONFIGURATION = """
xwayland disable
default_border none
output HEADLESS-1 resolution 1280x800 position 0 0
output HEADLESS-2 resolution 800x600 position 1280 0
output X11-1 resolution 1000x700 position 0 0
"""


def admit(socket):
    """Lets the daemon's plugin connect to another user's server: in its sandbox root is nobody special."""
    if os.geteuid() == 0:
        os.chmod(os.path.dirname(socket), 0o711)
        os.chmod(socket, 0o777)


class Sway:
    """A sway with one output of 1280 x 800; it can die and start again.

    Or with one of 1000 x 700 in the window of an X server, whose fingers are its.
    """

    def __init__(self, x_display=None):
        self.backend = (
            {"WLR_BACKENDS": "x11", "DISPLAY": x_display} if x_display
            else {"WLR_BACKENDS": "headless"})
        self.folder = tempfile.mkdtemp(prefix="popover-sway-")
        self.configuration = os.path.join(self.folder, "config")
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)
        os.chmod(self.configuration, 0o644)
        os.chmod(self.folder, 0o700)
        self.prefix = []
        self.path = os.environ["PATH"]
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
            self.prefix = [
                tool("setpriv"), f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        # The first that sway takes.
        self.socket = os.path.join(self.folder, "wayland-1")
        self.environment = {
            "XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": "wayland-1", "HOME": self.folder}
        self.process = None

    def start(self):
        """Starts and waits until it listens."""
        # One of before it would not take.
        pathlib.Path(self.ipc).unlink(missing_ok=True)
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.command_line, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.surroundings)
        try:
            until(self.is_up, "sway to listen")
        except AssertionError as error:
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                raise AssertionError(f"{error}:\n{log.read()[-4000:]}") from None
        admit(self.socket)
        return self

    @property
    def command_line(self):
        """The command that `start` runs."""
        return [*self.prefix, tool("sway"), "--config", self.configuration]

    @property
    def surroundings(self):
        """The environment of the command."""
        return {
            "PATH": self.path, "XDG_RUNTIME_DIR": self.folder, "HOME": self.folder,
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "SWAYSOCK": self.ipc,
            **self.backend}

    @property
    def ipc(self):
        return os.path.join(self.folder, "ipc")

    def is_up(self):
        return self.process.poll() is None and subprocess.run(
            [tool("swaymsg"), "--socket", self.ipc, "-t", "get_version"], check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def command(self, *words):
        answer = subprocess.run(
            [tool("swaymsg"), "--socket", self.ipc, "--raw", *words], check=True,
            capture_output=True, text=True, timeout=PATIENCE).stdout
        return json.loads(answer)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Finger(Program):
    """Presses and releases, on a layout of this size; presses come later than all that was done
    before."""

    PRIMARY = 0x110

    def __init__(self, sway, width=1280, height=800):
        program = compiled(("finger",), ("wlr-virtual-pointer-unstable-v1",))
        self.size = f"{width} {height}"
        super().__init__([program], sway.environment)
        self.heard()

    def heard(self):
        answer = self.read()
        if answer != "done":
            raise AssertionError(f"the finger says {answer!r}")

    def tap(self, x, y, button=PRIMARY):
        """Acts and waits until the server has processed it."""
        self.press(x, y, button)
        self.release(button)

    def press(self, x, y, button=PRIMARY):
        until_next_millisecond()
        self.write(f"press {button} {x} {y} {self.size}")
        self.heard()

    def release(self, button=PRIMARY):
        self.write(f"release {button}")
        self.heard()


class Window(Program):
    """A window of a program without popoverd; fullscreen unless it is "tiled", or a surface of the layer
    "overlay", which demands the keyboard."""

    def __init__(self, sway, *words):
        program = compiled(("window",), ("xdg-shell", "wlr-layer-shell-unstable-v1"))
        super().__init__([program, *words], sway.environment)
        line = self.read()
        if not (line or "").startswith("shown "):
            raise AssertionError(f"the window says {line!r}")

    def pressed(self):
        """The place of the next press, in points."""
        line = self.read()
        if not (line or "").startswith("press "):
            raise AssertionError(f"the window was not pressed: {line!r}")
        return tuple(int(word) for word in line.split()[1:])

    def told(self):
        """Every line about earlier input."""
        self.write("ping")
        lines = []
        while (line := self.read()) != "pong":
            if line is None:
                raise AssertionError(f"the window hangs, after {lines}")
            lines.append(line)
        return lines


class Stage(Program):
    """A scripted Wayland server that reports its client's requests."""

    PROTOCOLS = (
        "xdg-shell", "viewporter", "ext-idle-notify-v1", "wlr-layer-shell-unstable-v1")

    def __init__(self, folder, *missing):
        self.socket = os.path.join(folder, "wayland-7")
        program = compiled(("stage", "stage_surfaces"), self.PROTOCOLS, "server")
        super().__init__(
            [program, os.path.basename(self.socket), *missing], {"XDG_RUNTIME_DIR": folder})
        self.lines = []
        self.said("done")

    def order(self, *words):
        # What people do comes later than all that was done before.
        if words[0] in ("down", "button"):
            until_next_millisecond()
        self.write(" ".join(str(word) for word in words))
        self.said("done")

    def said(self, line):
        """Waits for this line and removes it."""
        deadline = time.monotonic() + PATIENCE
        while line not in self.lines:
            fresh = self.read(max(0, deadline - time.monotonic()))
            if fresh is None:
                raise AssertionError(f"the server never said {line!r}: {self.lines}")
            self.lines.append(fresh)
        self.lines.remove(line)
