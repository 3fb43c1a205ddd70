#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the shell around the rules, one thing at a time, and looks whether simulated days notice.

    Tests/Models/Mutants/session_mutants.py [--copy FOLDER] [NAME...]
"""

import subprocess
import sys

from mutation import judge, run
from session_mutations import SESSION_MUTATIONS

PRODUCT = "kiosk-simulator"
DAYS = ["--from", "1", "--events", "1500000"]
PATIENCE = 600


def look_without(copy, _):
    """Nothing is found as long as nothing is broken."""
    done = run(copy, PRODUCT, 0, ["--from", "1", "--events", "300000"])
    if done.returncode:
        sys.exit(f"not clean without a mutation:\n{done.stdout}{done.stderr}")


def look(copy, number, _, __):
    """Whether some day finds that something does not hold any more."""
    try:
        done = run(copy, PRODUCT, number, DAYS, PATIENCE)
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
    judge(__doc__.splitlines()[0], SESSION_MUTATIONS, "Daemon/PopoverSessions", PRODUCT, look_without, look)
