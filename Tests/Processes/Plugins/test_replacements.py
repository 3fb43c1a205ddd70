# SPDX-License-Identifier: MIT
"""Bundled behaviors are tables in the daemon, until a plugin replaces them."""

import os
import unittest

from support.daemon import binary
from support.peer import Refusal
from support.zoo import Zoo

PROGRAM = os.path.realpath(binary())


class Replacements(Zoo):
    """A choice closes the replacement of `task`, and leaves the bundled one open."""

    def entries(self, name):
        """The places that a plugin of this name is loaded from."""
        plugins = self.keeper.call("plugin.list")["plugins"]
        return [plugin["path"] for plugin in plugins
                if plugin["name"] == name and plugin["state"] == "loaded"]

    def closes(self):
        """Whether a choice closes a task."""
        popover = self.open(self.victim, display="main", behavior="task")["popover"]
        closes = self.victim.call("popover.choose", popover=popover, choice={"id": "a"})["closes"]
        if not closes:
            self.victim.call("popover.close", popover=popover, outcome="done")
        self.victim.wait("popover.closed", popover=popover)
        return closes

    def assert_replaced(self, path, name="task"):
        self.until(lambda: self.entries(name) == [path], f"{name} to be loaded from {path}")
        if name != "task":
            self.assertEqual(self.entries("task"), [])

    def assert_bundled(self):
        self.assert_replaced(PROGRAM)
        self.assertFalse(self.closes())

    def test_a_bundled_behavior_is_a_table_in_the_daemon(self):
        self.open_zoo()
        self.assert_bundled()

    def test_a_library_in_c_replaces_it(self):
        self.add_library("task", BEHAVIOR='"task"')
        self.open_zoo()
        self.assert_replaced(self.folder.file("libpopover-task.so"))
        self.assertTrue(self.closes())

    def test_clients_do_not_notice_a_replacement_with_its_answers(self):
        self.add_library("task", BEHAVIOR='"task"', FLAGS="POPOVER_BEHAVIOR_AVOIDS_SCROLLING")
        self.open_zoo()
        self.assert_replaced(self.folder.file("libpopover-task.so"))
        self.assertFalse(self.closes())

    def add_task_program(self, name):
        self.add_program(
            "starting.behave", name, behaviors=[{"name": "task", "choiceCloses": True}])

    def test_a_program_in_python_replaces_it(self):
        self.add_task_program("task")
        self.open_zoo()
        self.assert_replaced(self.folder.file("popover-task.plugin"))
        self.assertTrue(self.closes())

    def test_a_plugin_of_another_name_replaces_it(self):
        self.add_task_program("house")
        self.open_zoo()
        self.assert_replaced(self.folder.file("popover-house.plugin"), "house")
        self.assertTrue(self.closes())

    def test_it_is_back_when_the_replacement_goes(self):
        self.configure("task")
        self.open_zoo()
        self.assert_bundled()
        path = self.folder.add_library("task", BEHAVIOR='"task"')
        self.assert_replaced(path)
        self.assertTrue(self.closes())
        self.keeper.call("plugin.unload", name="task")
        self.assert_bundled()
        self.keeper.call("plugin.load", name="task")
        self.assert_replaced(path)
        os.remove(path)
        self.assert_bundled()

    def test_it_stays_when_the_replacement_fails(self):
        self.add_library("task", BEHAVIOR='"task"', CREATE="return 3")
        self.open_zoo()
        self.logged("task", r"could not start \(3\)")
        self.assert_bundled()

    def test_a_section_without_its_plugin_is_logged(self):
        self.configure("task")
        self.open_zoo()
        self.logged("task", "configured plugin not found")
        self.assert_bundled()

    def test_an_option_that_it_does_not_have_is_an_error(self):
        self.configure("task", options={"color": "red"})
        self.open_zoo()
        self.assertRegex(self.settled("task", "failed")["message"], "color")

    def test_it_can_be_disabled(self):
        self.configure("task", enabled=False)
        self.open_zoo()
        self.assertIn("does not enable it", self.settled("task", "unloaded")["message"])
        self.assert_unknown()

    def assert_unknown(self):
        with self.assertRaises(Refusal) as caught:
            self.open(self.victim, display="main", behavior="task")
        self.assertEqual(caught.exception.data["reason"], "unknown-behavior")

    def test_an_administrator_unloads_and_loads_it(self):
        self.open_zoo()
        self.keeper.call("plugin.unload", name="task")
        self.assert_unknown()
        self.keeper.call("plugin.load", name="task")
        self.assert_bundled()


if __name__ == "__main__":
    unittest.main()
