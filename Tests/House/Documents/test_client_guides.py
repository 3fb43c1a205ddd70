# SPDX-License-Identifier: MIT
"""docs/how-to/client-python.md: its programs print what is shown, and its tables are the module's.

Each program is run with a daemon of its own, as often as there are outputs after it, so that work
of one run comes back in the next. Where something opens, a finger taps outside at once.
"""

import ast
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
        if "import tkinter" in block.text:
            continue  # Tests/Machines/Screens/test_tk_guide.py has a screen for it.
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
            # Debian's has PyGObject, whose import warns of itself.
            python = ["/usr/bin/python3", "-W", "ignore::ImportWarning"] if (
                "popoverd.glib" in text) else [sys.executable, "-W", "default"]
            process = subprocess.Popen(
                # Not `-X dev`: it has asyncio complain of a machine that is busy.
                [*python, "-B", file.name], stdin=subprocess.DEVNULL,
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
        self.assertIn(f"wait {self.module.RENDERER_PATIENCE:g} s for a shell", text)
        self.assertIn(f"keeps {self.module.EVENTS_KEPT} events", text)

    def test_what_it_exports_is_there(self):
        for name in self.module.__all__:
            self.assertTrue(hasattr(self.module, name), name)


class Signatures(unittest.TestCase):
    """What the protocol adds to a method, its function takes, on both event loops."""

    METHODS = {
        "client.py": {
            "open": "popover.open", "present_view": "view.present", "alert": "alert.raise",
            "set_surface": "surface.set", "set_source": "source.set",
            "set_occluder": "occluder.set", "save_draft": "draft.save", "tap": "tap", "key": "key",
            "publish": "bus.publish", "answer_alert": "alert.answer"},
        "popovers.py": {
            "update": "popover.update", "choose": "popover.choose", "detach": "popover.detach",
            "set": "panel.set"}}
    # Durations are in seconds; an object names itself, and the library the session.
    NAMES = {"waitMs": "wait", "timeoutMs": "timeout"}
    OWN = {"popover", "panel", "session"}

    def test_each_member_is_an_argument(self):
        methods = {method.name: method for method in DESCRIPTION.methods}
        for folder in (PACKAGE, PACKAGE / "glib"):
            for file, functions in self.METHODS.items():
                for function, method in functions.items():
                    arguments = self.arguments(folder / file, function)
                    members = {self.NAMES.get(member.name, member.name) for member in
                               DESCRIPTION.members(methods[method].items)}
                    self.assertLessEqual(members - self.OWN, arguments, f"{folder}: {function}")

    def test_none_takes_what_it_does_not_name(self):
        # What only the package itself calls; and of overloads the last, which nobody sees.
        inner = {"operations.py", "driver.py", "requests.py"}
        for file in PACKAGE.rglob("*.py"):
            for name, function in self.functions(file):
                if file.name not in inner and not name.startswith("_"):
                    self.assertFalse(function.args.kwarg, f"{file}: {name}")

    @staticmethod
    def functions(file):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.name, node

    def arguments(self, file, name):
        function, = (node for each, node in self.functions(file) if each == name)
        args = function.args
        return {argument.arg for argument in (*args.args, *args.kwonlyargs)}


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
