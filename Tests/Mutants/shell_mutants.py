#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the shell around the rules, one thing at a time, and looks whether simulated days notice.

    Tests/Mutants/shell_mutants.py [--copy FOLDER] [NAME...]
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from core_mutants import SWITCH
from mutants import refresh
from shell_mutations import SHELL_MUTATIONS

DAYS = ["--from", "1", "--events", "1500000", "--day", "20000"]
PATIENCE = 600


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--copy", type=pathlib.Path, help="where the copy is built, and stays")
    arguments.add_argument("names", nargs="*", help="only these mutations")
    options = arguments.parse_args()
    numbered = list(enumerate(SHELL_MUTATIONS, start=1))
    unknown = set(options.names) - {mutation.name for mutation in SHELL_MUTATIONS}
    if unknown:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown))}")
    chosen = [(n, m) for n, m in numbered if not options.names or m.name in options.names]
    with tempfile.TemporaryDirectory(prefix="popoverd-mutants-") as temporary:
        copy = options.copy or pathlib.Path(temporary)
        build(copy, numbered)
        done = simulate(copy, 0, ["--from", "1", "--events", "300000", "--day", "20000"])
        if done.returncode:
            sys.exit(f"not clean without a mutation:\n{done.stdout}{done.stderr}")
        caught = sum(look(copy, number, mutation) for number, mutation in chosen)
    print(f"{caught} of {len(chosen)} mutations are caught")
    sys.exit(0 if caught == len(chosen) else 1)


def build(copy, numbered):
    refresh(copy)
    for number, mutation in numbered:
        path = copy / mutation.path
        path.write_text(mutation.applied(path.read_text(), number))
    (copy / "Sources/PopoverShell/Mutant.swift").write_text(SWITCH)
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", copy, "--product",
         "kiosk-simulator"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"the mutations do not build:\n{done.stdout}{done.stderr}")


def simulate(copy, number, days):
    return subprocess.run(
        [copy / ".build/release/kiosk-simulator", *days],
        env=dict(os.environ, POPOVER_MUTANT=str(number)), capture_output=True, text=True,
        timeout=PATIENCE, check=False)


def look(copy, number, mutation):
    """Whether some day finds that something does not hold any more."""
    print(f"{mutation.breaks}: {mutation.name}: ", end="", flush=True)
    try:
        done = simulate(copy, number, DAYS)
    except subprocess.TimeoutExpired:
        print("caught, it hangs")
        return True
    lines = done.stdout.splitlines()
    if done.returncode == 1 and len(lines) > 1 and lines[0].endswith("breaks:"):
        print(f"caught, {lines[0].removesuffix(' breaks:')}: {lines[1].strip()[:100]}")
    elif done.returncode < 0:
        print("caught, it crashes")
    else:
        print(f"NOT CAUGHT, ends with {done.returncode}")
        return False
    return True


if __name__ == "__main__":
    main()
