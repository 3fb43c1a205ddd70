# SPDX-License-Identifier: MIT
"""Builds all mutations at once into a copy of the tree; an environment variable selects one."""

import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

from mutants import ROOT, refresh

SWITCH = """// SPDX-License-Identifier: MIT

import Glibc

/// What is broken.
enum Mutant {
    private static let active: Int = {
        guard let text = unsafe getenv("POPOVER_MUTANT") else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }()

    static func isOn(_ number: Int) -> Bool { active == number }
}
"""


@dataclasses.dataclass(frozen=True)
class Mutation:
    """`MUTANT` in the new text is true while this mutation is active."""
    name: str
    breaks: str
    path: str
    old: str
    new: str

    def applied(self, text, number):
        if text.count(self.old) != 1:
            sys.exit(f"{self.name}: its text stands {text.count(self.old)} times in {self.path}")
        return text.replace(self.old, self.new.replace("MUTANT", f"Mutant.isOn({number})"))


def judge(description, mutations, module, product, prepare, look):
    """Builds all mutations, judges each, and exits with 0 if all are caught.

    `prepare` gets the copy and the chosen mutations. `look` gets the copy, a mutation's number, the
    mutation and the result of `prepare`; it returns whether the mutation is caught.
    """
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("--copy", type=pathlib.Path, help="where the copy is built, and stays")
    arguments.add_argument("names", nargs="*", help="only these mutations")
    options = arguments.parse_args()
    numbered = list(enumerate(mutations, start=1))
    unknown = set(options.names) - {mutation.name for mutation in mutations}
    if unknown:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown))}")
    chosen = [(n, m) for n, m in numbered if not options.names or m.name in options.names]
    with tempfile.TemporaryDirectory(prefix="popoverd-mutants-") as temporary:
        copy = options.copy or pathlib.Path(temporary)
        build(copy, numbered, module, product)
        prepared = prepare(copy, [mutation for _, mutation in chosen])
        caught = 0
        for number, mutation in chosen:
            print(f"{mutation.breaks}: {mutation.name}: ", end="", flush=True)
            caught += look(copy, number, mutation, prepared)
    print(f"{caught} of {len(chosen)} mutations are caught")
    sys.exit(0 if caught == len(chosen) else 1)


def mutated(numbered, modules):
    """The texts of all changed files, by path, and of the switch in each module."""
    changed = {}
    for number, mutation in numbered:
        text = changed.get(mutation.path) or (ROOT / mutation.path).read_text(encoding="utf-8")
        changed[mutation.path] = mutation.applied(text, number)
    return changed | {f"Sources/{module}/Mutant.swift": SWITCH for module in modules}


def build(copy, numbered, module, product):
    refresh(copy, mutated(numbered, [module]))
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", copy, "--product", product],
        capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the mutations do not build:\n{done.stdout}{done.stderr}")


def run(copy, product, number, arguments, patience=None):
    """Runs the product with one mutation; number 0 is none."""
    return subprocess.run(
        [copy / ".build/release" / product, *arguments],
        env=dict(os.environ, POPOVER_MUTANT=str(number)), capture_output=True, text=True,
        timeout=patience, check=False)
