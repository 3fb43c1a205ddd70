# SPDX-License-Identifier: MIT
"""Programs that crash, hang or lie before the first question."""

import os
import unittest

from support.zoo import Zoo

# Of a plugin that is not known yet.
NOTHING = {"statistics": {"restarts": 0}}
# A program and what the log says about it.
SILENT = [
    ("starting.crash", r"signal 6"),
    ("starting.leave", r"exited with status 0"),
    ("starting.ignore_everything", r"getmanifest"),
    ("starting.ignore_init", r"\binit\b"),
]

# What a program says of itself (by default with its own name), and what the log says.
MANIFESTS = {
    "shouting": ({"name": "Not A Name"}, r"name"),
    "nameless": ({"name": 7}, r"name"),
    "impostor": ({"name": "menu"}, r"menu"),
    "sideways": ({"behaviors": [{"name": "odd", "sides": ["up"]}]}, r"sides"),
    "narrow": (
        {"behaviors": [{"name": "thin", "widths": {"minimum": 400, "maximum": 100}}]}, r"widths"),
    "twins": ({"behaviors": [{"name": "twin"}, {"name": "twin"}]}, r"behaviors\[1\]\.name"),
    "curious": ({"hooks": ["everything"]}, r"hooks"),
    "restless": ({"hooks": ["idle"]}, r"idleAfterMs"),
    "hasty": ({"hooks": ["idle"], "idleAfterMs": 1}, r"idleAfterMs"),
    "listener": ({"topics": "app.*"}, r"topics"),
    "pushy": ({"hooks": ["open"], "before": [1]}, r"before"),
    "painter": ({"options": [{"name": "shade", "type": "color"}]}, r"options|type"),
    "wordy": ("a good plugin", r"getmanifest|manifest|object"),
}


class StartingPrograms(Zoo):
    def test_a_program_without_a_manifest_fails_and_delays_nobody(self):
        names = {self.add_program(function): reason for function, reason in SILENT}
        self.open_zoo()
        self.assertEqual(self.verdict_on_open(), "granted")
        for name, reason in names.items():
            with self.subTest(name):
                self.settled(name, "failed", "suspended")
                self.logged(name, reason)
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_program_that_keeps_exiting_is_restarted_with_backoff(self):
        name = self.add_program("starting.leave")
        self.open_zoo()
        restarts = self.until(
            lambda: (self.state(name) or NOTHING)["statistics"]["restarts"] >= 3
            and self.state(name)["statistics"]["restarts"], "three restarts")
        with open(os.path.join(self.daemon.folder, f"{name}.starts"), encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), restarts + 2)
        self.assert_backs_off(name)

    def test_a_wrong_manifest_is_refused_with_its_member(self):
        for name, (manifest, _) in MANIFESTS.items():
            if isinstance(manifest, dict):
                manifest = {"name": name, "version": "1.0.0", **manifest}
            self.add_program("starting.declare", name, manifest=manifest)
        self.open_zoo()
        for name, (_, reason) in MANIFESTS.items():
            with self.subTest(name):
                self.assertRegex(self.settled(name, "failed")["message"], reason)
                self.logged(name, reason)
        self.assertEqual(self.state("menu")["behaviors"], ["menu"])
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_librarys_behavior_wins_over_a_programs(self):
        self.add_library("slow", SELF_TEST="spin(500)", BEHAVIOR='"menu"')
        manifest = {"name": "copycat", "version": "1.0.0", "behaviors": [{"name": "menu"}]}
        self.add_program("starting.declare", "copycat", manifest=manifest)
        self.open_zoo()
        self.assertRegex(self.settled("copycat", "failed")["message"], "menu.*slow")
        self.assertEqual(self.state("slow")["behaviors"], ["menu"])

    def test_a_library_and_a_program_of_one_name_are_not_both_loaded(self):
        self.add_program("starting.behave", "double", hooks=["open"])
        self.folder.add_library("double")
        self.open_zoo()

        def states():
            plugins = self.keeper.call("plugin.list")["plugins"]
            return sorted(
                plugin["state"] for plugin in plugins if "double" in plugin["path"])

        self.until(lambda: states() == ["failed", "loaded"], "one of them to fail")
        self.logged("double", r"libpopover-double\.so.*popover-double\.plugin|"
                    r"popover-double\.plugin.*libpopover-double\.so")

    def test_an_option_that_does_not_fit_is_named(self):
        options = [{"name": "count", "type": "integer"}]
        mistaken = self.add_program(
            "starting.behave", "mistaken", {"options": {"count": "many"}}, options=options)
        unasked = self.add_program(
            "starting.behave", "unasked", {"options": {"color": "red"}}, options=options)
        fitting = self.add_program(
            "starting.behave", "fitting", {"options": {"count": 3}}, options=options)
        self.open_zoo()
        for name, reason in ((mistaken, "count"), (unasked, "color")):
            self.assertRegex(self.settled(name, "failed")["message"], reason)
            self.logged(name, reason)
        self.settled(fitting, "loaded")

    def test_a_cycle_in_the_order_is_an_error_that_names_it(self):
        self.add_program("starting.behave", "ring-a", hooks=["open"], before=["ring-b"])
        self.add_program("starting.behave", "ring-b", {"before": ["ring-a"]}, hooks=["open"])
        self.open_zoo()
        circle = "ring-a before ring-b before ring-a"
        self.logged("ring-a", circle)
        # Which of them comes last closes the ring.
        failed = self.until(
            lambda: [plugin for plugin in map(self.state, ("ring-a", "ring-b"))
                     if plugin["state"] == "failed"],
            "one of the ring to fail")
        for plugin in failed:
            self.assertIn(circle, plugin["message"])
        self.assertEqual(self.verdict_on_open(), "granted")


if __name__ == "__main__":
    unittest.main()
