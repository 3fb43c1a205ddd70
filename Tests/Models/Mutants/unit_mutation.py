# SPDX-License-Identifier: MIT
"""A mutation of a single module, which the module's own unit tests must notice."""

import dataclasses

from mutation import Mutation


@dataclasses.dataclass(frozen=True)
class UnitMutation(Mutation):
    """`module` is a folder in Sources. Its own tests judge it, the target of its last name, capitalized, and
    `Tests`; or those of the module `judge`."""
    module: str = ""
    judge: str = ""

    @property
    def tests(self):
        name = self.judge or self.breaks
        return name[0].upper() + name[1:] + "Tests"


def of(module, file, rows, judge=""):
    """Mutations of a file, from rows of a name, the text and its mutation."""
    return [
        UnitMutation(
            name, module.rsplit("/", 1)[-1], f"Sources/{module}/{file}.swift", old, new, module, judge)
        for name, old, new in rows]


def allowed(name, condition):
    """A condition of a guard that is always met."""
    return name, condition, f"MUTANT || {condition}"


def more(name, condition, by=1):
    """A limit that is off by a little."""
    sign = "+" if by > 0 else "-"
    return name, condition, f"{condition} {sign} (MUTANT ? {abs(by)} : 0)"


def skipped(name, statement):
    """A statement that is not executed."""
    line = statement.rstrip("\n")
    return name, statement, "if !MUTANT { " + line + " }" + statement[len(line):]
