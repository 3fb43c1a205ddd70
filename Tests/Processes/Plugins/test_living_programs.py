# SPDX-License-Identifier: MIT
"""Programs that use too much memory, request too much or do not exit."""

import os
import signal
import unittest

from support import process_table
from support.zoo import PATIENCE, Zoo

# What the daemon may take more while a plugin tries to fill it, in KiB: queues have limits, and an
# allocator keeps something of what was freed.
FLAT = 8 * 1024
GIBIBYTE = 1024


class LivingPrograms(Zoo):
    def visit(self, function, name=None, settings=None, **arguments):
        name = self.add_program(function, name, settings, **arguments)
        self.open_zoo()
        self.settled(name, "loaded")
        process_table.forget_peak(self.pid)
        self.usual = process_table.kibibytes(self.pid, "VmRSS")
        return name

    def assert_flat(self):
        """Checks that the daemon's peak memory has not grown since the start."""
        most = process_table.kibibytes(self.pid, "VmHWM")
        self.assertLess(most - self.usual, FLAT, f"{self.usual} KiB became {most} KiB")

    def note(self, name, kind):
        """A program's note; "" if there is none."""
        try:
            with open(os.path.join(self.daemon.folder, f"{name}.{kind}"), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    # It takes too much

    def test_a_line_of_a_gibibyte_takes_no_memory(self):
        name = self.visit("living.write_endlessly", mebibytes=GIBIBYTE)
        pid = self.pid_of(name)
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, r"a line of more than \d+ bytes")
        # Either all of it was read and thrown away, or its writer was ended.
        self.until(
            lambda: self.note(name, "written") == str(GIBIBYTE)
            or process_table.ends_within(pid, 0),
            "the line to be over")
        self.assert_flat()
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_programs_memory_is_limited(self):
        name = self.visit("living.eat_memory", settings={"memoryMiB": 128}, mebibytes=256)
        self.assertEqual(self.verdict_on_open(), "granted")
        self.logged(name, "MemoryError")
        self.logged(name, r"exited with status 1")

    def test_a_program_within_its_memory_limit_runs(self):
        # To eat takes a busy machine longer than an answer may take.
        self.visit(
            "living.eat_memory", settings={"memoryMiB": 512}, mebibytes=256, early=True)
        self.assertEqual(self.verdict_on_open(), "policy")

    def test_a_program_that_does_not_read_delays_nobody(self):
        name = self.visit("living.listen_no_more")
        crier = self.peer("crier")
        for _ in range(300):
            crier.call("bus.publish", topic="app.news", data="x" * 50_000)
        self.logged(name, "does not read its standard input")
        self.until(
            lambda: self.state(name)["state"] in ("suspended", "failed")
            or self.state(name)["statistics"]["restarts"], "it to be ended")
        self.assert_flat()

    # It stays too long

    def unload(self, name):
        self.keeper.call("plugin.unload", name=name)
        self.assertEqual(self.settled(name, "unloaded")["hooks"], [])
        self.logged(name, "info plugin unloaded: ")
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_a_shell_that_is_a_program_is_missed_each_time(self):
        name = self.visit("living.draw_alerts", settings={"trusted": True})
        for turn in range(1, 3):
            self.keeper.call("plugin.unload", name=name)
            self.until(
                lambda times=turn: self.daemon.told().count("no shell is left") == times, "the last shell to go")
            self.keeper.call("plugin.load", name=name)
            self.until(
                lambda times=turn: self.daemon.told().count("a shell is connected again") == times, "a shell")

    def test_a_program_that_ignores_sigterm_is_killed(self):
        name = self.visit("living.stay")
        pid = self.pid_of(name)
        self.assertEqual(self.verdict_on_open(), "policy")
        self.unload(name)
        self.assertTrue(process_table.ends_within(pid, PATIENCE), "it lives on")

    def test_a_programs_children_end_with_it(self):
        name = self.visit("living.leave_a_child")
        pid, child = self.pid_of(name), self.pid_of(f"{name}-child")
        self.assertEqual(self.verdict_on_open(), "policy")
        self.assertEqual({entry.pid for entry in process_table.group(pid)}, {pid, child})
        self.unload(name)
        self.assertTrue(process_table.ends_within(child, PATIENCE), "its child lives on")
        self.assertEqual(process_table.group(pid), [])

    def test_a_dead_program_is_restarted_although_its_child_holds_the_streams(self):
        name = self.visit("living.leave_a_child")
        pid, child = self.pid_of(name), self.pid_of(f"{name}-child")
        os.kill(pid, signal.SIGKILL)
        self.until(lambda: self.state(name)["statistics"]["restarts"], "a restart")
        self.assertTrue(process_table.ends_within(child, PATIENCE), "its child lives on")

    def test_a_program_that_became_writable_is_not_restarted(self):
        name = self.visit("answering.honest")
        pid = self.pid_of(name)
        os.chmod(self.folder.file(f"popover-{name}.plugin"), 0o777)
        os.kill(pid, signal.SIGKILL)
        reason = "can be written to by others"
        self.assertIn(reason, self.settled(name, "failed")["message"])
        self.logged(name, reason)
        self.assertEqual(self.pid_of(name), pid)
        self.assertEqual(self.verdict_on_open(), "granted")

    def test_no_program_outlives_the_daemon(self):
        name = self.visit("living.stay")
        pid = self.pid_of(name)
        self.pid = None
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        self.assert_bystander_lost_nothing(ended=True)
        self.assertTrue(process_table.ends_within(pid, PATIENCE), "it lives on")

    def test_no_program_outlives_a_daemon_that_is_killed(self):
        name = self.visit("living.stay")
        pid = self.pid_of(name)
        self.pid = None
        self.daemon.kill()
        self.assertTrue(process_table.ends_within(pid, PATIENCE), "it lives on")

    # It wants too much

    def beg(self, settings=None, **manifest):
        """Has a program dismiss the popover on `rear`; returns that popover."""
        request = {"method": "popover.dismiss", "params": {"display": "rear"}}
        self.name = self.visit("living.beg", "beggar", settings, request=request, **manifest)
        popover = self.open(self.victim, display="rear")["popover"]
        self.assertEqual(self.verdict_on_open(), "granted")
        return popover

    def assert_open(self, popover):
        # Its request came before its answer on the same stream.
        self.assertEqual(self.verdict_on_open(), "granted")
        self.assertFalse(self.victim.has("popover.willClose", popover=popover))
        self.assertFalse(self.victim.has("popover.closed", popover=popover))

    def test_a_trusted_program_may_send_requests(self):
        popover = self.beg({"trusted": True}, requests=True)
        self.victim.wait("popover.closed", popover=popover, reason="administrator")

    def test_an_untrusted_program_may_not_send_requests(self):
        popover = self.beg(requests=True)
        self.assert_open(popover)
        told = self.until(lambda: self.note(self.name, "told"), "an answer to the wish")
        self.assertRegex(told, r'"error".*trusted')
        self.logged(self.name, r"trusted")

    def test_a_program_that_did_not_declare_requests_may_not_send_them(self):
        popover = self.beg({"trusted": True})
        self.assert_open(popover)


if __name__ == "__main__":
    unittest.main()
