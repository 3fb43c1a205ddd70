# SPDX-License-Identifier: MIT
"""docs/how-to/client-swift.md: its package depends on a version of popoverd as a user's does, and its programs run and
print what is shown. Where something opens, a finger taps outside.
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT
from support.daemon import PATIENCE, Daemon
from support.document import blocks, source_text

from test_readme import Finger

PAGE = ROOT / "docs" / "how-to" / "client-swift.md"
NOBODY = ["-c", "user.name=Test", "-c", "user.email=test@popoverd.example"]


def run(command, folder):
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=16 * PATIENCE, check=False)
    if done.returncode:
        raise AssertionError(f"{command} failed:\n{done.stdout}")
    return done.stdout


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
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.package = Path(folder.name) / "Shop"
        (cls.package / "Sources" / "Shop").mkdir(parents=True)
        manifest = next(
            block.text for block in blocks(PAGE, "swift") if "swift-tools-version" in block.text)
        (cls.package / "Package.swift").write_text(manifest, encoding="utf-8")
        url, version = re.search(r'url: "(.*)", .*"(.*)"', manifest).groups()
        cls.release(version, Path(folder.name) / "popoverd")
        # The network has neither that repository nor, for a test, those that it needs.
        needed = re.search(
            r'\.package\(url: "(.*)", exact: ', (ROOT / "Package.swift").read_text(encoding="utf-8"))[1]
        copy = next((ROOT / ".build" / "repositories").glob(f"{needed.rsplit('/', 1)[1]}-*"))
        for original, mirror in (url, Path(folder.name) / "popoverd"), (needed, copy):
            run(["swift", "package", "config", "set-mirror", "--original", original,
                 "--mirror", f"file://{mirror}"], cls.package)

    @classmethod
    def release(cls, version, folder):
        """A repository with today's sources under a version's tag."""
        run(["git", "clone", "-q", "--no-hardlinks", "--depth", "1", f"file://{ROOT}", folder], ROOT)
        changed = run(["git", "ls-files", "-mo", "--exclude-standard"], ROOT).splitlines()
        for name in changed:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).exists():
                (folder / name).write_bytes((ROOT / name).read_bytes())
        run(["git", "add", "-A"], folder)
        run(["git", *NOBODY, "commit", "-qm", "release", "--allow-empty"], folder)
        run(["git", *NOBODY, "tag", version], folder)

    def compile(self, program):
        source = self.package / "Sources" / "Shop" / "Program.swift"
        source.write_text(program.text, encoding="utf-8")
        command = ["swift", "build", "--product", "Shop", "-Xswiftc", "-warnings-as-errors"]
        output = run(command, self.package)
        self.assertNotIn("warning: ", output)
        return self.package / ".build" / "debug" / "Shop"

    def test_they_print_what_is_shown(self):
        self.assertEqual(len(programs()), 4)
        for program, outputs in programs():
            self.assertTrue(outputs, f"{program} shows no output")
            path = self.compile(program)
            daemon = Daemon().start()
            self.addCleanup(daemon.close)
            # One finger: what two tell of one place at once is one tap.
            finger = Finger(daemon)
            self.addCleanup(finger.close)
            for number, shown in enumerate(outputs):
                with self.subTest(f"{program}, run {number + 1}"):
                    output = self.run_program(
                        path, daemon, finger if "order-7" in program.text else None)
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
        self.assertIn("wait 30 s for a shell", text)
        popovers = source_text("PopoverKit/Client+Popovers.swift")
        self.assertIn("rendererPatience = Interval.milliseconds(30_000)", popovers)
        self.assertIn("keeps 1024 events", text)
        self.assertIn("kept: Int = 1024", places)


if __name__ == "__main__":
    unittest.main()
