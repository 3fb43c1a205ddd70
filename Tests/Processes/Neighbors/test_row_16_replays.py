# SPDX-License-Identifier: MIT
"""Row 16: a kiosk whose record of commands was damaged carries out no old command again."""

import os
import unittest

from support.fleet_case import FleetCase


class Replays(FleetCase):
    def test_a_new_file_refuses_commands_that_were_signed_before_it(self):
        self.give("session.end,ping")
        self.start()
        ask = ("popoverd/hall-3/command", self.sign("session.end", valid="3600"),
               "popoverd/@reply/desk")
        self.assertEqual(self.broker.ask(*ask)["verdict"], "done")
        # The file is made in a later second than the command.
        heard = len([one for one in self.ears.heard if one.topic == "popoverd/hall-3/health"])
        self.ears.wait("popoverd/hall-3/health", count=heard + 2)
        self.daemon.kill()
        self.damage(os.path.join(self.daemon.folder, "fleet", "outbox.sqlite"))
        self.restart()
        self.ears.wait("popoverd/hall-3/status", lambda heard: heard.payload == "online", 2)
        self.shop.call("draft.save", key="order", content=1)
        self.assert_refused(self.broker.ask(*ask), "too-old")
        self.assertEqual(len(self.shop.call("draft.list")["drafts"]), 1)
        self.assertEqual(self.command("ping")["verdict"], "done")

    def damage(self, path):
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.unlink(path + end)
        with open(path, "r+b") as file:
            file.write(b"\xff" * 100)


if __name__ == "__main__":
    unittest.main()
