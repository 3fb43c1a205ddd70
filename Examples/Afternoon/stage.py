# SPDX-License-Identifier: MIT
"""Starts and ends the daemon, with its own socket, and the programs of the kiosk."""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree

from timeline import CAUGHT_UP, PATIENCE_SECONDS, ClaimFailed

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = HERE.parents[1] / "Clients" / "Python"
LOG_LINES_SHOWN = 40
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

# Descriptions of popoverd's events; other events are not printed.
WORDS = {
    "popover.opened": "grants {app} its popover",
    "popover.closed": "closes {app}'s popover ({reason})",
    "popover.refused": "refuses {app} a popover ({reason})",
    "popover.moved": "places {app}'s popover anew",
    "alert.presented": "has {app}'s alert shown above everything",
    "alert.answered": "passes the answer on to {app}: {button}",
    "draft.saved": "has {app}'s draft on disk, {bytes} bytes",
    "draft.restored": "gives {app} its draft back",
    "draft.discarded": "erases {app}'s draft",
    "session.began": "begins a session",
    "session.ended": "ends the session",
    "session.locked": "locks the kiosk",
    "session.unlocked": "unlocks the kiosk",
    "client.left": "sees {app} go away",
    "client.unresponsive": "has no sign of life from {app}",
}
# It comes and goes with every look at the scene.
UNMENTIONED = "popoverctl"


class Stage:
    """Starts, controls, observes and ends all processes of the afternoon."""

    def __init__(self, build, output, timeline):
        self.build = pathlib.Path(build).resolve()
        self.output = pathlib.Path(output).resolve()
        self.timeline = timeline
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="popoverd-afternoon-"))
        self.state = self.folder / "state"
        self.log = self.folder / "popoverd.log"
        self.complaints = self.folder / "programs.log"
        self.configuration = self.folder / "kiosk.toml"
        self.environment = {
            **os.environ,
            "POPOVERD_SOCKET": str(self.folder / "popoverd.sock"),
            "PATH": f"{self.build}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUTF8": "1",
            "PYTHONPATH": str(LIBRARY),
        }
        self.daemon = None
        self.programs = {}
        self.readers = []
        self.pictures = []
        self.state.mkdir(mode=0o700)
        self.output.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / self.configuration.name, self.configuration)

    # The daemon

    def start_daemon(self):
        """Starts the daemon and waits until it listens."""
        ready, written = os.pipe()
        command = [
            self.build / "popoverd", "--config", self.configuration,
            "--socket", self.environment["POPOVERD_SOCKET"], "--state", self.state,
            "--ready-fd", str(written),
        ]
        with self.log.open("ab") as log:
            self.daemon = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[written], start_new_session=True)
        os.close(written)
        # The pipe ends without a word where the daemon ends before it listens.
        readable, _, _ = select.select([ready], [], [], PATIENCE_SECONDS)
        word = os.read(ready, 1) if readable else b""
        os.close(ready)
        self.timeline.claim("popoverd listens", word, b"\n")
        daemon = self.daemon
        self.read(lambda: self.timeline.end("popoverd", daemon.wait()))

    @contextlib.contextmanager
    def configured(self, text):
        """Has the daemon obey a drop-in file for a while."""
        drop_in = self.folder / f"{self.configuration.name}.d" / "scene.toml"
        drop_in.parent.mkdir(exist_ok=True)
        drop_in.write_text(text, encoding="utf-8")
        self.popoverctl("config", "reload")
        yield
        drop_in.unlink()
        self.popoverctl("config", "reload")

    def kill_daemon(self):
        """Kills it without a chance to send or store anything."""
        self.timeline.expect_end("popoverd")
        self.timeline.remember()
        self.daemon.kill()
        self.timeline.wait("popoverd", "ended", status=-signal.SIGKILL)

    def stop_daemon(self):
        """Stops it like an administrator; returns its exit status."""
        self.timeline.expect_end("popoverd")
        self.timeline.remember()
        self.daemon.terminate()
        return self.timeline.wait("popoverd", "ended")["status"]

    # The programs

    def start(self, name, *command):
        """Starts a program of the kiosk and waits until it is connected."""
        with self.complaints.open("ab") as complaints:
            program = subprocess.Popen(
                command or [sys.executable, "-B", HERE / f"{name.replace('-', '_')}.py"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints,
                env=self.environment, encoding="utf-8", bufsize=1, start_new_session=True)
        self.programs[name] = program
        self.timeline.remember()
        self.read(lambda: self.listen(name, program))
        self.timeline.wait(name, "joined")

    def listen(self, name, program):
        for line in program.stdout:
            said = json.loads(line)
            event, words = said.pop("event"), said.pop("words", "")
            if name == "watcher" and event != "joined":
                self.timeline.add("popoverd", event, in_words(event, said), said)
            else:
                self.timeline.add(name, event, words, said)
        self.timeline.end(name, program.wait())

    def read(self, work):
        reader = threading.Thread(target=work, daemon=True)
        reader.start()
        self.readers.append(reader)

    def tell(self, name, line):
        """Sends an action to a program and remembers the time."""
        self.timeline.remember()
        self.hand(name, line)

    def hand(self, name, line):
        try:
            self.programs[name].stdin.write(line + "\n")
        except BrokenPipeError as error:
            raise ClaimFailed(f"{name} is there", "it takes a line", str(error)) from error

    def type(self, field, text):
        """Types into the payment form."""
        self.tell("payment", f"type {field} {text}")
        self.timeline.wait("payment", "typed", field=field)

    def kill(self, name):
        """Kills a program."""
        self.timeline.expect_end(name)
        self.timeline.remember()
        self.programs[name].kill()
        self.timeline.wait(name, "ended", status=-signal.SIGKILL)

    @contextlib.contextmanager
    def hung(self, name):
        """Has a program hang for a while: it is there, and does nothing."""
        self.timeline.remember()
        self.programs[name].send_signal(signal.SIGSTOP)
        yield
        self.timeline.remember()
        self.programs[name].send_signal(signal.SIGCONT)

    def catch_up(self):
        """Waits until all past events are on the timeline."""
        self.tell("watcher", "catch-up")
        self.timeline.wait("popoverd", CAUGHT_UP)

    # Fingers

    def tap(self, point, window=None):
        """Taps; the shield decides whether the window below gets the tap."""
        self.tell("touchscreen", f"tap {point[0]} {point[1]}")
        tapped = self.timeline.wait("touchscreen", "tapped")
        if window and not tapped["swallowed"]:
            self.hand(window, f"touch {point[0]} {point[1]} {tapped['time']}")
        return tapped

    def bare_tap(self, point, window, verb="touch"):
        """Taps without a shield: the window below gets the tap, too."""
        self.tell("touchscreen", f"bare-tap {point[0]} {point[1]}")
        tapped = self.timeline.wait("touchscreen", "tapped")
        self.hand(window, f"{verb} {point[0]} {point[1]} {tapped['time']}")
        return tapped

    def swipe(self, start, end):
        self.tell("touchscreen", "swipe {} {} {} {}".format(*start, *end))
        return self.timeline.wait("touchscreen", "swiped")

    # Looking

    def popoverctl(self, *arguments):
        """Its standard output; a failure is a claim that failed."""
        command = [self.build / "popoverctl", "--timeout", str(PATIENCE_SECONDS), *arguments]
        done = subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", timeout=PATIENCE_SECONDS, check=False)
        if done.returncode != 0:
            shown = " ".join(str(each) for each in ["popoverctl", *arguments])
            raise ClaimFailed(
                f"{shown} succeeds", "exit status 0",
                f"exit status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def status(self):
        """The whole scene."""
        return json.loads(self.popoverctl("--json", "status"))

    def picture(self, name):
        """Draws the current scene and checks the picture files."""
        stem = self.output / f"{len(self.pictures) + 1:02}-{name}"
        png, svg = stem.with_suffix(".png"), stem.with_suffix(".svg")
        self.popoverctl("draw", "--png", "-o", png)
        self.popoverctl("draw", "--svg", "-o", svg)
        with png.open("rb") as file:
            head = file.read(24)
        if head[:8] != PNG_SIGNATURE or min(struct.unpack(">II", head[16:24])) < 100:
            raise ClaimFailed(f"{png.name} is a picture", "a PNG file", head)
        xml.etree.ElementTree.parse(svg)
        self.pictures.append(png)

    def files_with(self, text):
        """The files of the daemon (drafts, journals, log) that contain this text."""
        needle = text.encode("utf-8")
        return sorted(
            str(path.relative_to(self.folder)) for path in self.folder.rglob("*")
            if path.is_file() and needle in path.read_bytes())

    def print_logs(self):
        """Prints the last lines on standard error of popoverd and the programs."""
        for who, log in [("popoverd", self.log), ("the programs", self.complaints)]:
            text = log.read_text("utf-8", "replace") if log.exists() else ""
            self.timeline.print()
            self.timeline.print(f"The last lines on standard error of {who}:")
            for line in text.splitlines()[-LOG_LINES_SHOWN:]:
                self.timeline.print(f"  {line}")

    # The end

    def close(self):
        """Ends all processes and removes everything except the pictures."""
        for who in [*self.programs, "popoverd"]:
            self.timeline.expect_end(who)
        processes = [*self.programs.values(), *([self.daemon] if self.daemon else [])]
        for process in processes:
            # Each leads a group of its own, with what it has started itself.
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        for reader in self.readers:
            reader.join()
        shutil.rmtree(self.folder, ignore_errors=True)


def in_words(event, facts):
    """The description of an event; empty if it is not printed."""
    if event == "client.left" and facts["app"] == UNMENTIONED:
        return ""
    return WORDS.get(event, "").format_map(facts)
