# SPDX-License-Identifier: MIT
"""docs/how-to/client-c.md: its commands build the library and the program from an empty folder, the
program prints what is shown, and its tables are the headers'.

Where the program opens a popover, a finger taps outside. Its work comes back in the next run.
"""

import os
import re
import subprocess
import tempfile
import unittest

from support import ROOT, c_library
from support.daemon import Daemon
from support.description import DESCRIPTION
from support.document import blocks, names, table

from terminal import Kiosk
from test_guides import commands
from test_readme import Finger

PAGE = ROOT / "docs" / "how-to" / "client-c.md"
INCLUDE = c_library.SOURCE / "include"
EXAMPLE = c_library.SOURCE / "examples" / "shop.c"
HEADERS = "".join(path.read_text("utf-8") for path in sorted(INCLUDE.glob("*.h")))
SOURCES = "".join(path.read_text("utf-8") for path in sorted(c_library.SOURCE.glob("source/*.h")))


def printed():
    return [block.text for block in blocks(PAGE, "text")]


class Commands(unittest.TestCase):
    def test_the_popover_and_its_draft_come_from_an_empty_folder(self):
        daemon = Daemon().start()
        self.addCleanup(daemon.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        kiosk = Kiosk(folder.name, daemon)
        with open(os.path.join(kiosk.home, "order.c"), "w", encoding="utf-8") as file:
            file.write(blocks(PAGE, "c")[0].text)
        terminal = kiosk.terminal(str(ROOT))
        self.addCleanup(terminal.close)
        *building, first, build_second, second = commands(PAGE)
        self.assertEqual([first.strip(), second.strip()], ['"$HOME/order"', '"$HOME/shop"'])
        for command in [*building, build_second]:
            with self.subTest(command.strip()):
                status, output = terminal.run(command)
                self.assertEqual(status, 0, output)
        finger = Finger(daemon)
        self.addCleanup(finger.close)
        self.assertEqual(len(printed()), 4)
        self.check(terminal, finger, folder, first, printed()[:2])
        terminal.run("popoverctl --app shop draft discard order-7")
        self.check(terminal, finger, folder, second, printed()[2:])

    def check(self, terminal, finger, folder, start, outputs):
        for shown in outputs:
            terminal.enter(f"( {start.strip()} ) >output 2>&1; echo $? >>output".replace(
                "output", f"{folder.name}/output"))
            while not finger.close_next():
                pass  # Something else came.
            status, output = terminal.run(f"cat {folder.name}/output")
            self.assertEqual((status, output), (0, f"{shown}0\n"))


class Programs(unittest.TestCase):
    def setUp(self):
        self.programs = [block.text for block in blocks(PAGE, "c")]

    def test_the_second_is_the_example(self):
        text = EXAMPLE.read_text(encoding="utf-8")
        self.assertTrue(text.endswith(f"*/\n\n{self.programs[1]}"))

    def test_all_compile_as_c_and_as_cpp_without_warnings(self):
        self.assertGreater(len(self.programs), 2)
        for number, text in enumerate(self.programs):
            # Compound literals are C's.
            for language, standard in (("c", "gnu11"), ("c++", "gnu++20"))[:2 if number else 1]:
                with self.subTest(f"program {number + 1} in {language}"):
                    done = subprocess.run(
                        ["gcc", "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror",
                         "-Wno-missing-field-initializers", f"-I{INCLUDE}", "-fsyntax-only", "-"],
                        input=text, capture_output=True, text=True, check=False,
                        env={**os.environ, "LC_ALL": "C"})
                    self.assertEqual((done.returncode, done.stderr), (0, ""))


class Tables(unittest.TestCase):
    def test_every_error_has_a_row(self):
        rows = table(PAGE, "Handle refusals")
        self.assertEqual(
            {(names(row[0])[0], int(row[1])) for row in rows},
            {(f"POPOVER_ERROR_{error.name.replace('-', '_').upper()}", error.facts["code"])
             for error in DESCRIPTION.errors})
        failure = re.search(r"struct popover_failure \{.*?\n\};", HEADERS, re.S)[0]
        for row in rows:
            for member in names(row[2]):
                self.assertRegex(failure, rf"\b{member};")

    def test_what_it_names_is_declared(self):
        text = PAGE.read_text(encoding="utf-8")
        found = set(re.findall(r"`(popover_\w+|POPOVER_\w+)`", text))
        self.assertGreater(len(found), 15)
        for name in found:
            self.assertRegex(HEADERS, rf"\b{name}\b")

    def test_its_numbers_are_the_librarys(self):
        text = PAGE.read_text(encoding="utf-8")
        number = {name: int(value) for name, value in re.findall(
            r"^#define ([A-Z_]+) (\d+)$", SOURCES, re.M)}
        self.assertIn(f"after {number['FIRST_PAUSE'] / 1000} s", text)
        self.assertIn(f"up to {number['LONGEST_PAUSE'] / 1000:g} s", text)
        self.assertIn(f"wait {number['RENDERER_PATIENCE'] / 1000:g} s for a shell", text)
        self.assertIn(f"keeps {number['BUS_EVENTS_KEPT']} events", text)


if __name__ == "__main__":
    unittest.main()
