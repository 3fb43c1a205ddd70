# SPDX-License-Identifier: MIT
"""The options that a plugin in Swift declares in a table of OptionRule."""

import json
import re

ROW = re.compile(
    r'\.(string|strings|integer|flag|file|text)\(\s*"(\w+)",(?:\s+\\\.[\w.]+,)?'
    r'(?:\s+default: (\[[^\]]*\]|"[^"]*"|[\w.]+))?')
# What a row without a default has.
EMPTY = {"string": '""', "file": '""', "strings": "[]"}


def declared_options(path):
    """Name, type and default of each option, as a configuration writes it; None: a constant."""
    source = path.read_text(encoding="utf-8")
    options = []
    for kind, name, default in ROW.findall(source):
        default = default or EMPTY[kind]
        number = default.replace("_", "")
        if kind == "integer" and number.isdigit():
            default = number
        is_literal = default[0] in '"[' or default.isdigit() or default in ("true", "false")
        options.append((name, kind, json.dumps(json.loads(default)) if is_literal else None))
    if not options:
        raise ValueError(f"{path} has no table of options")
    return options
