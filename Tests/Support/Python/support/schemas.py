# SPDX-License-Identifier: MIT
"""Validation of lines against protocol/schemas with Debian's python3-jsonschema."""

import functools
import json

import jsonschema

from support import ROOT

FOLDER = ROOT / "protocol" / "schemas"


@functools.lru_cache(maxsize=None)
def document(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@functools.lru_cache(maxsize=None)
def validator(definition, name="messages"):
    """A validator of one definition."""
    schema = document(name)
    return jsonschema.Draft202012Validator(
        {"$schema": schema["$schema"], "$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})


def leaves(error):
    """The errors that are no choice between others."""
    if not error.context:
        yield error
        return
    # `null` is the last choice of an optional member; what is not null belongs to the others.
    for cause in error.context:
        if cause.schema != {"type": "null"}:
            yield from leaves(cause)


def place(error):
    """The member that an error is about, as the daemon names it: `size.width`, `sides[0]`."""
    text = ""
    for step in error.absolute_path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    text = text.removeprefix(".params").removeprefix(".")
    return text


def members(error):
    """The members that an error can be about."""
    found = set()
    for leaf in leaves(error):
        here = place(leaf)
        if leaf.validator == "required":
            for name in leaf.validator_value:
                if name not in leaf.instance:
                    found.add(f"{here}.{name}".removeprefix("."))
        else:
            found.add(here)
    return found


def problems(definition, message):
    """Every mistake in a message, with its place."""
    return [
        f"{place(leaf) or 'the message'}: {leaf.message[:300]}"
        for error in validator(definition).iter_errors(message) for leaf in leaves(error)]


class Conversation:
    """The lines of one connection in both directions; only ids say what an answer answers."""

    def __init__(self):
        self.methods = {}
        self.lines = 0

    def sent(self, message):
        """The mistakes in a line of the client."""
        if isinstance(message, dict) and isinstance(message.get("method"), str):
            if "id" in message:
                self.methods.setdefault(json.dumps(message["id"]), []).append(message["method"])
        self.lines += 1
        return problems("client", message)

    def received(self, message):
        """The mistakes in a line of the daemon."""
        self.lines += 1
        found = problems("daemon", message)
        if "result" in message and "method" not in message:
            asked = self.methods.get(json.dumps(message["id"]), [])
            if not asked:
                return [*found, "an answer to nothing"]
            # An id that is used twice may be answered in any order.
            fitting = [name for name in asked if not problems(f"response.{name}", message)]
            if not fitting:
                return [*found, *problems(f"response.{asked[0]}", message)]
        return found
