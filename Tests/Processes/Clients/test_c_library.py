# SPDX-License-Identifier: MIT
"""The C library without a daemon: its own tests, its symbols, its binary interface, its man pages."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import ROOT, c_library
from support.c_library import SOURCE, run

HEADERS = sorted((SOURCE / "include").glob("*.h"))
DECLARED = re.compile(r"^[a-z][\w ]+[ *]+(popover_\w+)\([^;]*\);", re.M)
# Each program of tests, and how many it has.
PROGRAMS = {"messages": 15, "connections": 9, "work": 18, "events": 7, "socket": 4, "memory": 1}
# What valgrind sees besides the sanitizers is the use of uninitialized memory.
WATCHED = ("connections", "work", "events")

# What programs find in an event that holds a struct which may get members.
MEMBERS = (
    "display.removed", "display.display", "display.display.name", "display.display.reach",
    "connect_failed.is_final", "connect_failed.failure", "connect_failed.failure.bye", "failure.bye")
OFFSETS = "".join(
    f'    printf("%zu ", __builtin_offsetof(struct popover_event, {member}));\n' for member in MEMBERS
) + '    printf("%zu", sizeof(struct popover_display));\n'


def declared():
    return {name for path in HEADERS for name in DECLARED.findall(path.read_text("utf-8"))}


def library():
    return c_library.built() / "libpopover.so.0"


class Tests(unittest.TestCase):
    def check(self, name, command, **environment):
        output = run(*command, env={**os.environ, **environment})
        self.assertTrue(output.endswith(f"passed: {PROGRAMS[name]}\n"), output)

    def test_its_own_tests_pass_under_the_sanitizers(self):
        folder = c_library.sanitized() / "tests"
        for name in PROGRAMS:
            with self.subTest(name):
                self.check(name, [folder / f"test-{name}"], **c_library.SANITIZED_ENVIRONMENT)

    def test_the_seeds_of_its_fuzzer_pass_under_the_sanitizers(self):
        seeds = sorted((SOURCE / "tests" / "seeds").iterdir())
        output = run(c_library.sanitized() / "tests" / "test-seeds", *seeds,
                     env={**os.environ, **c_library.SANITIZED_ENVIRONMENT})
        self.assertEqual(output, f"passed: {len(seeds)}\n")
        self.assertGreater(len(seeds), 6)

    def test_its_own_tests_pass_under_valgrind(self):
        folder = c_library.built() / "tests"
        for name in WATCHED:
            with self.subTest(name):
                self.check(name, [
                    "valgrind", "-q", "--error-exitcode=9", "--leak-check=full",
                    "--errors-for-leak-kinds=all", folder / f"test-{name}"])


class Interface(unittest.TestCase):
    def test_exactly_the_declared_functions_are_exported(self):
        self.assertGreater(len(declared()), 70)
        symbols = re.findall(r" T (\w+)@@LIBPOPOVER_0\.[12]$", run("nm", "-D", library()), re.M)
        self.assertCountEqual(symbols, declared())
        told = (ROOT / "debian" / "libpopover0.symbols").read_text("utf-8")
        self.assertCountEqual(re.findall(r"^ (popover_\w+)@", told, re.M), symbols)

    def test_it_has_no_state_threads_or_signals(self):
        # What is left is the C runtime's.
        sections = dict(re.findall(r"^(\.data|\.bss) +(\d+) ", run("size", "-A", library()), re.M))
        self.assertEqual(sections, {".data": "8", ".bss": "8"})
        needed = set(re.findall(r" U (\w+)", run("nm", library())))
        self.assertIn("send", needed)
        self.assertEqual(
            {name for name in needed if re.match("pthread|thrd|sig|exit|abort|setenv|printf", name)},
            set())

    def test_its_binary_interface_is_the_described_one(self):
        described = SOURCE / "abi" / f"{os.uname().machine}.xml"
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as now:
            now.write(run(SOURCE / "abi" / "describe", c_library.built()))
            now.flush()
            run("abidiff", "--harmless", described, now.name)

    def test_a_display_or_a_failure_with_one_more_member_moves_nothing(self):
        offsets = f"int printf(const char *, ...);\nint main(void)\n{{\n{OFFSETS}    return 0;\n}}\n"
        told = []
        for member in ("", "    double later[4];\n"):
            with self.subTest(member), tempfile.TemporaryDirectory() as folder:
                for path in HEADERS:
                    text = path.read_text("utf-8")
                    for name in ("display", "failure"):
                        text = re.sub(rf"(?ms)(^struct popover_{name} {{.*?)(^}};)", rf"\1{member}\2", text)
                    pathlib.Path(folder, path.name).write_text(text, "utf-8")
                program = pathlib.Path(folder, "offsets")
                run("gcc", "-x", "c", "-I", folder, "-o", program, "-", input=f'#include "popover.h"\n{offsets}')
                told.append(run(program).split())
        before, after = told
        self.assertEqual(len(before), len(MEMBERS) + 1)
        self.assertEqual(before[:-1], after[:-1])
        self.assertNotEqual(before[-1], after[-1], "the struct did not grow")

    def test_each_header_stands_alone_in_c_and_cpp(self):
        for path in HEADERS:
            for language, standard in (("c", "c11"), ("c++", "c++11")):
                with self.subTest(f"{path.name} in {language}"):
                    run("gcc", "-x", language, f"-std={standard}", "-pedantic", "-Wall", "-Wextra",
                        "-Werror", "-fsyntax-only", path)


class Manuals(unittest.TestCase):
    def test_each_function_has_a_page_without_warnings(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        run(SOURCE / "man" / "generate", "0.1.0", folder.name, *(
            SOURCE / "include" / name for name in re.findall(
                r"'include/(popover[\w-]*\.h)'", (SOURCE / "meson.build").read_text("utf-8"))))
        pages = {path.stem: path for path in pathlib.Path(folder.name).glob("*.3")}
        headers = {path.stem for path in HEADERS}
        self.assertEqual(set(pages), declared() | headers - {"popover"} | {"libpopover"})
        for name, path in pages.items():
            text = path.read_text("ascii")
            if text.startswith(".so"):
                page = pages[re.fullmatch(r"\.so man3/([\w-]+)\.3\n", text)[1]]
                self.assertIn(f"{name}(", page.read_text("ascii"))
                continue
            with self.subTest(name):
                self.assertEqual(run("mandoc", "-Tlint", path), "")
                done = subprocess.run(
                    ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path],
                    capture_output=True, text=True, check=True,
                    env={**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": ""})
                self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
