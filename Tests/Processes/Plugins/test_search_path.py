# SPDX-License-Identifier: MIT
"""The search path for plugins, and plugins that an administrator loads from elsewhere."""

import os
import unittest

from support.daemon import binary
from support.zoo import PluginFolder, Zoo

BUNDLED = os.path.realpath(os.path.dirname(binary()))


class SearchPath(Zoo):
    """`plugins.directory` names the zoo's folder."""

    def loaded_from(self, name, folder):
        """Waits until a plugin is loaded from a file in this folder; its state."""
        def found():
            state = self.state(name)
            return state if state and state["state"] == "loaded" and os.path.dirname(
                state["path"]) == os.path.realpath(folder) else None
        return self.until(found, f"{name} to be loaded from {folder}")

    def test_a_configured_folder_adds_to_the_bundled_plugins(self):
        name = self.add_library("guest")
        self.configure("quiet")
        self.open_zoo()
        self.loaded_from(name, self.folder.path)
        self.loaded_from("quiet", BUNDLED)

    def test_a_file_in_the_configured_folder_replaces_the_bundled_one(self):
        self.add_library("quiet", VERSION='"9.9.9"')
        self.open_zoo()
        self.assertEqual(self.loaded_from("quiet", self.folder.path)["version"], "9.9.9")
        self.assertEqual(len(self.states("quiet")), 1)

    def test_a_replacement_may_come_and_go(self):
        self.configure("quiet")
        self.open_zoo()
        self.loaded_from("quiet", BUNDLED)
        path = self.folder.add_library("quiet", VERSION='"9.9.9"')
        self.loaded_from("quiet", self.folder.path)
        os.remove(path)
        self.loaded_from("quiet", BUNDLED)
        self.assertEqual(len(self.states("quiet")), 1)

    def test_only_what_the_configuration_names_is_loaded(self):
        self.folder.add_library("task", BEHAVIOR='"task"')
        self.folder.add_library("guest")
        self.folder.add_program(
            "visitor", "starting.behave", self.daemon.folder, {"behaviors": [{"name": "visit"}]})
        self.open_zoo()
        for name in ("guest", "visitor"):
            with self.subTest(name):
                state = self.settled(name, "unloaded")
                self.assertIn("needs a section [[plugin]]", state["message"])
        self.assertFalse(os.path.exists(os.path.join(self.daemon.folder, "visitor.pid")))
        with open(f"/proc/{self.pid}/maps", encoding="utf-8") as file:
            self.assertNotIn("popover-", file.read())

    def states(self, name):
        plugins = self.keeper.call("plugin.list")["plugins"]
        return [plugin for plugin in plugins if plugin["name"] == name]


class LoadedByHand(Zoo):
    """Plugins outside of the search path."""

    def setUp(self):
        super().setUp()
        self.configure("guest")
        self.elsewhere = PluginFolder(os.path.join(self.daemon.folder, "elsewhere"))

    def load(self, path):
        self.assertEqual(self.keeper.call("plugin.load", path=path)["state"], "loaded")

    def test_a_changed_library_is_loaded_again(self):
        self.open_zoo()
        self.load(self.elsewhere.add_library("guest", VERSION='"1.0.0"'))
        self.elsewhere.add_library("guest", VERSION='"2.0.0"')
        self.until(lambda: self.state("guest")["version"] == "2.0.0", "the new version")
        self.assertEqual(self.state("guest")["state"], "loaded")

    def test_a_changed_program_is_started_again(self):
        self.open_zoo()
        self.load(self.elsewhere.add_program(
            "guest", "starting.behave", self.daemon.folder, {"behaviors": [{"name": "old"}]}))
        self.elsewhere.add_program(
            "guest", "starting.behave", self.daemon.folder, {"behaviors": [{"name": "new"}]})
        self.until(lambda: self.state("guest")["behaviors"] == ["new"], "the new behavior")

    def test_a_removed_program_ends(self):
        self.open_zoo()
        path = self.elsewhere.add_program("guest", "starting.behave", self.daemon.folder, {})
        self.load(path)
        os.remove(path)
        self.until(lambda: self.state("guest") is None, "the plugin to be gone")


if __name__ == "__main__":
    unittest.main()
