# SPDX-License-Identifier: MIT
"""Row 19: what a program can load from its folder is judged like the program."""

import json
import os
import unittest

from support.daemon import UNHURRIED, Daemon
from support.line_socket import LineSocket
from support.plugin_folder import PluginFolder

PROGRAM = """#!/usr/bin/python3 -EB
import json, sys
import manners
import words.polite
for line in sys.stdin:
    message = json.loads(line)
    result = {"name": "guest", "version": "1"} if message["method"] == "getmanifest" else {}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


class Modules(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon("")
        self.addCleanup(self.daemon.close)
        os.chmod(self.daemon.folder, 0o755)
        self.folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        os.mkdir(self.folder.file("words"), 0o755)
        for name, text in (("manners.py", ""), ("words/polite.py", ""),
                           ("popover-guest.plugin", PROGRAM)):
            with open(self.folder.file(name), "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(self.folder.file(name), 0o755 if name.endswith(".plugin") else 0o644)

    def start(self, settings=""):
        self.daemon.write_configuration(
            f"{UNHURRIED}[plugins]\ndirectory = {json.dumps(self.folder.path)}\n"
            f'[[plugin]]\nname = "guest"\n{settings}\n')
        self.daemon.start()
        self.client = LineSocket(self.daemon.socket)
        self.addCleanup(self.client.close)
        self.client.hello("clerk", ["observer"])

    def guest(self):
        answer = self.client.call("list", "plugin.list", {})
        return next(each for each in answer["result"]["plugins"] if each["name"] == "guest")

    def assert_refused(self, path):
        guest = self.guest()
        self.assertEqual(guest["state"], "failed", guest)
        self.assertIn(path, guest["message"])
        self.assertIn("can be written to by others", guest["message"])

    def test_a_module_that_anybody_can_write_to_keeps_the_program_from_starting(self):
        for settings in ("", "trusted = true"):
            for name in ("manners.py", "words/polite.py"):
                with self.subTest(name, settings=settings):
                    os.chmod(self.folder.file(name), 0o666)
                    self.start(settings)
                    self.assert_refused(self.folder.file(name))
                    os.chmod(self.folder.file(name), 0o644)
                    answer = self.client.call("reload", "plugin.reload", {"name": "guest"})
                    self.assertEqual(answer["result"]["state"], "loaded")
                    self.daemon.kill()

    def test_a_folder_that_anybody_can_write_to_keeps_the_program_from_starting(self):
        os.chmod(self.folder.file("words"), 0o1777)
        self.start()
        self.assert_refused(self.folder.file("words"))

    def test_a_link_to_a_module_that_anybody_can_write_to_is_no_way_around(self):
        elsewhere = os.path.join(self.daemon.folder, "elsewhere.py")
        with open(elsewhere, "w", encoding="utf-8"):
            os.chmod(elsewhere, 0o666)
        os.symlink(elsewhere, self.folder.file("words/other.py"))
        self.start()
        self.assert_refused(elsewhere)

    def test_a_module_that_is_opened_to_all_later_is_found_at_the_next_start(self):
        self.start()
        self.assertEqual(self.guest()["state"], "loaded")
        os.chmod(self.folder.file("manners.py"), 0o666)
        answer = self.client.call("reload", "plugin.reload", {"name": "guest"})
        self.assertIn("can be written to by others", answer["error"]["message"])


if __name__ == "__main__":
    unittest.main()
