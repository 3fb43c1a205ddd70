# SPDX-License-Identifier: MIT
"""Updates the tables between the markers of docs/development/performance.md, and its plot."""

import pathlib

import plot
import rows

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
DOCUMENT = DOCS / "development" / "performance.md"
PICTURE = DOCS / "pictures" / "performance.svg"


def lines_of(table):
    """A Markdown table; the first row is the header."""
    head, *rest = table
    return "\n".join(
        "| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rest))


def promises(judged):
    return lines_of([
        ["what", "measured", "goal", "", "from"],
        *([row.what, row.value_words, row.goal_words,
           f"**{row.verdict}**" if row.holds is False else row.verdict, row.absolute]
          for row in judged)])


def circumstances(result):
    machine = result["machine"]
    return (
        f"Measured on {machine['date']}, on core {machine['core']} of {machine['cores']} "
        f"({machine['processor']}, Linux {machine['kernel']}), {machine['rounds']} rounds; the "
        f"machine's load was {machine['load']:.1f}.")


def replaced(text, name, fresh):
    begin, end = f"<!-- measured: {name} -->\n", "<!-- end -->"
    before, rest = text.split(begin, 1)
    return before + begin + "\n" + fresh + "\n\n" + end + rest.split(end, 1)[1]


def write_part(name, fresh):
    """Replaces the text between the markers of that name."""
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(replaced(text, name, fresh), encoding="utf-8")


def write(result, judged):
    write_part("machine", circumstances(result))
    write_part("promises", promises(judged))
    write_part("peers", lines_of(rows.peers_rows(result)))
    PICTURE.write_text(plot.drawn(result, judged), encoding="utf-8")
