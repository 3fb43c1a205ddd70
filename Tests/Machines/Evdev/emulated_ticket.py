# SPDX-License-Identifier: MIT
"""A ticket of the example kiosk, bought with a kernel's keypad, and with a kernel's switch.

To be run by `emulate`, in a machine of its own.
"""

import sys

from support import ROOT

from emulated_devices import Devices

sys.path.append(str(ROOT / "Tests" / "Machines" / "Screens"))

# pylint: disable=wrong-import-position
import test_ticket

# In seconds: the scan comes to a control again after a minute.
test_ticket.stories.PATIENCE = 180


class BuiltStation(test_ticket.Station):
    """Its program was built before the machine started."""

    def build(self):
        pass


class Tickets(test_ticket.Tickets):
    station = BuiltStation
    # A picture of the screen takes more of this machine's time.
    scan = 4

    def plug(self, use):
        devices = Devices()
        self.addCleanup(devices.close)
        return devices.plug({"keypads": "keypad", "switches": "switch"}[use])

    def until_used(self, device, kiosk):
        kiosk.wait(f"opened {device.path}")
