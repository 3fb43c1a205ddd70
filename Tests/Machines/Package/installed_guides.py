#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Follows the guides of the client libraries on a machine that has nothing but the packages.

    installed_guides.py PYTHON-WHEEL NPM-PACKAGE

Each guide's first program, and those for GTK 3 and for widgets of Qt, are built against the installed library and run
twice against the installed daemon, while somebody taps beside their popover. They have to print what the guide shows, and the draft has to come back.
`make test-fresh` runs this.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))

# pylint: disable=wrong-import-position
from support.document import blocks

PATIENCE = 60


class Guide:
    """A program of a page: its language, its file, how it is run in its folder, and how it is built there."""

    def __init__(self, page, language, name, run, *build, number=0):
        self.page, self.language, self.name, self.run, self.build = page, language, name, run, build
        self.number = number

    def blocks(self, *languages):
        return blocks(ROOT / "docs" / "how-to" / self.page, *languages)

    def write(self, folder):
        """Writes the page's first program, or a later one, and what it is built by."""
        for name, language, number in (self.name, self.language, self.number), ("CMakeLists.txt", "cmake", 0):
            for block in self.blocks(language)[number:number + 1]:
                Path(folder, name).write_text(block.text, encoding="utf-8")

    def outputs(self):
        """What the page shows of the first program's two runs."""
        found = [block for block in self.blocks(self.language, "text")]
        return [block.text for block in found[1:3] if block.language == "text"]

    def follow(self, machine):
        for shown in self.outputs():
            program = machine.start(self.run)
            try:
                machine.scene("popovers")
                machine.tap()
                printed, _ = program.communicate(timeout=PATIENCE)
            finally:
                program.kill()
            pattern = ".*".join(re.escape(part) for part in shown.split("…"))
            if program.returncode or not re.fullmatch(pattern, printed, re.S):
                raise AssertionError(f"{self.page} shows\n{shown}and {self.run} prints\n{printed}")


class WidgetGuide(Guide):
    """A program with a window: its button is pressed, and a name is typed."""

    def follow(self, machine):
        self.visit(machine, "Ada")
        self.visit(machine, "")

    def visit(self, machine, typed):
        program = machine.start(self.run, stderr=subprocess.STDOUT)
        try:
            source = machine.scene("sources")["rect"]
            machine.hand("mousemove", source["x"] + source["width"] / 2,
                         source["y"] + source["height"] / 2, "click", 1)
            machine.scene("popovers")
            if typed:
                machine.hand("type", "--delay", 50, typed)
            # The entry has saved it, or is asked for it now.
            machine.tap()
            machine.no_popover()
            draft = json.loads(machine.control("--app", "shop", "draft", "show", "order-7"))
            if "Ada" not in json.dumps(draft):
                raise AssertionError(f"{self.page}: the draft is {draft}")
        except AssertionError as error:
            program.kill()
            raise AssertionError(f"{error}\n{program.communicate()[0]}") from None
        finally:
            program.kill()
            program.wait()


def guides(wheel, package):
    yield Guide("client-c.md", "c", "shop.c", "./shop",
                "cc -Wall -Werror -o shop shop.c $(pkg-config --cflags --libs popover)")
    yield Guide("client-python.md", "python", "shop.py", "/usr/bin/python3 shop.py")
    yield Guide("client-python.md", "python", "shop.py", "venv/bin/python shop.py",
                "/usr/bin/python3 -m venv venv", f"venv/bin/pip install --no-index --quiet '{wheel}'")
    yield Guide("client-node.md", "js", "shop.mjs", "node shop.mjs",
                f"npm install --offline --silent --no-audit '{package}'")
    yield WidgetGuide("client-gtk.md", "python", "order.py", "/usr/bin/python3 order.py")
    yield WidgetGuide("client-gtk.md", "python", "shop.py", "/usr/bin/python3 shop.py 3", number=1)
    yield WidgetGuide("client-qt.md", "cpp", "main.cpp", "build/shop",
                      "cmake -S . -B build", "cmake --build build")


class Machine:
    """The installed daemon and a screen, in a folder of their own."""

    SCREEN = ":77"

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8", "DISPLAY": self.SCREEN,
            "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
            "POPOVERD_SOCKET": os.path.join(folder, "socket")}
        self.programs = []
        self.taps = 0
        self.begin("-displayfd", "Xvfb", self.SCREEN, "-screen", "0", "1280x800x24", "-nolisten", "tcp")
        self.begin("--ready-fd", "popoverd", f"--socket={self.environment['POPOVERD_SOCKET']}",
                   f"--state={folder}/state", "--log-level=warning")
        self.programs.append(subprocess.Popen(
            ["openbox"], env=self.environment, stdin=subprocess.DEVNULL))

    def begin(self, option, *command):
        """Starts a program that writes a line to a descriptor when it is ready."""
        ready, write = os.pipe()
        self.programs.append(subprocess.Popen(
            [*command, option, str(write)], env=self.environment, pass_fds=[write],
            stdin=subprocess.DEVNULL))
        os.close(write)
        with open(ready, "rb") as file:
            if not file.readline():
                raise AssertionError(f"{command[0]} does not start")

    def close(self):
        for program in reversed(self.programs):
            program.terminate()
            program.wait(PATIENCE)

    def start(self, command, stderr=None):
        return subprocess.Popen(
            ["/bin/sh", "-c", f"exec {command}"], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True)

    def control(self, *words):
        return subprocess.run(
            ["popoverctl", *words], env=self.environment, check=True, stdout=subprocess.PIPE, text=True,
            timeout=PATIENCE).stdout

    def tap(self):
        """Taps beside every popover; not where the last tap was, which would be the same one."""
        self.taps += 1
        self.control("tap", str(20 * self.taps), "700")

    def hand(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True, timeout=PATIENCE)

    def scene(self, kind):
        """The first of its kind in the scene, once there is one."""
        return self.until(kind, lambda found: found[0] if found else None)

    def no_popover(self):
        self.until("popovers", lambda found: not found)

    def until(self, kind, wanted):
        """Polls: neither an observer nor a subscription is a part of what is tried."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := wanted(json.loads(self.control("--json", "status"))[kind]):
                return value
            time.sleep(0.1)
        raise AssertionError(f"waited in vain for {kind}")


def follow(guide):
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(folder)
        try:
            guide.write(folder)
            for command in guide.build:
                subprocess.run(command, shell=True, cwd=folder, env=machine.environment, check=True)
            guide.follow(machine)
        finally:
            machine.close()


def main(wheel, package):
    count = 0
    for guide in guides(wheel, package):
        follow(guide)
        count += 1
        print(f"{guide.page}: {guide.run}: the draft comes back", flush=True)
    print(f"{count} programs of the guides ran with what is installed")


if __name__ == "__main__":
    main(*sys.argv[1:])
