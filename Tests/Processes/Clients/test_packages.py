# SPDX-License-Identifier: MIT
"""The client libraries as packages: they install without a network, have one version, and bring all
that they name."""

import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

from story import PATIENCE, ROOT

PYTHON = ROOT / "Clients" / "Python"
WEB = ROOT / "Clients" / "Web"
# Debian's, which has what builds packages; the tests may run with another one.
SYSTEM_PYTHON = "/usr/bin/python3"


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
    def test_it_installs_without_a_network_and_has_the_daemons_version(self):
        with tempfile.TemporaryDirectory() as folder:
            # Building leaves files beside the sources.
            source = shutil.copytree(PYTHON, os.path.join(folder, "source"))
            place = os.path.join(folder, "venv")
            run(SYSTEM_PYTHON, "-m", "venv", "--system-site-packages", place)
            run(f"{place}/bin/python", "-m", "pip", "install", "--no-index",
                "--no-build-isolation", "--no-deps", "--disable-pip-version-check", source)
            told = run(f"{place}/bin/python", "-c",
                       "import popoverd; print(popoverd.__version__, popoverd.__file__)",
                       folder=folder)
            version, file = told.split()
            self.assertTrue(file.startswith(place), file)
            shown = run(f"{place}/bin/python", "-m", "pip", "show", "popoverd")
            self.assertIn(f"Version: {version}\n", shown)
            self.assertEqual(version, daemons_version())


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
