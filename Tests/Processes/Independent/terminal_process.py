# SPDX-License-Identifier: MIT
"""A terminal that a program runs in: the kernel's pseudo-terminal, and pyte's idea of what is on the
screen. Run by Debian's Python, which has pyte (python3-pyte).

    terminal_process.py COLUMNS LINES PROGRAM ARGUMENT...

Commands come as lines of JSON on standard input; each is answered with the screen as a line of JSON.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios

import pyte

PRIVATE = 5  # pyte shifts private modes by so many bits.
ALTERNATE = 1049 << PRIVATE


class Terminal:
    def __init__(self, columns, lines, command):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.status = None
        self.ended = False
        # A slave of our own, so that the terminal outlives the program.
        self.master, self.slave = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.slave)
        self.child = os.fork()
        if self.child == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for stream in range(3):
                os.dup2(self.slave, stream)
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)

    def resize(self, columns, lines):
        """Resizes the terminal; the kernel sends SIGWINCH to the program."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def reap(self):
        if self.status is None:
            done, status = os.waitpid(self.child, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)

    def take(self, seconds):
        """Reads the program's output for this long."""
        readable, _, _ = select.select([self.master, sys.stdin], [], [], seconds)
        if self.master in readable:
            self.stream.feed(os.read(self.master, 65536))
        return sys.stdin in readable

    def told(self):
        self.reap()
        rows = self.screen.buffer
        return {
            "lines": [line.rstrip() for line in self.screen.display],
            "colors": sorted({rows[y][x].fg for y in range(self.screen.lines)
                              for x in range(self.screen.columns)}),
            "alternate": ALTERNATE in self.screen.mode,
            "cursor": not self.screen.cursor.hidden,
            "as_before": termios.tcgetattr(self.slave) == self.before,
            "status": self.status,
        }

    def obey(self, order):
        if "type" in order:
            os.write(self.master, order["type"].encode())
        if "resize" in order:
            self.resize(*order["resize"])
        if "signal" in order:
            os.kill(self.child, getattr(signal, order["signal"]))

    def run(self):
        while True:
            if not self.take(0.1):
                self.reap()
                continue
            line = sys.stdin.readline()
            if not line:
                break
            self.obey(json.loads(line))
            # What is there already belongs to the answer.
            while select.select([self.master], [], [], 0.02)[0]:
                self.stream.feed(os.read(self.master, 65536))
            print(json.dumps(self.told()), flush=True)
        self.reap()
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)


if __name__ == "__main__":
    Terminal(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]).run()
