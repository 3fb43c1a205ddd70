# SPDX-License-Identifier: MIT
"""The example kiosk: a screen, popoverd and programs of four toolkits, started and ended."""

import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIBRARY = ROOT / "Clients" / "Python"
PATIENCE = 60.0
BUILT = ROOT / ".build"
# Programs find the library for GTK as it was built here.
GTK = {"GI_TYPELIB_PATH": str(BUILT / "gtk" / "plain"),
       "LD_LIBRARY_PATH": f"{BUILT / 'c' / 'plain'}:{BUILT / 'gtk' / 'plain'}"}
PYTHON = "/usr/bin/python3"  # the one that Debian's packages of GTK are for
FRAMES = {
    "kiosk": "0,0,1280x64", "shop": "0,64,880x736", "lockers": "880,64,400x240",
    "timetable": "880,304,400x248", "payment": "880,552,400x248",
}


def reserved_port():
    """A socket whose port is nobody's but of who says SO_REUSEADDR and its number, as the gateway
    for pages does, until the socket is closed."""
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    # Only now: a port that is bound so is handed out once.
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return holder


def morning():
    """A time zone in which it is 09:58: the trains of the example's timetable are still to come."""
    now = time.gmtime()
    hours, minutes = divmod((now.tm_hour * 60 + now.tm_min - (9 * 60 + 58)) % (24 * 60), 60)
    return f"KIOSK{hours}:{minutes:02}"


def daemon_path():
    """$POPOVERD, else what was built last for release or debugging."""
    for path in (os.environ.get("POPOVERD"), *(ROOT / ".build" / each / "popoverd"
                                               for each in ("release", "debug"))):
        if path and os.path.exists(path):
            return os.path.abspath(path)
    raise FileNotFoundError("popoverd is not built; `make build` does that")


class Pages(http.server.SimpleHTTPRequestHandler):
    """The shop, and popover.js beside it."""

    def translate_path(self, path):
        name = os.path.basename(path.split("?")[0])
        return str((ROOT / "Clients" / "Web" if name.startswith("popover") else HERE / "shop") / name)

    def log_message(self, *_):
        pass


class Station:
    """Everything runs when it is made; `close` ends it. `lines` is what all programs have said.

    `nested` is a display in a window of which its screen is, `screen` one that it has for itself;
    without either its screen is nowhere. `more` are lines of the daemon's configuration, and
    `environment` variables of all programs; an address of a bus there is that of theirs.
    """

    def __init__(self, nested=None, screen=None, daemon=None, more="", **environment):
        self.folder = tempfile.mkdtemp(prefix="popover-kiosk-")
        self.processes, self.lines, self.heard = {}, [], threading.Condition()
        self.daemon, self.reserved = daemon or daemon_path(), reserved_port()
        self.more = more
        self.port = self.reserved.getsockname()[1]
        self.environment = {
            **os.environ, "XDG_RUNTIME_DIR": self.folder, "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11",
            "POPOVERD_SOCKET": os.path.join(self.folder, "popoverd.sock"),
            "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "xcb", "GTK_THEME": "Adwaita",
            "GSETTINGS_BACKEND": "memory", "PYTHONDONTWRITEBYTECODE": "1", "TZ": morning(), **environment,
        }
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        try:
            self.environment["DISPLAY"] = screen or self.start_screen(nested)
            self.start_session(environment)
            self.start_daemon()
            self.build()
            for name in ("kiosk", "lockers", "timetable"):
                file = HERE / ("shell.py" if name == "kiosk" else f"{name}.py")
                self.start(name, PYTHON, file, "--frame", FRAMES[name], **GTK)
            self.start_browser()
            self.start("payment", BUILT / "kiosk" / "payment", "--frame", FRAMES["payment"])
        except BaseException:
            self.close()
            raise

    # Starting

    def start_screen(self, nested=None, name="screen", size="1280x800"):
        """An X server; its name."""
        reading, writing = os.pipe()
        server = ["Xephyr", "-screen", size, "-title", "Kiosk"] if nested else [
            "Xvfb", "-screen", "0", f"{size}x24"]
        self.start(name, *server, "-displayfd", str(writing), "-nolisten", "tcp", "-noreset",
                   descriptors=[writing], DISPLAY=nested or "")
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{int(told.readline())}"

    def start_session(self, environment):
        """A bus, a window manager and, for shadows, a compositor."""
        if "DBUS_SESSION_BUS_ADDRESS" not in environment:
            self.start("bus", "dbus-daemon", "--session", "--nofork", "--print-address=1")
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.wait(r"bus: (unix:.*)")[1]
        self.start("windows", "openbox", "--sm-disable", "--config-file", HERE / "openbox.xml",
                   "--startup", "echo ready")
        self.wait("windows: ready")
        # Without its option, picom 12 paints black between the old and the new place of the focus ring.
        self.start("compositor", "picom", "--backend", "xrender", "--no-use-damage", "--config", "/dev/null")

    def start_daemon(self, patience=None):
        """With the kiosk's configuration, in which two ports become free ones, and the user ours.

        `patience` are the times in milliseconds until people are asked whether they are there, and
        in which they can answer.
        """
        idle, warn = patience or (90000, 20000)
        text = self.configuration()
        for written, ours in (
                (":8080", f":{self.site.server_port}"), ("7411", str(self.port)),
                ('"kiosk"', f'"{os.getuid()}"'), ("idleAfterMs = 90000", f"idleAfterMs = {idle}"),
                ("warnMs = 20000", f"warnMs = {warn}")):
            text = text.replace(written, ours)
        path = pathlib.Path(self.folder, "popoverd.toml")
        text = "\n".join([text, self.more])
        path.write_text("\n".join([text, self.own_plugins(text)]), encoding="utf-8")
        reading, writing = os.pipe()
        self.start("popoverd", self.daemon, "--config", path, "--state", f"{self.folder}/state",
                   "--ready-fd", str(writing), descriptors=[writing])
        os.close(writing)
        with os.fdopen(reading) as told:
            if told.readline() != "\n":
                raise RuntimeError(f"popoverd did not start:\n{self.last()}")

    def own_plugins(self, configuration):
        """A build has more files beside a program than the daemon can judge: it gets a folder of its own."""
        names = re.findall(r'^name = "(.*)"', configuration, flags=re.M)
        built = [pathlib.Path(self.daemon).with_name(f"popover-{name}.plugin") for name in names]
        built = [path for path in built if path.exists()]
        if not built or "[plugins]" in configuration:
            return ""
        folder = pathlib.Path(self.folder, "plugins")
        folder.mkdir(mode=0o755, exist_ok=True)
        for path in built:
            shutil.copy(path, folder)
        return f"[plugins]\ndirectory = {json.dumps(str(folder))}"

    def configuration(self):
        """The daemon's, as it is written."""
        return (HERE / "popoverd.toml").read_text(encoding="utf-8")

    def until_screen(self, since):
        """Waits until the daemon sees the screen, in what is said from the number `since` on."""
        self.wait("popoverd: .* connected to the X server", since)

    def start_keyboard(self):
        """An on-screen keyboard."""
        self.start("keyboard", "xvkbd", "-no-jump-pointer", "-geometry", "860x320+10+470")

    def start_browser(self):
        """Chromium opens a file that leads to the shop and hands it the token.

        The file is this user's alone. An address on the command line can be read by every user.
        """
        self.wait("pages may connect to port")
        token = pathlib.Path(self.folder, "web-token").read_text(encoding="ascii").strip()
        address = (f"http://127.0.0.1:{self.site.server_port}/index.html?port={self.port}"
                   f"&frame={FRAMES['shop']}#token={token}")
        first = pathlib.Path(self.folder, "shop.html")
        first.touch(mode=0o600)
        first.write_text(f"<script>location.replace({json.dumps(address)})</script>", "utf-8")
        x, y, width, height = re.split("[,x]", FRAMES["shop"])
        self.start(
            "shop", "chromium", f"--app={first.as_uri()}",
            f"--window-position={x},{y}", f"--window-size={width},{height}",
            f"--user-data-dir={self.folder}/browser", "--no-first-run", "--disable-gpu",
            "--disable-dev-shm-usage", "--disable-background-networking", "--disable-pinch",
            "--password-store=basic", "--enable-logging=stderr", "--log-level=0",
            # Chromium as root needs the first; the second keeps it from saying so on the screen.
            *(() if os.geteuid() else ("--no-sandbox", "--test-type")))

    def build(self):
        """The libraries and the program in C++, where they have changed."""
        folder = BUILT / "kiosk"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["make", "--silent", "-C", HERE, f"FOLDER={folder}", folder / "payment"], check=True)

    def start(self, name, program, *arguments, descriptors=(), **environment):
        """Starts a program of the kiosk; all that it says is in `lines`, after its name."""
        if not shutil.which(program):
            raise FileNotFoundError(f"{program} is not installed; `make kiosk-tools` does that")
        process = subprocess.Popen(
            [program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, pass_fds=descriptors,
            env={**self.environment, **environment},
            start_new_session=True)
        self.processes[name] = process
        threading.Thread(target=self.listen, args=(name, process.stdout), daemon=True).start()

    # What they say

    def listen(self, name, output):
        with output:
            for line in output:
                self.hear(name, line.decode(errors="replace").rstrip())

    def hear(self, name, words):
        # Pages speak through Chromium's log, which ends a line later: others may speak in between. So may it
        # before others have ended theirs, if they write a line and its end one after the other.
        said = re.split(r'\[[^][]*CONSOLE[^]]*\] "(.*?)", source: \S* \(\d+\)', words)
        with self.heard:
            for line in filter(None, said):
                self.lines.append(line if line.startswith(f"{name}: ") else f"{name}: {line}")
            self.heard.notify_all()

    def last(self):
        """What was said last, the latest first, for whoever has to find out what went wrong."""
        # A browser complains of every service that a kiosk lacks, and a bus tells whom it starts.
        told = [line for line in self.lines if not re.search(r"(ERROR|WARNING):\w+/|^bus: ", line)]
        return "\n".join(told[:-60:-1])

    def wait(self, pattern, since=0):
        """The first line from the number `since` on in which this is found, waited for."""
        with self.heard:
            found = []

            def is_said():
                said = (re.search(pattern, line) for line in self.lines[since:])
                found.extend(filter(None, said))
                return bool(found)
            if not self.heard.wait_for(is_said, PATIENCE):
                raise TimeoutError(f"nobody says {pattern!r} in these lines, the latest first:\n{self.last()}")
            return found[0]

    # The end

    def kill(self, name):
        """As if it had crashed."""
        process = self.processes.pop(name)
        os.killpg(process.pid, 9)
        process.wait(PATIENCE)

    def close(self):
        """Ends everything, what was started last first."""
        for name, process in reversed(list(self.processes.items())):
            for signal in (15, 9):
                try:
                    os.killpg(process.pid, signal)
                    process.wait(5)
                    break
                except ProcessLookupError:
                    break
                except subprocess.TimeoutExpired:
                    continue
            process.wait(PATIENCE)
            del self.processes[name]
        self.site.shutdown()
        self.site.server_close()
        self.reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)
