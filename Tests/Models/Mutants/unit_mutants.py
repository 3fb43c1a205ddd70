#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks one line of a module at a time; the module's own unit tests must notice.

All mutations are built at once, into a copy of the tree with the judged modules alone.

    Tests/Models/Mutants/unit_mutants.py [NAME...] [--copy FOLDER [--skip-build]] [--module MODULE...]
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from mutants import ROOT, refresh
from mutation import mutated
from unit_mutations import UNIT_MUTATIONS

# Seconds of one run of a module's tests; one that takes longer hangs.
PATIENCE = 300
# Programs that the tests of a module run, and plugins whose libraries they load.
PROGRAMS = {
    "ProgramHostTests": ["popoverd-launcher"],
    "PopoverctlTests": ["popoverd-launcher", "ConfirmExample", "ExclusivePlugin"],
    "LibraryHostTests": [
        "ConfirmExample", "EditionPlugin", "ExclusivePlugin", "IdlePlugin", "QuietPlugin", "WebPlugin"],
}
COLOR = re.compile("\x1b\\[[0-9]*m")
FAILED = re.compile(r"^✘ Test (?!run )(.*?) (?:with .*)?(?:recorded|failed)", re.MULTILINE)
# Leaves the test targets, their programs, what they need, and the libraries of that.
PRUNED = """
do {
    var needed: Set<String> = [%s]
    var count = 0
    while needed.count > count {
        count = needed.count
        for target in package.targets where needed.contains(target.name) {
            for dependency in target.dependencies {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _): needed.insert(name)
                default: break
                }
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        (product as? Product.Library).map { !needed.isSuperset(of: $0.targets) } ?? true
    }
}
"""


def build(copy, numbered):
    """Builds the tests of all judged modules, with all mutations switched off."""
    changed = mutated(numbered, {mutation.module for _, mutation in numbered})
    tests = sorted({mutation.tests for _, mutation in numbered})
    targets = tests + [program for name in tests for program in PROGRAMS.get(name, [])]
    changed["Package.swift"] = (ROOT / "Package.swift").read_text(encoding="utf-8") + PRUNED % ", ".join(
        f'"{name}"' for name in targets)
    refresh(copy, changed)
    done = subprocess.run(
        # The tests of the rules take fourteen times as long without optimization.
        ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "--build-tests", "--package-path",
         copy],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the mutations do not build:\n{done.stdout}{done.stderr}")


def run(copy, tests, number):
    """The exit status of a module's tests with a mutation, 0 for none, and what they print. They are ended
    at their first failure, and when they hang."""
    program, = (copy / ".build" / "release").glob("*PackageTests.xctest")
    said = []
    with subprocess.Popen(
            [program, "--testing-library", "swift-testing", "--filter", f"^{tests}\\."], cwd=copy,
            env=dict(os.environ, POPOVER_MUTANT=str(number), SWIFT_BACKTRACE="enable=no"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace") as process:
        timer = threading.Timer(PATIENCE, process.kill)
        timer.start()
        for line in process.stdout:
            said.append(COLOR.sub("", line))
            if number and FAILED.match(said[-1]):
                process.terminate()
                break
        status = process.wait()
        timer.cancel()
    return status, "".join(said)


def look(copy, number, mutation):
    """Whether the tests notice the mutation."""
    status, said = run(copy, mutation.tests, number)
    failed = FAILED.search(said)
    if failed:
        verdict = f"noticed, {failed[1][:100]}"
    elif status < 0:
        verdict = "noticed, they crash or hang"
    else:
        verdict = f"NOT NOTICED, they end with {status}"
    print(verdict, flush=True)
    return failed is not None or status < 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--copy", type=pathlib.Path, help="where the copy is built, and stays")
    arguments.add_argument("--module", nargs="+", help="only the mutations of these modules")
    arguments.add_argument("--skip-build", action="store_true", help="the copy is built already")
    arguments.add_argument("names", nargs="*", help="only these mutations")
    options = arguments.parse_args()
    numbered = list(enumerate(UNIT_MUTATIONS, start=1))
    if options.module:
        numbered = [(n, m) for n, m in numbered if m.breaks in options.module]
    chosen = [(n, m) for n, m in numbered if not options.names or m.name in options.names]
    unknown = set(options.names) - {m.name for _, m in numbered}
    if unknown or not chosen:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown)) or options.module}")
    with tempfile.TemporaryDirectory(prefix="popoverd-mutants-") as temporary:
        copy = (options.copy or pathlib.Path(temporary)).resolve()
        if not options.skip_build:
            build(copy, numbered)
        for tests in sorted({mutation.tests for _, mutation in chosen}):
            status, said = run(copy, tests, 0)
            if status or not re.search(r"Test run with [1-9]\d* tests?.* passed", said):
                sys.exit(f"{tests} fail without a mutation:\n{said}")
        noticed, of_all = collections.Counter(), collections.Counter()
        for number, mutation in chosen:
            print(f"{mutation.breaks}: {mutation.name}: ", end="", flush=True)
            noticed[mutation.breaks] += look(copy, number, mutation)
            of_all[mutation.breaks] += 1
    for module, count in of_all.items():
        print(f"{module}: {noticed[module]} of {count} mutations are noticed")
    sys.exit(0 if noticed.total() == of_all.total() else 1)


if __name__ == "__main__":
    main()
