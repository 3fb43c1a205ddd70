# SPDX-License-Identifier: MIT
"""Runs or lists a folder of tests; scripts/test-python explains the arguments."""

import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import unittest


def tests(suite):
    """The test cases of nested suites, in order."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def share(suite, number, count):
    """The tests of one of several processes. Tests of a module stay together, and no process has many more
    than another."""
    modules = collections.defaultdict(list)
    for test in tests(suite):
        modules[type(test).__module__].append(test)
    shares = [[] for _ in range(count)]
    for module in sorted(modules, key=lambda name: (-len(modules[name]), name)):
        min(shares, key=len).extend(modules[module])
    return unittest.TestSuite(shares[number])


def run_shares(folder, count):
    """Runs a folder's tests in several processes, and prints what each has printed when it ends."""
    def run(number):
        # Not a pipe: it ends with the last process that has it, and one may be left behind.
        with tempfile.TemporaryFile("w+", errors="replace") as printed:
            status = subprocess.run(
                [sys.executable, "-B", "-m", "support.run", folder, "--share", str(number), str(count)],
                stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT, check=False).returncode
            printed.seek(0)
            return status, printed.read()

    failed = False
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for done in concurrent.futures.as_completed(pool.submit(run, number) for number in range(count)):
            status, printed = done.result()
            print(printed, end="", flush=True)
            failed |= status != 0
    return failed


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
    parser.add_argument("-v", "--verbose", action="store_true", help="print each test's name")
    parser.add_argument("-f", "--failfast", action="store_true", help="stop at the first failure")
    parser.add_argument("--processes", type=int, help="run the whole folder in so many processes")
    parser.add_argument("--share", nargs=2, type=int, help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help="print the names and run nothing")
    arguments = parser.parse_intermixed_args()
    if arguments.processes:
        sys.exit(run_shares(arguments.folder, arguments.processes))
    loader = unittest.TestLoader()
    if arguments.patterns:
        loader.testNamePatterns = [
            pattern if "*" in pattern else f"*{pattern}*" for pattern in arguments.patterns]
    if arguments.names:
        sys.path.insert(0, os.path.abspath(arguments.folder))
        suite = loader.loadTestsFromNames(arguments.names)
    else:
        suite = loader.discover(arguments.folder)
    if arguments.list:
        names = [test.id() for test in tests(suite)]
        print("\n".join(names))
        print(f"{len(names)} tests in {arguments.folder}")
        sys.exit(bool(loader.errors))
    if arguments.share:
        suite = share(suite, *arguments.share)
    runner = unittest.TextTestRunner(
        verbosity=2 if arguments.verbose else 1, failfast=arguments.failfast, resultclass=Result)
    result = runner.run(suite)
    sys.exit(not result.wasSuccessful() or not result.testsRun)


if __name__ == "__main__":
    main()
