# SPDX-License-Identifier: MIT
"""The package popover-stage on a machine that has only what it depends on: it starts without a screen, tells
the daemon its display, starts a program, and ends with it. `make test-fresh` runs this."""

import os
import pathlib
import subprocess
import tempfile
import time
import unittest

PATIENCE = 20
APP = '[[app]]\nname = "clock"\ncommand = ["sh", "-c", "echo $WAYLAND_DISPLAY >started; exec sleep 1000"]\n'


class InstalledStage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.environment = {
            **os.environ, "XDG_RUNTIME_DIR": self.folder, "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
            "POPOVERD_SOCKET": f"{self.folder}/s"}

    def begin(self, *words):
        # pylint: disable=consider-using-with
        process = subprocess.Popen(words, env=self.environment, cwd=self.folder)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.kill)
        return process

    def until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {what}")
            time.sleep(0.05)

    def told(self, *words):
        return subprocess.run(
            ["popoverctl", *words], env=self.environment, check=False, capture_output=True, text=True).stdout

    def test_it_serves_a_kiosk(self):
        configuration = pathlib.Path(self.folder, "stage.toml")
        configuration.write_text(APP, encoding="utf-8")
        self.begin("popoverd", "--socket", f"{self.folder}/s", "--state", f"{self.folder}/state")
        stage = self.begin("popover-stage", str(configuration))
        self.until(lambda: "1280x720" in self.told("status"), "the display")
        self.assertIn("screen: popover-stage", self.told("doctor"))
        started = pathlib.Path(self.folder, "started")
        self.until(lambda: started.exists() and started.read_text(encoding="utf-8") == "wayland-0\n", "the app")
        stage.terminate()
        self.assertEqual(stage.wait(PATIENCE), 0)

    def test_what_the_package_brings_is_valid(self):
        checked = subprocess.run(
            ["popover-stage", "--check", "/etc/popoverd/stage.toml"], check=False, capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stdout), (0, "the configuration is valid\n"))
        unit = pathlib.Path("/lib/systemd/system/popover-stage@.service").read_text(encoding="utf-8")
        self.assertIn("ExecStart=/usr/bin/popover-stage /etc/popoverd/stage.toml\n", unit)


if __name__ == "__main__":
    unittest.main()
