# SPDX-License-Identifier: MIT
"""docs/how-to/client-gtk.md: its commands build the libraries and the programs from an empty folder, what
they print is shown, and what it names is in the libraries."""

import contextlib
import os
import re
import tempfile
import unittest

from support import ROOT
from support.daemon import UNHURRIED, Daemon
from support.document import blocks
from support.gtk_library import PYTHON, QUIET, SOURCE, built
from support.line_socket import LineSocket
from support.x11_screen import Companion

from gtk_screen import Screen
from story import OUTSIDE

PAGE = ROOT / "docs" / "how-to" / "client-gtk.md"
TEXT = PAGE.read_text(encoding="utf-8")


def commands():
    return [command for block in blocks(PAGE, "console")
            for command in re.findall(r"^\$ (.*)\n", block.text, re.M)]


class Commands(unittest.TestCase):
    def setUp(self):
        self.screen = Screen()
        self.addCleanup(self.screen.close)
        self.daemon = Daemon(UNHURRIED)
        self.addCleanup(self.daemon.close)
        self.daemon.start()
        self.hand = LineSocket(self.daemon.socket)
        self.addCleanup(self.hand.close)
        self.hand.hello("hand", ["input", "observer"])
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def source(self, program):
        while not (known := self.hand.call("look", "status", {})["result"]["sources"]):
            self.assertIsNone(program.process.poll())
        return known[0]["rect"]

    def check(self, before, start):
        """Runs the commands in a shell; the last is the program, whose button is pressed."""
        shell = "set -e\n" + "\n".join(f"{command} >>\"$HOME/log\" 2>&1" if "export" not in command
                                       else command for command in before)
        program = Companion(["bash", "-c", f"cd {ROOT}\n{shell}\nexec {start}"], environment={
            **QUIET, **self.screen.environment, "HOME": self.home, "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(program.close)
        place = self.source(program)
        printed, = (block.text for block in blocks(PAGE, "text"))
        said = self.screen.press(place["x"] + 10, place["y"] + 10, program)
        self.assertEqual(said, printed.split("\n")[0])
        self.hand.call("tap", "tap", OUTSIDE)
        self.assertEqual(program.line(), printed.split("\n")[1])
        program.close()
        while self.hand.call("look", "status", {})["result"]["sources"]:
            pass

    def test_its_commands_build_and_run_the_programs(self):
        *building, python, compiling, compiled = commands()
        self.assertEqual(python, "Clients/GTK/examples/shop.py")
        self.check(building, python)
        exports = [command for command in building if command.startswith("export")]
        self.check([*exports, compiling], compiled)


    def test_the_first_program_gets_its_draft_back(self):
        path = os.path.join(self.home, "order.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(blocks(PAGE, "python")[0].text)
        program = Companion([PYTHON, path], environment={
            **built().environment, **self.screen.environment, "POPOVERD_SOCKET": self.daemon.socket})
        self.addCleanup(program.close)
        place = self.source(program)
        for typed, popovers in ("Ada", 1), ("", 2):
            while self.hand.call("look", "status", {})["result"]["counters"]["popoversOpened"] < popovers:
                self.screen.click(place["x"] + 10, place["y"] + 10)
            self.screen.type(typed)
            # By a key, which comes after what was typed. An entry that is empty would be the draft now.
            while self.hand.call("look", "status", {})["result"]["popovers"]:
                self.screen.xdotool("key", "Escape")
            with contextlib.closing(LineSocket(self.daemon.socket)) as someone:
                someone.hello("shop")
                draft = someone.call("load", "draft.load", {"key": "order-7"})["result"]["draft"]
            self.assertEqual(draft["content"], {"customer": "Ada"})


class Programs(unittest.TestCase):
    def test_they_are_the_examples(self):
        for language, name, number in (("python", "shop.py", 1), ("c", "shop.c", 0)):
            shown = blocks(PAGE, language)[number].text
            text = (SOURCE / "examples" / name).read_text(encoding="utf-8")
            self.assertTrue(text.endswith(f"\n\n{shown}"), name)

    def test_its_other_programs_are_python(self):
        others = blocks(PAGE, "python")[2:]
        self.assertEqual(len(others), 3)
        for block in others:
            compile(block.text, block.heading, "exec")


class Names(unittest.TestCase):
    def test_what_it_names_is_in_the_libraries(self):
        api = "\n".join(path.read_text("utf-8") for folder in ("include", "source")
                        for path in sorted((SOURCE / folder).iterdir()))
        named = re.findall(r"`([a-z]+[-_][a-z_-]+)(?:\(.*?\))?`", TEXT)
        foreign = {"valac", "pkg-config", "libpopover-gtk", "popover-gtk-refusal-quark",
                   "popover-gtk-error-quark", "gtk-enable-animations", "presents_alerts"}
        mine = {name for name in named if not name.startswith(("lib", "gir", "popover-gtk"))} - foreign
        self.assertGreater(len(mine), 10)
        for name in mine:
            # A function without its class, or a property or signal in quotes.
            self.assertRegex(api, rf'_{re.escape(name)}\(|"{re.escape(name)}"', name)

    def test_its_options_are_those_of_the_build(self):
        options = (SOURCE / "meson_options.txt").read_text(encoding="utf-8")
        for name in re.findall(r"-D(\w+)=", TEXT):
            self.assertIn(f"option('{name}'", options)


if __name__ == "__main__":
    unittest.main()
