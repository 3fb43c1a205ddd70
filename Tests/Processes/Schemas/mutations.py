# SPDX-License-Identifier: MIT
"""Requests with one wrong member, derived from the description of the protocol."""

import copy
import re

from support.description import DESCRIPTION

# Values of a wrong kind, by the kind of JSON that is right.
WRONG = {
    "string": [5, {}, ["x"], True],
    "number": ["5", {}, True, [5]],
    "integer": ["5", {}, 1.5, 1e17, True],
    "boolean": ["yes", 1, {}],
    "request": [True, {}, [1]],
    "enumeration": ["nonsense", "", 3, {}],
    "object": [5, [], "x", True],
    "array": [{}, "x", 5, True],
}


def limit(name):
    return DESCRIPTION.limits[name].default


def sample(member):
    """A valid value of a member."""
    value = sample_of(member.type)
    return [value] if member.is_list else value


def sample_of(name):
    kind = DESCRIPTION.kind(name)
    if kind == "enumerations":
        return DESCRIPTION.enumerations[name].values[0].name
    if kind == "objects":
        return {
            member.name: sample(member) for member in DESCRIPTION.object_members(name)
            if member.is_required}
    if kind == "special":
        return {} if name == "declared-appearance" else [{"id": "a", "label": "A"}]
    return sample_of_scalar(DESCRIPTION.scalars[name]["schema"])


def sample_of_scalar(schema):
    if schema.get("pattern", "").startswith("^app"):
        return "app.shop.sold"
    return {"boolean": True, "number": 5, "integer": 5}.get(schema.get("type"), "x")


def wrong_values(member):
    """Pairs of a wrong value and the path below the member at which it is wrong."""
    if not member.is_list:
        yield from wrong_of(member.type, member)
        return
    for value in WRONG["array"]:
        yield value, ""
    if member.least:
        yield [], ""
    if member.limit:
        yield [sample_of(member.type)] * (limit(member.limit) + 1), ""
    for value, path in wrong_of(member.type, member):
        yield [value], f"[0]{path}"
        yield [sample_of(member.type), value], f"[1]{path}"


def wrong_of(name, member):
    match DESCRIPTION.kind(name):
        case "scalars":
            row = DESCRIPTION.scalars[name]
            bounds = {**row["schema"], **row.get("requested", {})}
            if not member.is_list:
                bounds |= bounds_of(member)
            yield from ((value, "") for value in wrong_scalars(bounds, row))
        case "enumerations":
            yield from ((value, "") for value in WRONG["enumeration"])
        case "objects":
            yield from wrong_objects(DESCRIPTION.object_members(name), sample_of(name))
        case "special":
            yield from wrong_specials(name)


def bounds_of(member):
    most = limit(member.most) if isinstance(member.most, str) else member.most
    return {key: value for key, value in (("minimum", member.least), ("maximum", most))
            if value is not None}


def wrong_scalars(schema, row):
    kind = schema.get("type")
    if kind is None:
        return
    if isinstance(kind, list):
        yield from WRONG["request"]
        return
    yield from WRONG[kind]
    if "minimum" in schema:
        yield schema["minimum"] - 1
    if "exclusiveMinimum" in schema:
        yield 0
        yield -1
    if "maximum" in schema and kind == "number":
        yield schema["maximum"] * 2
    if "maximum" in schema and kind == "integer":
        yield schema["maximum"] + (1 if schema["maximum"] < 2**53 else 2)
    if "minLength" in schema:
        yield ""
    longest = limit(row["limit"]) if "limit" in row else schema.get("maxLength")
    if longest:
        prefix = "app." if "pattern" in schema else ""
        yield prefix + "x" * (longest + 1 - len(prefix))
        yield prefix + "x" * (longest + 1) * 2
    if "pattern" in schema and "a-z0-9" in schema["pattern"]:
        for text in ("Shop", "", "x" * 65, "a b", "de_AT"):
            if not re.search(schema["pattern"], text):
                yield text
    if schema.get("pattern", "").startswith("^app"):
        yield from ("app.", "shop.sold")


def wrong_objects(members, valid):
    for value in WRONG["object"]:
        yield value, ""
    for member in members:
        if member.is_required:
            yield {key: value for key, value in valid.items() if key != member.name}, f".{member.name}"
        for value, path in wrong_values(member):
            yield {**valid, member.name: value}, f".{member.name}{path}"


def wrong_specials(name):
    if name == "declared-appearance":
        yield from ((value, "") for value in WRONG["object"])
        return
    yield from ((value, "") for value in WRONG["array"])
    button = {"id": "a", "label": "A"}
    yield [{**button, "id": f"b{number}"} for number in range(limit("buttons") + 1)], ""
    if name == "alert-buttons":
        yield [], ""
        yield [{"label": "A"}], "[0].id"
    for value, path in wrong_objects(DESCRIPTION.object_members("button"), button):
        is_label = name == "popover-buttons" and isinstance(value, str)
        if not is_label and path != ".id" or "id" in (value if isinstance(value, dict) else ()):
            yield [value], f"[0]{path}"


def mutations():
    """Triples of a method, its params with one wrong member, and the member's path."""
    for method in DESCRIPTION.methods:
        example = method.facts["example"]
        members = list(DESCRIPTION.members(method.items))
        for member in members:
            if member.is_required:
                yield method.name, without(example, member.name), member.name
            for value, path in wrong_values(member):
                yield method.name, {**copy.deepcopy(example), member.name: value}, member.name + path
        if members:
            for value in WRONG["object"]:
                yield method.name, value, "params"


def without(params, name):
    return {key: value for key, value in params.items() if key != name}
