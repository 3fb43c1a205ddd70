# SPDX-License-Identifier: MIT
"""A Speech Dispatcher for one test, whose synthesizer writes down what it speaks."""

import contextlib
import os
import pathlib
import select
import signal
import socket
import time
from typing import NamedTuple

from support.daemon import PATIENCE
from support.session_bus import LineProcess, tool

RECORD = pathlib.Path(__file__).parent / "programs" / "record"

# Debian's module for any synthesizer; without sound, and with all sentences at once.
DISPATCHER = """
LogLevel 1
AudioOutputMethod "alsa"
AudioALSADevice "null"
DefaultLanguage "en"
AddModule "recorder" "sd_generic" "recorder.conf"
DefaultModule "recorder"
"""
MODULE = r"""
GenericDefaultCharset "utf-8"
GenericDelimiters "~"
GenericLanguage "en" "en" "utf-8"
GenericLanguage "de" "de" "utf-8"
GenericExecuteSynth "printf %s \'$DATA\' | {record} {folder} \'$LANGUAGE\' \'$VOLUME\' \'$RATE\'"
AddVoice "en" "MALE1" "en"
AddVoice "de" "MALE1" "de"
"""


class Utterance(NamedTuple):
    language: str
    words: str
    volume: float
    rate: float


class Voice:
    """It may be killed and started again at the same address."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "voice")
        self.socket = os.path.join(self.folder, "socket")
        self.address = f"unix_socket:{self.socket}"
        self.process = None
        self.rest = b""
        os.makedirs(os.path.join(self.folder, "modules"))
        self.write("speechd.conf", DISPATCHER)
        self.write("modules/recorder.conf", MODULE.format(record=RECORD, folder=self.folder))
        for pipe in ("words", "gate"):
            os.mkfifo(self.path(pipe))
        # Also for writing, so that it does not end with a writer.
        self.words = os.open(self.path("words"), os.O_RDWR)
        self.gate = os.open(self.path("gate"), os.O_RDWR)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        pathlib.Path(self.path(name)).write_text(text, encoding="utf-8")

    def start(self):
        """Starts it and waits until it listens."""
        self.process = LineProcess(
            # In a group of its own, with its modules, which outlive it.
            tool("setsid"), tool("speech-dispatcher"), "--run-single", "--timeout", "0", "--config-dir", self.folder,
            "--log-dir", self.folder, "--pid-file", self.path("pid"), "--communication-method",
            "unix_socket", "--socket-path", self.socket,
            env={**os.environ, "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder})
        deadline = time.monotonic() + PATIENCE
        while not self.listens():
            if self.process.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"no dispatcher: {self.process.finish()}")
            time.sleep(0.01)
        return self

    def listens(self):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.socket) == 0

    def kill(self):
        """Sends SIGKILL to it and its module."""
        os.killpg(self.process.process.pid, signal.SIGKILL)
        self.process.close()
        self.process = None
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.socket)

    def close(self):
        if self.process is not None:
            self.kill()
        os.close(self.words)
        os.close(self.gate)

    # What it speaks

    def next(self):
        """The next words that it speaks."""
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.rest:
            left = max(0, deadline - time.monotonic())
            if not select.select([self.words], [], [], left)[0]:
                raise AssertionError(f"waited for words in vain; so far {self.rest}")
            self.rest += os.read(self.words, 65536)
        line, self.rest = self.rest.split(b"\n", 1)
        language, volume, rate, words = line.decode().split("|", 3)
        return Utterance(language, words, float(volume), float(rate))

    def hold(self):
        """From now on it goes on speaking, until `release`."""
        self.write("held", "")

    def release(self):
        """Lets it end what it speaks."""
        os.unlink(self.path("held"))
        os.write(self.gate, b"\n")
