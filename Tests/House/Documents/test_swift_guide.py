# SPDX-License-Identifier: MIT
"""docs/how-to/client-swift.md: its programs compile as a user's do, run, and print what is shown.

They are linked to what was built for the tests. Where something opens, a finger taps outside.
"""

import glob
import os
import re
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE, Daemon
from support.document import blocks, source_text
from support.programs import popoverd

from test_readme import Finger

PAGE = ROOT / "docs" / "how-to" / "client-swift.md"
# What `PopoverKit` is made of, and is linked with.
MODULES = ["PopoverKit", "PopoverClient", "PopoverWire", "PopoverModel", "CSimdJSON"]
LIBRARIES = ["-lsimdjson", "-lm", "-lstdc++"]
STRICT = ["-swift-version", "6", "-warnings-as-errors"]


def objects_of(folder):
    """The objects of a module's sources: those of deleted files stay in the folder."""
    paths = glob.glob(f"{folder}/**/*.o", recursive=True)
    listed = os.path.join(folder, "sources")
    if not os.path.exists(listed):
        return paths  # A module in C++.
    with open(listed, encoding="utf-8") as file:
        names = {os.path.basename(line.strip()) for line in file}
    return [path for path in paths
            if os.path.basename(path).removesuffix(".o") in names
            or not path.endswith(".swift.o")]


def programs():
    """Each program with the outputs of its runs."""
    found = []
    for block in blocks(PAGE, "swift", "text"):
        if block.language == "text":
            found[-1][1].append(block.text)
        elif "@main" in block.text:
            found.append((block, []))
    return found


class Programs(unittest.TestCase):
    def compile(self, program, folder):
        built = os.path.dirname(popoverd())
        source = os.path.join(folder, "Program.swift")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program.text)
        objects = [path for name in MODULES for path in objects_of(f"{built}/{name}.build")]
        self.assertTrue(objects, f"{built} has no PopoverKit: build popover-story")
        done = subprocess.run(
            ["swiftc", *STRICT, "-parse-as-library", "-I", f"{built}/Modules",
             "-Xcc", f"-fmodule-map-file={built}/CSimdJSON.build/module.modulemap",
             source, *objects, *LIBRARIES, "-o", f"{folder}/program"],
            capture_output=True, text=True, timeout=8 * PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
        return f"{folder}/program"

    def test_they_print_what_is_shown(self):
        self.assertEqual(len(programs()), 3)
        for program, outputs in programs():
            self.assertTrue(outputs, f"{program} shows no output")
            with tempfile.TemporaryDirectory() as folder:
                path = self.compile(program, folder)
                daemon = Daemon().start()
                self.addCleanup(daemon.close)
                # One finger: what two tell of one place at once is one tap.
                finger = Finger(daemon)
                self.addCleanup(finger.close)
                for number, shown in enumerate(outputs):
                    with self.subTest(f"{program}, run {number + 1}"):
                        output = self.run_program(
                            path, daemon, finger if "popover.events" in program.text else None)
                        pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                        self.assertRegex(output, re.compile(rf"\A{pattern}\Z", re.S))

    def run_program(self, path, daemon, finger):
        process = subprocess.Popen(
            [path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**os.environ, "POPOVERD_SOCKET": daemon.socket})
        try:
            while finger and not finger.close_next():
                pass  # Something else came.
            output, complaints = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait()
        self.assertEqual((process.returncode, complaints), (0, ""))
        return output


class Numbers(unittest.TestCase):
    def test_they_are_the_sources(self):
        text = PAGE.read_text(encoding="utf-8")
        wire = source_text("PopoverKit/Wire.swift")
        places = source_text("PopoverKit/Client+Places.swift")
        self.assertIn("after 0.25 s", text)
        self.assertIn("firstPause = Interval.milliseconds(250)", wire)
        self.assertIn("up to 30 s", text)
        self.assertIn("longestPause = Interval.milliseconds(30_000)", wire)
        self.assertIn("for 30 s they wait", text)
        popovers = source_text("PopoverKit/Client+Popovers.swift")
        self.assertIn("rendererPatience = Interval.milliseconds(30_000)", popovers)
        self.assertIn("keeps 1024 events", text)
        self.assertIn("kept: Int = 1024", places)


if __name__ == "__main__":
    unittest.main()
