# SPDX-License-Identifier: MIT
"""docs/how-to/client-python.md: its programs print what is shown, and its tables are the module's.

Each program is run with a daemon of its own, as often as there are outputs after it, so that work
of one run comes back in the next. Where something opens, a finger taps outside at once.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

from support import ROOT
from support.daemon import PATIENCE, Daemon
from support.description import DESCRIPTION, values
from support.document import blocks, names, table
from support.programs import search_path  # makes the daemon's module known

from test_readme import Finger

sys.path.insert(0, str(ROOT / "Clients" / "Python"))

# pylint: disable=wrong-import-position
import popoverd

PAGE = ROOT / "docs" / "how-to" / "client-python.md"
PACKAGE = ROOT / "Clients" / "Python" / "popoverd"


def examples():
    """Each program with the outputs after it: of its first run, its second and so on."""
    found = []
    for block in blocks(PAGE, "python", "text"):
        if block.language == "python":
            found.append((block, []))
        else:
            found[-1][1].append(block.text)
    return found


class Programs(unittest.TestCase):
    def test_they_print_what_is_shown(self):
        self.assertGreater(len(examples()), 3)
        for program, outputs in examples():
            self.assertTrue(outputs, f"{program} shows no output")
            daemon = Daemon().start()
            self.addCleanup(daemon.close)
            for number, shown in enumerate(outputs):
                with self.subTest(f"{program}, run {number + 1}"):
                    status, output, complaints = self.run_program(program.text, daemon)
                    self.assertEqual((status, complaints), (0, ""))
                    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                    self.assertRegex(output, re.compile(rf"\A{pattern}\Z", re.S))

    def run_program(self, text, daemon):
        with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            finger = Finger(daemon)
            process = subprocess.Popen(
                # Not `-X dev`: it has asyncio complain of a machine that is busy.
                [sys.executable, "-B", "-W", "default", file.name], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env={**os.environ, "POPOVERD_SOCKET": daemon.socket, "PATH": search_path(),
                     "PYTHONPATH": str(PACKAGE.parent)})
            try:
                while "client.open(\n" in text and not finger.close_next():
                    pass  # Something else came.
                output, complaints = process.communicate(timeout=PATIENCE)
            finally:
                finger.close()
                process.kill()
                process.wait()
            return process.returncode, output, complaints


class Tables(unittest.TestCase):
    """What the module names, the page and the protocol name too."""

    module = popoverd

    def test_every_error_has_a_class_and_a_row(self):
        self.assertEqual(
            set(self.module.ERRORS), {error.facts["code"] for error in DESCRIPTION.errors})
        rows = table(PAGE, "Handle refusals")
        self.assertEqual(
            {(names(row[0])[0], int(row[1])) for row in rows},
            {(kind.__name__, code) for code, kind in self.module.ERRORS.items()})
        for row in rows:
            kind = getattr(self.module, names(row[0])[0])
            for member in names(row[2]):
                self.assertTrue(hasattr(kind, member), f"{kind.__name__}.{member}")

    def test_every_reason_is_known(self):
        self.assertCountEqual(self.module.REFUSAL_REASONS, values("refusal-reason"))
        self.assertCountEqual(
            self.module.CLOSE_REASONS, [*values("close-reason"), "connection-lost"])

    def test_its_classes_are_named(self):
        text = PAGE.read_text(encoding="utf-8")
        for name in ("NoDaemon", "NoAccess", "ConnectionLost", "ClientClosed", "DeadlinePassed",
                     "ProtocolMismatch", "PopoverdError", "DaemonError"):
            self.assertIn(f"`{name}`", text)
            self.assertTrue(issubclass(getattr(self.module, name), self.module.PopoverdError))

    def test_its_numbers_are_the_modules(self):
        text = PAGE.read_text(encoding="utf-8")
        self.assertIn(f"after {self.module.FIRST_PAUSE} s", text)
        self.assertIn(f"up to {self.module.LONGEST_PAUSE:g} s", text)
        self.assertIn(f"for {self.module.RENDERER_PATIENCE:g} s they wait", text)
        self.assertIn(f"keeps {self.module.EVENTS_KEPT} events", text)

    def test_what_it_exports_is_there(self):
        for name in self.module.__all__:
            self.assertTrue(hasattr(self.module, name), name)


class Types(unittest.TestCase):
    PROGRAM = """
        import popoverd

        async def ask(client: popoverd.Client) -> str:
            saved = await client.request("draft.save", key="order-7", content=[1], sync=True)
            scene = await client.request("status", timeout=None)
            client.on("popover.closed", lambda end: print(end["reason"] == "outside-tap"))
            await client.request("popover.dismiss", display="main")
            # What is wrong has to be found: mypy complains of a mark that ignores nothing.
            await client.request("draft.sav", key="order-7")  # type: ignore[call-overload]
            await client.request("draft.load", kee="order-7")  # type: ignore[call-overload]
            await client.request("popover.dismiss")  # type: ignore[call-overload]
            client.on("popover.close", print)  # type: ignore[call-overload]
            print(saved["durabel"])  # type: ignore[typeddict-item]
            return scene["popovers"][0]["state"]

        async def show(client: popoverd.Client) -> bool:
            popover = await client.open("menu", (320, 240), anchor=(600, 80, 80, 40))
            end = await popover.closed()
            await popover.close("maybe")  # type: ignore[arg-type]
            return end.reason == "outside-taps"  # type: ignore[comparison-overlap]
        """

    def check(self, *files):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["mypy", "--strict", "--python-version", "3.9", "--cache-dir", folder, *files],
                capture_output=True, text=True, timeout=4 * PATIENCE, check=False,
                env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_package_is_typed(self):
        self.check(PACKAGE)

    def test_a_typo_does_not_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.py"
            program.write_text(textwrap.dedent(self.PROGRAM), encoding="utf-8")
            self.check(program)


if __name__ == "__main__":
    unittest.main()
