# SPDX-License-Identifier: MIT
"""Reading processes from /proc: states, children, memory, descriptors."""

import os
import select
import signal
import typing

from support.daemon import PATIENCE


class Entry(typing.NamedTuple):
    """A line of the process table."""
    pid: int
    state: str
    parent: int
    group: int


def entries():
    """Every process of the machine."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The program's name, in parentheses, may hold anything.
                fields = file.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found.append(Entry(int(name), fields[0], int(fields[1]), int(fields[2])))
    return found


def is_waiting(pid):
    """Whether the process sleeps, rather than waiting for a processor or a disk."""
    return any(entry.pid == pid and entry.state == "S" for entry in entries())


def children(pid):
    return [entry for entry in entries() if entry.parent == pid]


def zombies(pid):
    return [entry for entry in children(pid) if entry.state == "Z"]


def group(leader):
    """The living processes of a group."""
    return [entry for entry in entries() if entry.group == leader and entry.state != "Z"]


def mentioning(words):
    """The processes whose command lines contain these words."""
    found = []
    for entry in entries():
        try:
            with open(f"/proc/{entry.pid}/cmdline", "rb") as file:
                if words.encode() in file.read():
                    found.append(entry)
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def kill_family(words):
    """Kills the processes whose command lines contain these words, with all their descendants.

    All of them are stopped first, so that none can react to the end of another. None runs on return: a
    browser's helper processes would still write to its profile.
    """
    # Again, because one may have forked while the table was read.
    while family := {entry.pid for entry in mentioning(words)}:
        table = entries()
        while more := {entry.pid for entry in table if entry.parent in family} - family:
            family |= more
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in family:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
        for pid in family:
            if not ends_within(pid, PATIENCE):
                raise AssertionError(f"process {pid} did not end")


def descriptors(pid):
    """The number of open descriptors."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def cpu_seconds(pid):
    """The processor time of its first thread so far."""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e9


def kibibytes(pid, name):
    """A line of its status: `VmRSS` now, `VmHWM` at most."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    raise KeyError(name)


def forget_peak(pid):
    """Resets `VmHWM`."""
    with open(f"/proc/{pid}/clear_refs", "w", encoding="utf-8") as file:
        file.write("5")


def ends_within(pid, seconds):
    """Waits for the end of a process that need not be a child."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)
