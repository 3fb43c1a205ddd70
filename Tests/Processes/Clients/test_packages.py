# SPDX-License-Identifier: MIT
"""The client libraries as packages: they install without a network, have one version, and bring all
that they name."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

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

    def test_it_has_the_daemons_version(self):
        self.assertEqual(self.described["version"], daemons_version())

    def test_it_brings_every_file_and_no_other(self):
        there = {file.name for file in WEB.iterdir()}
        self.assertEqual(there, {*self.described["files"], "package.json"})

    def test_what_it_exports_is_among_its_files(self):
        packed = {f"./{name}" for name in [*self.described["files"], "package.json"]}
        named = set(exported(self.described["exports"]))
        self.assertLessEqual(named | {self.described["types"]}, packed)
        code = {name for name in packed if name.endswith(("js", "ts"))}
        self.assertLessEqual(code, named)

    def test_a_program_that_imports_it_finds_everything(self):
        with tempfile.TemporaryDirectory() as folder:
            self.install(folder)
            script = os.path.join(folder, "program.mjs")
            with open(script, "w", encoding="utf-8") as file:
                file.write("""
                    import { connect } from "popoverd";
                    import "popoverd/forms";
                    import "popoverd/taps";
                    import "popoverd/bus";
                    import "popoverd/waits";
                    console.log(typeof connect, typeof globalThis.Popoverd.connect);
                """)
            self.assertEqual(run("node", script), "function function\n")

    def test_a_program_in_typescript_finds_its_types(self):
        with tempfile.TemporaryDirectory() as folder:
            self.install(folder)
            script = os.path.join(folder, "program.mts")
            with open(script, "w", encoding="utf-8") as file:
                file.write("""
                    import { connect, type Page } from "popoverd";
                    import type { Methods } from "popoverd/protocol";
                    import "popoverd/bus";
                    const page: Page = connect({ token: "0123456789abcdef", app: "shop" });
                    for await (const event of await page.subscribe("app.*", { since: 7 })) {
                      if (event.topic === "bus.gap") console.log(event.data.from);
                    }
                    const { signal } = new AbortController();
                    const pressed: string = await page.alert(
                      { title: "The paper is out", buttons: ["Refilled", "Later"] }, { signal });
                    console.log(pressed);
                    const saved: Methods["draft.save"]["result"] =
                      await page.request("draft.save", { key: "order-7", content: 1 });
                    console.log(saved.durable);
                    // @ts-expect-error: there is no such param
                    page.request("draft.save", { key: "order-7", contents: 1 });
                    // @ts-expect-error: a token is needed
                    connect({ app: "shop" });
                """)
            run("tsc", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom",
                "--module", "node16", "--moduleResolution", "node16", script)

    def install(self, folder):
        """As a package manager does."""
        place = os.path.join(folder, "node_modules", "popoverd")
        os.makedirs(place)
        for name in [*self.described["files"], "package.json"]:
            shutil.copy(WEB / name, place)


if __name__ == "__main__":
    unittest.main()
