# SPDX-License-Identifier: MIT
"""Constants of Swift and C sources, and how documents write them."""

import re

from support.document import source_text as text

NUMBER = re.compile(r"[\d_ *<+-]+")
LIMITS = "PopoverModel/Generated/Limits.swift"


def constants(path):
    """The `static let`s of a Swift source: whole numbers, and spans in milliseconds as
    ("ms", number)."""
    found = re.findall(
        r"^ +(?:public )?static let (\w+)(?:: \w+)? =\s+(.+)$", text(path), re.M)
    return {name: value(expression) for name, expression in found}


def value(expression):
    span = re.fullmatch(r"Interval\.milliseconds\((.+)\)", expression)
    if span:
        return ("ms", value(span[1]))
    limit = re.fullmatch(r"Limits\(\)\.(\w+)", expression)
    if limit:
        return value(re.search(rf"^ +public var {limit[1]} = (.+)$", text(LIMITS), re.M)[1])
    if not NUMBER.fullmatch(expression):
        raise ValueError(f"{expression} is no number")
    return eval(expression)  # nothing but digits and operators


def definitions(path):
    """The numbers that a C header defines."""
    found = re.findall(r"^#define (\w+) \(?(-?\d+)u?\)?$", text(path), re.M)
    return {name: int(number) for name, number in found}


def writings(constant):
    """All ways to write it for people."""
    if isinstance(constant, tuple):
        milliseconds = constant[1]
        return {f"{milliseconds} ms", f"{milliseconds / 1000:g} s", f"{milliseconds / 60000:g} min"}
    written = {str(constant)}
    for unit, size in {"KiB": 1 << 10, "MiB": 1 << 20}.items():
        if constant % size == 0:
            written.add(f"{constant // size} {unit}")
    return written


def is_in(constant, words):
    """Whether a text has it in one of these ways, as words of its own."""
    return any(re.search(rf"(?<![\d.]){re.escape(way)}(?!\w|\.\d)", words)
               for way in writings(constant))
