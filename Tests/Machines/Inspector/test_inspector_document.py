# SPDX-License-Identifier: MIT
"""docs/how-to/inspect.md: its commands work as they stand, but for the machine that they are run on."""

import os
import re
import shlex
import subprocess
import unittest

from support import ROOT
from support.daemon import PATIENCE
from support.document import blocks
from support.inspector import InspectorCase
from support.programs import popoverctl, search_path
from support.wayland_screen import until

GUIDE = ROOT / "docs" / "how-to" / "inspect.md"
SOURCE = ROOT / "Sources" / "popoverctl" / "Inspect"


class Guide(InspectorCase):
    def run_here(self, command, **details):
        """Runs a command of the guide against this test's daemon."""
        return subprocess.run(
            ["sh", "-c", command], check=True, capture_output=True, text=True, timeout=2 * PATIENCE,
            cwd=self.daemon.folder, env={
                **os.environ, "PATH": search_path(), "POPOVERD_SOCKET": self.daemon.socket}, **details).stdout

    @staticmethod
    def whole(scenario):
        return scenario if b"sees popover.closed" in scenario else None

    def test_its_commands_work(self):
        start, = blocks(GUIDE, "console")
        self.assertEqual(start.lines[0], "$ popoverctl inspect")
        remote, control, recording, scenario = (block.text for block in blocks(GUIDE, "sh"))
        self.assertEqual(control, "popoverctl inspect --control\n")
        # Without another machine, what ssh would run there.
        words = shlex.split(remote)
        port = words[words.index("--port") + 1]
        self.assertEqual(words[words.index("-L") + 1], f"{port}:127.0.0.1:{port}")
        self.inspect("--control")
        self.assertTrue(self.read("about", self.session())["control"])
        self.end()
        self.inspect()
        self.assertRegex(self.link, re.sub(
            r"[0-9a-f]{32}|\d+", lambda it: "[0-9a-f]{32}" if len(it[0]) == 32 else r"\d+",
            start.lines[1].partition("#token=")[0]))
        shop = self.shop()
        self.filter(shop)
        self.tap_outside(shop)
        session = self.session()
        # The inspector may hear of the end later than the program does.
        text = until(lambda: self.whole(self.request("/api/scenario", session=session)[2]), "the whole story")
        self.end()
        with open(os.path.join(self.daemon.folder, "seen.scenario"), "wb") as file:
            file.write(text)
        self.assertIn("does popover.open", self.run_here(scenario))
        dump, show = recording.splitlines()
        path = self.run_here(dump).strip()
        self.assertEqual(show.partition("popoverd/")[2], "/".join(path.split("/")[-2:]))
        self.inspect(path, daemon=False)
        self.assertEqual(self.read("about", self.session())["title"], "noon.recording")

    def test_it_tells_the_limits_of_the_source(self):
        text = GUIDE.read_text(encoding="utf-8")
        limits = (SOURCE / "InspectLimits.swift").read_text(encoding="utf-8")
        self.assertIn("wrongTokens = 8\n", limits)
        self.assertIn("Eight wrong guesses", text)
        charts = (SOURCE / "Page" / "charts.js").read_text(encoding="utf-8")
        self.assertIn("[120, 30]", charts)
        self.assertIn("the last two minutes", text)
        journal = (ROOT / "Sources/Core/PopoverModel/Decision.swift").read_text(encoding="utf-8")
        self.assertIn("journal = 256\n", journal)
        self.assertIn("256 decisions", text)

    def test_the_panels_are_those_of_the_page(self):
        tables = (SOURCE / "Page" / "tables.js").read_text(encoding="utf-8")
        text = GUIDE.read_text(encoding="utf-8")
        names = re.findall(r'\{ name: "(\w+)"', tables)
        self.assertEqual(len(names), 6)
        for name in names:
            self.assertIn(f"**{name}**", text)

    def test_help_names_every_option_of_the_guide(self):
        told = subprocess.run([popoverctl(), "inspect", "--help"], check=True, capture_output=True, text=True,
                              timeout=PATIENCE).stdout
        for option in set(re.findall(r"popoverctl inspect.*?(--\w+)", GUIDE.read_text(encoding="utf-8"))):
            self.assertIn(option, told)

    def test_it_knows_every_guideline(self):
        self.inspect()
        rows = re.findall(r"(?m)^(\w+) \| ([^|\n]*\w\S*)", (ROOT / "Tests/Scenarios/rows.txt").read_text("utf-8"))
        self.assertEqual(self.read("about", self.session())["guidelines"], dict(rows))


if __name__ == "__main__":
    unittest.main()
