# SPDX-License-Identifier: MIT
"""Probing libraries: once until the library or the daemon changes."""

import os
import unittest

from support.zoo import PluginFolder, Zoo

# Says in which process its self test has run.
TELLS = 'FILE *f = fopen("{path}", "a"); if (f) {{ fprintf(f, "%d\\n", getpid()); fclose(f); }}'


class Trials(Zoo):
    def setUp(self):
        super().setUp()
        self.record = os.path.join(self.daemon.folder, "tests")
        self.memory = os.path.join(self.daemon.state, "plugins.tried")
        self.configure("tested")
        self.breed()

    def breed(self, **definitions):
        self.folder.add_library(
            "tested", SELF_TEST=TELLS.format(path=self.record), **definitions)

    def trials(self):
        """The number of probes since the last call: processes other than the daemon."""
        try:
            with open(self.record, encoding="utf-8") as file:
                processes = [int(line) for line in file]
            os.remove(self.record)
        except FileNotFoundError:
            return 0
        self.assertLessEqual(processes.count(self.daemon.process.pid), 1)
        return len(set(processes) - {self.daemon.process.pid})

    def begin(self):
        """The number of probes at this start."""
        self.daemon.start()
        return self.trials()

    def end(self):
        """Waits until everything is written."""
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0, self.daemon.told())

    def test_a_probed_plugin_is_probed_again_only_after_a_change(self):
        self.write_configuration(self.sections)
        self.assertEqual(self.begin(), 1)
        self.end()
        self.assertEqual(os.stat(self.memory).st_mode & 0o777, 0o600)
        for _ in range(2):
            self.assertEqual(self.begin(), 0)
            self.end()
        # The same bytes in a new file, whose times are those of the old one.
        path = self.folder.file("libpopover-tested.so")
        times = os.stat(path)
        self.breed()
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        self.assertEqual(self.begin(), 1)
        self.end()
        self.assertEqual(self.begin(), 0)
        self.enter()
        self.settled("tested", "loaded")

    def test_a_failed_plugin_is_probed_at_every_start(self):
        self.breed(CREATE="return 3")
        self.write_configuration(self.sections)
        for _ in range(2):
            self.daemon.start()
            self.logged("tested", r"could not start \(3\)")
            self.end()
            with open(self.memory, encoding="utf-8") as file:
                self.assertNotIn("tested", file.read())
            self.assertEqual(self.daemon.told().count("could not start (3)"), 1)
            os.truncate(self.daemon.log, 0)

    def test_a_damaged_probe_cache_is_ignored(self):
        self.write_configuration(self.sections)
        self.begin()
        self.end()
        with open(self.memory, encoding="utf-8") as file:
            whole = file.read()
        lines = whole.splitlines(keepends=True)
        for what, content in {
            "cut off": whole[:-3],
            "without its end": "".join(lines[:-1]),
            "without a line": "".join(lines[:1] + lines[2:]),
            "of another program": whole.replace("\n", "0\n", 1),
            "of nonsense": "\x00" * 4096,
            "of no text": b"\xff\xfe".decode("latin-1"),
            "empty": "",
            "too large": whole + "\n" * (1 << 20),
        }.items():
            with self.subTest(what):
                with open(self.memory, "w", encoding="utf-8") as file:
                    file.write(content)
                self.assertEqual(self.begin(), 1)
                self.end()
                with open(self.memory, encoding="utf-8") as file:
                    self.assertEqual(file.read(), whole)

    def test_a_cache_that_others_can_write_is_ignored(self):
        self.write_configuration(self.sections)
        self.begin()
        self.end()
        os.chmod(self.memory, 0o622)
        self.assertEqual(self.begin(), 1)
        self.end()
        self.assertEqual(os.stat(self.memory).st_mode & 0o777, 0o600)
        os.rename(self.memory, f"{self.memory}.elsewhere")
        os.symlink(f"{self.memory}.elsewhere", self.memory)
        self.assertEqual(self.begin(), 1)
        self.end()
        self.assertFalse(os.path.islink(self.memory))

    def test_a_crash_in_a_plugin_clears_its_cache_entry(self):
        """After a crash every plugin is probed again, since any may be the cause."""
        self.add_library("murderer", ANSWER="crash()")
        self.open_zoo()
        self.trials()
        self.until(lambda: os.path.exists(self.memory), "the trials to be written")
        self.ask(self.victim, display="main")
        self.die_and_rise()
        self.assertEqual(self.trials(), 1)

    def test_a_path_may_have_anything_in_it(self):
        for name, again in (("with spaces in it", 0), ("with\na line", 1)):
            with self.subTest(name):
                self.folder = PluginFolder(os.path.join(self.daemon.folder, name))
                self.breed()
                self.write_configuration(self.sections)
                self.assertEqual(self.begin(), 1)
                self.end()
                self.assertEqual(self.begin(), again)
                self.end()

    def test_an_unwritable_folder_costs_a_probe_and_a_log_line(self):
        self.write_configuration(self.sections)
        self.begin()
        self.end()
        os.remove(self.memory)
        # A folder of the name that the new file has first.
        os.mkdir(f"{self.memory}.new")
        for _ in range(2):
            self.assertEqual(self.begin(), 1)
            self.logged("plugins", "probe cache not written: .*create .*plugins.tried")
            self.end()
        os.rmdir(f"{self.memory}.new")


if __name__ == "__main__":
    unittest.main()
