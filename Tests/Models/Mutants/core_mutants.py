#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one rule of the arbiter at a time; the explorer must find a violation.

Each mutation names the world in which it must be found; that world is clean without it.

    Tests/Models/Mutants/core_mutants.py [--copy FOLDER] [NAME...]
"""

import subprocess
import sys
import time

from core_mutations import CORE_MUTATIONS
from mutation import judge, run

PRODUCT = "arbiter-explorer"
# Seconds; where its world takes long without it, a few times that. Most are caught at once; one
# that hangs is caught too.
PATIENCE = 600
VIOLATION = ": violation: "


def explore(copy, number, world, states, patience=None):
    arguments = ["--world", world, "--states", str(states), "--sample", "0"]
    return run(copy, PRODUCT, number, arguments, patience)


def look_at_worlds(copy, mutations):
    """Checks that every named world exists and is clean without a mutation.

    Returns the seconds that each takes.
    """
    states, took = {}, {}
    for mutation in mutations:
        states[mutation.world] = max(mutation.states, states.get(mutation.world, 0))
    for world, most in states.items():
        began = time.monotonic()
        done = explore(copy, 0, world, most)
        took[world] = time.monotonic() - began
        if done.returncode == 2:
            sys.exit(f"{world}: the explorer knows no such world:\n{done.stdout}{done.stderr}")
        if done.returncode != 0 or VIOLATION in done.stdout:
            sys.exit(f"{world}: not clean without a mutation:\n{done.stdout}{done.stderr}")
    return took


def look(copy, number, mutation, took):
    """Whether the explorer finds a violation."""
    patience = max(PATIENCE, 4 * took[mutation.world])
    try:
        done = explore(copy, number, mutation.world, mutation.states, patience)
    except subprocess.TimeoutExpired:
        print("caught, it hangs")
        return True
    found = [line for line in done.stdout.splitlines() if VIOLATION in line]
    if done.returncode == 1 and found:
        print("caught, " + found[0].split(VIOLATION)[1][:100])
    elif done.returncode < 0:
        print("caught, it crashes")
    else:
        # Ending otherwise says nothing about the rules.
        print(f"NOT CAUGHT, ends with {done.returncode}")
        return False
    return True


if __name__ == "__main__":
    judge(__doc__.splitlines()[0], CORE_MUTATIONS, "Core/PopoverCore", PRODUCT, look_at_worlds, look)
