# SPDX-License-Identifier: MIT
"""The man pages: whether the formatters take them, and whether everything is in them."""

import json
import os
import re
import subprocess
import unittest

from installation import ROOT, installed, needed


def pages():
    return sorted((installed() / "usr/share/man").rglob("*.[0-9]"))


def formatted(name):
    """A page as people read it, in one line."""
    (path,) = [page for page in pages() if page.name == name]
    text = subprocess.run(
        [needed("mandoc", "mandoc"), "-Tutf8", "-Owidth=200", path], check=True,
        capture_output=True, text=True).stdout
    return " ".join(re.sub(r".\x08", "", text).split())


class Manuals(unittest.TestCase):
    def test_the_pages_are_installed(self):
        self.assertEqual([page.name for page in pages()], [
            "popoverctl.1", "popoverd.toml.5", "popoverd-plugin.7", "popoverd-protocol.7",
            "popover-stage.8", "popoverd.8"])

    def test_formatters_report_nothing(self):
        for page in pages():
            with self.subTest(page.name):
                done = subprocess.run(
                    [needed("man", "man-db"), "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z",
                     page], capture_output=True, text=True, check=False,
                    env={**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"})
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                done = subprocess.run(
                    [needed("mandoc", "mandoc"), "-Tlint", page], capture_output=True, text=True,
                    check=False)
                self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_every_command_and_option_is_included(self):
        for name, page in (("popoverctl", "popoverctl.1"), ("popoverd", "popoverd.8")):
            text = formatted(page)
            word = "--experimental-dump-help" if name == "popoverctl" else "--help"
            told = subprocess.run(
                [installed() / "usr/bin" / name, word], check=True, capture_output=True,
                text=True).stdout
            if name == "popoverctl":
                self.look(json.loads(told)["command"], text)
                continue
            options = re.findall(r"(?m)^ +(?:-\w, )?(--[\w-]+)", told)
            self.assertGreater(len(options), 6)
            for option in options:
                self.assertIn(option, text)

    def look(self, command, text):
        for argument in command.get("arguments", []):
            if not argument["shouldDisplay"]:
                continue
            for option in argument.get("names", []):
                dashes = "--" if option["kind"] == "long" else "-"
                self.assertIn(f"{dashes}{option['name']}", text)
        for child in command.get("subcommands", []):
            if child["commandName"] != "help" and child["shouldDisplay"]:
                self.assertIn(child["abstract"], text)
                self.look(child, text)

    def test_every_option_of_the_configuration_is_included(self):
        text = formatted("popoverd.toml.5")
        default = (ROOT / "config/popoverd.toml").read_text(encoding="utf-8")
        options = re.findall(r"(?m)^#(\w+ = .*)$", default)
        self.assertGreater(len(options), 50)
        for option in options:
            self.assertIn(" ".join(option.split()), text)

    def test_every_chapter_of_the_documents_is_included(self):
        for name in ("protocol", "plugins"):
            text = formatted(
                {"protocol": "popoverd-protocol.7", "plugins": "popoverd-plugin.7"}[name])
            document = (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8")
            outside = re.sub(r"(?ms)^```.*?^```$", "", document)
            for title in re.findall(r"(?m)^##+ (.*)$", outside):
                plain = title.replace("`", "")
                self.assertTrue(plain in text or plain.upper() in text, title)


if __name__ == "__main__":
    unittest.main()
