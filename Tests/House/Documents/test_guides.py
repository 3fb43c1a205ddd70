# SPDX-License-Identifier: MIT
"""Every command in the guides is run: here, by the test of its page, or not, for a stated reason.

Commands run in a terminal with an empty environment, on a machine where popoverd is installed.
"""

import os
import re
import tempfile
import unittest

from support import ROOT
from support.daemon import UNHURRIED, Daemon
from support.document import blocks

from terminal import Kiosk

GUIDES = ROOT / "docs" / "how-to"

# Pages whose commands other tests run.
ELSEWHERE = {
    "client-c.md": "Tests/House/Documents/test_c_guide.py",
    "client-gtk.md": "Tests/Processes/Clients/test_gtk_guide.py",
    "client-qt.md": "Tests/Machines/Screens/test_qt_guide.py",
    "fleet.md": "Tests/Machines/Fleet/test_document.py",
    "inspect.md": "Tests/Machines/Inspector/test_inspector_document.py",
    "notifications.md": "Tests/Machines/Screens/test_notifications_page.py",
    "unchanged-programs.md": "Tests/Machines/Screens/test_unchanged_guide.py",
    "ready-kiosks.md": "Tests/Machines/Screens/test_ready_kiosks.py",
    "operate.md": "Tests/House/Documents/test_operations.py",
    "write-a-plugin.md": "Tests/House/Documents/test_plugins.py",
    "write-a-scenario.md": "Tests/House/Documents/test_scenarios.py",
}

# Commands that no test may run as they stand, and why.
PACKAGES = "changes the machine's packages; make test-package runs it in a machine of its own"
SERVICE = "changes the machine's services; make test-package runs it in a machine of its own"
NOT_RUN = {
    "build-for-arm64.md": {
        "make": "builds on a machine for arm64",
        "sudo apt install": PACKAGES,
        "mmdebstrap": "downloads a system for arm64",
        "meson": "needs a compiler and a system for arm64",
    },
    "browser-extension.md": {
        "sudo apt install": "changes the machine's packages; Tests/Machines/Screens installs into a profile",
        "chromium": "needs a screen; Tests/Machines/Screens has one",
    },
    "client-node.md": {"npm install ./Clients/Web": "no npm here; test_node_guide.py installs without it"},
    "client-python.md": {
        "sudo apt install ./python3-popoverd_*.deb": PACKAGES,
        "pip install ./Clients/Python":
            "changes the machine's Python; Tests/Processes/Clients does it in a folder"},
    "client-web.md": {"npm install ./Clients/Web": "no npm here; test_packages.py installs without it"},
    "install.md": {
        "sudo apt install ./popoverd_*.deb": PACKAGES,
        "sudo usermod -a -G popover kiosk": "changes the machine's users",
        "sudo systemctl enable --now popoverd.service": SERVICE,
        "sudo popoverctl doctor": "as root it judges the machine; test_operations.py runs it",
        "make toolchain": "downloads a toolchain; Runner/test_toolchain.py does",
        "make build": "takes minutes; it has built what is tested",
        "sudo make install": "Tests/Machines/Package installs into a folder",
        "sudo systemd-sysusers": SERVICE,
        "sudo systemd-tmpfiles --create": SERVICE,
        "sudo systemctl daemon-reload": SERVICE,
        "sudo systemctl enable --now popoverd.socket": SERVICE,
        "sudo systemctl reload popoverd": SERVICE,
        "systemctl --user enable --now popoverd.socket": SERVICE,
        "podman": "needs a container engine; make test-release runs the image",
        "sudo apt remove popoverd": PACKAGES,
        "sudo apt purge popoverd": PACKAGES,
    },
    "package.md": {"scripts/prepare-build": "builds and installs; make install runs the same scripts"},
    "screens.md": {
        "wvkbd-mobintl -H 250 -L 250 --hidden &": "needs a keyboard; Tests/Machines/Screens has one",
        "pkill -USR2 wvkbd": "needs a keyboard; Tests/Machines/Screens has one",
        "pkill -USR1 wvkbd": "needs a keyboard; Tests/Machines/Screens has one",
        "onboard -x 100 -y 450 -s 700x205 &": "needs a keyboard; Tests/Machines/Screens has one",
    },
    "several-users.md": {
        "sudo install": "changes the machine; Tests/Processes/Neighbors loads the profile",
        "sudo popoverctl config reload": "as root it reloads the machine's daemon",
    },
    "stage.md": {
        "popover-stage --check": "needs a seat; Tests/Machines/Screens has one without",
        "sudo usermod": "changes the machine's users and services",
    },
    "web-pages.md": {"umask 077": "fills the screen; Tests/Machines/Screens runs such a launcher"},
}


def commands(page):
    """The commands of a page in order: a whole `sh` block, each `$` line of a `console` block."""
    found = []
    for block in blocks(page, "sh", "console"):
        if block.language == "sh":
            found.append(block.text)
        else:
            found += re.findall(r"^\$ ((?:.*\\\n)*.*\n)", block.text, re.M)
    return found


def reason(page, command):
    """Why a command is not run; None where it is."""
    return next((why for beginning, why in NOT_RUN.get(page.name, {}).items()
                 if command.startswith(beginning)), None)


class Guides(unittest.TestCase):
    def test_commands_succeed_in_an_empty_environment(self):
        ran = 0
        for page in sorted(GUIDES.glob("*.md")):
            if page.name in ELSEWHERE:
                continue
            pending = [command for command in commands(page) if reason(page, command) is None]
            if not pending:
                continue
            served = Daemon(UNHURRIED).start()
            self.addCleanup(served.close)
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            terminal = Kiosk(folder.name, served).terminal()
            self.addCleanup(terminal.close)
            for command in pending:
                with self.subTest(f"{page.name}: {command.strip()}"):
                    status, printed = terminal.run(self.completed(command, served))
                    self.assertEqual(status, 0, printed)
                    ran += 1
        self.assertGreater(ran, 5)

    @staticmethod
    def completed(command, served):
        """The command with a file for FILE: the latest recording."""
        folder = os.path.join(served.state, "recordings")
        if "FILE" not in command:
            return command
        return command.replace("FILE", os.path.join(folder, sorted(os.listdir(folder))[-1]))

    def test_every_command_that_is_not_run_is_still_there(self):
        for name, excuses in NOT_RUN.items():
            known = commands(GUIDES / name)
            for beginning, why in excuses.items():
                with self.subTest(f"{name}: {beginning}"):
                    self.assertTrue(any(text.startswith(beginning) for text in known))
                    self.assertGreater(len(why.split()), 3)

    def test_pages_with_a_test_of_their_own_are_named_in_it(self):
        for name, path in ELSEWHERE.items():
            with self.subTest(name):
                self.assertTrue(commands(GUIDES / name))
                text = (ROOT / path).read_text(encoding="utf-8")
                self.assertTrue(f'"{name}"' in text or f"/{name}" in text, f"{path}: {name}")


if __name__ == "__main__":
    unittest.main()
