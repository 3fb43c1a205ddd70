# SPDX-License-Identifier: MIT
"""docs/how-to/client-node.md: its programs print what is shown, with the package as npm installs it.

Each program is run with a daemon of its own, as often as there are outputs after it. Where something
opens, a finger taps outside at once.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE, Daemon
from support.document import blocks

from test_readme import Finger

PAGE = ROOT / "docs" / "how-to" / "client-node.md"
WEB = ROOT / "Clients" / "Web"
STAND_IN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "electron_stand_in.cjs")


def programs():
    """Each program with the outputs of its runs."""
    found = []
    for block in blocks(PAGE, "js", "text"):
        if block.language == "text":
            found[-1][1].append(block.text)
        elif not block.label:
            found.append((block, []))
    return found


class NodeGuide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        shutil.copytree(WEB, os.path.join(self.folder, "node_modules", "popoverd"))
        self.daemon = Daemon().start()
        self.addCleanup(self.daemon.close)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_program(self, name, opens):
        finger = Finger(self.daemon)
        process = subprocess.Popen(
            ["node", name], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "POPOVERD_SOCKET": self.daemon.socket})
        try:
            while opens and not finger.close_next():
                pass  # Something else came.
            output, complaints = process.communicate(timeout=PATIENCE)
        finally:
            finger.close()
            process.kill()
            process.wait()
        self.assertEqual((process.returncode, complaints), (0, ""))
        return output

    def test_its_programs_print_what_is_shown(self):
        self.assertEqual(len(programs()), 4)
        for program, outputs in programs():
            self.assertTrue(outputs, f"{program} shows no output")
            self.write("program.mjs", program.text)
            for number, shown in enumerate(outputs):
                with self.subTest(f"{program}, run {number + 1}"):
                    output = self.run_program("program.mjs", "willClose" in program.text)
                    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                    self.assertRegex(output, re.compile(rf"\A{pattern}\Z", re.S))

    def test_the_bridge_for_electron_runs_with_a_stand_in(self):
        for block in blocks(PAGE, "js"):
            if block.label:
                self.write(block.label, block.text)
        os.mkdir(os.path.join(self.folder, "node_modules", "electron"))
        shutil.copy(STAND_IN, os.path.join(self.folder, "node_modules", "electron", "index.js"))
        # Relative to the display, on which the window is at 100, 50.
        self.assertEqual(
            self.run_program("main.mjs", True), "340 132 undefined\noutside-tap saved\n")
        self.assertEqual(
            self.run_program("main.mjs", True), "340 132 half-typed\noutside-tap saved\n")

    def test_its_numbers_are_the_sources(self):
        text = PAGE.read_text(encoding="utf-8")
        connection, client, subscription, node = (
            (WEB / name).read_text(encoding="utf-8")
            for name in ("connection.js", "client.js", "subscription.js", "node.js"))
        for words, number, source in (
                ("after 0.25 s", "FIRST_PAUSE = 250,", connection),
                ("up to 30 s", "LONGEST_PAUSE = 30000,", connection),
                ("wait 30 s for a shell", "RENDERER_PATIENCE = 30000,", client),
                ("keeps 1024 events", "KEPT = 1024;", subscription),
                ("`timeoutMs` (10000)", "timeoutMs: 10000,", node)):
            self.assertTrue(words in text and number in source, words)


if __name__ == "__main__":
    unittest.main()
