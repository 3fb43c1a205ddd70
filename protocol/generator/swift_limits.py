# SPDX-License-Identifier: MIT
"""The limits, deadlines and thresholds: values, names, members of `hello`."""

import pathlib
from typing import Iterator

from .description import Description, Limit
from .swift import HEAD, documentation

MODEL = "Sources/Core/PopoverModel/Generated"
WIRE = "Sources/Protocol/PopoverWire/Generated"

SECTIONS = {
    "limits": ("Limits", "The limits that error 4 names, with their defaults."),
    "timing": ("Timing", "Timeouts, and the thresholds for taps, with their defaults."),
}


def files(description: Description, root: pathlib.Path) -> Iterator[tuple[str, str]]:
    sections = {SECTIONS[name]: rows for name, rows in description.sections.items()}
    for path, lines in (
            (f"{MODEL}/Limits.swift", model(sections)),
            (f"{WIRE}/Limits+JSON.swift", wire(sections))):
        yield path, "\n".join([*HEAD, *lines]) + "\n"


def number(value: float) -> str:
    """As the sources spell it: 65_536, 1000."""
    whole = int(value)
    return f"{whole:_}" if abs(whole) >= 10_000 else str(whole)


def literal(limit: Limit) -> str:
    if limit.is_span:
        return f"Interval.milliseconds({number(limit.default)})"
    return f"Double({number(limit.default)})" if limit.is_number else number(limit.default)


def swift_type(limit: Limit) -> str:
    return "Interval" if limit.is_span else "Double" if limit.is_number else "Int"


def model(sections: dict) -> list[str]:
    lines: list[str] = []
    for (name, doc), limits in sections.items():
        lines += [*documentation(doc), f"public struct {name}: Codable, Hashable, Sendable {{"]
        for limit in limits:
            lines += [
                *documentation(limit.help, 4), f"    public var {limit.swift} = {literal(limit)}"]
        lines += [
            "", "    public init() {}", "",
            "    /// Recordings of earlier versions lack what came later.",
            "    public init(from decoder: any Decoder) throws {",
            "        let values = try decoder.container(keyedBy: CodingKeys.self)"]
        for limit in limits:
            lines += [
                f"        {limit.swift} = try values.decodeIfPresent("
                f"{swift_type(limit)}.self, forKey: .{limit.swift}) ?? {limit.swift}"]
        lines += ["    }", "}", ""]
    limits = next(iter(sections.values()))
    lines += [
        "extension Limits {", "    /// A limit, spelled as on the wire and in the configuration.",
        "    public enum Name: String, CaseIterable, Codable, Hashable, Sendable {",
        *(f"        case {limit.name}" for limit in limits), "    }", "",
        "    /// The value as it is announced; durations in milliseconds.",
        "    public subscript(name: Name) -> Int {", "        switch name {"]
    for limit in limits:
        value = f"Int({limit.swift}.milliseconds)" if limit.is_span else limit.swift
        lines += [f"        case .{limit.name}: {value}"]
    return [*lines, "        }", "    }", "}"]


def wire(sections: dict) -> list[str]:
    lines = ["internal import PopoverModel"]
    for (name, _), limits in sections.items():
        lines += [
            "", f"extension {name} {{", "    func writeMembers(to object: inout JSONWriter) {"]
        for limit in limits:
            value = f"{limit.swift}.milliseconds" if limit.is_span else limit.swift
            lines += [f'        object.member("{limit.name}", {value})']
        lines += ["    }", "}"]
    return lines
