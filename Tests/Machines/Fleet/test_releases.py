# SPDX-License-Identifier: MIT
"""This version sends what released versions could not: their outboxes are fixtures."""

import os
import pathlib
import shutil
import unittest

from support import releases
from support.fleet_case import FleetCase


class Kept(FleetCase):
    def test_the_events_of_every_released_outbox_arrive_in_order(self):
        kept = releases.kept()
        self.assertIn("0.1.0", [folder.name for folder in kept])
        for folder in kept:
            with self.subTest(folder.name):
                self.setUp()
                place = pathlib.Path(self.daemon.folder, "fleet")
                place.mkdir(mode=0o700)
                shutil.copyfile(folder / "outbox.sqlite", place / "outbox.sqlite")
                os.chmod(place / "outbox.sqlite", 0o600)
                self.start()
                self.wait_sold(releases.SOLD)
                self.assertEqual(self.sold(), list(range(releases.SOLD)))
                self.wait_stored(0)
                self.assertEqual(list(place.glob("*damaged*")), [])


if __name__ == "__main__":
    unittest.main()
