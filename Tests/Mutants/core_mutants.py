#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks rules of the arbiter, one at a time, and looks whether its small worlds notice.

All mutations are built into one copy of the tree; which of them is on is said when the explorer is
started. Each has to be caught in the world that it names, in which nothing is found without it.

    Tests/Mutants/core_mutants.py [--copy FOLDER] [NAME...]
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from core_mutations import CORE_MUTATIONS
from mutants import refresh

SWITCH = """// SPDX-License-Identifier: MIT

import Glibc

/// Which rule is broken.
enum Mutant {
    private static let active: Int = {
        guard let text = unsafe getenv("POPOVER_MUTANT") else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }()

    static func isOn(_ number: Int) -> Bool { active == number }
}
"""
# Seconds; where its world takes long without it, a few times that. Most are caught at once; one
# that hangs is caught too.
PATIENCE = 600
VIOLATION = ": violation: "


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--copy", type=pathlib.Path, help="where the copy is built, and stays")
    arguments.add_argument("names", nargs="*", help="only these mutations")
    options = arguments.parse_args()
    numbered = list(enumerate(CORE_MUTATIONS, start=1))
    chosen = [(n, m) for n, m in numbered if not options.names or m.name in options.names]
    unknown = set(options.names) - {mutation.name for mutation in CORE_MUTATIONS}
    if unknown:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="popoverd-mutants-") as temporary:
        copy = options.copy or pathlib.Path(temporary)
        build(copy, numbered)
        took = look_at_worlds(copy, [mutation for _, mutation in chosen])
        caught = sum(
            look(copy, number, mutation, max(PATIENCE, 4 * took[mutation.world]))
            for number, mutation in chosen)
    print(f"{caught} of {len(chosen)} mutations are caught")
    sys.exit(0 if caught == len(chosen) else 1)


def build(copy, numbered):
    refresh(copy)
    for number, mutation in numbered:
        path = copy / mutation.path
        path.write_text(mutation.applied(path.read_text(), number))
    (copy / "Sources/PopoverCore/Mutant.swift").write_text(SWITCH)
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", copy, "--product",
         "arbiter-explorer"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"the mutations do not build:\n{done.stdout}{done.stderr}")


def explore(copy, number, world, states, patience=None):
    """One run of the explorer; number 0 breaks nothing."""
    return subprocess.run(
        [copy / ".build/release/arbiter-explorer", "--world", world, "--states", str(states),
         "--sample", "0"],
        env=dict(os.environ, POPOVER_MUTANT=str(number)), capture_output=True, text=True,
        timeout=patience, check=False)


def look_at_worlds(copy, mutations):
    """Every world that is named has to be there, and sound as long as nothing is broken.

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


def look(copy, number, mutation, patience):
    """Whether the explorer finds that something does not hold any more."""
    print(f"{mutation.breaks}: {mutation.name}: ", end="", flush=True)
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
    main()
