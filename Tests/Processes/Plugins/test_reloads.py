# SPDX-License-Identifier: MIT
"""A thousand reloads under load lose no event and leak nothing."""

import os
import unittest

from support import process_table
from support.zoo import BackgroundProcess, Refusal, Zoo

RELOADS = 1000
# Of the daemon from the middle to the end, in KiB.
GROWTH = 2 * 1024
EVENTS_PER_RELOAD = 4


class Reloads(Zoo):
    def setUp(self):
        super().setUp()
        self.record = os.path.join(self.daemon.folder, "record")
        self.configure("recorder")
        self.folder.add_compiled_program(
            "recorder", "programs/recorder.c", RECORD=f'"{self.record}"')

    def visit(self):
        self.open_zoo()
        self.settled("recorder", "loaded")
        self.observer = BackgroundProcess("observer_process.py", self.daemon.socket)
        self.addCleanup(self.observer.close)

    def recorded(self):
        """The sequence numbers that the program has noted so far."""
        return self.numbers(self.record)

    def starts(self):
        """The process ids that the program had so far."""
        return self.numbers(f"{self.record}.starts")

    @staticmethod
    def numbers(path):
        try:
            with open(path, encoding="utf-8") as file:
                return [int(line) for line in file]
        except FileNotFoundError:
            return []

    @staticmethod
    def publish(peer, topic="app.load"):
        return peer.start("bus.publish", topic=topic, data={"news": "x" * 100})

    def reload_under_load(self, number, name):
        """Reloads once during events and waits for the end."""
        early = [self.publish(self.victim) for _ in range(EVENTS_PER_RELOAD // 2)]
        order = self.keeper.start("plugin.reload", name=name)
        # From the same client, so that these come when it is under way.
        late = [self.publish(self.keeper) for _ in range(EVENTS_PER_RELOAD // 2)]
        state = self.keeper.result(order)
        self.assertEqual(state["state"], "loaded", f"reload {number}: {state}")
        self.assertNotIn("message", state, f"reload {number}")
        for request in early:
            self.victim.result(request)
        for request in late:
            self.keeper.result(request)
        # What everybody is told is kept by a peer until it is asked for.
        for peer in (self.victim, self.keeper):
            peer.inbox.clear()
            peer.transcript.clear()
        return state

    def assert_nothing_lost(self):
        """Checks that observer and program got every event of theirs."""
        last = self.victim.result(self.publish(self.victim))["sequence"]
        self.until(lambda: last in self.recorded()[-2000:], "the last event to be written down")
        report = self.observer.report()
        self.assertEqual(report["gaps"], [])
        self.assertEqual(report["published"][-1], last)
        self.assertEqual(set(report["published"]) - set(self.recorded()), set())
        return report

    def repeat(self, reload):
        """Reloads a thousand times; descriptors and memory must not grow in the second half."""
        half = RELOADS // 2
        for number in range(half):
            reload(number)
        memory = process_table.kibibytes(self.pid, "VmRSS")
        open_files = process_table.descriptors(self.pid)
        for number in range(half, RELOADS):
            reload(number)
        grown = process_table.kibibytes(self.pid, "VmRSS") - memory
        self.assertLessEqual(grown, GROWTH, "KiB more than in the middle")
        self.until(
            lambda: process_table.descriptors(self.pid) <= open_files, "descriptors to be closed")
        report = self.assert_nothing_lost()
        self.assertGreaterEqual(len(report["published"]), RELOADS * EVENTS_PER_RELOAD)

    def test_a_program_is_reloaded_a_thousand_times(self):
        self.visit()
        self.repeat(lambda number: self.reload_under_load(number, "recorder"))
        # Each of them was another process.
        self.assertEqual(len(set(self.starts())), RELOADS + 1)

    def test_a_library_is_reloaded_a_thousand_times_from_two_builds(self):
        self.add_library("turncoat", VERSION='"1.0.0"')
        self.visit()
        self.settled("turncoat", "loaded")
        versions = ("2.0.0", "1.0.0")

        def reload(number):
            version = versions[number % 2]
            self.folder.add_library("turncoat", VERSION=f'"{version}"')
            state = self.reload_under_load(number, "turncoat")
            self.assertEqual(state["version"], version)

        self.repeat(reload)

    def test_the_very_first_events_are_not_lost_to_a_reload(self):
        self.visit()
        order = self.keeper.start("plugin.reload", name="recorder")
        # It has not had any event yet; it is on its way out.
        for request in [self.publish(self.keeper) for _ in range(EVENTS_PER_RELOAD)]:
            self.keeper.result(request)
        self.keeper.result(order)
        self.assert_nothing_lost()

    def test_a_program_that_dies_at_an_event_gets_it_again(self):
        self.visit()
        deaths = []
        # Who has never said `seen` is taken for one who does not care.
        self.victim.result(self.publish(self.victim))
        for _ in range(2):
            deaths.append(self.victim.result(self.publish(self.victim, "app.crash"))["sequence"])
            after = self.victim.result(self.publish(self.victim))["sequence"]
            self.until(lambda: after in self.recorded(), "the event after the deadly one")
        self.assertEqual(self.state("recorder")["statistics"]["restarts"], 2)
        report = self.assert_nothing_lost()
        self.assertEqual(set(deaths) - set(self.recorded()), set())
        self.assertGreater(report["events"], 0)


# What the library is made of before and after, and why the daemon does not take the update.
BROKEN = {
    "crashes when it is tried": ({}, {"SELF_TEST": "crash()"}, r"crashed|signal"),
    "fails its self test": ({}, {"SELF_TEST": "return 7"}, r"self test \(7\)"),
    "is for another version": ({}, {"ENTRY": "popoverd_plugin_abi_1"}, r"build it with version 2"),
    "does not take the state": ({}, {"IMPORT_STATE": "return 5"}, r"import_state failed \(5\)"),
    "is handed too much": ({"EXPORT_STATE": "*length = 1u << 30"}, {}, r"state of 1073741824"),
}


class BrokenUpdates(Zoo):
    def test_a_broken_update_leaves_the_loaded_library_running(self):
        for number, (old, _, _) in enumerate(BROKEN.values()):
            self.add_library(f"old-{number}", ANSWER='refuse(verdict, "no")', **old)
        self.open_zoo()
        for number, (what, (_, new, reason)) in enumerate(BROKEN.items()):
            with self.subTest(f"it {what}"):
                name = f"old-{number}"
                self.settled(name, "loaded")
                self.folder.add_library(name, VERSION='"2.0.0"', **new)
                self.try_reload(name)
                self.until(lambda: self.state(name).get("message"), "the update to be refused")
                state = self.state(name)
                self.assertRegex(state["message"], reason)
                self.assertEqual((state["state"], state["version"]), ("loaded", "1.0.0"))
                self.logged(name, reason)
        self.assertEqual(self.verdict_on_open(), "policy")

    def try_reload(self, name):
        try:
            self.keeper.call("plugin.reload", name=name)
        except Refusal:
            pass


if __name__ == "__main__":
    unittest.main()
