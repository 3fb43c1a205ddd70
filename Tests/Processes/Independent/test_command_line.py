# SPDX-License-Identifier: MIT
"""The daemon's command line: what it says of itself, and of what it does not understand."""

import pathlib
import re
import subprocess
import unittest

from support import ROOT
from support.daemon import PATIENCE, binary

LEVELS = "trace, debug, info, notice, warning, error"


def run(*words):
    """The status, and what was written to standard output and error."""
    done = subprocess.run(
        [binary(), *words], check=False, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


class CommandLine(unittest.TestCase):
    def test_help_names_every_option_in_80_columns(self):
        status, out, error = run("--help")
        self.assertEqual((status, error), (0, ""))
        for option in ("config", "socket", "state", "check", "log-level", "ready-fd", "version"):
            self.assertRegex(out, rf"(?m)^ +--{option}\b")
        self.assertIn(LEVELS, " ".join(out.split()))
        self.assertNotIn("probe-plugin", out)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)
        self.assertEqual(run("-h"), (status, out, error))
        self.assertEqual(run("--usage")[0], 0)

    def test_the_version_is_a_number(self):
        status, out, _ = run("--version")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"^\d+\.\d+\.\d+\n$")

    def test_what_is_wrong_is_named_and_ends_with_64(self):
        for words, reason in (
                (["--nonsense"], "unrecognized option '--nonsense'"),
                (["-x"], "invalid option -- 'x'"),
                (["--config"], "option '--config' requires an argument"),
                (["--check=yes"], "option '--check' doesn't allow an argument"),
                (["word"], "unexpected argument 'word'"),
                (["--log-level", "loud"], f"'loud' is invalid for '--log-level': expected one of "
                                          f"{LEVELS}"),
                (["--ready-fd", "-1"], "'-1' is invalid for '--ready-fd'"),
                (["--ready-fd=99999999999"], "'99999999999' is invalid for '--ready-fd'"),
                (["--ready-fd", ""], "'' is invalid for '--ready-fd'")):
            with self.subTest(words):
                status, out, error = run("--check", *words)
                self.assertEqual((status, out), (64, ""))
                self.assertIn(reason, error)
                self.assertIn("--help", error)

    def test_values_follow_a_space_or_a_sign(self):
        missing = "/nowhere/popoverd.toml"
        for words in (["--config", missing], [f"--config={missing}"]):
            status, out, error = run("--check", *words)
            self.assertEqual((status, out), (78, ""))
            self.assertIn(missing, error)

    def test_completions_are_the_options(self):
        told = re.findall(r"(?m)^ +(?:-\w, )?--([\w-]+)", run("--help")[1])
        folder = pathlib.Path(ROOT) / "config" / "completions"
        for name, pattern in (("popoverd.fish", r" -l ([\w-]+)"), ("_popoverd", r"--([\w-]+)\[")):
            with self.subTest(name):
                text = (folder / name).read_text(encoding="utf-8")
                self.assertCountEqual(re.findall(pattern, text), told)


if __name__ == "__main__":
    unittest.main()
