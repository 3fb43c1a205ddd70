# SPDX-License-Identifier: MIT
"""popover-stage as a program: how it starts, and the apps that it starts."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from support import ROOT
from support.daemon import PATIENCE, binary
from support.stage import actor_program
from support.wayland_screen import until

from stage_case import CAFE, SHOP, OnStage, preloaded


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


def app(name, command, region=""):
    return f'\n[[app]]\nname = "{name}"\ncommand = ["sh", "-c", {json.dumps(command)}]\n{region}\n'


class Reloads(OnStage):
    """The configuration is read again."""

    def setUp(self):
        self.more = "".join(self.clock(name) for name in ("same", "other", "gone", "deaf"))
        super().setUp()
        self.addCleanup(self.stage.process.wait, PATIENCE)
        self.addCleanup(self.stage.process.terminate)

    @staticmethod
    def clock(name, word="started"):
        """An app that notes its process, which ends at once unless it is deaf."""
        trap = "trap '' TERM; " if name == "deaf" else ""
        return app(name, f"{trap}echo {word} $$ >>$HOME/{name}; exec sleep 1000")

    def read_again(self, more):
        before = self.stage.told().count("has read the outputs and apps")
        self.stage.more = more
        self.stage.set_output(self.output)
        os.kill(self.stage.process.pid, signal.SIGHUP)
        until(lambda: self.stage.told().count("has read the outputs and apps") > before, "the configuration")

    def starts(self, name, count=1):
        """The words and processes of an app's starts, when there are so many."""
        def found():
            file = pathlib.Path(self.stage.folder) / name
            lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
            return len(lines) >= count and [(word, int(pid)) for word, pid in map(str.split, lines)]
        return until(found, f"{count} starts of {name}")

    @staticmethod
    def is_running(pid):
        return os.path.exists(f"/proc/{pid}") and not Apps.is_zombie(pid)

    def test_new_apps_start_removed_ones_end_and_changed_ones_restart(self):
        (_, same), (_, other), (_, gone) = (self.starts(name)[0] for name in ("same", "other", "gone"))
        (_, deaf), = self.starts("deaf")
        self.read_again(
            self.clock("same") + self.clock("other", "changed") + self.clock("deaf", "changed") + self.clock("new"))
        self.starts("new")
        self.assertEqual(self.starts("other", 2)[1][0], "changed")
        until(lambda: not self.is_running(gone), "the end of the one that is gone")
        self.assertFalse(self.is_running(other))
        # It is killed, and not before.
        self.assertEqual(self.starts("deaf", 2)[1][0], "changed")
        self.assertFalse(self.is_running(deaf))
        self.assertEqual(len(self.starts("same")), 1)
        self.assertTrue(self.is_running(same))
        self.assertNotIn("it starts again", self.stage.told())

    def test_a_window_moves_with_its_region(self):
        command = f"(echo show side side {CAFE}; sleep 1000) | {actor_program()} {self.daemon.socket}"
        place = "region = {{ x = 0, y = 0, width = {}, height = {} }}"
        self.read_again(app("side", command, place.format(300, 200)))
        self.until_color(CAFE, 20, 20)
        self.until_color(SHOP, 350, 20)
        self.read_again(app("side", command, place.format(400, 200)))
        self.until_color(CAFE, 350, 20)
        self.assertNotIn("the app side ends", self.stage.told())
        self.read_again(app("side", command, 'display = "wall"'))
        self.assertIn("the app side is not shown: there is no display wall", self.stage.told())


class Starts(unittest.TestCase):
    def start(self, *words, **environment):
        program = binary("popover-stage")
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
