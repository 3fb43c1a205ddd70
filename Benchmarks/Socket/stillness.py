# SPDX-License-Identifier: MIT
"""The CPU time and memory of idle servers."""

import contextlib
import re
import signal
import subprocess
import time

from driving import release
from growth import Furnisher
from servers import Popoverd, tool

# Seconds until work after starting and connecting is done: probing plugins, timers, freeing memory.
SETTLING = 4
# More events than the ring of recordings holds (8192), plus the history for subscribers.
REMEMBERED = 11000


def computed(pid):
    """The CPU time of a process in nanoseconds, and its number of wake-ups."""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        spent = int(file.read().split()[0])
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        woken = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])
    return spent, woken


def memory(pid):
    """Private and resident bytes; private pages are neither shared nor backed by a file.

    `Private_Dirty` would include pages of a new program file that is not written to disk yet.
    """
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        kilobytes = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.M))
    private = int(kilobytes["Pss_Anon"]) + int(kilobytes["Pss_Shmem"])
    return private * 1024, int(kilobytes["Rss"]) * 1024


def idle(driver, servers, clients, seconds):
    """For each server: wake-ups and CPU nanoseconds per second, from the kernel, and the total of
    system calls, from strace."""
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
    """The system calls of the servers, as lines of strace."""
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
        # Only finished calls; one call waits all the time.
        lines[name] = [line for line in told if re.search(r"\)\s+= ", line)]
    return lines


def memories(driver, servers, clients):
    """For each server: private and resident bytes, bytes of a full event history, and private bytes
    per client.

    The bytes per client count clients after as many others: the first ones use memory that the start
    or the history has freed, and their events replace shorter ones in the history.
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
    """Fills the history: connecting is an event too, and would count as memory of the clients."""
    publisher = Furnisher(server.address, "publisher")
    publisher.ask(
        ("bus.publish", {"topic": "app.publisher", "data": number})
        for number in range(REMEMBERED))
    publisher.close()
