# SPDX-License-Identifier: MIT
"""Builds and runs the load driver."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
STRICT = ("-std=gnu11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror")
# The timeout of a scenario, in seconds.
LONGEST = 300


def compile_programs(folder):
    """The paths of the floor and of the driver."""
    compiler = os.environ.get("CC", "cc")
    libuv = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libuv"], check=True, capture_output=True,
        text=True).stdout.split()
    floor, driver = os.path.join(folder, "floor"), os.path.join(folder, "driver")
    subprocess.run(
        [compiler, *STRICT, str(HERE / "floor.c"), "-o", floor, *libuv], check=True)
    others = ("floor.c", "slow_clock.c")
    sources = [str(path) for path in sorted(HERE.glob("*.c")) if path.name not in others]
    subprocess.run([compiler, *STRICT, *sources, "-o", driver], check=True)
    return floor, driver


class Driver:
    """Plays scenarios and returns the numbers that the driver prints."""

    def __init__(self, program):
        self.program = program

    def play(self, server, scenario, rounds, size=0):
        """Nanoseconds at p50 and p99 and of the server's CPU, or messages per second."""
        return self.numbers(
            server, [scenario, str(rounds), str(size)], {"SERVER_PROCESS": str(server.pid)})

    def start(self, server, rounds):
        """Nanoseconds from the start of a server to its first response."""
        prefix, command, environment = server.starting()
        return self.numbers(
            server, ["start", str(rounds), "0", *command], environment, prefix)

    def idle(self, server, clients):
        """A process that holds connections until its input ends."""
        # pylint: disable=consider-using-with
        process = subprocess.Popen(
            [self.program, server.tongue, server.address, "idle", "1", str(clients)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if process.stdout.readline() != b"ready\n":
            raise RuntimeError(f"{server.name} does not take {clients} clients")
        return process

    def numbers(self, server, words, environment, prefix=()):
        done = subprocess.run(
            [*prefix, self.program, server.tongue, server.address, *words],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=LONGEST, env={**os.environ, **environment})
        if done.returncode != 0:
            raise RuntimeError(f"{server.name}, {words[0]}: {done.stderr.strip()}")
        return tuple(float(word) for word in done.stdout.split())


def release(process):
    """Ends a process of `idle`."""
    process.stdin.close()
    process.stdout.close()
    process.wait()
