# SPDX-License-Identifier: MIT
"""Unfit libraries are never loaded into the daemon."""

import json
import os
import unittest

from support import process_table
from support.zoo import PATIENCE, PluginFolder, Zoo

WRONG_SIZE = r"invalid descriptor"
# What each is made of, and what is said of it.
UNFIT = {
    "doorless": ({"ENTRY": "another_symbol"}, r"does not export popoverd_plugin_abi_2"),
    "outdated": ({"ENTRY": "popoverd_plugin_abi_1"},
                 r"was built with version 1 of popover_plugin\.h; build it with version 2"),
    "incomplete": ({"CONSTRUCTOR": "nobody_defines_this()"}, r"nobody_defines_this"),
    "stranger": ({"MAGIC": "0xBADu"}, r"0xbad"),
    "newer": ({"MAJOR": "3u"}, r"version 3 of popover_plugin\.h"),
    "short": ({"SIZE": "8u"}, WRONG_SIZE),
    "vast": ({"SIZE": "(1u << 20)"}, WRONG_SIZE),
    "stillborn": ({"CONSTRUCTOR": "crash()"}, r"crashed|signal"),
    "fragile": ({"SELF_TEST": "crash()"}, r"crashed|signal"),
    "endless": ({"SELF_TEST": "hang()"}, r"did not come to an end| ms"),
    "honest-loser": ({"SELF_TEST": "return 7"}, r"self test \(7\)"),
    "quitter": ({"CREATE": "_exit(3)"}, r"status 3"),
    "open-to-all": ({"mode": 0o666}, r"can be written to by others"),
}


class RefusedLibraries(Zoo):
    def test_each_broken_library_is_refused_with_a_reason(self):
        for name, (definitions, _) in UNFIT.items():
            self.add_library(name, **definitions)
        self.open_zoo()
        for name, (_, reason) in UNFIT.items():
            with self.subTest(name):
                plugin = self.settled(name, "failed")
                self.assertRegex(plugin["message"], reason)
                self.assertEqual(plugin["hooks"], [])
                self.logged(name, reason)
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_file_that_is_no_library_is_refused(self):
        self.configure("scroll")
        path = self.folder.file("libpopover-scroll.so")
        with open(path, "w", encoding="utf-8") as file:
            file.write("not a library\n")
        os.chmod(path, 0o644)
        self.open_zoo()
        self.assertTrue(self.settled("scroll", "failed")["message"])
        self.logged("scroll", r"ELF|too short|invalid|header")

    def test_a_symbolic_link_is_refused(self):
        elsewhere = PluginFolder(os.path.join(self.daemon.folder, "elsewhere"))
        elsewhere.add_library("hidden", ANSWER='refuse(verdict, "no")')
        self.configure("hidden")
        os.symlink(
            elsewhere.file("libpopover-hidden.so"), self.folder.file("libpopover-hidden.so"))
        self.open_zoo()
        self.assertRegex(self.settled("hidden", "failed")["message"], "symbolic link")
        self.logged("hidden", "symbolic link")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_plugin_in_a_writable_folder_is_refused(self):
        meadow = PluginFolder(os.path.join(self.daemon.folder, "meadow"))
        os.chmod(meadow.path, 0o777)
        meadow.add_library("sheep", ANSWER='refuse(verdict, "no")')
        meadow.add_program("goat", "answering.honest", self.daemon.folder, {})
        for name in ("sheep", "goat"):
            self.configure(name)
        self.open_zoo()
        for file in ("libpopover-sheep.so", "popover-goat.plugin"):
            with self.subTest(file):
                with self.assertRaisesRegex(Exception, "can be written to by others") as caught:
                    self.keeper.call("plugin.load", path=meadow.file(file))
                self.assertIn(meadow.path, json.dumps(str(caught.exception)))
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_program_that_others_can_write_to_is_refused(self):
        name = self.add_program("answering.honest")
        os.chmod(self.folder.file(f"popover-{name}.plugin"), 0o777)
        self.open_zoo()
        self.settled(name, "failed")
        self.logged(name, "can be written to by others")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_probe_leaves_no_process_behind(self):
        note = os.path.join(self.daemon.folder, "child.pid")
        self.add_library("forker", SELF_TEST=f'leave_a_child("{note}")')
        self.open_zoo()
        self.settled("forker", "failed", "loaded")
        child = self.pid_of("child")
        self.assertTrue(process_table.ends_within(child, PATIENCE), "what it forked lives on")


if __name__ == "__main__":
    unittest.main()
