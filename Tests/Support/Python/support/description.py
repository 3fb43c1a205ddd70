# SPDX-License-Identifier: MIT
"""The description of the protocol, as its generator reads it."""

import sys

from support import ROOT

sys.path.append(str(ROOT / "protocol"))

from generator.description import Description, Group, Member

__all__ = ["DESCRIPTION", "METHODS", "Group", "Member", "members", "params", "values"]

DESCRIPTION = Description()
METHODS = [method.name for method in DESCRIPTION.methods]


def values(enumeration):
    """The names of an enumeration's values."""
    return [value.name for value in DESCRIPTION.enumerations[enumeration].values]


def members(items):
    """The names of the members of an object or a message."""
    return [member.name for member in DESCRIPTION.members(items)]


def params(method):
    """The names of a method's params."""
    return next(members(it.items) for it in DESCRIPTION.methods if it.name == method)
