#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Removes one rule of the daemon at a time; its scenarios must fail.

Each mutation replaces one quoted text of the sources in a copy of the tree, which is then built. Every
scenario that the mutation names must fail.

    Tests/Models/Mutants/mutants.py [--copy FOLDER] [NAME...]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from mutations import MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCENARIOS = ROOT / "Tests" / "Scenarios"
# The tests read the folders after `Examples`.
COPIED = ["Package.swift", "Sources", "Tests", "Benchmarks", "Clients/C", "Examples", "config", "docs",
          "protocol", "scripts", "words"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--copy", type=pathlib.Path, help="where the copy is built, and stays")
    arguments.add_argument("names", nargs="*", help="only these mutations")
    options = arguments.parse_args()
    chosen = [m for m in MUTATIONS if not options.names or m.name in options.names]
    unknown = set(options.names) - {m.name for m in MUTATIONS}
    if unknown or not chosen:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="popoverd-mutants-") as temporary:
        copy = options.copy or pathlib.Path(temporary)
        missed = run(chosen, copy)
    print(f"{len(chosen) - missed} of {len(chosen)} mutations are noticed")
    sys.exit(1 if missed else 0)


def run(mutations, copy):
    refresh(copy)
    build(copy)
    names = sorted({name for m in mutations for name in m.scenarios})
    for name in names:
        if not comes_out(copy, name):
            sys.exit(f"{name} fails without any mutation")
    missed = 0
    for mutation in mutations:
        path = copy / mutation.path
        original = path.read_text()
        path.write_text(mutation.applied(original))
        try:
            build(copy)
            unnoticed = [name for name in mutation.scenarios if comes_out(copy, name)]
        finally:
            path.write_text(original)
        missed += bool(unnoticed)
        verdict = f"NOT NOTICED by {', '.join(unnoticed)}" if unnoticed else "noticed"
        print(f"{mutation.rows}: {mutation.name}: {verdict}"
              f" ({', '.join(mutation.scenarios)})", flush=True)
    return missed


def refresh(copy, changed=()):
    """Copies the sources, with other texts for the files in `changed`, and keeps the earlier build: what is
    as it was, is not built again."""
    changed = dict(changed)
    wanted = set()
    for name in COPIED:
        source = ROOT / name
        for path in [source, *source.rglob("*")] if source.exists() else []:
            if not path.is_file():
                continue
            relative = path.relative_to(ROOT)
            wanted.add(relative)
            text = changed.pop(str(relative), None)
            data = path.read_bytes() if text is None else text.encode()
            put(copy / relative, data, path.stat().st_mode)
    for name, text in changed.items():
        wanted.add(pathlib.Path(name))
        put(copy / name, text.encode(), 0o644)
    for name in COPIED:
        for path in (copy / name).rglob("*"):
            if path.is_file() and path.relative_to(copy) not in wanted:
                path.unlink()


def put(path, data, mode):
    """Writes a file, unless it is so already."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode & 0o777)


def build(copy):
    for product in ["popoverd", "popoverctl"]:
        done = subprocess.run(
            ["swift", "build", "--package-path", copy, "--product", product],
            capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{product} does not build:\n{done.stdout}{done.stderr}")


def comes_out(copy, name):
    """Whether a scenario passes."""
    files = sorted(SCENARIOS.glob(f"{name}*.scenario"))
    if len(files) != 1:
        sys.exit(f"{name} is not one scenario: {len(files)} files begin so")
    done = subprocess.run(
        [copy / ".build/debug/popoverctl", "simulate", "--quiet", "--own-daemon",
         "--timeout", "10", files[0]], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{files[0]} cannot be played:\n{done.stderr}")
    return done.returncode == 0


if __name__ == "__main__":
    main()
