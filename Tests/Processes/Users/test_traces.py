# SPDX-License-Identifier: MIT
"""An afternoon at the most talkative log: what people write stays out of it, and off the disk."""

import json
import os
import pathlib
import sys
import unittest

from support.daemon import UNHURRIED
from support.daemon_case import BUTTON, OUTSIDE, DaemonCase, middle
from support.plugin_folder import PROGRAM_PATHS, PluginFolder

from users import MARK, WORK

# Asks to be asked about everything, and has an opinion about nothing. It remembers nothing either.
PLUGIN = """#!{interpreter} -SEB
import json, sys
HOOKS = ["open", "choice", "outside-tap", "detach", "disposition", "alert"]
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "getmanifest":
        result = {{"name": "curious", "version": "1", "hooks": HOOKS}}
    elif message.get("method", "").startswith("hook."):
        result = {{"verdict": "abstain"}}
    else:
        result = {{}}
    if "id" in message:
        answer = {{"jsonrpc": "2.0", "id": message["id"], "result": result}}
        sys.stdout.write(json.dumps(answer) + "\\n")
        sys.stdout.flush()
"""


class Traces(DaemonCase):
    def setUp(self):
        # The folder is there before the daemon is.
        self.configuration = UNHURRIED
        super().setUp()
        self.daemon.kill()
        os.unlink(self.daemon.log)
        folder = PluginFolder(os.path.join(self.daemon.folder, "plugins"))
        path = pathlib.Path(folder.file("popover-curious.plugin"))
        path.write_text(
            PLUGIN.format(interpreter=os.path.realpath(sys.executable)), encoding="utf-8")
        path.chmod(0o755)
        self.daemon.write_configuration(
            UNHURRIED + "policyMs = 5000\n"
            f'[log]\nlevel = "trace"\n[plugins]\ndirectory = "{folder.path}"\n'
            f'[[plugin]]\nname = "curious"\nreadPaths = {json.dumps(PROGRAM_PATHS)}\n')
        self.daemon.start()
        self.clerk = self.peer("clerk", ("observer", "shell"))
        self.clerk.call("bus.subscribe", topics=["*"])

    def marked(self):
        """The files of the daemon's own that hold a word of people's."""
        folder = pathlib.Path(self.daemon.state)
        return sorted(
            path.name for path in folder.rglob("*")
            if path.is_file() and MARK.encode() in path.read_bytes())

    def opened(self, shop, behavior="inspector", key=f"key-{MARK}"):
        return self.open(
            shop, behavior, key=key, title=f"title-{MARK}", help=f"help-{MARK}",
            buttons=[f"button-{MARK}"])["popover"]

    def live(self, shop):
        """Everything in which people's words can be."""
        for call in ("popover.willClose", "panel.willClose"):
            shop.always_answer(call, {"draft": {"text": WORK}})
        self.clerk.always_answer("alert.present", {})
        shop.call("draft.save", key=f"key-{MARK}", content={"text": WORK}, sync=True)
        self.opened(shop)
        shop.call("tap", **OUTSIDE)
        self.clerk.event("draft.saved", reason="outside-tap")
        popover = self.opened(shop)
        shop.call("popover.choose", popover=popover, choice={"card": WORK})
        shop.call("popover.update", popover=popover, title=f"new-{MARK}")
        shop.call("popover.detach", popover=popover)
        popover = self.opened(shop, "menu", f"menu-{MARK}")
        shop.call("popover.choose", popover=popover, choice=f"choice-{WORK}")
        shop.call("tap", **middle(BUTTON))
        for name in (f"k-{WORK}", "Escape"):
            shop.call("key", key=name)
        shop.call("bus.publish", topic="app.shop.sold", data={"to": WORK})
        raised = shop.start(
            "alert.raise", title=f"t-{MARK}", message=f"m-{MARK}", severity="info",
            buttons=[{"id": f"b-{MARK}", "label": MARK}])
        alert = self.clerk.wait("alert.present")["params"]["alert"]
        self.clerk.call("alert.answer", alert=alert, button=f"b-{MARK}")
        shop.result(raised)

    def misbehave(self):
        """Lines that are wrong, with work in them."""
        raw = self.raw()
        raw.hello("clumsy")
        for line in (
                f'{{"jsonrpc":"2.0","id":1,"method":"draft.save","params":{{"key":"{MARK}",',
                f'{{"jsonrpc":"2.0","id":2,"method":"{MARK}","params":{{"key":"{MARK}"}}}}',
                f'{{"jsonrpc":"2.0","id":"{MARK}","method":"draft.save","params":"{MARK}"}}',
                f'{{"jsonrpc":"2.0","id":4,"{MARK}":1,"{MARK}":2}}',
                f'["{MARK}"]', f'"{MARK}"', MARK):
            raw.send_bytes(line.encode() + b"\n")
        raw.send_bytes(MARK.encode() * 30000 + b"\n" + (MARK.encode() + b"\n") * 8)
        told = b""
        while line := raw.receive_line():
            told += line
        self.assertIn(b'"malformed"', told)

    def test_texts_are_only_in_the_draft_store_and_gone_after_the_session(self):
        shop = self.peer()
        self.live(shop)
        self.misbehave()
        found = self.marked()
        self.assertTrue(found)
        self.assertLessEqual(
            set(found), {"drafts.sqlite3", "drafts.sqlite3-wal", "drafts.sqlite3-shm"})
        states = {plugin["name"]: plugin for plugin in self.clerk.call("plugin.list")["plugins"]}
        self.assertGreater(states["curious"]["statistics"]["questions"], 4)
        self.clerk.call("session.end")
        self.assertEqual(self.marked(), [])
        shop.kill()
        self.daemon.terminate()
        self.assertEqual(self.daemon.wait(), 0)
        told = self.daemon.told()
        self.assertIn("debug", told)
        self.assertIn("malformed", told)
        self.assertNotIn(MARK, told)
        self.assertEqual(self.marked(), [])

    def test_a_crash_leaves_texts_only_in_the_draft_store(self):
        shop = self.peer()
        self.live(shop)
        self.daemon.kill()
        self.assertLessEqual(
            set(self.marked()), {"drafts.sqlite3", "drafts.sqlite3-wal", "drafts.sqlite3-shm"})
        self.daemon.start()
        again = self.peer()
        again.call("draft.load", key=f"key-{MARK}")
        again.fence()
        self.assertNotIn(MARK, self.daemon.told())

    def test_a_recording_contains_neither_drafts_nor_typed_text(self):
        self.live(self.peer())
        dumped = pathlib.Path(self.clerk.call("record.dump")["path"]).read_text(encoding="utf-8")
        self.assertIn(f"title-{MARK}", dumped)
        self.assertIn('"Escape"', dumped)
        self.assertEqual([line for line in dumped.splitlines() if WORK in line], [])


if __name__ == "__main__":
    unittest.main()
