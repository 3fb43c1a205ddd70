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


class Methods(unittest.TestCase):
    maxDiff = None

    def test_every_method_calls_back(self):
        daemon = Daemon(UNHURRIED).start()
        self.addCleanup(daemon.close)
        done = subprocess.run(
            [*PYTHON, os.path.join(HERE, "programs/glib_methods.py")], capture_output=True,
            text=True, check=False, timeout=PATIENCE,
            env={**os.environ, **ENVIRONMENT, "POPOVERD_SOCKET": daemon.socket})
        self.assertEqual((done.returncode, done.stdout), (0, PRINTED), done.stderr)
        # What failed without a callback for it, and the error of a callback.
        self.assertIn("popover.close failed: ", done.stderr)
        self.assertEqual(done.stderr.count("RuntimeError: a bug of the program's"), 1)
        self.assertEqual(done.stderr.count("Traceback"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
