# SPDX-License-Identifier: MIT
"""Builds and runs the client of a Wayland server's popups, Benchmarks/Taps/popups.c."""

import os
import subprocess

from driving import HERE, LONGEST, STRICT
from servers import wayland_screen

TAPS = HERE.parent / "Taps"
PROTOCOLS = ("xdg-shell", "wlr-virtual-pointer-unstable-v1", "wlr-layer-shell-unstable-v1")
# The layout of the server.
WIDTH, HEIGHT = 1280, 800


class Popups:
    """Plays `popup-open` and `popup-press` with a compositor."""

    def __init__(self, folder):
        self.program = os.path.join(folder, "popups")
        code = wayland_screen.protocol_code(folder, PROTOCOLS)
        subprocess.run(
            [os.environ.get("CC", "cc"), *STRICT, f"-I{folder}", f"-I{TAPS}",
             str(TAPS / "popups.c"), str(TAPS / "wayland.c"), *code, "-o", self.program,
             "-lwayland-client"], check=True)

    def play(self, server, scenario, rounds):
        """Nanoseconds at p50 and p99."""
        done = subprocess.run(
            [self.program, server.screen.socket, scenario.removeprefix("popup-"), str(rounds),
             str(WIDTH), str(HEIGHT)],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST)
        if done.returncode != 0:
            raise RuntimeError(f"{server.name}, {scenario}: {done.stderr.strip()}")
        times = sorted(float(line) for line in done.stdout.split())
        return times[rounds // 2], times[rounds * 99 // 100]
