# SPDX-License-Identifier: MIT
"""What the pages about plugins show can be done as it stands there."""

import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from support import ROOT
from support.document import blocks, examples, pattern, source, source_text
from support.line_socket import LineSocket
from support.programs import daemon, popoverctl, popoverd, search_path

from terminal import Kiosk
from program_replay import EXAMPLES, Program, ProgramReplay, path, zone

DOCS = ROOT / "docs"
GUIDE = DOCS / "how-to" / "write-a-plugin.md"
REFERENCE = DOCS / "reference" / "plugins.md"
BUNDLED = DOCS / "reference" / "bundled-plugins.md"
HEADER = source("CPopoverPlugin/include/popover_plugin.h").parent
STRICT = ["-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", f"-I{HEADER}"]
STRICT_SWIFT = ["-swift-version", "6", "-warnings-as-errors", "-strict-memory-safety"]
MODULE_MAP = f"""module CPopoverPlugin {{
    header "{HEADER}/popover_plugin.h"
    export *
}}
"""
INSTALLED = ["libpopover-confirm.so", "libpopover-lunch.so"]
# The time of day of those commands whose output depends on it.
LUNCH = (12, 30)


class Programs(unittest.TestCase):
    """The programs themselves, spoken to over pipes."""

    def test_they_say_what_the_transcripts_say(self):
        played = set()
        for block in blocks(REFERENCE, "transcript"):
            with self.subTest(str(block)):
                replay = ProgramReplay(block)
                replay.run()
                played.update(step.name for step in replay.steps)
        self.assertEqual(played, {"lunch", "farewell", "curfew"})

    def test_those_that_are_shown_are_the_examples(self):
        for block in blocks(GUIDE, "python") + blocks(REFERENCE, "python"):
            with self.subTest(str(block)):
                name = re.search(r'Plugin\("([a-z-]+)"', block.text)[1]
                self.assertEqual(block.text, path(name).read_text(encoding="utf-8"))

    def test_they_have_an_opinion_only_at_their_time(self):
        for name, hours in {"lunch": {12}, "curfew": {22, 23, 0, 1, 2, 3, 4, 5}}.items():
            for hour in range(24):
                with self.subTest(f"{name} at {hour}"):
                    answer = self.answer(name, hour)
                    refused = answer.get("verdict") == "refuse"
                    self.assertEqual(refused, hour in hours)

    def test_a_text_is_in_the_language_of_the_people(self):
        source_of_it = (
            "import json, sys; sys.stdout = sys.stderr; import popover_plugin\n"
            "plugin = popover_plugin.Plugin('x', '1')\n"
            "plugin.options = {'bye': {'ja': 'Sayonara', 'de': 'Servus', 'EN': 'Bye'}, 'yes': 'Yes',\n"
            "                  'no': {'ja': 'Iie', 'de': 'Nein'}}\n"
            "print(json.dumps([plugin.text(*each) for each in json.loads(sys.argv[1])]))\n")
        told = {
            ("bye", "de-AT"): "Servus", ("bye", "DE"): "Servus", ("bye", "fr"): "Bye",
            ("bye", None): "Bye", ("no", "fr"): "Iie", ("yes", "de"): "Yes", ("none", "de"): None}
        done = subprocess.run(
            ["python3", "-c", source_of_it, json.dumps(list(told))], cwd=EXAMPLES / "Python",
            stderr=subprocess.PIPE, text=True, check=True)
        self.assertEqual(json.loads(done.stderr), list(told.values()))

    def answer(self, name, hour):
        program = Program(name, zone(hour, 30))
        self.addCleanup(program.kill)
        self.assertEqual(
            program.ask({"id": "m1", "method": "getmanifest", "params": {}})["name"], name)
        program.ask({"id": "i1", "method": "init", "params": {"options": {"hour": 12}}})
        return program.ask({"id": "q1", "method": "hook.open", "params": {"app": "shop"}})

    def test_the_confirmation_answers_its_questions(self):
        program = Program("confirm")
        self.addCleanup(program.kill)
        program.ask({"id": "m1", "method": "getmanifest", "params": {}})
        program.ask({"id": "i1", "method": "init", "params": {"options": {}}})
        for number, recorded in enumerate(questions("confirm")):
            with self.subTest(number + 1):
                answer = program.ask({
                    "id": f"q{number}", "method": f"hook.{recorded['hook']}",
                    "params": {**recorded["facts"], "deadlineMs": 50}})
                self.assertEqual(answer or {"verdict": "abstain"}, recorded["expect"])


def questions(name):
    lines = (EXAMPLES / "Questions" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


class Libraries(unittest.TestCase):
    """The examples in C, as C and as C++, and those in Swift."""

    def sources(self):
        return {file.name: file.read_text(encoding="utf-8") for file in EXAMPLES.glob("C/*.c")}

    def test_the_one_that_is_shown_is_the_example(self):
        self.assertEqual([block.text for block in blocks(GUIDE, "c")], [self.sources()["lunch.c"]])

    def test_they_compile_as_c(self):
        self.compile(["gcc", "-std=c99", *STRICT])

    def test_they_compile_as_cplusplus(self):
        # C++ warns of members that a table leaves out, which C does not.
        self.compile(
            ["g++", "-x", "c++", "-std=c++20", *STRICT, "-Wno-missing-field-initializers"])

    def compile(self, command):
        for name, text in self.sources().items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "plugin.c")
                pathlib.Path(file).write_text(text, encoding="utf-8")
                self.check([*command, "-fvisibility=hidden", "-o", f"{folder}/plugin.so", file])
                symbols = self.check(["nm", "-D", "--defined-only", f"{folder}/plugin.so"])
                exported = [line.split()[-1] for line in symbols.splitlines()]
                self.assertEqual(exported, ["popoverd_plugin_abi_2"])

    def test_the_makefile_builds_and_installs(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "C")
            shutil.copytree(EXAMPLES / "C", copy)
            self.check(["make", "-C", copy, f"HEADERS={HEADER}", "install",
                        f"DESTDIR={folder}", "PLUGINS=/plugins"])
            self.assertCountEqual(os.listdir(os.path.join(folder, "plugins")), INSTALLED)

    def test_the_installed_kit_is_all_that_they_need(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = os.path.join(folder, "kit")
            self.install_kit(f"PREFIX={prefix}")
            shutil.copy(EXAMPLES / "C" / "lunch.c", folder)
            copy = shutil.copytree(EXAMPLES / "C", os.path.join(folder, "C"))
            with mock.patch.dict(os.environ, PKG_CONFIG_PATH=f"{prefix}/share/pkgconfig"):
                self.check(["make", "-C", copy, "install"])
                block, = [block.text for block in blocks(GUIDE, "console")
                          if block.heading == "In C"]
                compile_it = re.search(r"^\$ (cc .*?[^\\])$", block, re.M | re.S)[1]
                self.check(["sh", "-e", "-c", f"cd {folder}; {compile_it}"])
                version = self.check(["pkg-config", "--modversion", "popoverd-plugin"])
            header = (HEADER / "popover_plugin.h").read_text(encoding="utf-8")
            numbers = re.findall(r"^#define POPOVER_PLUGIN_ABI_M\w+ (\d+)u$", header, re.M)
            self.assertEqual(version.strip(), ".".join(numbers))
            self.assertCountEqual(os.listdir(os.path.join(prefix, "lib/popoverd/plugins")), INSTALLED)
            self.assertTrue(os.path.exists(os.path.join(folder, "libpopover-lunch.so")))

    def test_the_kit_can_be_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            self.install_kit("PREFIX=/usr", f"DESTDIR={folder}")
            installed = pathlib.Path(folder, "usr")
            self.assertEqual(
                sorted(str(file.relative_to(installed))
                       for file in installed.rglob("*") if file.is_file()),
                ["include/popover_plugin.h", "share/pkgconfig/popoverd-plugin.pc",
                 "share/popoverd/popover_plugin.py"])
            described = (installed / "share/pkgconfig/popoverd-plugin.pc").read_text(encoding="utf-8")
            self.assertIn("prefix=/usr\n", described)
            self.assertNotRegex(described.split("\n", 2)[2], f"@|{re.escape(folder)}")
            self.assertEqual(
                (installed / "share/popoverd/popover_plugin.py").read_bytes(),
                (EXAMPLES / "Python" / "popover_plugin.py").read_bytes())

    def install_kit(self, *variables):
        # Not what a `make` around the tests was told.
        with mock.patch.dict(os.environ):
            for name in ("MAKEFLAGS", "MAKEOVERRIDES", "PREFIX", "DESTDIR"):
                os.environ.pop(name, None)
            self.check(["make", "-C", ROOT, "install-kit", *variables])

    def test_those_in_swift_are_right(self):
        shown = blocks(GUIDE, "swift")
        self.assertEqual(len(shown), 1)
        confirm = EXAMPLES / "Swift" / "Sources" / "Confirm" / "Confirm.swift"
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "module.modulemap").write_text(MODULE_MAP, encoding="utf-8")
            swiftc = ["swiftc", *STRICT_SWIFT, "-I", folder]
            kit = sorted(source("PopoverPluginKit/Host.swift").parent.glob("*.swift"))
            self.check([*swiftc, "-parse-as-library", "-module-name", "PopoverPluginKit",
                        "-emit-module", "-o", f"{folder}/PopoverPluginKit.swiftmodule", *kit])
            file = pathlib.Path(folder, "Keep.swift")
            file.write_text(shown[0].text, encoding="utf-8")
            for program in (file, confirm):
                with self.subTest(program.name):
                    self.check([*swiftc, "-parse-as-library", "-typecheck", program])

    def check(self, command):
        done = subprocess.run(
            command, text=True, capture_output=True, timeout=4 * daemon.PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


class Configurations(unittest.TestCase):
    def test_every_example_is_right(self):
        # The plugins of other examples are installed nowhere.
        for documents, command in (((BUNDLED,), [popoverd(), "--check", "--config"]),
                                   ((GUIDE, REFERENCE), [popoverctl(), "config", "show"])):
            examples = [block for document in documents for block in blocks(document, "toml")]
            self.assertGreater(len(examples), 2)
            for block in examples:
                with self.subTest(str(block)), tempfile.NamedTemporaryFile("w") as file:
                    file.write(block.text)
                    file.flush()
                    done = subprocess.run(
                        [*command, file.name], text=True, capture_output=True, timeout=daemon.PATIENCE)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_key_of_a_section_is_shown(self):
        source = source_text("PopoverConfiguration/ConfigurationTable+Plugins.swift")
        table = source[source.index("static let plugin:"):]
        known = re.findall(r'\.(?:value|free)\(\s*"(\w+)"', table[:table.index("\n    ]")])
        text = "\n".join(block.text for block in blocks(REFERENCE, "toml"))
        shown = set(re.findall(r"^(\w+) = ", text, re.M)) - {"hour"}
        self.assertEqual(shown | {"options"}, set(known))


class Commands(unittest.TestCase):
    """The command lines, with a daemon that has the examples among its plugins, at lunch time."""

    def setUp(self):
        noon = mock.patch.dict(os.environ, TZ=zone(*LUNCH), PATH=search_path())
        noon.start()
        self.addCleanup(noon.stop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for file in [*EXAMPLES.glob("Python/*"), *EXAMPLES.glob("Questions/*")]:
            if file.is_file():
                shutil.copy(file, self.folder)
        for file in glob.glob(os.path.join(os.path.dirname(popoverd()), "libpopover-*.so")):
            shutil.copy(file, self.folder)

    def serve(self):
        """A daemon that has the configuration of the document."""
        served = daemon.Daemon(
            f"""{daemon.UNHURRIED}policyMs = 5000
[plugins]
directory = "{self.folder}"
[[plugin]]
name = "lunch"
[[plugin]]
name = "farewell"
trusted = true
""")
        self.addCleanup(served.close)
        served.start()
        return served

    def client_of(self, served, name, roles):
        """A client, when the programs are there."""
        client = LineSocket(served.socket)
        self.addCleanup(client.close)
        client.hello(name, roles)
        self.wait_for(client, {"lunch", "farewell"})
        return client

    def wait_for(self, client, plugins):
        answer = client.call("watch", "bus.subscribe", {"topics": ["plugin.loaded"]})
        missing = plugins - {
            plugin["name"] for plugin in answer["result"]["snapshot"]["plugins"]
            if plugin["state"] == "loaded"}
        while missing:
            missing.discard(self.next(client, "event")["data"]["plugin"])

    def next(self, client, method):
        """The params of the next message of this method."""
        while True:
            message = client.receive()
            self.assertIsNotNone(message, "the daemon has gone")
            if message.get("method") == method:
                return message["params"]

    def test_they_print_what_is_shown(self):
        served = self.serve()
        client = self.client_of(served, "shop", ["app", "observer"])
        answer = client.call("open", "popover.open", {
            "behavior": "menu", "size": {"width": 320, "height": 240},
            "anchor": {"x": 600, "y": 80, "width": 80, "height": 40}})
        self.assertEqual(answer["error"]["data"]["reason"], "policy")
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        terminal = Kiosk(place.name, served).terminal(self.folder, TZ=zone(*LUNCH))
        self.addCleanup(terminal.close)
        for example, shown in examples(GUIDE):
            with self.subTest(str(example)):
                status, printed = terminal.run(f"(set -e\n{example.text})")
                self.assertEqual(status, 0, printed)
                self.assertNotEqual(printed, "")
                if shown is not None:
                    self.assertRegex(printed, pattern(shown))

    def test_the_farewell_is_said(self):
        client = self.client_of(self.serve(), "hall", ["shell", "observer"])
        client.send({"jsonrpc": "2.0", "id": "end", "method": "session.end", "params": {}})
        alert = self.next(client, "alert.present")
        self.assertEqual(
            (alert["app"], alert["title"]), ("farewell", "Thank you, and see you again"))

    def test_the_examples_answer_alike_in_both_tiers(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, summary in {
                    "confirm": "8 questions, 7 asked, 0 wrong",
                    "lunch": "2 questions, 1 asked, 0 wrong"}.items():
                library = os.path.join(folder, f"libpopover-{name}.so")
                subprocess.run(
                    ["gcc", "-std=c99", *STRICT, "-o", library, EXAMPLES / "C" / f"{name}.c"],
                    check=True, timeout=daemon.PATIENCE)
                program = os.path.join(self.folder, f"popover-{name}.plugin")
                for plugin in (program, library):
                    with self.subTest(plugin):
                        told = self.try_out(
                            plugin, "--questions", EXAMPLES / "Questions" / f"{name}.jsonl")
                        self.assertIn(summary, told)
                self.assertEqual(self.answers(library), self.answers(program))

    def answers(self, plugin):
        """To the standard questions."""
        lines = self.try_out(plugin, "--json").splitlines()
        return [json.loads(line).get("verdict") for line in lines]

    def try_out(self, *words):
        done = subprocess.run(
            [popoverctl(), "plugin", "test", *words], text=True, capture_output=True,
            timeout=daemon.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
