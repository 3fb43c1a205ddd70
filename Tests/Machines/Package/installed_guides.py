#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Follows the guides of the client libraries on a machine that has nothing but the packages.

    installed_guides.py PYTHON-WHEEL NPM-PACKAGE

Each guide's first program is built against the installed library and run twice against the installed daemon, while
somebody taps beside its popover. It has to print what the guide shows. `scripts/test-fresh packages` runs this.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))

# pylint: disable=wrong-import-position
from support.document import blocks

PATIENCE = 60


class Guide:
    """A program of a page: its language, its file, how it is built and run in its folder, and with what at hand."""

    def __init__(self, page, language, name, run, *build):
        self.page, self.language, self.name, self.run, self.build = page, language, name, run, build

    def program(self):
        """The first program, and the outputs that the page shows for it."""
        text, outputs = None, []
        for block in blocks(ROOT / "docs" / "how-to" / self.page, self.language, "text"):
            if block.language == "text" and text is not None:
                outputs.append(block.text)
            elif block.language == self.language:
                if text is not None:
                    break
                text = block.text
        if text is None or len(outputs) < 2:
            raise AssertionError(f"{self.page} shows no program that is run twice")
        return text, outputs[:2]


def guides(wheel, package):
    yield Guide("client-c.md", "c", "shop.c", "./shop", "cc -Wall -Werror -o shop shop.c $(pkg-config --cflags --libs popover)")
    yield Guide("client-python.md", "python", "shop.py", "/usr/bin/python3 shop.py")
    yield Guide("client-python.md", "python", "shop.py", "venv/bin/python shop.py",
                "/usr/bin/python3 -m venv venv", f"venv/bin/pip install --no-index --quiet '{wheel}'")
    yield Guide("client-node.md", "js", "shop.mjs", "node shop.mjs",
                f"npm install --offline --silent --no-audit '{package}'")


class Machine:
    """The installed daemon, in a folder of its own."""

    def __init__(self, folder):
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8",
            "POPOVERD_SOCKET": os.path.join(folder, "socket")}
        ready, write = os.pipe()
        self.daemon = subprocess.Popen(
            ["/usr/bin/popoverd", f"--socket={self.environment['POPOVERD_SOCKET']}", f"--state={folder}/state",
             f"--ready-fd={write}", "--log-level=warning"],
            env=self.environment, pass_fds=[write], stdin=subprocess.DEVNULL)
        os.close(write)
        with open(ready, "rb") as file:
            if file.readline() != b"\n":
                raise AssertionError("the installed daemon does not start")

    def close(self):
        self.daemon.terminate()
        self.daemon.wait(PATIENCE)

    def tap(self):
        subprocess.run(["/usr/bin/popoverctl", "tap", "20", "700"], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)


def follow(guide):
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(folder)
        try:
            text, outputs = guide.program()
            Path(folder, guide.name).write_text(text, encoding="utf-8")
            for command in guide.build:
                subprocess.run(command, shell=True, cwd=folder, env=machine.environment, check=True)
            for shown in outputs:
                program = subprocess.Popen(
                    guide.run, shell=True, cwd=folder, env=machine.environment, stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, text=True)
                first = program.stdout.readline()
                machine.tap()
                rest, _ = program.communicate(timeout=PATIENCE)
                pattern = ".*".join(re.escape(part) for part in shown.split("…"))
                if program.returncode or not re.fullmatch(pattern, first + rest, re.S):
                    raise AssertionError(f"{guide.page} shows\n{shown}and {guide.run} prints\n{first}{rest}")
        finally:
            machine.close()


def main(wheel, package):
    count = 0
    for guide in guides(wheel, package):
        follow(guide)
        count += 1
        print(f"{guide.page}: {guide.run}: prints what is shown, twice", flush=True)
    print(f"{count} guides followed with what is installed")


if __name__ == "__main__":
    main(*sys.argv[1:])
