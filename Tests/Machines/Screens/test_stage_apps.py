# SPDX-License-Identifier: MIT
"""popover-stage as a program: how it starts, and the apps that it starts."""

import os
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE, binary
from support.wayland_screen import until

from stage_case import OnStage, preloaded


class Apps(OnStage):
    more = """
[[app]]
name = "clock"
command = ["sh", "-c", "echo started >>{folder}/starts; exec sleep 1000"]
"""

    def setUp(self):
        # The folder is not known before the stage is made, and it is the app's home.
        self.more = self.more.replace("{folder}", "$HOME")
        super().setUp()

    def test_an_app_that_ends_is_started_again(self):
        def starts():
            try:
                with open(f"{self.stage.folder}/starts", encoding="utf-8") as file:
                    return len(file.readlines())
            except FileNotFoundError:
                return 0
        until(lambda: starts() == 1, "the app")
        until(lambda: subprocess.run(
            ["pkill", "-P", str(self.stage.process.pid), "sleep"], check=False).returncode == 0,
            "the app to be killed")
        until(lambda: starts() == 2, "the app again")

    def test_it_takes_its_apps_along_when_it_is_told_to_end(self):
        def clocks():
            return subprocess.run(
                ["pgrep", "-P", str(self.stage.process.pid)], check=False, capture_output=True,
                text=True).stdout.split()
        clock, = until(clocks, "the app")
        self.stage.process.terminate()
        self.assertEqual(self.stage.process.wait(PATIENCE), 0)
        until(lambda: not os.path.exists(f"/proc/{clock}") or self.is_zombie(clock), "the app's end")

    @staticmethod
    def is_zombie(process):
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"


class Starts(unittest.TestCase):
    def start(self, *words, **environment):
        program = os.path.join(os.path.dirname(binary()), "popover-stage")
        return subprocess.run(
            [program, *words], check=False, capture_output=True, text=True, timeout=PATIENCE,
            env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": "/nowhere", **environment})

    def test_what_is_wrong_is_named(self):
        unknown = self.start("--size")
        self.assertEqual(
            (unknown.returncode, unknown.stderr),
            (64, "popover-stage: unknown option --size; see popover-stage --help\n"))
        missing = self.start("/nowhere/stage.toml")
        self.assertEqual(
            (missing.returncode, missing.stderr),
            (78, "/nowhere/stage.toml: cannot open the file: No such file or directory\n"))
        headless = self.start(WLR_BACKENDS="nonsense")
        self.assertEqual(headless.returncode, 69)
        self.assertIn("popover-stage: no outputs and devices can be opened\n", headless.stderr)
        homeless = self.start(WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        self.assertEqual(homeless.returncode, 69)
        self.assertIn(
            "popover-stage: its socket cannot be made in $XDG_RUNTIME_DIR\n", homeless.stderr)

    def test_without_a_screen_it_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                        "XDG_RUNTIME_DIR": folder}
            none = self.start(WLR_HEADLESS_OUTPUTS="0", **headless)
            rejecting = self.start(LD_PRELOAD=preloaded("modes"), MODES="1000x700! 800x600!", **headless)
        for ended in (none, rejecting):
            self.assertEqual(ended.returncode, 69)
            self.assertIn("popover-stage: nothing can be shown: connect a screen", ended.stderr)
        self.assertIn(
            "output HEADLESS-1 shows nothing, since it takes none of its sizes", rejecting.stderr)

    def test_the_guides_configuration_is_valid(self):
        guide = (ROOT / "docs" / "how-to" / "stage.md").read_text(encoding="utf-8")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(guide.split("```toml\n")[1].split("```")[0])
            file.flush()
            checked = self.start("--check", file.name)
        self.assertEqual((checked.returncode, checked.stdout), (0, "the configuration is valid\n"))

    def test_the_shipped_configuration_has_every_option_and_is_valid(self):
        with open(ROOT / "config" / "stage.toml", encoding="utf-8") as file:
            shipped = file.read()
        self.assertEqual(self.start("--defaults").stdout, shipped)
        checked = self.start("--check", str(ROOT / "config" / "stage.toml"))
        self.assertEqual((checked.returncode, checked.stdout), (0, "the configuration is valid\n"))


if __name__ == "__main__":
    unittest.main()
