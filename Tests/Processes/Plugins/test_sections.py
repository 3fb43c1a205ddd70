# SPDX-License-Identifier: MIT
"""Configuration sections of plugins, including sections without a plugin."""

import concurrent.futures
import os
import unittest

from support import process_table
from support.zoo import PATIENCE, Zoo

NOT_FOUND = "configured plugin not found"

NEEDS_NOTHING = """#!/bin/sh
while read -r line; do
    id=${line#*'"id":"'}
    id=${id%%'"'*}
    case $line in
    *'"method":"getmanifest"'*) result='{"name":"honest","version":"1","hooks":["open"]}' ;;
    *'"app":"victim"'*) result='{"verdict":"refuse"}' ;;
    *) result='{}' ;;
    esac
    printf '{"jsonrpc":"2.0","id":"%s","result":%s}\\n' "$id" "$result"
done
"""


class Sections(Zoo):
    def take_sections_away(self):
        self.write_configuration([])
        self.keeper.call("config.reload")

    def assert_needed(self, name):
        """Checks that opens are refused until the plugin is no longer required."""
        refusal = self.assert_refused("policy", self.victim, self.ask(self.victim, display="main"))
        self.assertRegex(refusal["message"], rf"\b{name}\b")
        self.take_sections_away()
        self.assertEqual(self.verdict_on_open(), "granted")
        # The bystander, too, has to have opened something in the end.
        self.open_at_the_bystanders()

    def open_at_the_bystanders(self):
        observer = self.watch("popover.opened")
        observer.event("popover.opened", display="side")

    def test_removing_its_section_unloads_a_policy(self):
        name = "honest"
        # It needs no grant: only that the section is there counts.
        source = os.path.join(self.daemon.folder, "source")
        with open(source, "w", encoding="utf-8") as file:
            file.write(NEEDS_NOTHING)
        self.folder.place(source, f"popover-{name}.plugin", 0o755)
        self.sections.append(f'[[plugin]]\nname = "{name}"')
        self.open_zoo()
        self.settled(name, "loaded")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.take_sections_away()
        self.assertEqual(self.settled(name, "unloaded")["hooks"], [])
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_nothing_opens_when_a_required_plugin_is_missing(self):
        self.configure("absentee", fallback="refuse")
        self.open_zoo()
        self.assertIsNone(self.state("absentee"))
        self.assert_needed("absentee")

    def test_nothing_opens_when_a_required_plugin_failed(self):
        name = self.add_program(
            "starting.behave", "mistaken", {"fallback": "refuse", "options": {"color": "red"}},
            hooks=["open"])
        self.open_zoo()
        self.assertRegex(self.settled(name, "failed")["message"], "color")
        self.assert_needed(name)

    def test_a_section_without_a_plugin_is_logged(self):
        self.configure("msispelt")
        name = self.add_program("answering.honest")
        self.open_zoo()
        self.assertRegex(self.logged("msispelt", NOT_FOUND), r"\bwarning\b")
        self.settled(name, "loaded")
        self.assertNotIn(f"{NOT_FOUND}: plugin={name}", self.daemon.told())

    def test_a_section_for_a_present_library_logs_nothing(self):
        self.add_library("present")
        self.open_zoo()
        self.settled("present", "loaded")
        self.assertNotIn(NOT_FOUND, self.daemon.told())


class UnfinishedStarts(Zoo):
    def test_ending_the_daemon_while_a_plugin_starts_leaves_nothing_behind(self):
        name = self.add_program("starting.hesitate", seconds=1.5)
        self.write_configuration(self.sections)
        with concurrent.futures.ThreadPoolExecutor() as executor:
            start = executor.submit(self.daemon.start)
            pid = self.pid_of(name)
            self.assertTrue(os.path.exists(self.daemon.socket))
            self.daemon.terminate()
            self.assertEqual(self.daemon.wait(), 0, self.daemon.told())
            self.assertRegex(str(start.exception(PATIENCE)), "did not become ready")
        self.assertFalse(os.path.exists(self.daemon.socket))
        self.assertTrue(process_table.ends_within(pid, PATIENCE), "the program lives on")


if __name__ == "__main__":
    unittest.main()
