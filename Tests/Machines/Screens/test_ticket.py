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

CODES = {"next": 15, "activate": 28, "back": 158, "switch": 57}


class Hand:
    """A hand on a keypad or on a switch."""

    def __init__(self, device, visitor, scan):
        self.device, self.visitor, self.scan = device, visitor, scan

    def press(self, step):
        self.device.press(CODES[step])

    def hold(self):
        since = len(self.visitor.events)
        self.device.press(CODES["switch"], PRESSED)
        self.visitor.event("popover.closed", since, reason="key")
        self.device.press(CODES["switch"], RELEASED)


class Tickets(unittest.TestCase):
    # How long the scan rests on a control, in seconds: longer than it takes to look at the screen.
    scan = 1.5
    station = Station

    def plug(self, use):
        """A device that is used as a keypad or as a switch."""
        folder = tempfile.TemporaryDirectory(prefix="popover-ticket-")
        self.addCleanup(folder.cleanup)
        device = Keypad(os.path.join(folder.name, use))
        os.mkfifo(device.path)
        self.addCleanup(device.close)
        return device

    def until_used(self, device, kiosk):
        kiosk.wait(f"opened {device.path}")
        device.open()

    def buy(self, way, use, **options):
        device = self.plug(use)
        lines = [f"{name} = {value}" for name, value in options.items()]
        station = self.station(daemon=binary(), more="\n".join([
            '[[plugin]]', 'name = "evdev"', 'trusted = true',
            f'readPaths = ["{os.path.dirname(device.path)}"]', '[plugin.options]',
            f'{use} = ["{device.path}"]', *lines]))
        self.addCleanup(station.close)
        self.until_used(device, station)
        visitor = stories.Visitor(station, os.environ.get("POPOVER_PICTURES"))
        self.addCleanup(visitor.close)
        visitor.until_there()
        since = len(visitor.events)
        way(visitor, Hand(device, visitor, self.scan)).buy()
        self.check_events(visitor.events[since:])

    def check_events(self, events):
        """Popovers of four processes have opened, in the order in which people buy, without a tap."""
        opened = [each.data["app"] for each in events if each.topic == "popover.opened"]
        self.assertEqual(opened, ["timetable", "shop", "lockers", "payment"])
        processes = {each.data["app"]: each.data["pid"] for each in events
                     if each.topic == "focus.changed"}
        self.assertEqual(len({processes[app] for app in opened}), 4)
        self.assertNotIn("tap", [each.topic for each in events])

    def test_by_a_keypad(self):
        self.buy(ticket.ByKeypad, "keypads")

    def test_by_one_switch(self):
        self.buy(ticket.ByOneSwitch, "switches", scanMs=round(1000 * self.scan))


if __name__ == "__main__":
    unittest.main()
