# SPDX-License-Identifier: MIT
"""Cases 45 to 48: plugins, in budgeted form; the zoo proves each of them by itself."""

import os
import unittest

from case import IS_LONG, PATIENCE, PluginCase, Refusal, budget, process_table

REFUSES = 'refuse(verdict, "not today")'

# What each does, with what it is started, and what is said of it.
PROGRAMS = {
    "silent": ("answering.hang", {}, r"did not answer .* in time"),
    "babbler": ("answering.mix", {"lines": [b"{", b"\xff\xfe\x00"] * 40}, r"not JSON"),
    "twice": ("answering.twice", {}, r"answered .* not open"),
    "closed": ("answering.close_output", {}, r"closed its standard output"),
    "logger": ("answering.mix", {"lines": [b"INFO: all is well"]}, r"not JSON .*standard error"),
    "endless": ("living.write_endlessly", {"mebibytes": budget(64, 1024)},
                r"a line of more than \d+ bytes"),
    "mortal": ("answering.crash", {}, r"signal 11"),
    "leaver": ("starting.leave", {}, r"exited with status 0"),
}
# What each is made of, and what is said of it.
UNFIT = {
    "doorless": ({"ENTRY": "another_symbol"}, r"does not export popoverd_plugin_abi_2"),
    "outdated": ({"ENTRY": "popoverd_plugin_abi_1"}, r"build it with version 2"),
    "newer": ({"MAJOR": "3u"}, r"version 3 of popover_plugin\.h"),
    "short": ({"SIZE": "8u"}, r"invalid descriptor"),
    "fragile": ({"SELF_TEST": "crash()"}, r"crashed|signal"),
    "open-to-all": ({"mode": 0o666}, r"can be written to by others"),
}


class Plugins(PluginCase):
    def test_case_45_programs_that_do_everything_wrong(self):
        for name, (function, arguments, _) in PROGRAMS.items():
            self.add_program(function, name, **arguments)
        child = self.add_program("living.leave_a_child", "parent", {"fallback": "refuse"})
        self.open_zoo()
        for name in PROGRAMS:
            if name != "leaver":
                self.settled(name, "loaded")
        grandchild = self.pid_of(f"{child}-child")
        # An honest refusal among them counts, within everybody's deadline.
        for _ in range(3):
            self.assertEqual(self.verdict_on_open(), "policy")
        for name, (_, _, reason) in PROGRAMS.items():
            with self.subTest(name):
                self.logged(name, reason)
        # The circuit opens, and what dies is started again, ever more seldom.
        self.settled("silent", "suspended")
        self.until(lambda: self.state("mortal")["statistics"]["restarts"] > 0, "a restart")
        self.keeper.call("plugin.unload", name=child)
        self.assertTrue(process_table.ends_within(grandchild, PATIENCE), "its child lives on")

    def test_case_46_libraries_that_are_not_fit(self):
        for name, (definitions, _) in UNFIT.items():
            self.add_library(name, **definitions)
        self.configure("elsewhere")
        os.symlink(self.folder.file(f"libpopover-{next(iter(UNFIT))}.so"),
                   self.folder.file("libpopover-elsewhere.so"))
        self.open_zoo()
        reasons = {name: reason for name, (_, reason) in UNFIT.items()}
        for name, reason in {**reasons, "elsewhere": "symbolic link"}.items():
            with self.subTest(name):
                self.assertRegex(self.settled(name, "failed")["message"], reason)
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_case_48_reloads_under_load(self):
        self.add_library("turncoat", VERSION='"1.0.0"', ANSWER=REFUSES)
        self.open_zoo()
        self.settled("turncoat", "loaded")
        events = self.watch("app.load")
        for number in range(budget(20, 1000)):
            version = ("2.0.0", "1.0.0")[number % 2]
            self.folder.add_library("turncoat", VERSION=f'"{version}"', ANSWER=REFUSES)
            order = self.keeper.start("plugin.reload", name="turncoat")
            published = self.victim.call("bus.publish", topic="app.load", data=number)
            self.assertEqual(self.keeper.result(order)["version"], version)
            self.assertEqual(events.event("app.load")["sequence"], published["sequence"])
        # A version that cannot take over its predecessor's state leaves it in its place.
        self.folder.add_library(
            "turncoat", VERSION='"3.0.0"', ANSWER=REFUSES, IMPORT_STATE="return 5")
        with self.assertRaises(Refusal):
            self.keeper.call("plugin.reload", name="turncoat")
        state = self.until(
            lambda: self.state("turncoat").get("message") and self.state("turncoat"),
            "the update to be refused")
        self.assertRegex(state["message"], r"import_state failed \(5\)")
        self.assertEqual((state["state"], state["version"]), ("loaded", version))
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertLessEqual(self.images("turncoat"), 4)

    def images(self, name):
        """How many files of this library are mapped into the daemon."""
        with open(f"/proc/{self.pid}/maps", encoding="utf-8") as file:
            rows = [row.split(maxsplit=5) for row in file]
        return len({(row[3], row[4]) for row in rows if len(row) == 6 and name in row[5]})


class Spinners(PluginCase):
    # A library's call is on the loop: three of them are late before it is let go, and 99 of 100
    # answers to the bystander are to be in time all the same.
    rounds = budget(10, 400)

    def test_case_47_libraries_that_take_their_time(self):
        self.add_library("sluggish", ANSWER=f"spin(30); {REFUSES}")
        self.add_library("ninety-nine", ANSWER="verdict->kind = 99")
        self.open_zoo()
        self.assertEqual(self.verdict_on_open(), "policy")
        self.logged("ninety-nine", r"99")
        for _ in range(2):
            self.verdict_on_open()
        self.settled("sluggish", "suspended")
        self.assertEqual(self.verdict_on_open(), "granted")
        if IS_LONG:
            self.spin_for_ever()

    def spin_for_ever(self):
        """The daemon crashes twice and the third start skips the library."""
        self.add_library("tarpit", ANSWER="hang()")
        self.write_configuration(self.sections)
        self.keeper.call("config.reload")
        for _ in range(2):
            self.settled("tarpit", "loaded")
            self.ask(self.victim, display="main")
            self.die_and_rise()
        self.settled("tarpit", "quarantined")


if __name__ == "__main__":
    unittest.main()
