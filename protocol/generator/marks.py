# SPDX-License-Identifier: MIT
"""Generated parts of files that people write."""


def replaced(text: str, name: str, lines: list[str], comment: tuple[str, str]) -> str:
    """The text with these lines between its two marks of this name."""
    opening, closing = comment
    begin = f"{opening}begin generated: {name}{closing}\n"
    end = f"{opening}end generated: {name}{closing}\n"
    head, found, rest = text.partition(begin)
    _, also_found, tail = rest.partition(end)
    if not (found and also_found):
        raise ValueError(f"there are no marks of {name}")
    return head + begin + "".join(f"{line}\n" for line in lines) + end + tail
