# SPDX-License-Identifier: MIT
"""A ticket of the example kiosk, bought without a finger: by a keypad, and by one switch."""

import os
import sys
import tempfile
import unittest

from support import ROOT
from support.daemon import binary

from test_keypads import PRESSED, RELEASED, Keypad

sys.path.append(str(ROOT / "Examples" / "Kiosk"))

# pylint: disable=wrong-import-position
import stories
import ticket
from station import Station

CODES = {"next": 15, "activate": 28, "back": 158, "switch": 300}
# How long the scan rests on a control: longer than it takes to look at the screen.
SCAN = 1500


class Hand:
    """A hand on a keypad or on a switch."""

    def __init__(self, device, visitor):
        self.device, self.visitor = device, visitor

    def press(self, step):
        self.device.press(CODES[step])

    def hold(self):
        since = len(self.visitor.events)
        self.device.press(CODES["switch"], PRESSED)
        self.visitor.event("popover.closed", since, reason="key")
        self.device.press(CODES["switch"], RELEASED)


class Tickets(unittest.TestCase):
    def buy(self, way, use, **options):
        folder = tempfile.TemporaryDirectory(prefix="popover-ticket-")
        self.addCleanup(folder.cleanup)
        device = Keypad(os.path.join(folder.name, "device"))
        os.mkfifo(device.path)
        lines = [f"{name} = {value}" for name, value in options.items()]
        station = Station(daemon=binary(), more="\n".join([
            '[[plugin]]', 'name = "evdev"', 'trusted = true', '[plugin.options]',
            f'{use} = ["{device.path}"]', *lines]))
        self.addCleanup(station.close)
        device.open()
        self.addCleanup(device.close)
        visitor = stories.Visitor(station, os.environ.get("POPOVER_PICTURES"))
        self.addCleanup(visitor.close)
        visitor.until_there()
        way(visitor, Hand(device, visitor)).buy()

    def test_by_a_keypad(self):
        self.buy(ticket.ByKeypad, "keypads")

    def test_by_one_switch(self):
        self.buy(ticket.ByOneSwitch, "switches", scanMs=SCAN)


if __name__ == "__main__":
    unittest.main()
