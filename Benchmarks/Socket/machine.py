# SPDX-License-Identifier: MIT
"""Describes the machine, and selects the CPU core."""

import os
import platform
import resource
import time


def pin(core):
    """Restricts this process and its children to one core, and raises the limit of descriptors."""
    os.sched_setaffinity(0, {core})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def circumstances(core, rounds):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next(
            (line.split(":", 1)[1].strip() for line in file if line.startswith("model name")),
            platform.machine())
    return {
        "processor": model, "cores": os.cpu_count(), "core": core,
        "kernel": platform.release(), "date": time.strftime("%Y-%m-%d"), "rounds": rounds,
        "load": os.getloadavg()[0]}
