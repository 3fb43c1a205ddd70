# SPDX-License-Identifier: MIT
"""What typed languages need to know of the description besides its rows."""

import re

from .description import Description, Group, Member


def pascal(name: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.split(r"[-.]", name))


def plain(doc: str) -> str:
    """A text without the links of the reference."""
    return re.sub(r"\[([^]]*)\]\(([^)]*)\)", r"\1", doc)


def parts(description: Description, items: list) -> tuple[list[str], list[Member]]:
    """The objects whose members stand among the others, and the members that stand alone."""
    groups = [item.object for item in items if isinstance(item, Group)]
    return groups, [item for item in items if isinstance(item, Member)]


def own_items(description: Description, name: str) -> list:
    """The items of an object; one that is always complete has its members without defaults."""
    row = description.objects[name]
    return description.object_members(name) if row.complete else row.items
