# SPDX-License-Identifier: MIT
"""The story, told by the Python package in a program with GLib's main loop; and every method there."""

import os
import subprocess
import unittest

from story import HERE, PATIENCE, ROOT, SYSTEM_PYTHON, UNHURRIED, Daemon, NativeStory

# PyGObject itself is imported with a warning.
PYTHON = [SYSTEM_PYTHON, "-X", "dev", "-W", "error", "-W", "ignore::ImportWarning"]
ENVIRONMENT = {"PYTHONPATH": str(ROOT / "Clients" / "Python"), "PYTHONDONTWRITEBYTECODE": "1"}
PRINTED = """\
ConnectionLost not connected to the daemon; `connected` is called when it is again
later
opened p1 True 320
updated 400 True
chosen False
detached n1 (900, 500, 320, 240)
closed detached
moved (960, 500, 320, 240)
panel closed done
presented v1
view closed done
saved 1
loaded [1]
listed ['note']
tapped idle
typed idle
received app.shop.sold 3
seen [] ['basket']
lost
"""


class GLibStory(NativeStory, unittest.TestCase):
    program = [*PYTHON, os.path.join(HERE, "programs/glib_story.py")]

    def begin_with(self, environment, before=()):
        return super().begin_with({**environment, **ENVIRONMENT}, before)


STALLING = """
import time, popoverd.glib
from gi.repository import GLib

def ask():
    client.request("draft.list", done=answered, failed=answered)
    # After the client has set its timer, which runs out meanwhile.
    GLib.idle_add(time.sleep, 1, priority=GLib.PRIORITY_DEFAULT)

def answered(result):
    print(result)
    loop.quit()

loop = GLib.MainLoop()
client = popoverd.glib.connect("shop", timeout=0.5, connected=ask)
loop.run()
"""


class Methods(unittest.TestCase):
    maxDiff = None

    def play(self, *program):
        daemon = Daemon(UNHURRIED).start()
        self.addCleanup(daemon.close)
        return subprocess.run(
            [*PYTHON, *program], capture_output=True, text=True, check=False, timeout=PATIENCE,
            env={**os.environ, **ENVIRONMENT, "POPOVERD_SOCKET": daemon.socket})

    def test_a_program_that_stalls_reads_what_has_arrived(self):
        done = self.play("-c", STALLING)
        self.assertEqual(done.stdout, "{'drafts': []}\n", done.stderr)

    def test_every_method_calls_back(self):
        done = self.play(os.path.join(HERE, "programs/glib_methods.py"))
        self.assertEqual((done.returncode, done.stdout), (0, PRINTED), done.stderr)
        # What failed without a callback for it, and the error of a callback.
        self.assertIn("popover.close failed: ", done.stderr)
        self.assertEqual(done.stderr.count("RuntimeError: a bug of the program's"), 1)
        self.assertEqual(done.stderr.count("Traceback"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
