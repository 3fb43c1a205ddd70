# SPDX-License-Identifier: MIT
"""X servers for tests, windows on them, and input devices."""

import atexit
import functools
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

from support import ROOT
from support.daemon import PATIENCE
from support.places import until_next_millisecond

# Whether somebody composites; Debian's Python has what it needs.
IS_COMPOSITED = """
import gi
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk
print(Gdk.Screen.get_default().is_composited())
"""
PROGRAMS = ROOT / "Tests" / "Machines" / "Screens" / "programs"
WIDTH, HEIGHT = 1000, 700

XORG = """
Section "ServerFlags"
    Option "AutoAddDevices" "false"
    Option "DontVTSwitch" "true"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 65536
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 5-1000
    VertRefresh 5-200
    Modeline "{width}x{height}" 60 {width} {w1} {w2} {w3} {height} {h1} {h2} {h3}
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Modes "{width}x{height}"
        Virtual {width} {height}
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "touch"
    Driver "inputtest"
    Option "SocketPath" "{socket}"
    Option "DeviceType" "Touch"
    Option "TouchCount" "10"
EndSection
Section "ServerLayout"
    Identifier "layout"
    Screen "screen"
    InputDevice "touch" "SendCoreEvents"
EndSection
"""


@functools.lru_cache(maxsize=None)
def cellar():
    folder = tempfile.mkdtemp(prefix="popover-screens-")
    atexit.register(shutil.rmtree, folder, True)
    return folder


@functools.lru_cache(maxsize=None)
def compiled(name, *libraries):
    """Compiles a test program; returns its path."""
    path = os.path.join(cellar(), name)
    subprocess.run(
        [os.environ.get("CC", "cc"), "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror",
         str(PROGRAMS / f"{name}.c"), "-o", path,
         *(f"-l{library}" for library in libraries)],
        check=True, stdin=subprocess.DEVNULL)
    return path


def needed(program):
    """The path of a program; an error names a missing one."""
    path = shutil.which(program, path=os.environ["PATH"] + ":/usr/lib/xorg")
    if path is None:
        raise FileNotFoundError(f"{program} is not installed; `make test-tools` does that")
    return path


class NothingSaid(AssertionError):
    """A program has not said what it was expected to say."""


class Companion:
    """A process that answers each line with a line."""

    def __init__(self, command, display=None, environment=None):
        told = {"DISPLAY": display} if display else environment
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **told})
        self.rest = b""

    def line(self, patience=PATIENCE):
        while b"\n" not in self.rest:
            readable, _, _ = select.select([self.process.stdout], [], [], patience)
            data = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            if not data:
                raise NothingSaid(f"{self.process.args[0]} says nothing")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def told(self, command="ping"):
        """Sends a command and returns the lines of its answer."""
        self.tell(command)
        lines = []
        while (line := self.line()) != "pong":
            lines.append(line)
        return lines

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


class Window(Companion):
    """A window; `taken()` returns its taps and `keys` the typed keys."""

    def __init__(self, display, x, y, width, height, *words):
        path = compiled("x11_window", "xcb", "xcb-xinput")
        super().__init__([path, *map(str, (x, y, width, height, *words))], display)
        self.is_top = None
        self.keys = []
        if self.line() != "ready":
            raise AssertionError("a window does not open")

    def taken(self, command="ping"):
        """The places of presses and touches since the last call."""
        places = []
        for line in self.told(command):
            self.is_top = line == "top"
            if line.startswith("key "):
                self.keys.append(int(line.split()[1]))
            elif line not in ("top", "below"):
                _, x, y = line.split()
                places.append((int(x), int(y)))
        return places

    def until_below(self):
        """Waits until another window is above it."""
        deadline = time.monotonic() + PATIENCE
        self.is_top = True
        while self.is_top:
            if time.monotonic() > deadline:
                raise AssertionError("a window stays above all others")
            self.taken("stack")


class Hand(Companion):
    """Fingers, or a mouse. What it does the server has done when a call returns; what it presses
    it presses later than all that was done before."""

    def do(self, *command):
        if command[0] == "down":
            until_next_millisecond()
        self.tell(" ".join(map(str, command)))
        if self.line() != "done":
            raise AssertionError("a finger is stuck")

    def tap(self, x, y, finger=0):
        self.do("down", finger, x, y)
        self.do("up", finger)


class XServer:
    """A running X server; `kill` and `start` restart it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="popover-x-")
        self.companions = []
        self.process = None
        self.number = None
        self.start()

    def command(self):
        raise NotImplementedError

    def hand(self):
        raise NotImplementedError

    def start(self):
        reading, writing = os.pipe()
        chosen = [] if self.number is None else [f":{self.number}"]
        program, *arguments = self.command()
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [needed(program), *chosen, "-displayfd", str(writing), "-nolisten", "tcp",
                 "-noreset", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[writing])
        os.close(writing)
        # It writes its number and the line's end one after the other.
        told = b""
        while not told.endswith(b"\n"):
            readable, _, _ = select.select([reading], [], [], PATIENCE)
            part = os.read(reading, 16) if readable else b""
            if not part:
                break
            told += part
        os.close(reading)
        if not told.endswith(b"\n"):
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                raise AssertionError(f"{program} does not start:\n{log.read()}")
        self.number = int(told)

    @property
    def display(self):
        return f":{self.number}"

    def window(self, x=0, y=0, width=WIDTH, height=HEIGHT, *words):
        return self.companion(Window(self.display, x, y, width, height, *words))

    def companion(self, companion):
        self.companions.append(companion)
        return companion

    def compose(self):
        """Starts a compositor, without which nothing shows through."""
        self.companion(Companion(
            [needed("picom"), "--backend", "xrender", "--config", "/dev/null"],
            self.display))

    def is_composited(self):
        return subprocess.run(
            ["/usr/bin/python3", "-c", IS_COMPOSITED], check=True, stdin=subprocess.DEVNULL,
            capture_output=True, env={**os.environ, "DISPLAY": self.display}).stdout == b"True\n"

    def manage(self, **environment):
        """Starts a window manager; windows that open from now on are its."""
        manager = self.companion(Companion(
            [needed("openbox"), "--sm-disable", "--startup", "echo started"],
            environment={"DISPLAY": self.display, **environment}))
        while manager.line() != "started":
            pass

    def kill(self):
        for companion in self.companions:
            companion.close()
        self.companions = []
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        # What a server removes that ends by itself.
        for path in (f"/tmp/.X{self.number}-lock", f"/tmp/.X11-unix/X{self.number}"):
            if os.path.exists(path):
                os.remove(path)

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Xvfb(XServer):
    """A screen with a mouse."""

    def command(self):
        return ["Xvfb", "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]

    def hand(self):
        return self.companion(Hand([compiled("x11_mouse", "xcb", "xcb-xtest")], self.display))


class TouchScreen(XServer):
    """A touch screen: Xorg without hardware."""

    width, height = WIDTH, HEIGHT

    def command(self):
        configuration = os.path.join(self.folder, "xorg.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            width, height = self.width, self.height
            file.write(XORG.format(
                width=width, height=height, socket=self.socket,
                w1=width + 8, w2=width + 16, w3=width + 64,
                h1=height + 2, h2=height + 4, h3=height + 16))
        return ["Xorg", "-config", configuration, "-novtswitch", "-sharevts",
                "-logfile", os.path.join(self.folder, "xorg.log")]

    def arrange(self, *arguments):
        """Connects and disconnects monitors with xrandr."""
        self.run("xrandr", *arguments)

    def turn_upside_down(self):
        """Maps the touch screen to an output."""
        matrix = "-1 0 1 0 -1 1 0 0 1".split()
        self.run("xinput", "set-prop", "touch", "Coordinate Transformation Matrix", *matrix)

    def run(self, program, *arguments):
        subprocess.run(
            [needed(program), *arguments], env={**os.environ, "DISPLAY": self.display},
            check=True, stdin=subprocess.DEVNULL)

    @property
    def socket(self):
        return os.path.join(self.folder, "touch")

    def hand(self):
        path = compiled("x11_touch")
        size = str(self.width), str(self.height)
        return self.companion(Hand([path, self.socket, *size], self.display))
