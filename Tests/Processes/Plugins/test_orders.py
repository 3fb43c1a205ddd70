# SPDX-License-Identifier: MIT
"""Administrator requests that overlap each other, changes of the folder, or a start."""

import os
import unittest

from support.zoo import PluginFolder, Refusal, Zoo

# Of a program that ends, or starts, slowly.
SLOW = 1.2


class Orders(Zoo):
    def outcome(self, request):
        """The state in the answer, or the error's message."""
        try:
            return self.keeper.result(request)["state"]
        except Refusal as refusal:
            return refusal.message

    def failure(self, method, **params):
        """The message of the expected error."""
        with self.assertRaises(Refusal) as caught:
            self.keeper.call(method, **params)
        return str(caught.exception)

    def assert_answers(self, name):
        """Checks that the plugin is asked and its verdict counts."""
        self.settled(name, "loaded")
        self.assertEqual(self.verdict_on_open(), "policy")

    # One order while another is under way

    def cross(self, method):
        """Sends a request for a program that is still exiting."""
        name = self.add_program("living.leave_slowly", seconds=SLOW)
        self.open_zoo()
        self.settled(name, "loaded")
        unload = self.keeper.start("plugin.unload", name=name)
        self.until(lambda: self.has_note(name, "leaving"), "it to be told to go")
        self.assertFalse(self.keeper.is_answered(unload))
        params = {"name": name} if method == "plugin.reload" else {
            "path": self.folder.file(f"popover-{name}.plugin")}
        order = self.keeper.start(method, **params)
        self.assertEqual(self.outcome(unload), "unloaded")
        self.assertEqual(self.outcome(order), "loaded")
        self.assert_answers(name)

    def has_note(self, name, kind):
        return os.path.exists(os.path.join(self.daemon.folder, f"{name}.{kind}"))

    def test_a_reload_during_an_unload_starts_the_program_again(self):
        self.cross("plugin.reload")

    def test_a_load_during_an_unload_starts_the_program_again(self):
        self.cross("plugin.load")

    def test_an_unload_during_a_start_answers_both_requests(self):
        name = self.add_program("starting.hesitate", settings={"enabled": False}, seconds=SLOW)
        self.open_zoo()
        self.settled(name, "unloaded")
        load = self.keeper.start("plugin.load", path=self.folder.file(f"popover-{name}.plugin"))
        self.pid_of(name)
        unload = self.keeper.start("plugin.unload", name=name)
        self.assertIn("unloaded before it was ready", self.outcome(load))
        self.assertEqual(self.outcome(unload), "unloaded")
        self.assertEqual(self.state(name)["state"], "unloaded")

    # What an order leaves behind

    def test_an_unloaded_program_stays_unloaded_when_the_folder_changes(self):
        name = self.add_program("answering.honest")
        newcomers = ("first", "second")
        for newcomer in newcomers:
            self.configure(newcomer)
        self.open_zoo()
        self.settled(name, "loaded")
        self.keeper.call("plugin.unload", name=name)
        for newcomer in newcomers:
            self.folder.add_program(
                newcomer, "starting.behave", self.daemon.folder,
                {"behaviors": [{"name": newcomer}]})
            self.settled(newcomer, "loaded")
            self.assertEqual(self.state(name)["state"], "unloaded")
        self.assertEqual(self.verdict_on_open(), "granted")

    # Orders that cannot be carried out

    def test_a_reload_of_a_program_that_is_not_enabled_fails(self):
        name = self.add_program("answering.honest", settings={"enabled": False})
        self.open_zoo()
        self.settled(name, "unloaded")
        self.assertIn("does not enable it", self.failure("plugin.reload", name=name))
        self.assertEqual(self.state(name)["state"], "unloaded")

    def test_a_failed_load_leaves_the_program_of_that_name_running(self):
        name = self.add_program("answering.honest", "three")
        self.open_zoo()
        self.settled(name, "loaded")
        pid = self.pid_of(name)
        path = "/nowhere/popover-three.plugin"
        self.assertIn(path, self.failure("plugin.load", path=path))
        self.assert_answers(name)
        self.assertEqual(self.pid_of(name), pid)
        self.assertEqual(self.state(name)["statistics"]["restarts"], 0)
        self.assertNotEqual(self.state(name)["path"], path)

    def test_a_load_of_a_library_whose_behavior_a_program_provides_fails(self):
        self.add_program(
            "starting.behave", "splitter", behaviors=[{"name": "split-pane"}])
        elsewhere = PluginFolder(os.path.join(self.daemon.folder, "elsewhere"))
        path = elsewhere.add_library("split-pane", BEHAVIOR='"split-pane"')
        self.open_zoo()
        self.settled("splitter", "loaded")
        message = self.failure("plugin.load", path=path)
        self.assertRegex(message, "splitter")
        self.assertEqual(self.state("split-pane")["state"], "failed")
        self.assertEqual(self.state("splitter")["behaviors"], ["split-pane"])


if __name__ == "__main__":
    unittest.main()
