# SPDX-License-Identifier: MIT
"""What the sections of the configuration decide about plugins, and those that are about nobody."""

import concurrent.futures
import os
import unittest

from support import process_table
from support.zoo import PATIENCE, Zoo

NOBODY = "there is a section for it, but no such plugin"


class Sections(Zoo):
    def take_sections_away(self):
        self.write_configuration([])
        self.keeper.call("config.reload")

    def assert_needed(self, name):
        """Nothing opens for want of this plugin, until nobody says any more that it is needed."""
        refusal = self.assert_refused("policy", self.victim, self.ask(self.victim, display="main"))
        self.assertRegex(refusal["message"], rf"\b{name}\b")
        self.take_sections_away()
        self.assertEqual(self.verdict_on_open(), "granted")
        # The bystander, too, has to have opened something in the end.
        self.open_at_the_bystanders()

    def open_at_the_bystanders(self):
        observer = self.watch("popover.opened")
        observer.event("popover.opened", display="side")

    def test_a_policy_whose_section_is_taken_away_does_not_rule_any_more(self):
        name = "honest"
        self.folder.add_program(name, "answering.honest", self.daemon.folder, {})
        # Nothing in it is other than what holds without it; only that it is there counts.
        self.sections.append(f'[[plugin]]\nname = "{name}"')
        self.open_zoo()
        self.settled(name, "loaded")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.take_sections_away()
        self.assertEqual(self.settled(name, "unloaded")["hooks"], [])
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_nothing_opens_without_a_plugin_that_is_needed_and_not_there(self):
        self.configure("absentee", fallback="refuse")
        self.open_zoo()
        self.assertIsNone(self.state("absentee"))
        self.assert_needed("absentee")

    def test_nothing_opens_without_a_plugin_that_is_needed_and_has_failed(self):
        name = self.add_program(
            "starting.behave", "mistaken", {"fallback": "refuse", "options": {"color": "red"}},
            hooks=["open"])
        self.open_zoo()
        self.assertRegex(self.settled(name, "failed")["message"], "color")
        self.assert_needed(name)

    def test_a_section_about_nobody_is_told(self):
        self.configure("msispelt")
        name = self.add_program("answering.honest")
        self.open_zoo()
        self.assertRegex(self.logged("msispelt", NOBODY), r"\bwarning\b")
        self.settled(name, "loaded")
        self.assertNotIn(f"{name}: {NOBODY}", self.daemon.told())

    def test_a_section_about_a_library_that_is_there_is_not_complained_about(self):
        self.add_library("present")
        self.open_zoo()
        self.settled("present", "loaded")
        self.assertNotIn(NOBODY, self.daemon.told())


class UnfinishedStarts(Zoo):
    def test_a_daemon_that_is_ended_while_a_plugin_starts_leaves_nothing_behind(self):
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
