# SPDX-License-Identifier: MIT
"""Trying libraries: each once for as long as neither it nor the daemon has changed."""

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
        self.breed()

    def breed(self, **definitions):
        self.folder.add_library(
            "tested", SELF_TEST=TELLS.format(path=self.record), **definitions)

    def trials(self):
        """How often it was tried since the last look: in how many processes but the daemon."""
        try:
            with open(self.record, encoding="utf-8") as file:
                processes = [int(line) for line in file]
            os.remove(self.record)
        except FileNotFoundError:
            return 0
        self.assertLessEqual(processes.count(self.daemon.process.pid), 1)
        return len(set(processes) - {self.daemon.process.pid})

    def begin(self):
        """How often it was tried at this start."""
        self.daemon.start()
        return self.trials()

    def end(self):
        """Whatever was to be written is written then."""
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0, self.daemon.told())

    def test_what_came_through_is_not_tried_again_until_it_changes(self):
        self.configure("tested")
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

    def test_what_was_not_fit_is_tried_at_every_start(self):
        self.configure("tested")
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

    def test_a_damaged_memory_is_no_memory(self):
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

    def test_what_others_could_have_written_is_not_believed(self):
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

    def test_a_death_in_a_plugin_makes_it_forget(self):
        """What has killed the daemon may not be what has changed: all are tried again."""
        self.configure("tested")
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

    def test_a_folder_that_takes_no_file_costs_a_trial_and_a_line(self):
        self.write_configuration(self.sections)
        self.begin()
        self.end()
        os.remove(self.memory)
        # A folder of the name that the new file has first.
        os.mkdir(f"{self.memory}.new")
        for _ in range(2):
            self.assertEqual(self.begin(), 1)
            self.logged("plugins", "will be tried again at the next start: make .*plugins.tried")
            self.end()
        os.rmdir(f"{self.memory}.new")


if __name__ == "__main__":
    unittest.main()
