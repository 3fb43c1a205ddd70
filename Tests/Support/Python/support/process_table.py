# SPDX-License-Identifier: MIT
"""What the system knows of processes: who is there, and how much of it."""

import os
import select
import typing


class Entry(typing.NamedTuple):
    """A line of the process table."""
    pid: int
    state: str
    parent: int
    group: int


def entries():
    """Every process there is."""
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
    """Whether it waits for something to happen, rather than for a processor or a disk."""
    return any(entry.pid == pid and entry.state == "S" for entry in entries())


def children(pid):
    return [entry for entry in entries() if entry.parent == pid]


def zombies(pid):
    return [entry for entry in children(pid) if entry.state == "Z"]


def group(leader):
    """Who of a process group is alive."""
    return [entry for entry in entries() if entry.group == leader and entry.state != "Z"]


def mentioning(words):
    """Whose command lines hold these words."""
    found = []
    for entry in entries():
        try:
            with open(f"/proc/{entry.pid}/cmdline", "rb") as file:
                if words.encode() in file.read():
                    found.append(entry)
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def descriptors(pid):
    """How many are open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def kibibytes(pid, name):
    """A line of its status: `VmRSS` now, `VmHWM` at most."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    raise KeyError(name)


def forget_peak(pid):
    """`VmHWM` counts from now on."""
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
