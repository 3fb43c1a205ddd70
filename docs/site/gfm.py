# SPDX-License-Identifier: MIT
"""Pages are written in the Markdown of GitHub and cmark-gfm; MkDocs reads that of Python-Markdown.

Python-Markdown wants a blank line between a paragraph and a list, four spaces before what belongs
to an item, and a name for what follows the language of a fenced block.
"""

import re

MARKER = re.compile(r"(?:[-*]|\d+\.) +")
FENCE = re.compile(r"(```+|~~~+)(\w*)(?: +([\w.-]+))?$")


def converted(text):
    lines, items, fence = [], [], None
    # Whether the line before is blank, and whether the lines since the last blank one are of a list.
    was_blank, is_list = True, False
    for line in text.splitlines():
        bare, marker = line.strip(), None
        if bare and fence is None:
            indent = len(line) - len(line.lstrip())
            marker = MARKER.match(bare)
            # A line of a paragraph may begin with another number.
            if marker and not (was_blank or items or bare.startswith(("- ", "* ", "1."))):
                marker = None
            while items and indent < items[-1] and (marker or was_blank):
                items.pop()
            if marker and not (was_blank or is_list):
                lines.append("")
            is_list = bool(marker) if was_blank else is_list or bool(marker)
        opening = FENCE.match(bare)
        if opening and fence is None:
            fence = opening[1]
            bare = f'{fence}{opening[2]}' + (f' title="{opening[3]}"' if opening[3] else "")
        elif fence == bare:
            fence = None
        elif fence:
            bare = line[items[-1] if items else 0:]
        lines.append("    " * len(items) + bare if bare else "")
        if marker:
            items.append(indent + len(marker[0]))
        was_blank = not bare
    return "\n".join(lines) + "\n"


def on_page_markdown(text, page, **_):
    return converted(text) if page.file.src_uri.endswith(".md") else text
