# SPDX-License-Identifier: MIT
"""The client libraries as packages: they install without a network, have one version, and bring all
that they name."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import textwrap
import unittest
import zipfile

from story import PATIENCE, ROOT, SYSTEM_PYTHON

PYTHON = ROOT / "Clients" / "Python"
WEB = ROOT / "Clients" / "Web"


def run(*command, folder=None):
    """What a command prints; its complaints are the failure."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=8 * PATIENCE, check=False,
        env=environment)
    if done.returncode:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def daemons_version():
    text = (ROOT / "Sources/Protocol/PopoverWire/ServerVersion.swift").read_text(encoding="utf-8")
    return re.search(r'number = "(.+)"', text)[1]


def exported(described):
    """The files that `exports` names."""
    for value in described.values():
        yield from exported(value) if isinstance(value, dict) else [value]


class PythonPackage(unittest.TestCase):
    """A wheel, built without a network and installed where nothing else is."""

    PROGRAM = """
        import popoverd
        import popoverd.glib

        async def edit(client: popoverd.Client) -> str:
            async def save(order: popoverd.WillClose) -> object:
                return {"text": order.reason}
            popover = await client.open(
                "task", (320, 240), anchor=(600, 80, 80, 40), key="order-7", sides=["bottom"],
                buttons=["Done"], wait=2, will_close=save)
            await popover.update(title="Order", avoid=[popoverd.Rect(0, 0, 80, 40)])
            judged = await client.tap(20, 700, time=5, swallowed=True)
            scene: popoverd.SceneDict = await client.request("status")
            client.notify("tap", x=20, y=700)
            button: str = await client.alert("The paper is out", ["OK"], renderer="shell")
            # What is wrong has to be found: mypy complains of a mark that ignores nothing.
            await client.open("task", (320, 240), anker=(0, 0, 1, 1))  # type: ignore[call-arg]
            await client.open("task", (320, 240), sides=["up"])  # type: ignore[list-item]
            await popover.update(behavior="menu")  # type: ignore[call-arg]
            await client.tap(20, 700, window="shop")  # type: ignore[call-arg]
            await client.alert("Paper", ["OK"], renderer="me")  # type: ignore[arg-type]
            client.notify("popover.open", behavior="task")  # type: ignore[call-overload]
            popoverd.connect("shop", role="app")  # type: ignore[call-arg]
            return button + judged.verdict + scene["popovers"][0]["popover"]

        class Window:
            def __init__(self) -> None:
                self.client = popoverd.glib.connect("shop", connected=self.ready)
                self.client.subscribe("session.*", received=lambda event: print(event.topic))

            def ready(self) -> None:
                self.client.open(
                    "task", (320, 240), anchor=(600, 80, 80, 40), done=self.show,
                    will_close=lambda order, answer: answer({"reason": order.reason}))
                self.client.request("draft.list", done=lambda told: print(told["drafts"]))
                self.client.open("task", (320, 240), done=print, anker=1)  # type: ignore[call-arg]
                self.client.request("draft.lst")  # type: ignore[call-overload]

            def show(self, popover: popoverd.glib.Popover) -> None:
                popover.choose(7, lambda closes: print(closes is True))
                popover.close("maybe")  # type: ignore[arg-type]
        """

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        # Building leaves files beside the sources.
        source = shutil.copytree(PYTHON, os.path.join(cls.folder, "source"))
        run(SYSTEM_PYTHON, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps",
            "--disable-pip-version-check", "--wheel-dir", cls.folder, source)
        cls.wheel, = pathlib.Path(cls.folder).glob("*.whl")
        cls.place = os.path.join(cls.folder, "venv")
        run(SYSTEM_PYTHON, "-m", "venv", cls.place)
        run(f"{cls.place}/bin/python", "-m", "pip", "install", "--no-index",
            "--disable-pip-version-check", cls.wheel)

    def test_it_has_the_daemons_version(self):
        told = run(f"{self.place}/bin/python", "-c",
                   "import popoverd; print(popoverd.__version__, popoverd.__file__)",
                   folder=self.folder)
        version, file = told.split()
        self.assertTrue(file.startswith(self.place), file)
        shown = run(f"{self.place}/bin/python", "-m", "pip", "show", "popoverd")
        self.assertIn(f"Version: {version}\n", shown)
        self.assertEqual(version, daemons_version())

    def test_it_brings_every_module_and_that_it_is_typed(self):
        with zipfile.ZipFile(self.wheel) as packed:
            found = {name for name in packed.namelist() if ".dist-info/" not in name}
        there = {str(file.relative_to(PYTHON)) for file in (PYTHON / "popoverd").rglob("*")
                 if file.suffix == ".py" or file.name == "py.typed"}
        self.assertIn("popoverd/py.typed", there)
        self.assertEqual(found, there)

    def test_a_program_that_uses_it_is_checked_by_mypy(self):
        program = os.path.join(self.folder, "program.py")
        with open(program, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(self.PROGRAM))
        run("mypy", "--strict", "--python-executable", f"{self.place}/bin/python", "--cache-dir",
            os.path.join(self.folder, "cache"), program, folder=self.folder)

    def test_only_the_part_for_glib_needs_pygobject(self):
        told = run(f"{self.place}/bin/python", "-c", textwrap.dedent("""
            import popoverd
            try:
                import popoverd.glib
            except ModuleNotFoundError as error:
                print(error.name)
            """), folder=self.folder)
        self.assertEqual(told, "gi\n")


class WebPackage(unittest.TestCase):
    def setUp(self):
        self.described = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def packed(self):
        """The files that npm packs."""
        return sorted({file for pattern in [*self.described["files"], "package.json"]
                       for file in WEB.glob(pattern)})

    def install(self):
        """As `npm pack` and `npm install` do, which the tests' packages do not include."""
        archive = os.path.join(self.folder, "popoverd.tgz")
        with tarfile.open(archive, "w:gz") as written:
            for file in self.packed():
                written.add(file, f"package/{file.name}")
        modules = os.path.join(self.folder, "node_modules")
        with tarfile.open(archive) as read:
            read.extractall(modules)
        os.rename(os.path.join(modules, "package"), os.path.join(modules, "popoverd"))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_it_has_the_daemons_version(self):
        self.assertEqual(self.described["version"], daemons_version())

    def test_it_brings_every_file_and_needs_no_other_package(self):
        self.assertEqual(self.packed(), sorted(WEB.iterdir()))
        self.assertNotIn("dependencies", self.described)

    def test_what_it_exports_and_imports_is_among_its_files(self):
        names = {file.name for file in self.packed()}
        exports = {name.removeprefix("./") for name in exported(self.described["exports"])}
        self.assertLessEqual(exports, names)
        for file in self.packed():
            if file.suffix == ".md":
                continue
            text = file.read_text(encoding="utf-8")
            for name in re.findall(r'(?:from|import) "([^"]+)";', text):
                if name.startswith("."):
                    suffix = ".d.ts" if file.name.endswith(".d.ts") else ".js"
                    self.assertIn(name.removeprefix("./").removesuffix(".js") + suffix, names)
                else:
                    self.assertEqual((file.name, name.partition(":")[0]), ("node.js", "node"))

    def test_a_program_that_imports_it_finds_everything(self):
        self.install()
        script = self.write("program.mjs", """
            import { connect, takeToken } from "popoverd";
            import * as node from "popoverd/node";
            // Of a page's module nothing runs before it is called; the classic script defines a global.
            console.log(typeof connect, typeof takeToken, typeof node.connect, typeof node.socketPath);
            await import("popoverd/popover.js");
            console.log(Object.keys(globalThis.Popoverd).sort().join());
        """)
        self.assertEqual(
            run("node", script),
            "function function function function\nconnect,options,takeToken\n")

    def test_a_program_in_typescript_finds_its_types(self):
        self.install()
        script = self.write("program.mts", """
            import { connect, takeToken, type Page } from "popoverd";
            import { connect as dial, type Client } from "popoverd/node";
            import type { Methods } from "popoverd/protocol";
            const page: Page = connect({ token: takeToken(), app: "shop" });
            for await (const event of await page.subscribe("app.*", { since: 7 })) {
              if (event.topic === "bus.gap") console.log(event.data.from);
            }
            const client: Client = dial({ app: "shop" });
            const saved: Methods["draft.save"]["result"] =
              await client.request("draft.save", { key: "order-7", content: 1 });
            console.log(saved.durable);
            // @ts-expect-error: there is no such param
            client.request("draft.save", { key: "order-7", contents: 1 });
            // @ts-expect-error: modules define no global
            Popoverd.connect({ token: "0123456789abcdef", app: "shop" });
        """)
        run("tsc", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom",
            "--module", "node16", "--moduleResolution", "node16", script)


if __name__ == "__main__":
    unittest.main()
