# SPDX-License-Identifier: MIT
"""scripts/test: what makes a suite fail, and what the last line says."""

import contextlib
import fnmatch
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import suites  # pylint: disable=wrong-import-position

OK = "Ran 5 tests in 0.001s\n\nOK\n"


def suite(text, status=0, count=suites.count_python, least=5, minutes=1, **options):
    script = f"cat <<'END'\n{text}END\nexit {status}"
    return suites.Suite("sample", ["sh", "-c", script], least, minutes, count, **options)


def run(*several):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = suites.run_all(several)
    return status, output.getvalue().splitlines()


class Outcomes(unittest.TestCase):
    def outcome(self, *arguments, **options):
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = suites.run(suite(*arguments, **options))
        return outcome.passed, outcome.failed, outcome.reason

    def test_a_good_run_passes(self):
        self.assertEqual(self.outcome(OK), (5, 0, ""))

    def test_lost_tests_fail(self):
        self.assertEqual(self.outcome(OK, least=7), (3, 2, "ran 5 of at least 7 tests"))

    def test_no_test_fails(self):
        self.assertEqual(
            self.outcome("Ran 0 tests in 0.000s\n\nOK\n", least=1)[1:],
            (1, "ran 0 of at least 1 tests"))

    def test_failures_and_errors_are_counted(self):
        text = "Ran 9 tests in 1.2s\n\nFAILED (failures=2, errors=1)\n"
        self.assertEqual(
            self.outcome(text, 1), (6, 3, "3 of 9 tests failed or were skipped"))

    def test_a_skipped_test_is_not_a_passed_one(self):
        self.assertEqual(self.outcome("Ran 5 tests in 1s\n\nOK (skipped=2)\n")[:2], (3, 2))

    def test_an_exit_status_counts_although_the_tests_passed(self):
        self.assertEqual(self.outcome(OK, 3), (4, 1, "exit status 3"))

    def test_a_suite_over_its_time_limit_is_killed(self):
        endless = suites.Suite("endless", ["sleep", "600"], 1, 0.001, suites.count_python)
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = suites.run(endless)
        self.assertEqual((outcome.failed, outcome.reason), (1, "exceeded its limit of 0.001 minutes"))

    def test_swift_failures_and_skips_are_counted(self):
        text = (
            "✘ Test \"closes\" failed after 0.1 seconds with 1 issue.\n"
            "➜ Test \"opens\" skipped.\n"
            "✘ Test run with 9 tests in 2 suites failed after 0.2 seconds with 1 issue.\n")
        self.assertEqual(self.outcome(text, 1, suites.count_swift)[:2], (7, 2))

    def test_a_swift_run_that_dies_has_lost_its_tests(self):
        self.assertEqual(
            self.outcome("✔ Test \"opens\" passed after 0.1 seconds.\n", 1, suites.count_swift),
            (0, 5, "ran 0 of at least 5 tests"))


class Failures(unittest.TestCase):
    def test_what_a_failed_program_said_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "test_sample.py").write_text(
                "import subprocess, unittest\n"
                "class Sample(unittest.TestCase):\n"
                "    def test_it(self):\n"
                "        subprocess.run(['sh', '-c', 'echo no screen >&2; exit 1'],\n"
                "                       check=True, capture_output=True)\n", encoding="ascii")
            done = subprocess.run(
                [ROOT / "scripts" / "test-python", folder], check=False, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("It said: no screen\n", done.stderr)


class Summary(unittest.TestCase):
    def test_the_last_line_sums_up_all_suites(self):
        status, lines = run(suite(OK), suite(OK, least=6), suite(OK))
        self.assertEqual(status, 1)
        self.assertEqual(
            lines[-2:],
            ["FAILED: sample: ran 5 of at least 6 tests", "popoverd: 14 passed, 1 failed"])

    def test_the_tests_that_failed_are_named(self):
        _, lines = run(
            suite(
                "ERROR: test_a (test_shop.Shop.test_a)\nFAIL: test_b (test_shop.Shop.test_b) (place=1)\n"
                "FAIL: test_b (test_shop.Shop.test_b) (place=2)\nRan 9 tests in 1.2s\n\nFAILED (failures=2, errors=1)\n",
                1),
            suite(
                "✘ Test \"closes\" failed after 0.1 seconds with 1 issue.\n"
                "✘ Test run with 9 tests in 2 suites failed after 0.2 seconds with 1 issue.\n",
                1, suites.count_swift))
        self.assertEqual(lines[-6:], [
            "FAILED: sample: 3 of 9 tests failed or were skipped", "  test_shop.Shop.test_a", "  test_shop.Shop.test_b",
            "FAILED: sample: 1 of 9 tests failed or were skipped", '  "closes"', "popoverd: 14 passed, 4 failed"])

    def test_a_pass_ends_with_zero(self):
        status, lines = run(suite(OK))
        self.assertEqual((status, lines[-1]), (0, "popoverd: 5 passed, 0 failed"))

    def test_nothing_runs_after_a_failed_build(self):
        status, lines = run(suite(OK, 1, is_alone=True, is_required=True), suite(OK))
        self.assertEqual((status, lines[-1]), (1, "popoverd: 4 passed, 1 failed"))


class Folders(unittest.TestCase):
    def test_each_module_is_in_one_suite(self):
        listed = subprocess.run(
            [ROOT / "scripts/test", "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
        found = [path.relative_to(ROOT / "Tests") for path in (ROOT / "Tests").glob("*/*/test_*.py")]
        self.assertGreater(len(found), 200)
        for path in found:
            with self.subTest(path):
                suites_of_it = [name for name in listed if fnmatch.fnmatch(path.stem, name.partition(" ")[2] or "*")
                                and name.partition(" ")[0] == str(path.parent)]
                self.assertEqual(len(suites_of_it), 1)

    def test_a_folder_names_its_parts(self):
        part = suites.python("Machines/Screens", 1, 1, "test_[a-r]*")
        self.assertEqual(part.names, {"Machines/Screens", "Machines/Screens test_[a-r]*"})
        self.assertEqual(suites.python("House/Language", 1, 1).names, {"House/Language"})


class Lanes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pipes = [pathlib.Path(folder.name) / name for name in ("there", "back")]
        for pipe in self.pipes:
            os.mkfifo(pipe)

    def meeting(self, patience=20, **options):
        """Two suites, each of which passes only when the other runs within so many seconds."""
        there, back = self.pipes
        return [
            suites.Suite(name, ["timeout", str(patience), "sh", "-c", script], 5, 1, suites.count_python, **options)
            for name, script in [
                ("first", f"printf '{OK}' && echo >{there} && cat {back}"),
                ("second", f"cat {there} && printf '{OK}' && echo >{back}")]]

    def test_two_suites_run_side_by_side(self):
        status, lines = run(*self.meeting())
        self.assertEqual((status, lines[-1]), (0, "popoverd: 10 passed, 0 failed"))

    def test_what_a_suite_prints_stays_together(self):
        _, lines = run(*self.meeting())
        for name in ("first", "second"):
            end = next(number for number, line in enumerate(lines) if line.startswith(f"-- {name}: "))
            self.assertEqual(
                [line for line in lines[end - 4:end] if line.strip()], ["Ran 5 tests in 0.001s", "OK"])

    def test_nothing_runs_beside_a_suite_that_is_alone(self):
        _, lines = run(*self.meeting(patience=0.2, is_alone=True))
        self.assertEqual(
            [line for line in lines if line.startswith("FAILED")],
            ["FAILED: first: exit status 124", "FAILED: second: ran 0 of at least 5 tests"])


if __name__ == "__main__":
    unittest.main()
