# SPDX-License-Identifier: MIT
"""What servers do while nobody asks them anything, and what they take for it."""

import contextlib
import re
import signal
import subprocess
import time

from driving import release
from growth import Furnisher
from servers import Popoverd, tool

# Seconds until what starting and connecting have left to do is done: a plugin that is tried, a timer
# that is late, a heap that shrinks.
SETTLING = 4
# More events than the daemon remembers for recordings (up to 8192), and since the state before the
# latest of these as many as for subscribers.
REMEMBERED = 11000


def computed(pid):
    """Nanoseconds that the process has computed, and how often it was woken."""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        spent = int(file.read().split()[0])
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        woken = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])
    return spent, woken


def memory(pid):
    """Bytes: private ones (nobody else has them, and no file either) and resident ones.

    `Private_Dirty` would count a program's own pages while its fresh file is on its way to the disk.
    """
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        kilobytes = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.M))
    private = int(kilobytes["Pss_Anon"]) + int(kilobytes["Pss_Shmem"])
    return private * 1024, int(kilobytes["Rss"]) * 1024


def idle(driver, servers, clients, seconds):
    """For each server's name: wake-ups a second and nanoseconds of CPU a second as the kernel
    counts them, and system calls in all under strace."""
    held = [driver.idle(server, clients) for server in servers]
    try:
        time.sleep(SETTLING)
        before = {server.name: computed(server.pid) for server in servers}
        time.sleep(seconds)
        after = {server.name: computed(server.pid) for server in servers}
        calls = {
            name: len(lines) for name, lines in watched(servers, seconds).items()}
    finally:
        for process in held:
            release(process)
    return {
        server.name: {
            "wakeups": (after[server.name][1] - before[server.name][1]) / seconds,
            "cpu": (after[server.name][0] - before[server.name][0]) / seconds,
            "calls": calls[server.name]}
        for server in servers}


def watched(servers, seconds):
    """The system calls that strace sees the servers make, as its lines."""
    # pylint: disable=consider-using-with
    observers = {
        server.name: subprocess.Popen(
            [tool("strace"), "-f", "-p", str(server.pid)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for server in servers}
    time.sleep(seconds)
    lines = {}
    for name, observer in observers.items():
        observer.send_signal(signal.SIGINT)
        told = observer.communicate()[1].splitlines()
        if not any("attached" in line for line in told):
            raise RuntimeError(f"strace cannot watch {name}: {told}")
        # Those that have come to an end; in one it waits all the time.
        lines[name] = [line for line in told if re.search(r"\)\s+= ", line)]
    return lines


def memories(driver, servers, clients):
    """For each server's name: private, resident, what it remembers of events when it remembers as
    many as it may, and then private for each of so many clients.

    Counted are those that come to as many others. The first find room that a start, or what was
    remembered, has left, and the events that they are are remembered in place of shorter ones.
    """
    results = {}
    time.sleep(SETTLING)
    for server in servers:
        private, resident = memory(server.pid)
        if isinstance(server, Popoverd):
            publish(server)
        full = memory(server.pid)[0]
        with contextlib.ExitStack() as stack:
            held = []
            for _ in range(2):
                process = driver.idle(server, clients)
                stack.callback(release, process)
                held.append(memory(server.pid)[0])
        results[server.name] = {
            "private": private, "resident": resident, "remembered": full - private,
            "client": (held[1] - held[0]) / clients}
    return results


def publish(server):
    """Fills what is remembered: that clients come is an event too, and would count as theirs."""
    publisher = Furnisher(server.address, "publisher")
    publisher.ask(
        ("bus.publish", {"topic": "app.publisher", "data": number})
        for number in range(REMEMBERED))
    publisher.close()
