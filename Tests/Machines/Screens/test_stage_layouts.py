# SPDX-License-Identifier: MIT
"""Keyboards on popover-stage have the layouts of the configuration."""

import os
import pathlib
import re
import socket
import subprocess
import tempfile
import unittest

from support.daemon import PATIENCE, binary
from support.wayland_screen import until
from support.wayland_wire import WireClient

from stage_devices import WithDevices

NUM_LOCK = 0x10
LETTER = 30


class Reader(WireClient):
    """Reads the keymaps of the seat."""

    def __init__(self, stage):
        self.keymaps, self.locked = [], 0
        super().__init__(stage)
        seat = self.bind("wl_seat", 1)
        keyboard = self.new()
        self.send(seat, 1, keyboard)
        self.settle()

    def exactly(self, count):
        data = b""
        while len(data) < count:
            chunk, files, _, _ = socket.recv_fds(self.socket, count - len(data), 4)
            for file in files:
                with open(file, "rb") as keymap:
                    self.keymaps.append(os.pread(keymap.fileno(), 1 << 20, 0).decode())
            if not chunk:
                return None
            data += chunk
        return data

    def has(self, key, symbol):
        """Whether a key types this in the latest keymap."""
        self.settle()
        return re.search(rf"key <{key}>[^;]*?\[\s*{symbol},", self.keymaps[-1]) is not None


class Layouts(WithDevices):
    more = """
[[keyboard]]
name = "keyboard"
layout = "fr"

[[keyboard]]
layout = "de"
"""

    def test_each_keyboard_has_its_own_and_others_the_usual_one(self):
        reader = Reader(self.stage)
        self.addCleanup(reader.close)
        self.assertTrue(reader.has("AD06", "z"))
        self.order(f"key {LETTER} 1", f"key {LETTER} 0")
        self.shop.told(f"key shop {LETTER}")
        until(lambda: reader.has("AD01", "a"), "the layout of the keyboard")


class NumLock(WithDevices):
    more = """
[[keyboard]]
numLock = true
"""

    def test_it_is_on_at_first(self):
        self.order(f"key {LETTER} 1", f"key {LETTER} 0")
        self.assertEqual(self.shop.told(f"key shop {LETTER}"), f"key shop {LETTER} {NUM_LOCK}")


class Check(unittest.TestCase):
    def check(self, text):
        program = binary("popover-stage")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "stage.toml"
            file.write_text(text, encoding="utf-8")
            checked = subprocess.run(
                [program, "--check", file], check=False, capture_output=True, text=True, timeout=PATIENCE)
            return checked.returncode, checked.stderr.replace(folder, "")

    def test_a_layout_and_a_variant_that_do_not_exist_are_named(self):
        self.assertEqual(self.check('[[keyboard]]\nlayout = "de"\n'), (0, ""))
        status, told = self.check('[[keyboard]]\nlayout = "xy"\n')
        self.assertEqual(status, 78)
        self.assertIn('/stage.toml: keyboard: no keymap for layout "xy": ', told)
        status, told = self.check('[[keyboard]]\nlayout = "de"\nvariant = "gone"\n')
        self.assertEqual(status, 78)
        self.assertIn('no keymap for layout "de", variant "gone": ', told)

    def test_an_option_that_changes_nothing_is_a_warning(self):
        text = '[[keyboard]]\nlayout = "de"\noptions = "{}"\n'
        self.assertEqual(self.check(text.format("compose:menu,ctrl:nocaps")), (0, ""))
        status, told = self.check(text.format("compose:menu,ctrl:nocap"))
        self.assertEqual(status, 0)
        self.assertIn('/stage.toml: keyboard: the option "ctrl:nocap" changes nothing; ', told)
        self.assertIn('the option "gone" changes nothing', self.check(text.format("gone"))[1])
