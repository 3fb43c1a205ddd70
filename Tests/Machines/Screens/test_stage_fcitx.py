# SPDX-License-Identifier: MIT
"""Korean and Chinese typed with fcitx5 on popover-stage, into programs that know its protocol for text."""

import json
import os
import pathlib
import subprocess

from support.session_bus import SessionBus
from support.wayland_screen import until
from support.x11_screen import PROGRAMS, Companion, needed

from stage_case import HEIGHT, WIDTH, OnStage, color
from test_stage_keys import CODES, Hands
from toolkits import ENVIRONMENT, PYTHON

PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM={engine}

[Groups/0/Items/0]
Name={engine}
Layout=

[GroupOrder]
0=Default
"""
SPACE, BACKSPACE = 57, 14
# Behind the candidate that the space bar would take.
CHOSEN = "808080"
# Not yet a word in any of them.
PROBE = "n"


class Fcitx(OnStage):
    def start(self, engine, program):
        """Starts fcitx5 with one input method, and a program with a text field."""
        bus = SessionBus(self.stage.folder)
        self.addCleanup(bus.close)
        bus.start()
        profile = pathlib.Path(self.stage.folder, ".config", "fcitx5", "profile")
        profile.parent.mkdir(parents=True)
        profile.write_text(PROFILE.format(engine=engine), encoding="utf-8")
        environment = {
            **self.stage.environment, **ENVIRONMENT, "DISPLAY": "", "GDK_BACKEND": "wayland",
            "GTK_IM_MODULE": "wayland", "DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": "C.UTF-8"}
        # pylint: disable=consider-using-with
        fcitx = subprocess.Popen(
            [needed("fcitx5")], env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(fcitx.wait)
        self.addCleanup(fcitx.kill)
        # pylint: disable=attribute-defined-outside-init
        self.hands = Hands(self.stage)
        self.addCleanup(self.hands.close)
        self.field = Companion(
            [PYTHON, str(PROGRAMS / "text_field.py"), program], environment=environment)
        self.addCleanup(self.field.close)
        self.until_composing(engine)

    def told(self):
        """The field's text, and what is composed there; false: it has no keys."""
        self.field.tell("")
        return json.loads(self.field.line())

    def until_told(self, *expected):
        until(lambda: self.told() == list(expected), f"{expected}")

    def type(self, keys):
        for key in keys:
            self.hands.type(SPACE if key == " " else CODES[key])
        self.hands.settle()

    def is_erased(self):
        if self.told() == ["", ""]:
            return True
        # An input method that starts may lose keys.
        self.hands.type(BACKSPACE)
        self.hands.settle()
        return False

    def until_composing(self, engine):
        """Types letters, and erases each, until fcitx5 composes one."""
        def is_composed():
            until(self.told, "the keys")
            self.type(PROBE)
            told = until(lambda: any(told := self.told()) and told, "a letter")
            until(self.is_erased, "an empty field")
            return told[1]
        until(is_composed, f"a letter that {engine} composes")

    def assert_korean(self, program):
        self.start("hangul", program)
        self.type("gksrmf")
        self.until_told("한" if program != "chromium" else "한글", "글")
        self.type(" ")
        self.until_told("한글 ", "")

    def assert_chinese(self, program):
        self.start("pinyin", program)
        self.type("nihao ")
        self.until_told("你好", "")

    def test_korean_in_gtk_4(self):
        self.assert_korean("gtk4")

    def test_chinese_in_gtk_4(self):
        self.assert_chinese("gtk4")

    def test_korean_in_gtk_3(self):
        self.assert_korean("gtk3")

    def test_korean_in_chromium(self):
        self.assert_korean("chromium")

    def test_chinese_in_chromium(self):
        self.assert_chinese("chromium")

    def chosen(self):
        """The middle of the chosen candidate; None: there are none."""
        picture = self.picture()
        found = [(x, y) for x in range(0, WIDTH, 4) for y in range(0, HEIGHT, 4)
                 if picture.color(x, y) == color(CHOSEN)]
        # Letters have such points, too.
        return tuple(sorted(side)[len(side) // 2] for side in zip(*found)) if len(found) > 20 else None

    def test_a_candidate_is_taken_by_a_tap(self):
        self.start("pinyin", "gtk4")
        self.type("nihao")
        self.tap(*until(self.chosen, "the candidates"))
        self.until_told("你好", "")
        until(lambda: self.chosen() is None, "no candidates")
