# SPDX-License-Identifier: MIT
"""Transcripts of plugins that are programs, played to the programs themselves.

    lunch: starts at 12:30          the program is started; a clock would show it this time
    lunch: starts                   the same, whatever the time is
    lunch< {"jsonrpc":"2.0",…}      the program reads this line
    lunch> {"jsonrpc":"2.0",…}      the next line that it writes
    lunch: ends                     it ends with 0, and has written nothing else

Lines that begin with a space belong to the line above. `…` stands for something, as in the
protocol's transcripts.
"""

import json
import os
import re
import select
import subprocess
import time

from support import ROOT
from support.daemon import PATIENCE

from support.transcript import Mismatch, difference, fits, parse, steps

EXAMPLES = ROOT / "Examples" / "Plugins"

START = re.compile(r"starts(?: at (\d\d):(\d\d))?")


def zone(hour, minute):
    """A time zone in which it is this time now."""
    now = time.gmtime()
    west = (now.tm_hour * 60 + now.tm_min - hour * 60 - minute) % (24 * 60)
    return f"XXX{west // 60:02}:{west % 60:02}"


def path(name):
    """The example of this name, in whatever language."""
    found = sorted(EXAMPLES.glob(f"*/popover-{name}.plugin"))
    if len(found) != 1:
        raise ValueError(f"{len(found)} examples are called {name}")
    return found[0]


class Program:
    """A plugin's program, with pipes in place of a daemon."""

    def __init__(self, name, time_zone="UTC"):
        environment = {
            "PATH": os.environ["PATH"], "TZ": time_zone, "HOME": "/", "POPOVERD_PLUGIN": name}
        self.process = subprocess.Popen(
            [path(name)], cwd="/", env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.left = b""

    def send(self, message):
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        """The next message; None at the end of its output."""
        while b"\n" not in self.left:
            readable, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            if not readable:
                raise AssertionError("the program does not answer")
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                return None
            self.left += more
        line, self.left = self.left.split(b"\n", 1)
        return json.loads(line)

    def ask(self, message):
        self.send({"jsonrpc": "2.0", **message})
        return self.receive()["result"]

    def end(self):
        """What it said on standard error, once it has ended by itself; its status."""
        complaints = self.process.communicate(timeout=PATIENCE)[1].decode()
        return self.process.returncode, complaints

    def kill(self):
        self.process.kill()
        self.process.communicate()


class ProgramReplay:
    """Plays one transcript."""

    def __init__(self, block):
        self.block = block
        self.steps = steps(block)
        self.programs = {}

    def run(self):
        try:
            for step in self.steps:
                self.play(step)
            if self.programs:
                raise ValueError(f"{self.block}: {', '.join(self.programs)} does not end")
        finally:
            for program in self.programs.values():
                program.kill()

    def play(self, step):
        place = f"{self.block.document.name}:{step.number}"
        if step.kind == ":":
            self.obey(step, place)
        elif step.kind == "<":
            self.programs[step.name].send(parse(step.text))
        else:
            expected, actual = step.message, self.programs[step.name].receive()
            if not fits(expected, actual):
                raise Mismatch(f"{place}: {step.name} said something else:\n"
                               + difference(expected, actual))

    def obey(self, step, place):
        start = START.fullmatch(step.text)
        if start:
            hour = start[1]
            self.programs[step.name] = Program(
                step.name, zone(int(hour), int(start[2])) if hour else "UTC")
        elif step.text == "ends":
            program = self.programs[step.name]
            more = program.receive()
            if more is not None:
                raise Mismatch(f"{place}: {step.name} said more: {more}")
            ending = program.end()
            if ending != (0, ""):
                raise Mismatch(f"{place}: {step.name} ended otherwise: {ending}")
            del self.programs[step.name]
        else:
            raise ValueError(f"{place} is none of a transcript: {step.text}")
