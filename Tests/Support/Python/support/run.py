# SPDX-License-Identifier: MIT
"""Runs or lists a folder of tests; scripts/test-python explains the arguments."""

import argparse
import os
import subprocess
import sys
import unittest


def tests(suite):
    """The test cases of nested suites, in order."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


class Result(unittest.TextTestResult):
    """Tells of a program that failed what it said, which its exit status does not explain."""

    def addError(self, test, err):
        error = err[1]
        if isinstance(error, subprocess.CalledProcessError) and error.stderr:
            said = error.stderr if isinstance(error.stderr, str) else error.stderr.decode(errors="replace")
            error.add_note(f"It said: {said[-2000:].rstrip()}")
        super().addError(test, err)


def main():
    parser = argparse.ArgumentParser(prog="scripts/test-python")
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*", help="a module, a class or a test")
    parser.add_argument("-k", dest="patterns", action="append", help="a part of a test's name")
    parser.add_argument("--modules", default="test*", help="a pattern for the names of modules")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each test's name")
    parser.add_argument("-f", "--failfast", action="store_true", help="stop at the first failure")
    parser.add_argument("--list", action="store_true", help="print the names and run nothing")
    arguments = parser.parse_intermixed_args()
    loader = unittest.TestLoader()
    if arguments.patterns:
        loader.testNamePatterns = [
            pattern if "*" in pattern else f"*{pattern}*" for pattern in arguments.patterns]
    if arguments.names:
        sys.path.insert(0, os.path.abspath(arguments.folder))
        suite = loader.loadTestsFromNames(arguments.names)
    else:
        suite = loader.discover(arguments.folder, f"{arguments.modules}.py")
    if arguments.list:
        names = [test.id() for test in tests(suite)]
        print("\n".join(names))
        print(f"{len(names)} tests in {arguments.folder}")
        sys.exit(bool(loader.errors))
    runner = unittest.TextTestRunner(
        verbosity=2 if arguments.verbose else 1, failfast=arguments.failfast, resultclass=Result)
    result = runner.run(suite)
    sys.exit(not result.wasSuccessful() or not result.testsRun)


if __name__ == "__main__":
    main()
